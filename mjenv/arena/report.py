"""An evaluation as a table and as a result file (JSON) that can also be printed into the README."""

from __future__ import annotations

import json
import os
import platform
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mjenv.arena.duplicate import FORMATS, METRICS
from mjenv.arena.seeds import EVALUATE
from mjenv.files import write_whole

if TYPE_CHECKING:
    from mjenv.arena.duplicate import Result
    from mjenv.arena.intervals import Interval

COLUMNS: Final = ("seats", "agent", "points", "win", "self-draw", "deal-in", "ready")


def format_points(interval: Interval) -> str:
    """Return points with half the width of the interval.

    >>> from mjenv.arena.intervals import Interval
    >>> format_points(Interval(0.5, 0.4, 0.6))
    '+0.500 ± 0.100'
    """
    return f"{interval.mean:+.3f} ± {(interval.high - interval.low) / 2:.3f}"


def format_rate(interval: Interval) -> str:
    """Return a rate with its bounds, in per cent.

    >>> from mjenv.arena.intervals import Interval
    >>> format_rate(Interval(0.25, 0.2, 0.31))
    '25.0% (20.0–31.0)'
    """
    return f"{interval.mean:.1%} ({100 * interval.low:.1f}–{100 * interval.high:.1f})"


def report_title(result: Result) -> str:
    """Return who played whom, and how much."""
    first, second = result.labels
    return f"{first} against {second}, {result.rules.preset.id}, {result.deals} duplicate deals"


def report_rows(result: Result) -> list[list[str]]:
    """Return the cells of the table, one row a format and agent, under ``COLUMNS``."""
    rows = []
    for form, form_name in enumerate(FORMATS):
        for agent, label in enumerate(result.labels):
            points, *rates = (result.interval(form, agent, metric) for metric in METRICS[: len(COLUMNS) - 2])
            rows.append([form_name, label, format_points(points), *map(format_rate, rates)])
    return rows


def report_footnote(result: Result) -> str:
    """Return one line: number of hands, what the columns mean, drawn hands, walls, speed."""
    draw = format_rate(result.interval(0, 0, "draw"))
    return (
        f"{result.hands_played} hands on {result.deals} walls; a hand and seat, 95% intervals clustered by wall; "
        f"{draw} of {FORMATS[0]} drawn; {describe_walls(result)}; {result.hands_played / result.seconds:.0f} hands/s"
    )


def describe_walls(result: Result) -> str:
    """Return which walls were played; training draws its walls under other labels."""
    return f"walls {EVALUATE}/{result.seed}/0 to {EVALUATE}/{result.seed}/{result.deals - 1}"


def result_document(result: Result, command: str) -> dict[str, Any]:
    """Return the result file's content: a titled table, and the numbers behind it."""
    return {
        "title": report_title(result),
        "command": command,
        "machine": describe_machine(),
        "columns": list(COLUMNS),
        "rows": report_rows(result),
        "notes": report_footnote(result),
        "numbers": result_numbers(result),
    }


def result_numbers(result: Result) -> dict[str, Any]:
    """Return every estimate with its bounds, and what is needed to play the same hands again."""
    return {
        "rules": result.rules.preset.id,
        "rules_changed": dict(result.rules.changed),
        "agents": list(result.labels),
        "walls": {"label": EVALUATE, "seed": result.seed, "first": 0, "last": result.deals - 1},
        "hands_per_game": result.hands,
        "hands": result.hands_played,
        "seconds": round(result.seconds, 3),
        "estimates": [
            {"format": form_name, "agent": label}
            | {metric: vars(result.interval(form, agent, metric)) for metric in METRICS}
            for form, form_name in enumerate(FORMATS)
            for agent, label in enumerate(result.labels)
        ],
    }


def describe_machine() -> str:
    """Return processor, number of cores and Python version."""
    cpuinfo = Path("/proc/cpuinfo")
    text = cpuinfo.read_text(encoding="utf-8") if cpuinfo.exists() else ""
    model = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    name = model[1] if model else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def write_document(path: Path, document: dict[str, Any]) -> None:
    """Write a JSON file at once: a reader sees the old file or the new one, never half of one."""
    write_whole(path, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
