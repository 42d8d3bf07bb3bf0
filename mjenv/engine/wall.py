"""The wall: shuffle, deal, draw from the head, replace from the tail (C4, C5)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NUM_SEATS
from mjenv.engine.tiles import add_tile

#: DEAL_ORDER[i]: seat, counted from the dealer, that wall tile i is dealt to (C5).
DEAL_ORDER: Final = np.array(
    [place for _ in range(3) for place in range(4) for _ in range(4)] + [0, 1, 2, 3, 0], np.int64
)


@njit
def count_left(state):
    """Tiles that can still be drawn."""
    return int(state["tail"]) - int(state["head"]) + 1 - int(state["reserve"])


@njit
def fill_wall(out_wall, first, last, copies, start):
    """Write ``copies`` of each kind in [first, last] from index ``start`` on; return the index behind them."""
    index = start
    for kind in range(first, last + 1):
        for _ in range(copies):
            out_wall[index] = kind
            index += 1
    return index


@njit
def deal_hands(state):
    """Deal 13 tiles to each seat and a fourteenth to the dealer."""
    for i in range(len(DEAL_ORDER)):
        add_tile(state, (state["dealer"] + DEAL_ORDER[i]) % NUM_SEATS, state["wall"][i])
    state["head"] = len(DEAL_ORDER)


@njit
def take_head(state):
    """Take the next tile of the wall."""
    kind = state["wall"][state["head"]]
    state["head"] += 1
    return kind


@njit
def take_tail(state):
    """Take the last tile of the wall that is not set aside."""
    kind = state["wall"][state["tail"]]
    state["tail"] -= 1
    return kind
