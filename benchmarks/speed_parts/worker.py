"""The side of a measured process: it answers requests for figures, one line of JSON each, on its standard input.

It needs nothing but Python, for it runs in the environments of the peers too. A request is
``{"case": {…}, "seconds": 1.0, "cores": [1]}``; the answer counts what was played in that time.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WARM_UP = 0.3  # s of processor time before the first figure of a case


class Played(NamedTuple):
    """What one round of play amounts to."""

    decisions: int
    hands: int
    single: int = 0  # decisions with a single legal action


def play_for(play: Callable[[], Played], seconds: float) -> dict[str, float]:
    """Play rounds for some seconds of processor time, at least one; return the counts and the times.

    >>> found = play_for(lambda: Played(3, 1), 0.01)
    >>> found["decisions"] == 3 * found["hands"] > 0
    True
    """
    decisions = hands = single = 0
    clock, start = time.perf_counter(), time.process_time()
    spent = 0.0
    while spent < seconds:
        played = play()
        decisions += played.decisions
        hands += played.hands
        single += played.single
        spent = time.process_time() - start
    return {
        "decisions": decisions,
        "hands": hands,
        "single": single,
        "cpu": spent,
        "wall": time.perf_counter() - clock,
    }


def call_round(call: Callable[[object], object], items: Sequence[object], calls: int) -> Callable[[], Played]:
    """Return a round of some calls of a function, each with the next item; a "decision" is one call."""
    endless = cycle(items)

    def play() -> Played:
        for item in islice(endless, calls):
            call(item)
        return Played(calls, 0)

    return play


def peak_memory() -> int:
    """Return the most memory that this process has held, in bytes."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def pin(cores: list[int]) -> None:
    """Stay on some cores, where the system can be told so."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)


def serve(find: Callable[[dict], Callable[[], Played]]) -> None:
    """Answer requests until the input ends; ``find`` makes the function that plays a round of a case."""
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints must not stand between the answers
    rounds: dict[str, Callable[[], Played]] = {}
    for line in sys.stdin:
        request = json.loads(line)
        key = json.dumps(request["case"], sort_keys=True)
        try:
            pin(request["cores"])
            if key not in rounds:
                rounds[key] = find(request["case"])
                play_for(rounds[key], min(WARM_UP, request["seconds"]))
            answer = play_for(rounds[key], request["seconds"]) | {"memory": peak_memory()}
        except Exception as error:  # noqa: BLE001 - whatever a foreign library raises is the answer
            answer = {"error": f"{type(error).__name__}: {error}"}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()
