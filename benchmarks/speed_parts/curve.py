"""What a decision costs as a batch grows, beside a copy of the same bytes; and what the settings of a batch cost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from .crew import BENCHMARKS, check_played, measure_ours, ratios
from .numbers import spread, three_digits, times

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SIZES = (64, 256, 1024, 4096, 16384, 65536)
#: Setting: what differs from the first, and the clock.
SETTINGS: dict[str, tuple[dict[str, Any], str]] = {
    "matches of 1 hand, planes/1, 1 thread": ({}, "cpu"),
    "matches of 4 hands": ({"hands": 4}, "cpu"),
    "matches of 16 hands": ({"hands": 16}, "cpu"),
    "observation view/1": ({"encoder": "view/1"}, "cpu"),
    "observation flat/1": ({"encoder": "flat/1"}, "cpu"),
    "observation tokens/1": ({"encoder": "tokens/1"}, "cpu"),
    "planes/1, then packed into bits": ({"packed": True}, "cpu"),
    "Gymnasium vector environment, random opponents": ({"way": "vector", "opponents": "random"}, "cpu"),
    "Gymnasium vector environment, greedy opponents": ({"way": "vector", "opponents": "greedy"}, "cpu"),
    "1 thread, by the clock": ({}, "wall"),
    "2 threads, by the clock": ({"threads": 2}, "wall"),
}
MEGABYTE = 1 << 20
CURVE_NOTE = (
    "`{rules}`, one core, actions from `batch.sample()`, median of {repeats} rounds of {seconds:g} s (least–greatest). "
    "A copy is one of the bytes of states, observations and masks with NumPy: an engine that wrote all of them anew "
    "could be no faster. Memory is the peak of a fresh process, Python and compiled code included"
)
SETTINGS_NOTE = (
    "`{rules}`, {tables:,} tables, actions from `batch.sample()`, median of {repeats} rounds of {seconds:g} s "
    "(least–greatest). In the vector environment the decisions are the learners' own, drawn with NumPy, while `step` "
    "also plays the opponents. By the clock other work on the machine counts, too"
)


def measure_curve(
    rules: str, sizes: Sequence[int], repeats: int, seconds: float, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the document of the cost curve."""
    cases = [
        (f"{size} {way}", {"rules": rules, "policy": "sample", "way": way, "tables": size})
        for way in ("batch", "copy")
        for size in sizes
    ]
    tracks = measure_ours(cases, repeats, seconds, progress)
    check_played(tracks)
    played, copied = tracks[: len(sizes)], tracks[len(sizes) :]
    memory = [measure_memory(rules, size) for size in sizes]
    rows = [
        [
            f"{size:,}",
            spread(track.rates()),
            f"{three_digits(1e9 / track.median())} ns",
            f"{three_digits(1e9 / copy.median())} ns",
            times(ratios(copy.rounds, track.rounds)),
            f"{used['peak'] / MEGABYTE:.0f} MB",
            f"{used['arrays'] / size:,.0f}",
        ]
        for size, track, copy, used in zip(sizes, played, copied, memory, strict=True)
    ]
    return {
        "title": "The cost of a decision as the batch grows",
        "columns": [
            "tables",
            "decisions/s",
            "a decision",
            "a copy",
            "decision : copy",
            "peak memory",
            "bytes a table",
        ],
        "rows": rows,
        "notes": CURVE_NOTE.format(rules=rules, repeats=repeats, seconds=seconds),
        "numbers": {
            "sizes": list(sizes),
            "memory": memory,
            "decisions": [track.numbers() for track in played],
            "copies": [track.numbers() for track in copied],
        },
    }


def measure_memory(rules: str, tables: int) -> dict[str, int]:
    """Return the peak memory of a fresh process that plays a batch, and the size of its arrays, in bytes."""
    command = [sys.executable, "-m", "speed_parts.memory", rules, str(tables)]
    environment = os.environ | {"PYTHONPATH": str(BENCHMARKS.parent)}
    done = subprocess.run(command, cwd=BENCHMARKS, env=environment, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def measure_settings(
    rules: str, tables: int, repeats: int, seconds: float, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the document of hands a match, observations and threads."""
    base = {"way": "batch", "rules": rules, "tables": tables, "policy": "sample"}
    cases = [(name, base | change) for name, (change, _) in SETTINGS.items()]
    tracks = measure_ours(cases, repeats, seconds, progress)
    check_played(tracks)
    rows = [
        [track.name, spread(track.rates(time=clock)), f"{three_digits(1e9 / track.median(time=clock))} ns"]
        for track, (_, clock) in zip(tracks, SETTINGS.values(), strict=True)
    ]
    return {
        "title": "What the settings of a batch cost",
        "columns": ["setting", "decisions/s", "a decision"],
        "rows": rows,
        "notes": SETTINGS_NOTE.format(rules=rules, tables=tables, repeats=repeats, seconds=seconds),
        "numbers": [track.numbers() for track in tracks],
    }
