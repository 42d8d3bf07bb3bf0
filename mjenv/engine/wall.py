"""The wall: draw from the head, replace from the tail (C4); the order of the deal (C5)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit

#: DEAL_ORDER[i]: seat, counted from the dealer, that wall tile i is dealt to (C5).
DEAL_ORDER: Final = np.array(
    [place for _ in range(3) for place in range(4) for _ in range(4)] + [0, 1, 2, 3, 0], np.int64
)


@njit
def count_wall(state):
    """Tiles of the wall that are neither taken nor set aside."""
    return np.int64(state["tail"]) - np.int64(state["head"]) + 1


@njit
def count_left(state):
    """Tiles that can still be drawn."""
    return count_wall(state) - np.int64(state["reserve"])


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
