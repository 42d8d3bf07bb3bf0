"""Compare engine and oracle over many hands of every rule set, and count the rule paths that were taken.

What was compared is kept, a shard of some hundred hands a file: a run that was stopped goes on where it was, and a
shard is played again only where engine, rules or oracle have changed. Exit code 1 where the two differ, or a path of
`tests/oracle/required.py` was taken fewer than 20 times.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from rich.console import Console
from rich.table import Table as Grid

from mjenv.arena.report import write_document
from mjenv.cli.progress import show_progress
from mjenv.files import write_whole

from .plan import RULE_SETS, Shard, plan_shards
from .report import COLUMNS, Tally, fill_paths, make_document
from .shards import ROOT, Outcome, compare_shard, find_outcome, keep_outcome, source_hash

RESULTS = ROOT / "benchmarks" / "results" / "oracle.json"
PAGE = ROOT / "docs" / "oracle.md"
INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Compare, print and record; return the exit code."""
    options = parse_options(arguments)
    shards = plan_shards(options.hands, options.walls, tuple(options.rules))
    try:
        outcomes = list(compare_all(shards, options.folder, options.processes, fresh=options.fresh))
    except KeyboardInterrupt:
        print("oracle: stopped; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    except BrokenProcessPool:
        print("oracle: a process was killed; the same command goes on from here", file=sys.stderr)
        return 1
    tallies = [Tally(rules, outcomes) for rules in options.rules]
    document = make_document(tallies, describe_command(options), sum(outcome.seconds for outcome in outcomes))
    show(tallies, document)
    if options.record:
        write_document(RESULTS, document)
        write_whole(PAGE, fill_paths(PAGE.read_text(encoding="utf-8"), document).encode())
    return int(any(tally.differences or tally.lacking for tally in tallies))


def parse_options(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.oracle.run", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--hands", type=int, default=20000, help="of each rule set, half of them with overrides")
    parser.add_argument("--walls", type=int, default=24, help="of each constructed position; 0 for none of them")
    parser.add_argument("--rules", nargs="+", default=list(RULE_SETS), choices=RULE_SETS, metavar="RULES")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=ROOT / "runs" / "oracle", help="keeps what was compared")
    parser.add_argument("--fresh", action="store_true", help="compare again what was compared before")
    parser.add_argument("--record", action="store_true", help="write benchmarks/results/oracle.json and docs/oracle.md")
    options = parser.parse_args(arguments)
    for name in ("hands", "walls", "processes"):
        if getattr(options, name) < (name == "processes"):
            parser.error(f"--{name} {getattr(options, name)}: expected a whole number from {int(name == 'processes')}")
    if options.record and options.rules != list(RULE_SETS):
        parser.error("--record needs all rule sets: leave --rules out")
    return options


def describe_command(options: argparse.Namespace) -> str:
    """The command that plays the same."""
    return f"python -m tests.oracle.run --hands {options.hands} --walls {options.walls}"


def compare_all(shards: list[Shard], folder: Path, processes: int, *, fresh: bool) -> Iterator[Outcome]:
    """The outcome of each shard, from its file where that is still good; shows how far it is."""
    folder.mkdir(parents=True, exist_ok=True)
    sources = source_hash()
    known = {shard: None if fresh else find_outcome(folder, shard, sources) for shard in shards}
    due = [shard for shard, outcome in known.items() if outcome is None]
    done, total = 0, sum(shard.hands for shard in due)
    yield from (outcome for outcome in known.values() if outcome is not None)
    with show_progress("hands compared") as update:
        for outcome in compare_due(due, folder, sources, processes):
            done += outcome.shard.hands
            update(done, total)
            yield outcome
    if source_hash() != sources:
        print("oracle: sources have changed since the run began; what was compared since is not kept", file=sys.stderr)


def compare_due(shards: list[Shard], folder: Path, sources: str, processes: int) -> Iterator[Outcome]:
    """Compare shards here or in processes of their own; each outcome is kept before it is given."""
    if processes == 1:
        yield from (compare_and_keep(shard, folder, sources) for shard in shards)
        return
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=spawn, initializer=ignore_interrupts) as pool:
        due = [pool.submit(compare_and_keep, shard, folder, sources) for shard in shards]
        try:
            for future in as_completed(due):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)  # what is in play is still kept
            raise


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that gives out the shards."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def compare_and_keep(shard: Shard, folder: Path, sources: str) -> Outcome:
    """Compare a shard and write its file, unless the sources have changed since the run began."""
    outcome = compare_shard(shard, sources)
    if source_hash() == sources:
        keep_outcome(folder, outcome)
    return outcome


def show(tallies: list[Tally], document: dict) -> None:
    """Print what differs, how often each path was taken, which were taken too rarely, and the table."""
    for tally in tallies:
        print(
            *(f"{tally.rules:12} {count:8}  {path}" for path, count in document["paths"][tally.rules].items()), sep="\n"
        )
    for tally in tallies:
        print(*tally.shown, sep="\n", end="\n" if tally.shown else "")
        if tally.lacking:
            print(f"{tally.rules}: taken fewer than {document['least']} times: {', '.join(tally.lacking)}")
    grid = Grid(*COLUMNS)
    for tally in tallies:
        grid.add_row(*map(str, tally.row()))
    Console(width=120).print(grid)


if __name__ == "__main__":
    sys.exit(main())
