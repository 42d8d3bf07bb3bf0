"""Figures of README.md and docs/ are those of the result files."""

import json

import pytest

from benchmarks.readme import ROOT, main

FIGURES = {
    "title": "Speed",
    "command": "make speed",
    "machine": "toaster",
    "columns": ["way", "hands/s"],
    "rows": [["a|b", 12], ["c", 3.5]],
    "notes": "median of 5",
}
EMPTY = "# Title\n<!-- figures:speed -->\n<!-- /figures -->\nend\n"


@pytest.fixture
def root(tmp_path):
    (tmp_path / "benchmarks" / "results").mkdir(parents=True)
    (tmp_path / "benchmarks" / "results" / "speed.json").write_text(json.dumps(FIGURES))
    (tmp_path / "README.md").write_text(EMPTY)
    return tmp_path


def test_figures_of_this_repository():
    assert main(["--check"], ROOT) is None


def test_written_figures_pass_the_check(root):
    assert main(["--check"], root) == "README.md: not as in benchmarks/results, run python benchmarks/readme.py"
    assert (root / "README.md").read_text() == EMPTY
    assert main([], root) is None
    assert main(["--check"], root) is None
    text = (root / "README.md").read_text()
    assert text.startswith("# Title\n<!-- figures:speed -->\n**Speed**\n")
    assert text.endswith("`make speed` on toaster. median of 5.\n<!-- /figures -->\nend\n")
    assert "\n| way | hands/s |\n|---|---|\n| a\\|b | 12 |\n| c | 3.5 |\n" in text


@pytest.mark.parametrize("change", ["row", "readme"])
def test_drift_is_noticed(root, change):
    main([], root)
    path = root / ("README.md" if change == "readme" else "benchmarks/results/speed.json")
    path.write_text(path.read_text().replace("12", "13"))
    assert main(["--check"], root) == "README.md: not as in benchmarks/results, run python benchmarks/readme.py"


def test_result_file_without_a_block(root):
    (root / "README.md").write_text("no figures")
    assert "has a result file and stands in README.md and docs/ 0 times, not once" in main(["--check"], root)


def test_block_without_a_result_file(root):
    (root / "benchmarks" / "results" / "speed.json").unlink()
    assert "lacks a result file and stands in README.md and docs/ 1 times, not once" in main(["--check"], root)


def test_block_that_stands_twice(root):
    (root / "README.md").write_text(EMPTY * 2)
    assert "2 times, not once" in main([], root)


def test_block_in_another_page(root):
    (root / "README.md").write_text("no figures")
    (root / "docs").mkdir()
    (root / "docs" / "speed.md").write_text(EMPTY)
    assert main(["--check"], root) == "docs/speed.md: not as in benchmarks/results, run python benchmarks/readme.py"
    assert main([], root) is None
    assert main(["--check"], root) is None
    assert "| c | 3.5 |" in (root / "docs" / "speed.md").read_text()
