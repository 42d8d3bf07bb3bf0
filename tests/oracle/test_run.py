"""Runs are kept, go on, notice what changed, and fail for a difference or a path that was hardly taken."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from mjenv.variants.registry import BOOKS, find_preset

from . import run
from .plan import OVERRIDES, PRESET, RULE_SETS, Shard, plan_shards
from .report import Tally, fill_paths, make_document
from .required import LEAST, required_paths
from .shards import ROOT, Outcome, find_outcome, keep_outcome

SHARD = Shard("classic", PRESET, 0, 4)

#: Elements of a variant that a rule set of it has not (H14, H20).
WITHOUT = {
    "four_bao": {"bao", "bao_in_bao"},
    "single_bao": {"big_bao", "small_bao", "big_bao_in_bao", "small_bao_in_bao"},
}


def outcome_of(shard: Shard, count: int = LEAST, differences: int = 0, sources: str = "now") -> Outcome:
    paths = dict.fromkeys(required_paths(shard.rules), count)
    return Outcome(shard, shard.hands, differences, ["a difference"] * differences, paths, 1.0, sources)


@pytest.fixture
def compared(monkeypatch, tmp_path):
    """Shards are not played but taken from `outcome_of`; the list names those that were asked for."""
    asked: list[str] = []

    def compare_shard(shard, sources):
        asked.append(shard.name)
        return outcome_of(shard, sources=sources)

    monkeypatch.setattr(run, "compare_shard", compare_shard)
    return asked


def run_in(folder, *arguments: str) -> int:
    return run.main(["--hands", "1000", "--walls", "2", "--folder", str(folder), *arguments])


def test_a_plan_shares_the_hands_between_preset_and_overrides():
    shards = plan_shards(1000, 2, ("qiaoma",))
    hands = {kind: sum(shard.hands for shard in shards if shard.kind == kind) for kind in (PRESET, OVERRIDES)}
    assert hands == {PRESET: 500, OVERRIDES: 500}
    assert len({shard.name for shard in shards}) == len(shards) == 5


def test_what_was_compared_is_not_compared_again(compared, tmp_path):
    assert run_in(tmp_path) == 0
    number = len(compared)
    assert number == len(list(tmp_path.iterdir())) == 25
    assert run_in(tmp_path) == 0
    assert len(compared) == number
    assert run_in(tmp_path, "--fresh") == 0
    assert len(compared) == 2 * number


def test_a_stopped_run_goes_on(compared, tmp_path, monkeypatch, capsys):
    play = run.compare_shard

    def stop_at_the_third(shard, sources):
        if len(compared) == 2:
            raise KeyboardInterrupt
        return play(shard, sources)

    monkeypatch.setattr(run, "compare_shard", stop_at_the_third)
    assert run_in(tmp_path) == run.INTERRUPTED
    assert "goes on from here" in capsys.readouterr().err
    monkeypatch.setattr(run, "compare_shard", play)
    assert run_in(tmp_path) == 0
    assert len(compared) == len(set(compared)) == 25


def test_changed_sources_are_compared_again(compared, tmp_path, monkeypatch):
    run_in(tmp_path)
    monkeypatch.setattr(run, "source_hash", lambda: "later")
    run_in(tmp_path)
    assert len(compared) == 50


def test_sources_that_change_during_a_shard_leave_no_file(compared, tmp_path, monkeypatch):
    hashes = iter(["first", *["later"] * 100])
    monkeypatch.setattr(run, "source_hash", lambda: next(hashes))
    run_in(tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"shard": {}}', '{"shard": 3}', "null"])
def test_a_damaged_file_is_not_used(tmp_path, text):
    keep_outcome(tmp_path, outcome_of(SHARD))
    assert find_outcome(tmp_path, SHARD, "now") == outcome_of(SHARD)
    assert find_outcome(tmp_path, SHARD, "later") is None
    assert find_outcome(tmp_path, replace(SHARD, hands=5), "now") is None
    (tmp_path / f"{SHARD.name}.json").write_text(text)
    assert find_outcome(tmp_path, SHARD, "now") is None


@pytest.mark.parametrize(("count", "differences"), [(3, 0), (LEAST, 1)])
def test_a_difference_and_a_path_hardly_taken_fail(tmp_path, monkeypatch, capsys, count, differences):
    monkeypatch.setattr(run, "compare_shard", lambda shard, sources: outcome_of(shard, count, differences, sources))
    assert run_in(tmp_path) == 1
    printed = capsys.readouterr().out
    assert ("taken fewer than 20 times" in printed) is (count < LEAST)
    assert ("a difference" in printed) is (differences > 0)


def test_shards_are_compared_in_several_processes(tmp_path):
    command = [sys.executable, "-m", "tests.oracle.run", "--hands", "2", "--walls", "0", "--rules", "classic"]
    command += ["--processes", "2", "--folder", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr  # no path is taken often enough
    assert "taken fewer than" in done.stdout
    kept = [json.loads(path.read_text()) for path in sorted(tmp_path.iterdir())]
    assert [(one["hands"], one["differences"]) for one in kept] == [(1, 0), (1, 0)]


@pytest.mark.parametrize("arguments", [["--processes", "0"], ["--hands", "-1"], ["--record", "--rules", "qiaoma"]])
def test_arguments_that_make_no_sense_are_refused(arguments, capsys):
    with pytest.raises(SystemExit) as stop:
        run.main(arguments)
    assert stop.value.code == 2
    assert arguments[0] in capsys.readouterr().err


def test_the_table_of_paths_is_written_between_its_marks():
    tallies = [Tally(rules, [outcome_of(Shard(rules, PRESET, 0, 4))]) for rules in RULE_SETS]
    document = make_document(tallies, "make oracle", 60)
    page = fill_paths("before\n<!-- paths -->\nold\n<!-- /paths -->\nafter\n", document)
    assert "old" not in page
    assert page.startswith("before\n<!-- paths -->\n\n| path | four_bao |")
    assert "| `robbing:hu` | 20 | 20 | 20 | 20 | 20 |" in page
    assert "| `event:flower` | - | - | - | - | 20 |" in page
    assert fill_paths(page, document) == page
    with pytest.raises(ValueError, match="one block"):
        fill_paths("no block", document)


def test_the_page_shows_what_was_recorded():
    page = run.PAGE.read_text(encoding="utf-8")
    assert fill_paths(page, json.loads(run.RESULTS.read_text(encoding="utf-8"))) == page


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_element_and_task_must_be_taken(rules):
    book = BOOKS[find_preset(rules).variant]
    expected = {f"element:{key}" for key in {element.key for element in book.elements} - WITHOUT.get(rules, set())}
    expected |= {f"task:{task.key}" for task in book.tasks if rules == "four_bao"}
    required = required_paths(rules)
    assert len(set(required)) == len(required)
    assert {path for path in required if path.startswith(("element:", "task:"))} == expected
