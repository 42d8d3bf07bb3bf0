"""One table at a time: the environments of PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .crew import check_played, measure_ours
from .numbers import short, spread, three_digits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

OPPONENTS = ("random", "greedy")
NOTE = (
    "One core, median of {repeats} rounds of {seconds:g} s (least–greatest); each decision with observation and mask, "
    "the action drawn from the mask. The game without rules has the same loop, agents and arrays, and no tiles: what "
    "it takes is PettingZoo's. In the seat environment the decisions are the learner's own, while `step` also plays "
    "the three opponents"
)


def list_lines(variants: Sequence[str]) -> list[tuple[str, str, dict[str, str]]]:
    """Return environment, game and case of each line."""
    lines = [("PettingZoo loop, a game without rules", "–", {"way": "bare"})]
    for variant in variants:
        lines.append(("PettingZoo `raw_env()`", variant, {"way": "raw_env", "variant": variant}))
        lines.append(("PettingZoo `env()`", variant, {"way": "env", "variant": variant}))
        lines += [
            (f"Gymnasium seat, {name} opponents", variant, {"way": "seat", "variant": variant, "opponents": name})
            for name in OPPONENTS
        ]
    return lines


def measure_tables(
    variants: Sequence[str], repeats: int, seconds: float, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the document of the environments with one table."""
    lines = list_lines(variants)
    tracks = measure_ours([(f"{name}, {variant}", case) for name, variant, case in lines], repeats, seconds, progress)
    check_played(tracks)
    rows = []
    for track, (name, variant, _) in zip(tracks, lines, strict=True):
        cost, hands = 1e6 / track.median(), track.median() * track.share("hands", "decisions")
        rows.append([name, variant, spread(track.rates()), f"{three_digits(cost)} µs", short(hands)])
    return {
        "title": "One table at a time",
        "columns": ["environment", "game", "decisions/s", "a decision", "hands/s"],
        "rows": rows,
        "notes": NOTE.format(repeats=repeats, seconds=seconds),
        "numbers": [track.numbers() for track in tracks],
    }
