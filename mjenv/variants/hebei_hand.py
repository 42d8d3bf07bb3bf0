"""Hebei: what completes a hand (B3): the standard shape, seven pairs, thirteen orphans."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NOTHING, NUM_KINDS
from mjenv.engine.melds import count_own, is_terminal
from mjenv.engine.shapes import ONE, splits_with
from mjenv.engine.tiles import FIRST_DRAGON, KIND_WEIGHT

ANY_PAIR: Final = 1  # thirteen_orphans_pair


@njit
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind (C19)."""
    waits = np.uint64(0)
    for kind in range(NUM_KINDS):
        if is_complete_with(state, rules, seat, kind) and count_own(state, seat, kind) < 4:
            waits |= ONE << np.uint64(kind)
    return waits


@njit
def is_complete_with(state, rules, seat, kind):
    """Whether a kind completes the seat's 13 tiles."""
    if completes_standard(state, seat, kind):
        return True
    if state["meld_count"][seat] > 0:
        return False
    return completes_pairs(state, seat, kind) or completes_orphans(state, rules, seat, kind)


@njit
def completes_standard(state, seat, kind):
    """Whether a kind completes the standard shape (C17)."""
    if state["hand"][seat, kind] == 4:  # the suit's number has no digit for a fifth copy
        return False
    suit = kind // 9
    return splits_with(state["codes"][seat], state["suit_size"][seat], suit, KIND_WEIGHT[kind], 1) != 0


@njit
def completes_pairs(state, seat, kind):
    """Whether a kind completes seven pairs of a concealed hand; four of a kind are two pairs."""
    for other in range(NUM_KINDS):
        if (state["hand"][seat, other] + (other == kind)) % 2 != 0:
            return False
    return True


@njit
def completes_orphans(state, rules, seat, kind):
    """Whether a kind completes thirteen orphans, whose doubled tile the rules restrict."""
    doubled = NOTHING
    for other in range(NUM_KINDS):
        copies = state["hand"][seat, other] + (other == kind)
        if is_terminal(other) != (copies > 0) or copies > 2:
            return False
        if copies == 2:
            if doubled != NOTHING:
                return False
            doubled = other
    return doubled >= FIRST_DRAGON or (doubled != NOTHING and rules["thirteen_orphans_pair"] == ANY_PAIR)
