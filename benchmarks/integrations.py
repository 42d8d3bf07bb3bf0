"""Run the tests of each integration with the library's current release; write the table of docs/integrations/README.md.

Libraries beyond the training extra get an environment each under .venv-integrations/, with the pins of constraints.txt
but those that they cannot have. Exit code 1 when one does not install or a test fails; it has no row then.

    python benchmarks/integrations.py                     # all: what `make integrations` does
    python benchmarks/integrations.py --only tianshou     # one, and its row alone is new
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from benchmarks.speed_parts.crew import WorkerError
from benchmarks.speed_parts.venvs import find_python
from mjenv.arena.report import describe_machine, write_document

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / ".venv-integrations"
RESULTS: Final = ROOT / "benchmarks" / "results" / "integrations.json"
TESTS: Final = "tests/integrations"
PAGES: Final = f"{TESTS}/test_pages.py::test_examples_of_the_page"
PATIENCE: Final = 3600  # s, for an install
VERSIONS: Final = "import sys; from importlib.metadata import version; print(*map(version, sys.argv[1:]), sep=', ')"


@dataclass(frozen=True)
class Library:
    """A library, the page on it, what shows that it works, and where it is installed."""

    title: str
    page: str  # under docs/integrations
    distributions: tuple[str, ...]  # whose versions are told
    run: str  # what the tests do, in words
    tests: tuple[str, ...]
    requirement: str = ""  # of an environment of its own; none: this one
    loosened: tuple[str, ...] = ()  # pins that it cannot have


LIBRARIES: Final = (
    Library(
        "PettingZoo",
        "pettingzoo.md",
        ("pettingzoo",),
        "page; its API, seed and render tests on every environment",
        (f"{PAGES}[pettingzoo]", "tests/conformance/test_pettingzoo.py"),
    ),
    Library(
        "Gymnasium",
        "gymnasium.md",
        ("gymnasium",),
        "page; its checker; vector environment against SyncVectorEnv",
        (f"{PAGES}[gymnasium]", "tests/envs/test_seat.py", "tests/envs/test_vector.py"),
    ),
    Library(
        "Stable-Baselines3, sb3-contrib",
        "stable-baselines3.md",
        ("stable-baselines3", "sb3-contrib"),
        "page; VecEnv against DummyVecEnv; MaskablePPO, DQN over legal actions, self-play",
        (f"{PAGES}[stable-baselines3]", f"{TESTS}/test_sb3.py", f"{TESTS}/test_sb3_unmasked.py"),
    ),
    Library(
        "CleanRL-style file, PyTorch",
        "cleanrl.md",
        ("torch",),
        "page; the file: masked PPO",
        (f"{PAGES}[cleanrl]", f"{TESTS}/test_cleanrl.py"),
    ),
    Library(
        "TorchRL",
        "torchrl.md",
        ("torchrl",),
        "page; rewards, masks",
        (f"{PAGES}[torchrl]", f"{TESTS}/test_torchrl.py"),
        requirement="torchrl",
    ),
    Library(
        "Tianshou",
        "tianshou.md",
        ("tianshou",),
        "page: masked DQN at one seat and at all four; VectorEnv against DummyVectorEnv; rewards, masks",
        (f"{PAGES}[tianshou]", f"{TESTS}/test_tianshou.py"),
        requirement="tianshou",
        loosened=("filelock",),
    ),
    Library(
        "RLlib",
        "rllib.md",
        ("ray",),
        "page: masked PPO at one seat and at all four; rewards, masks",
        (f"{PAGES}[rllib]", f"{TESTS}/test_rllib.py"),
        requirement="ray[rllib]",
        loosened=("gymnasium",),
    ),
)


def label_of(library: Library) -> str:
    """Return a library's title as a link to its page."""
    return f"[{library.title}]({library.page})"


def read_outcome(report: Path) -> tuple[str, bool]:
    """Return what pytest's JUnit file counts, in words, and whether all tests passed: a skipped one has not.

    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = (report := Path(folder, "a.xml")).write_text('<t><testcase/><testcase><skipped/></testcase></t>')
    ...     read_outcome(report)
    ('1 of 2 tests passed', False)
    """
    cases = list(ET.parse(report).iter("testcase"))  # noqa: S314 - pytest has just written it
    passed = sum(not {part.tag for part in case} & {"failure", "error", "skipped"} for case in cases)
    every = bool(cases) and passed == len(cases)
    return f"{passed} tests passed" if every else f"{passed} of {len(cases)} tests passed", every


def prepare_python(library: Library) -> Path:
    """Return the Python that has the library; raise ``WorkerError`` with pip's reason."""
    if not library.requirement:
        return Path(sys.executable)
    FOLDER.mkdir(exist_ok=True)
    name = library.distributions[0]
    pins = FOLDER / f"{name}.txt"
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    pins.write_text("".join(line for line in lines if re.split("[=; ]", line)[0] not in library.loosened))
    mjenv = ["--editable", f"{ROOT}[train]", "pytest"]
    return find_python(name, ["--constraint", str(pins), *mjenv, library.requirement], FOLDER, PATIENCE)


def run_library(library: Library) -> tuple[list[object], bool]:
    """Return the row of a library, and whether all is well."""
    label = label_of(library)
    start = time.monotonic()
    try:
        python = prepare_python(library)
        ask = [str(python), "-c", VERSIONS, *library.distributions]
        version = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
    except (WorkerError, subprocess.CalledProcessError) as error:
        return [label, "–", library.run, f"{error}", f"{time.monotonic() - start:.0f}"], False
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *library.tests]
        start = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        seconds = time.monotonic() - start
        outcome, good = read_outcome(report) if report.exists() else ("pytest did not run", False)
    if done.returncode or not good:
        print(done.stdout, done.stderr, file=sys.stderr)
    return [label, version, library.run, outcome, f"{seconds:.0f}"], good and not done.returncode


def write_rows(rows: dict[str, list[object] | None]) -> None:
    """Put new rows into the result file, by their first cell, in the order of ``LIBRARIES``; None takes one away."""
    old = json.loads(RESULTS.read_text(encoding="utf-8"))["rows"] if RESULTS.exists() else []
    known = {row[0]: row for row in old} | rows
    rows_now = [known[label] for label in map(label_of, LIBRARIES) if known.get(label)]
    columns = ["library", "version", "what was run", "result", "s"]
    document = {"title": "Each integration with its library", "command": "make integrations"}
    write_document(RESULTS, document | {"machine": describe_machine(), "columns": columns, "rows": rows_now})


def main() -> int:
    """Run what is asked for; return 1 if something failed."""
    parser = argparse.ArgumentParser(description="Run the tests of each integration with its library.")
    names = [library.distributions[0] for library in LIBRARIES]
    parser.add_argument("--only", nargs="+", choices=names, metavar="NAME", help=", ".join(names))
    parser.add_argument("--jobs", type=int, default=2, help="libraries at a time (default: %(default)s)")
    chosen = parser.parse_args()
    todo = [library for library in LIBRARIES if library.distributions[0] in (chosen.only or names)]
    failed = []
    with ThreadPoolExecutor(chosen.jobs) as pool:
        running = {pool.submit(run_library, library): library for library in todo}
        for number, future in enumerate(as_completed(running), 1):
            row, good = future.result()
            print(f"{number} of {len(todo)}: {' | '.join(map(str, row))}", flush=True)
            write_rows({row[0]: row if good else None})
            failed += [] if good else [running[future].title]
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
