"""The report says what the result says."""

import json

import numpy as np
import pytest

from benchmarks.readme import render
from mjenv.arena.duplicate import METRICS, Result
from mjenv.arena.report import COLUMNS, report_footnote, report_rows, result_document, write_document
from mjenv.variants.registry import load_rules


@pytest.fixture
def result():
    walls = np.zeros((2, 2, len(METRICS), 4))
    walls[0, 0, METRICS.index("points")] = [1, 2, 3, 2]
    walls[0, 0, METRICS.index("win")] = [0.5, 0.25, 0.25, 0.5]
    walls[1, 1, METRICS.index("ready")] = 1
    return Result(load_rules("four_bao", ting_pung=False), ("new", "old"), 4, 7, 1, 2.0, walls)


def test_rows(result):
    rows = report_rows(result)
    assert [row[:2] for row in rows] == [
        ["1 vs 3", "new"],
        ["1 vs 3", "old"],
        ["3 vs 1", "new"],
        ["3 vs 1", "old"],
    ]
    assert all(len(row) == len(COLUMNS) for row in rows)
    assert rows[0][2] == "+2.000 ± 1.299"  # t(3) = 3.182 times 0.816 / 2
    assert rows[0][3].startswith("37.5% (")
    assert rows[3][6].startswith("100.0% (")
    assert rows[3][6].endswith("–100.0)")


def test_footnote_names_hands_walls_and_speed(result):
    note = report_footnote(result)
    for part in ("32 hands on 4 walls", "walls evaluate/7/0 to evaluate/7/3", "16 hands/s"):
        assert part in note


def test_document_is_a_figure_for_the_readme(result, tmp_path):
    path = tmp_path / "result.json"
    write_document(path, result_document(result, "mjenv evaluate"))
    document = json.loads(path.read_text())
    assert list(tmp_path.iterdir()) == [path]
    assert render(document).startswith("**new against old, harbin/four_bao, 4 duplicate deals**\n\n| seats | agent |")
    numbers = document["numbers"]
    assert numbers["rules_changed"] == {"ting_pung": False}
    assert numbers["walls"] == {"label": "evaluate", "seed": 7, "first": 0, "last": 3}
    assert [(e["format"], e["agent"]) for e in numbers["estimates"]] == [tuple(row[:2]) for row in report_rows(result)]
    assert numbers["estimates"][0]["points"]["mean"] == 2
    assert set(numbers["estimates"][0]) == {"format", "agent", *METRICS}


def test_interrupted_write_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.json"
    path.write_text("old")
    with pytest.raises(TypeError):
        write_document(path, {"bad": object()})
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
