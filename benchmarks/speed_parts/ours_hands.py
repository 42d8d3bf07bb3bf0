"""``mjenv.hands``: a round is some calls with one hand each, or one call with all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mjenv.calculator.holding import count_played
from mjenv.hands import Hands

from .deals import NUM_KINDS, build_complete, deal_random
from .worker import Played, call_round, serve

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

CALLS = 200  # a round


def count_kinds(hands: Sequence[Sequence[int]]) -> np.ndarray:
    """Return int8[n, 34]."""
    return np.stack([np.bincount(hand, minlength=NUM_KINDS) for hand in hands]).astype(np.int8)


def find(case: dict) -> Callable[[], Played]:
    """Return a round of one function."""
    hands = Hands(case["rules"])
    kinds = [kind for kind, copies in enumerate(count_played(hands.rules)) if copies]
    complete = build_complete(kinds)
    ready, last = count_kinds([hand for hand, _ in complete]), [tile for _, tile in complete]
    wins = hands.new_wins(len(complete))
    wins["hand"], wins["tile"] = ready, last
    rounds = {
        "shanten": (hands.shanten, count_kinds(deal_random(kinds))),
        "win": (hands.is_win, count_kinds([[*hand, tile] for hand, tile in complete])),
        "waits": (hands.waits, ready),
        "settle": (lambda some: hands.settle(some).points, wins),
    }
    call, items = rounds[case["of"]]
    if case["many"]:
        return lambda: Played(len(call(items)), 0)
    single = [items[i : i + 1] for i in range(len(items))] if case["of"] == "settle" else list(items)
    return call_round(call, single, CALLS)


if __name__ == "__main__":
    serve(find)
