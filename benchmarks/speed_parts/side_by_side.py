"""mjenv and the peers in the same run: who plays, and the table of it."""

from __future__ import annotations

import sys
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .crew import Track, Worker, WorkerError, all_cores, check_played, measure_in_turn, ratios
from .numbers import short, spread, times
from .venvs import find_python

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

COLUMNS = [
    "environment",
    "how",
    "decisions/s",
    "hands/s",
    "decisions a hand",
    "without a choice",
    "× RiichiEnv, plain",
    "× RiichiEnv, observed",
]
POLICIES = {"sample": "actions from `batch.sample()`", "draw": "actions drawn from the mask with NumPy"}
NOTE = (
    "Uniformly random legal play on one core; decisions and hands a second of the process's own time, median of "
    "{repeats} rounds of {seconds:g} s (least–greatest), all taken in turn in one run; ratios are medians over the "
    "rounds. mjenv: {tables:,} tables, one step a call, observation, mask and rewards built each time. The games "
    "differ: the peers play riichi mahjong, RLCard its own; pymahjong plays decisions without a choice by itself"
)


@dataclass(frozen=True)
class Peer:
    """Another environment: how it is installed, what its loops are, in words."""

    name: str
    module: str
    requirements: tuple[str, ...]
    plain: str
    observed: str
    longer: float = 1  # as in Track


PEERS = (
    Peer(
        "RiichiEnv 0.4.11",
        "riichienv",
        ("riichienv==0.4.11", "numpy"),
        "one table, no observation",
        "one table, `encode()` 74×34 float32, `mask()`",
    ),
    Peer(
        "MahJax 0.1.6",
        "mahjax",
        ("mahjax==0.1.6",),
        "64 tables, policy and new games in one jitted loop",
        "the same, and `observe()`",
        longer=3,  # so that some hands end
    ),
    Peer(
        "pymahjong 1.1.2",
        "pymahjong",
        ("pymahjong==1.1.2", "numpy"),
        "one table, no observation",
        "one table, `get_obs()` 93×34",
    ),
    Peer("RLCard 1.2.0", "rlcard", ("rlcard==1.2.0",), "one table, the game alone", "one table, state 6×34×4"),
)


def our_tracks(worker: Worker, rules: Sequence[str], tables: int, core: int) -> list[Track]:
    """Return the tracks of every rule set with both policies."""
    return [
        Track(f"mjenv {name}", worker, {"way": "batch", "rules": name, "tables": tables, "policy": policy}, [core])
        for name in rules
        for policy in POLICIES
    ]


def peer_tracks(peer: Peer, core: int, open_workers: ExitStack) -> list[Track]:
    """Return the two tracks of a peer; where it does not install, they say why."""
    try:
        python, error = find_python(peer.module, peer.requirements), ""
        worker = open_workers.enter_context(closing(Worker(python, f"peer_{peer.module}")))
    except WorkerError as reason:
        worker, error = None, str(reason)
    cases = [{"seed": 1, "observe": observe} for observe in (False, True)]
    return [Track(peer.name, worker, case, [core], error=error, longer=peer.longer) for case in cases]


def measure_side_by_side(
    rules: Sequence[str],
    peers: Sequence[Peer],
    sizes: tuple[int, int, float],
    progress: Callable[[int, int], None],
) -> dict[str, Any]:
    """Return the document of a run; ``sizes``: tables of a batch, rounds, seconds of a round."""
    tables, repeats, seconds = sizes
    core = all_cores()[-1]
    with ExitStack() as open_workers:
        ours = our_tracks(open_workers.enter_context(closing(Worker(sys.executable, "ours"))), rules, tables, core)
        theirs = [track for peer in peers for track in peer_tracks(peer, core, open_workers)]
        tracks = ours + theirs
        measure_in_turn(tracks, repeats, seconds, progress)
        check_played(ours)
        single = [count_single(track, core) for track in ours]
    rivals = [track for track in theirs if track.name.startswith("RiichiEnv") and track.played]
    hows = [POLICIES[track.case["policy"]] for track in ours]
    hows += [peer.observed if observe else peer.plain for peer in peers for observe in (False, True)]
    shares = single + [track.share("single", "decisions") if track.played else 0 for track in theirs]
    rows = [row(*line, rivals) for line in zip(tracks, hows, shares, strict=True)]
    return {
        "title": "Speed on one core, mjenv and other mahjong environments side by side",
        "columns": COLUMNS,
        "rows": rows,
        "notes": NOTE.format(repeats=repeats, seconds=seconds, tables=tables),
        "numbers": [track.numbers() for track in tracks],
    }


def count_single(track: Track, core: int) -> float:
    """Return the share of decisions with a single legal action in a batch."""
    case = {key: track.case[key] for key in ("rules", "tables")} | {"way": "single"}
    counted = Track(track.name, track.worker, case, [core])
    measure_in_turn([counted], 1, 0.1, lambda *_: None)
    return counted.share("single", "decisions")


def row(track: Track, how: str, single: float, rivals: Sequence[Track]) -> list[str]:
    """Return the cells of a track."""
    if not track.played:
        return [track.name, how, f"no figure: {track.error}", *["–"] * (len(COLUMNS) - 3)]
    over = [times(ratios(track.rounds, rival.rounds)) for rival in rivals] or ["–", "–"]
    return [
        track.name,
        how,
        spread(track.rates()),
        short(track.median() * track.share("hands", "decisions")),
        f"{track.share('decisions', 'hands'):.1f}",
        f"{single:.1%}",
        *over,
    ]
