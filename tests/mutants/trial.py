"""Trying one mutant: the tests of the rules over a changed copy of the tree, kernels as plain Python."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.mutants.alarm import SECONDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Self

    from tests.mutants.mutate import Mutant

COPIED = ("mjenv", "tests", "docs", "pyproject.toml")
SURVIVED = ""
TIME_LIMIT = "time limit"
TEST_LIMIT = "30"  # seconds; the slowest test needs a few
NOTICED = re.compile(r"^(?:FAILED|ERROR) tests/rules/(.+?)(?: - |$)", re.MULTILINE)
LAST = ("c24", "c20", "c21", "c06")  # slow
FIRST = ("check_table", "random_hands", "h26", "c13", "h08")  # these notice most


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: the test that noticed it, ``SURVIVED`` or ``TIME_LIMIT``."""

    noticed_by: str
    seconds: float


class Workshop:
    """A copy of the tree in which mutants are tried, one at a time; the working tree is only read."""

    def __init__(self, root: Path) -> None:
        self._folder = TemporaryDirectory(prefix="mutants-")
        self.root = Path(self._folder.name)
        for name in COPIED:
            source = root / name
            if source.is_dir():
                shutil.copytree(source, self.root / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, self.root / name)
        self.tests = sorted((self.root / "tests/rules").rglob("test_*.py"), key=_order)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    def try_unchanged(self, limit: float) -> Outcome:
        """Run the tests over the copy as it is."""
        return self._run(limit, self.tests)

    def try_mutant(self, mutant: Mutant, limit: float) -> Outcome:
        """Run the tests over the copy with one change, those of its variant first; then take the change back."""
        path = self.root / mutant.path
        variant = path.stem.split("_")[0]
        source = path.read_bytes()
        try:
            path.write_bytes(mutant.apply(source))
            return self._run(limit, sorted(self.tests, key=lambda test: test.parent.name != variant))
        finally:
            path.write_bytes(source)

    def _run(self, limit: float, tests: Sequence[Path]) -> Outcome:
        options = [
            "-x",
            "-q",
            "--tb=no",
            "--no-header",
            "-p",
            "no:cacheprovider",
            "-p",
            "tests.mutants.alarm",
            "-m",
            "nojit",
        ]
        command = [sys.executable, "-m", "pytest", *options, *map(str, tests)]
        settings = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", SECONDS: TEST_LIMIT}
        begin = time.monotonic()
        status, output = _call(command, self.root, settings, limit)
        seconds = time.monotonic() - begin
        if status is None:
            return Outcome(TIME_LIMIT, seconds)
        if status == 0:
            return Outcome(SURVIVED, seconds)
        found = NOTICED.search(output)
        return Outcome(found.group(1) if found else f"pytest ended with {status}", seconds)


def _order(path: Path) -> tuple[int, str]:
    """Tests that notice much come first, slow ones last."""
    for word in FIRST:
        if word in path.stem:
            return FIRST.index(word) - len(FIRST), path.name
    return next((1 for word in LAST if word in path.stem), 0), str(path)


def _call(command: Sequence[str], folder: Path, settings: dict[str, str], limit: float) -> tuple[int | None, str]:
    """Run a command in a process group of its own, which is ended after ``limit`` seconds."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(command, cwd=folder, env=settings, start_new_session=True, **pipes)
    try:
        output, _ = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return None, ""
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    return process.returncode, output
