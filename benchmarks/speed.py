"""Measure how fast tables are played: side by side with other environments, and what a decision costs.

    python benchmarks/speed.py                 # everything but start-up; writes benchmarks/results and docs/*.png
    python benchmarks/speed.py --only peers    # one part
    python benchmarks/speed.py --start-up      # the first step of a fresh process, cold and warm (minutes)
    python benchmarks/speed.py --pictures      # draw the pictures again from the result files
    python benchmarks/speed.py --smoke         # a few seconds, no peers, writes nothing

Peers are installed with pip into environments of their own under runs/speed/venvs; one that does not install is
listed with the reason. See docs/speed.md for what is counted and how.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from speed_parts.crew import WorkerError
from speed_parts.curve import SIZES, measure_curve, measure_settings
from speed_parts.hands import measure_hands
from speed_parts.numbers import three_digits
from speed_parts.side_by_side import PEERS, measure_side_by_side
from speed_parts.stages import measure_stages
from speed_parts.start_up import measure_start_up
from speed_parts.tables import measure_tables

from mjenv.arena.report import describe_machine, write_document
from mjenv.cli.progress import show_progress
from mjenv.variants.registry import BOOKS, PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("peers", "stages", "curve", "settings", "tables", "hands")
FILES = {"peers": "speed"} | {part: f"speed-{part}" for part in (*PARTS[1:], "start-up")}
CURVE_RULES = "four_bao"
HAND_RULES = ("classic", "four_bao", "qiaoma")  # a rule set of each variant, the one like riichi first
PICTURES = {"speed": "speed.png", "speed-curve": "speed-curve.png"}


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="Measure how fast tables are played.")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument(
        "--peers", nargs="*", choices=[peer.module for peer in PEERS], metavar="PEER", help="these only (default: all)"
    )
    parser.add_argument("--rules", nargs="+", choices=[preset.name for preset in PRESETS], metavar="RULES")
    parser.add_argument("--tables", type=int, default=1024, help="size of the batches (default: 1024)")
    parser.add_argument("--repeats", type=int, default=5, help="rounds of each figure (default: 5)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor time of a round (default: 1)")
    parser.add_argument("--start-up", action="store_true", help="measure the first step of a fresh process instead")
    parser.add_argument("--smoke", action="store_true", help="a few seconds to see that everything works")
    parser.add_argument("--pictures", action="store_true", help="only draw the pictures again")
    parser.add_argument("--results", type=Path, default=ROOT / "benchmarks" / "results", help="folder of results")
    parser.add_argument("--docs", type=Path, default=ROOT / "docs", help="folder of pictures")
    options = parser.parse_args(arguments)
    if min(options.tables, options.repeats) < 1 or options.seconds <= 0:
        parser.error("--tables, --repeats and --seconds: expected numbers above zero")
    return options


def measure(part: str, options: argparse.Namespace, progress: Callable[[int, int], None]) -> dict[str, Any]:
    """Return the document of a part."""
    repeats, seconds = options.repeats, options.seconds
    rules = options.rules or [preset.name for preset in PRESETS]
    variants = list(BOOKS)
    with_peer = options.peers is None or "riichienv" in options.peers
    chosen = [peer for peer in PEERS if options.peers is None or peer.module in options.peers]
    games, hands = (variants[:1], HAND_RULES[:1]) if options.smoke else (variants, HAND_RULES)
    measures = {
        "peers": lambda: measure_side_by_side(rules, chosen, (options.tables, repeats, seconds), progress),
        "stages": lambda: measure_stages(rules, options.tables, repeats, progress),
        "curve": lambda: measure_curve(CURVE_RULES, options.sizes, repeats, seconds, progress),
        "settings": lambda: measure_settings(CURVE_RULES, options.tables, repeats, seconds, progress),
        "tables": lambda: measure_tables(games, repeats, seconds / 2, progress),
        "hands": lambda: measure_hands(hands, repeats, seconds / 2, with_peer=with_peer, progress=progress),
        "start-up": lambda: start_up_document(measure_start_up(variants, repeats, progress)),
    }
    return measures[part]()


def start_up_document(found: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the document of start-up times."""
    rows = []
    for case in found:
        warm = {clock: sorted(run[clock] for run in case["warm"])[len(case["warm"]) // 2] for clock in ("cpu", "wall")}
        times = [case["cold"]["cpu"], case["cold"]["wall"], warm["cpu"], warm["wall"]]
        rows.append([case["way"], case["variant"] or "–", *(f"{three_digits(time)} s" for time in times)])
    return {
        "title": "A fresh process: the import, then the first step of each game",
        "columns": ["what", "game", "cold, processor", "cold, clock", "warm, processor", "warm, clock"],
        "rows": rows,
        "notes": "Cold: no compiled kernel on the disk, once; warm: median of the later processes",
        "numbers": found,
    }


def describe_command(part: str, options: argparse.Namespace) -> str:
    """Return the command that measures a part as it was measured."""
    words = ["python benchmarks/speed.py", "--start-up" if part == "start-up" else f"--only {part}"]
    defaults = parse([])
    for name in ("peers", "rules", "tables", "repeats", "seconds"):
        value = getattr(options, name)
        if value != getattr(defaults, name):
            words += [f"--{name}", *(map(str, value) if isinstance(value, list) else [f"{value:g}"])]
    return " ".join(words)


def draw_pictures(results: Path, docs: Path) -> None:
    """Draw the pictures of the result files that exist."""
    from speed_parts.pictures import draw_bars, draw_curve

    docs.mkdir(parents=True, exist_ok=True)
    for name, draw in (("speed", draw_bars), ("speed-curve", draw_curve)):
        source = results / f"{name}.json"
        if source.exists():
            draw(json.loads(source.read_text(encoding="utf-8")), docs / PICTURES[name])


def main(arguments: list[str] | None = None) -> int:
    """Measure, print the rows, write the documents and pictures."""
    options = parse(arguments)
    options.sizes = SIZES
    if options.smoke:
        options.tables, options.repeats, options.seconds, options.peers, options.sizes = 64, 1, 0.02, [], (64,)
        options.rules = options.rules or [CURVE_RULES]
    parts = () if options.pictures else ("start-up",) if options.start_up else options.only
    for part in parts:
        try:
            with show_progress(part) as progress:
                document = measure(part, options, progress)
        except WorkerError as error:
            print(f"benchmarks/speed.py: {error}", file=sys.stderr)
            return 1
        print(f"{document['title']}\n" + "\n".join("\t".join(row) for row in document["rows"]) + "\n", flush=True)
        if not options.smoke:
            options.results.mkdir(parents=True, exist_ok=True)
            about = {"command": describe_command(part, options), "machine": describe_machine()}
            ordered = {"title": document["title"]} | about | document
            write_document(options.results / f"{FILES[part]}.json", ordered)
    if not options.smoke and not options.start_up:
        try:
            draw_pictures(options.results, options.docs)
        except ModuleNotFoundError as error:
            print(f"benchmarks/speed.py: no pictures: {error}; it comes with mjenv[train]", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
