"""The page on adding a variant works: its files and its one line pass the conformance suite in a copy of the tree."""

import json
import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-variant.md").read_text(encoding="utf-8")
FILE = re.compile(r"<!-- file: (\S+) -->\n```python\n(.*?)```", re.DOTALL)
DIFF = re.compile(r"<!-- registry -->\n```diff\n--- (\S+)\n@@ (.*?)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the tree with the page's variant."""
    folder = tmp_path_factory.mktemp("variant")
    leave = shutil.ignore_patterns("__pycache__", ".*", "runs", "dist", "*.egg-info")
    for name in ("mjenv", "agents", "training", "configs", "tests", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, folder)
    for name, text in FILE.findall(PAGE):
        (folder / name).write_text(text, encoding="utf-8")
    name, place, lines = DIFF.search(PAGE).groups()
    before, start, rest = (folder / name).read_text(encoding="utf-8").partition(f"{place}\n")
    present, end, after = rest.partition(")\n")
    shown = [line[1:] for line in lines.splitlines() if line != " )"]
    registered = sorted({*present.splitlines(), *shown})  # further variants stand among those that the page shows
    assert len(registered) == len(present.splitlines()) + 1
    text = before + start + "".join(f"{line}\n" for line in registered) + end + after
    (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_difference_outside_its_own_files_is_one_line():
    _, _, lines = DIFF.search(PAGE).groups()
    assert [line[:1] for line in lines.splitlines()].count("+") == 1
    assert "-" not in [line[:1] for line in lines.splitlines()]
    assert [name for name, _ in FILE.findall(PAGE)] == ["mjenv/variants/tuidaohu.py", "mjenv/tuidaohu_v0.py"]


def run(copy, *command, code=0):
    """Run Python in the copy, with kernels as plain Python; return what it prints."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, *command], check=False, cwd=copy, env=environment, capture_output=True, text=True
    )
    assert done.returncode == code, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout + done.stderr


def test_it_passes_the_conformance_suite(copy):
    shown = run(copy, "-m", "pytest", "-q", "--variant", "tuidaohu", "-m", "nojit", "-p", "no:cacheprovider")
    assert int(re.search(r"(\d+) passed", shown)[1]) >= 33


def test_the_calculator_knows_it(copy):
    calculate = partial(run, copy, "-m", "mjenv.cli")
    held = ("--rules", "plain", "--hand", "123m456m78m11p", "--melds", "pung 777p")
    waits = json.loads(calculate("waits", *held, "--scores", "--json"))["waiting"]
    assert [(wait["tile"], wait["self_draw"], wait["discard"]) for wait in waits["waits"]] == [
        ("3m", 3, 2),
        ("6m", 3, 2),
        ("9m", 3, 2),
    ]
    assert waits["may_be_ready"] is None
    shanten = json.loads(calculate("shanten", *held, "--json"))
    assert (shanten["shanten"], shanten["target"]) == (0, "the standard shape (C17)")
    won = ("score", *held, "--win", "9m", "--from", "1")
    assert json.loads(calculate(*won, "--draws", "2", "--json"))["points"] == [2, -2, 0, 0]
    assert calculate(*won, "--ready", "0", code=2) == "mjenv: ready=[0]: tuidaohu/plain has no ready declaration\n"
    assert "only harbin (H11)" in calculate(*won, "--bao", "1m", code=2)
    assert "only shanghai (S1)" in calculate(*won, "--flowers", "1", code=2)


def test_style_and_command_line(copy):
    run(copy, "-m", "ruff", "check", "mjenv/variants", "mjenv/tuidaohu_v0.py")
    run(copy, "-m", "ruff", "format", "--check", "mjenv/variants", "mjenv/tuidaohu_v0.py")
    assert "flush_times" in run(copy, "-m", "mjenv.cli", "rules", "plain")
    assert "tuidaohu/plain, 2 hands" in run(copy, "-m", "mjenv.cli", "play", "--rules", "plain", "--hands", "2")
