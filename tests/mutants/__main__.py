"""Break the rule book in many places and show which test notices each change.

Exit code 1 where a change goes unnoticed that ``equivalent.txt`` does not explain. Results are kept: a run that was
stopped goes on where it was, and changes that were noticed are not tried again unless the rule book changes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import signal
import sys
from pathlib import Path

from mjenv.arena.report import describe_machine, write_document
from tests.mutants.mutate import Mutant, by_place, find_mutants
from tests.mutants.trial import SURVIVED, Outcome, Workshop

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    *(f"mjenv/variants/{variant}*.py" for variant in ("harbin", "hebei", "shanghai")),
    *(f"mjenv/table/{module}.py" for module in ("turn", "claims", "flowers")),
    "mjenv/engine/standard.py",
)
EXPLAINED = Path(__file__).with_name("equivalent.txt")
SURE_LIMIT = 60.0  # seconds, where the unchanged tree needs less than a quarter of it


def main() -> int:
    """Try the chosen mutants; return the exit code."""
    options = parse_options()
    mutants = [mutant for path in expand(options.files) for mutant in find_mutants(ROOT, path)]
    chosen = choose(mutants, options.places, options.seed)
    explained = read_explained()
    results = Results(ROOT / options.results, fresh=options.fresh)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the copy is removed
    with Workshop(ROOT) as workshop:
        limit = measure(workshop, results, chosen)
        for number, mutant in enumerate(chosen, 1):
            outcome = results.find(mutant)
            if outcome is None:
                outcome = workshop.try_mutant(mutant, limit)
                results.add(mutant, outcome)
            print(f"{number:4}/{len(chosen)}  {describe(mutant, outcome, explained)}", flush=True)
    if options.json:
        write_document(options.json, document(chosen, results, explained))
    return summarize(chosen, results, explained, mutants)


def parse_options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.split("\n")[0])
    parser.add_argument("--places", type=int, default=60, help="places to change, 0 for every change of every place")
    parser.add_argument("--seed", type=int, default=1, help="draws the places and their changes")
    parser.add_argument("--files", nargs="+", default=FILES, metavar="GLOB", help="files to change")
    parser.add_argument("--results", default="runs/mutants.jsonl", help="file that keeps what was found")
    parser.add_argument("--json", type=Path, help="result file for the README")
    parser.add_argument("--fresh", action="store_true", help="forget what was found before")
    return parser.parse_args()


def expand(patterns: list[str]) -> list[str]:
    """Return the files that the patterns name, relative to the root."""
    paths = [path.relative_to(ROOT).as_posix() for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    if not paths:
        sys.exit(f"mutants: no file matches {' '.join(patterns)}")
    return list(dict.fromkeys(paths))


def choose(mutants: list[Mutant], places: int, seed: int) -> list[Mutant]:
    """Return one mutant of each of ``places`` places, or all mutants."""
    if places == 0:
        return mutants
    chance = random.Random(seed)
    groups = list(by_place(mutants))
    if places > len(groups):
        sys.exit(f"mutants: --places {places}: there are {len(groups)}")
    drawn = [chance.choice(group) for group in chance.sample(groups, places)]
    return sorted(drawn, key=lambda mutant: mutant.place)


def read_explained() -> dict[str, str]:
    """Return the mutants that change nothing a test could notice, with the reason."""
    explained = {}
    lines = EXPLAINED.read_text(encoding="utf-8").splitlines()
    for line in lines:
        if line and not line.startswith(("#", " ")):
            key = line
            explained[key] = ""
        elif line.startswith(" "):
            explained[key] = f"{explained[key]} {line.strip()}".strip()
    return explained


class Results:
    """What was found before, in a file of JSON lines."""

    def __init__(self, path: Path, *, fresh: bool) -> None:
        self._path = path
        self._engine = digest("mjenv/engine", "mjenv/variants", "mjenv/table", "mjenv/observe")
        shared = ("tests/builder.py", "tests/builder_wall.py", "tests/scripted.py", "tests/redealt.py")
        self._tests = digest("tests/rules", "tests/oracle", *shared)
        self._known: dict[str, Outcome] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        if fresh:
            path.unlink(missing_ok=True)
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                self._read(json.loads(line))

    def _read(self, row: dict[str, str]) -> None:
        """Take over a row; what survived has to be tried again with other tests."""
        is_valid = row["engine"] == self._engine and (row["noticed_by"] != SURVIVED or row["tests"] == self._tests)
        if is_valid:
            self._known[row["key"]] = Outcome(row["noticed_by"], float(row["seconds"]))

    def find(self, mutant: Mutant) -> Outcome | None:
        """Return what became of a mutant, None if that is not known."""
        return self._known.get(mutant.key)

    def add(self, mutant: Mutant, outcome: Outcome) -> None:
        """Note what became of a mutant."""
        self._known[mutant.key] = outcome
        row = {"key": mutant.key, **vars(outcome), "engine": self._engine, "tests": self._tests}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")


def digest(*names: str) -> str:
    """Return a short hash of files and folders of the tree."""
    total = hashlib.sha256()
    for name in names:
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            total.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return total.hexdigest()[:16]


def measure(workshop: Workshop, results: Results, chosen: list[Mutant]) -> float:
    """Return the seconds a mutant may take, from a run of the unchanged tree, which must pass."""
    if all(results.find(mutant) is not None for mutant in chosen):
        return SURE_LIMIT
    print(f"the unchanged tree, {len(workshop.tests)} test files …", flush=True)
    outcome = workshop.try_unchanged(600.0)
    if outcome.noticed_by != SURVIVED:
        sys.exit(f"mutants: the unchanged tree fails {outcome.noticed_by}")
    limit = max(SURE_LIMIT, 4 * outcome.seconds)
    print(f"passes in {outcome.seconds:.0f} s; a mutant may take {limit:.0f} s", flush=True)
    return limit


def describe(mutant: Mutant, outcome: Outcome, explained: dict[str, str]) -> str:
    """Return a row of the table: place, change, what noticed it."""
    verdict = outcome.noticed_by
    if verdict == SURVIVED:
        verdict = "equivalent" if mutant.key in explained else "SURVIVED"
    name = Path(mutant.path).stem
    return f"{name}:{mutant.line} {mutant.function:24} {mutant.change:72} {verdict}"


def document(chosen: list[Mutant], results: Results, explained: dict[str, str]) -> dict[str, object]:
    """Return the result file's content, a row a file."""
    rows = []
    for path in dict.fromkeys(mutant.path for mutant in chosen):
        inside = [mutant for mutant in chosen if mutant.path == path]
        survived = [mutant.key for mutant in inside if results.find(mutant).noticed_by == SURVIVED]
        equivalent = sum(key in explained for key in survived)
        rows.append([path, len(inside), len(inside) - len(survived), equivalent, len(survived) - equivalent])
    return {
        "title": "Changes made to the rule books, and what the clause tests noticed",
        "command": "python -m tests.mutants " + " ".join(sys.argv[1:]),
        "machine": describe_machine(),
        "columns": ["file", "places changed", "noticed", "change nothing", "survived"],
        "rows": rows,
    }


def summarize(chosen: list[Mutant], results: Results, explained: dict[str, str], mutants: list[Mutant]) -> int:
    """Print the counts and what went unnoticed; return the exit code."""
    survived = [mutant.key for mutant in chosen if results.find(mutant).noticed_by == SURVIVED]
    open_keys = [key for key in survived if key not in explained]
    noticed = len(chosen) - len(survived)
    places = len({mutant.place for mutant in chosen})
    print(f"\n{places} places, {len(chosen)} changes: {noticed} noticed ({noticed / len(chosen):.1%}), ", end="")
    print(f"{len(survived) - len(open_keys)} change nothing (explained in {EXPLAINED.name}), {len(open_keys)} SURVIVED")
    for key in open_keys:
        print(f"  SURVIVED  {key}")
    known = {mutant.key for mutant in mutants}
    files = {mutant.path.removesuffix(".py") for mutant in mutants}
    stale = [key for key in explained if key not in known and key.split(".")[0] in files]
    for key in stale:
        print(f"  {EXPLAINED.name} explains a change that does not exist: {key}")
    return int(bool(open_keys or stale))


if __name__ == "__main__":
    sys.exit(main())
