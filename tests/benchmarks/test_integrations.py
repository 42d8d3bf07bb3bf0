import doctest
import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import integrations
from benchmarks.integrations import LIBRARIES, ROOT, label_of, prepare_python, write_rows
from benchmarks.speed_parts.crew import WorkerError


def test_examples():
    assert doctest.testmod(integrations).failed == 0


def test_every_page_on_a_library_has_a_row():
    pages = {path.name for path in (ROOT / "docs" / "integrations").glob("*.md")}
    assert {library.page for library in LIBRARIES} == pages - {"README.md", "own-loop.md"}


@pytest.mark.parametrize("library", [library for library in LIBRARIES if library.loosened], ids=str)
def test_only_pins_that_a_library_cannot_have_are_left_out(library, tmp_path, monkeypatch):
    monkeypatch.setattr(integrations, "FOLDER", tmp_path)
    monkeypatch.setattr(integrations, "find_python", lambda name, requirements, *_: requirements[1])
    pins = set((ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines())
    kept = set(Path(prepare_python(library)).read_text(encoding="utf-8").splitlines())
    assert kept < pins
    assert {line.split("==")[0] for line in pins - kept} == set(library.loosened)


def test_new_rows_take_the_place_of_old_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(integrations, "RESULTS", tmp_path / "integrations.json")
    first, second = map(label_of, LIBRARIES[:2])
    write_rows({second: [second, "1"]})
    write_rows({first: [first, "1"]})
    write_rows({second: [second, "2"]})
    assert json.loads(integrations.RESULTS.read_text())["rows"] == [[first, "1"], [second, "2"]]
    write_rows({first: None})
    assert json.loads(integrations.RESULTS.read_text())["rows"] == [[second, "2"]]


def test_a_library_that_does_not_install_fails(monkeypatch):
    def refuse(library):
        raise WorkerError("did not install: no such release")

    monkeypatch.setattr(integrations, "prepare_python", refuse)
    row, good = integrations.run_library(LIBRARIES[-1])
    assert (row[3], good) == ("did not install: no such release", False)


def test_it_is_a_command():
    command = [sys.executable, str(ROOT / "benchmarks" / "integrations.py"), "--only", "nothing"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (run.returncode, "invalid choice: 'nothing'" in run.stderr) == (2, True)
