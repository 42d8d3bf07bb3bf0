"""The functions of a hand beside RiichiEnv's."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING, Any

from .crew import Track, Worker, WorkerError, all_cores, check_played, measure_in_turn, ratios
from .numbers import spread, three_digits, times
from .side_by_side import PEERS
from .venvs import find_python

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Function: its hands, and RiichiEnv's call.
FUNCTIONS = {
    "shanten": ("distance of 13 random tiles", "`calculate_shanten`"),
    "win": ("finished or not, complete hands", "`calculate_shanten`, -1"),
    "waits": ("waits of ready hands", "`HandEvaluator`, `get_waits`"),
    "settle": ("what a win pays, built hands", "`HandEvaluator`, `calc`"),
}
OURS = {False: "one a call", True: "2,000 a call"}
BESIDE = "classic"  # has the shapes of riichi: seven pairs and thirteen orphans beside the standard one
NOTE = (
    "The same hands for both, without melds, one core, median of {repeats} rounds of {seconds:g} s (least–greatest). "
    "Every call of `mjenv.hands` checks what it is given. `settle` answers payments and elements of a self-draw by the "
    "table's own settlement, RiichiEnv its yaku, fu and points: the games differ, the question is the same"
)


def list_tracks(rules: Sequence[str], ours: Worker, rival: Worker | None, core: int) -> list[tuple[str, str, Track]]:
    """Return the function, what is called and the track of each line."""
    lines = []
    for of, (_, theirs) in FUNCTIONS.items():
        if rival:
            lines.append((of, f"RiichiEnv, {theirs}", Track(f"{of} RiichiEnv", rival, {"of": of}, [core])))
        for name in rules if of != "settle" else [BESIDE]:
            for many, how in OURS.items():
                case = {"of": of, "rules": name, "many": many}
                lines.append((of, f"mjenv, {name}, {how}", Track(f"{of} {name}, {how}", ours, case, [core])))
    return lines


def measure_hands(
    rules: Sequence[str], repeats: int, seconds: float, *, with_peer: bool, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the document of the hand functions."""
    with ExitStack() as open_workers:
        ours = open_workers.enter_context(closing(Worker(sys.executable, "ours_hands")))
        rival = open_rival(open_workers) if with_peer else None
        lines = list_tracks(rules, ours, rival, all_cores()[-1])
        tracks = [track for *_, track in lines]
        measure_in_turn(tracks, repeats, seconds, progress)
    check_played(tracks)
    rivals = {of: track for of, called, track in lines if called.startswith("RiichiEnv")}
    rows = [
        [
            FUNCTIONS[of][0],
            called,
            spread(track.rates()),
            f"{three_digits(1e9 / track.median())} ns",
            times(ratios(track.rounds, rivals[of].rounds)) if of in rivals else "–",
        ]
        for of, called, track in lines
    ]
    return {
        "title": "Functions of a hand",
        "columns": ["function", "called", "hands/s", "a hand", "× RiichiEnv"],
        "rows": rows,
        "notes": NOTE.format(repeats=repeats, seconds=seconds),
        "numbers": [track.numbers() for track in tracks],
    }


def open_rival(open_workers: ExitStack) -> Worker | None:
    """Return the process of RiichiEnv, or None where it does not install, which the table side by side tells."""
    peer = next(peer for peer in PEERS if peer.module == "riichienv")
    try:
        python = find_python(peer.module, peer.requirements)
    except WorkerError:
        return None
    return open_workers.enter_context(closing(Worker(python, "peer_hands")))
