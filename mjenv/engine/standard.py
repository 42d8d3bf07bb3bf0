"""The standard shape of a seat's concealed tiles (C17): finished, waiting, or one discard from waiting.

Nearly every hand is far from all three, and is told so by four bits of a table: a hand that waits has at most one
suit that is not complete, and a hand that waits after a discard at most two.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import bit, lowest_bit
from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.shapes import is_complete
from mjenv.engine.tiles import KIND_SUIT, KIND_WEIGHT, held_kinds

NUM_SUITS: Final = 4
#: COUNT[suits]: how many suits are in a set of suits.
COUNT: Final = np.array([suits.bit_count() for suits in range(16)], np.int64)
#: KINDS_OF[suits]: the kinds of a set of suits, one bit a kind.
KINDS_OF: Final = np.array(
    [sum(1 << kind for kind in range(NUM_KINDS) if suits >> (kind // 9) & 1) for suits in range(16)], np.uint64
)


@njit
def open_suits(state, seat):
    """Suits whose concealed tiles are not complete, one bit a suit."""
    suits = 0
    for suit in range(NUM_SUITS):
        if not is_complete(suit, state["codes"][seat, suit]):
            suits |= 1 << suit
    return suits


@njit
def is_finished(state, seat):
    """Whether 3n + 2 concealed tiles are sets and one pair."""
    pairs = 0
    for suit in range(NUM_SUITS):
        if not is_complete(suit, state["codes"][seat, suit]):
            return False
        pairs += state["suit_size"][seat, suit] % 3 == 2
    return pairs == 1


@njit
def may_wait_in(state, seat, suit):
    """Whether, by the number of tiles a suit holds, the missing tile can be in ``suit``."""
    pairs = 0
    for other in range(NUM_SUITS):
        left_over = (state["suit_size"][seat, other] + (other == suit)) % 3
        if left_over == 1:
            return False
        pairs += left_over == 2
    return pairs == 1


@njit
def completes_standard(state, seat, kind):
    """Whether a kind completes the 3n + 1 concealed tiles."""
    if state["hand"][seat, kind] == 4:  # the suit's number has no digit for a fifth copy
        return False
    suit = KIND_SUIT[kind]
    if not is_complete(suit, state["codes"][seat, suit] + KIND_WEIGHT[kind]):
        return False
    for other in range(NUM_SUITS):
        if other != suit and not is_complete(other, state["codes"][seat, other]):
            return False
    return may_wait_in(state, seat, suit)


@njit
def find_standard_waits(state, seat):
    """Kinds that complete the 3n + 1 concealed tiles, one bit a kind."""
    waits = np.uint64(0)
    suits = open_suits(state, seat)
    for suit in range(NUM_SUITS):
        if suits & ~(1 << suit) or not may_wait_in(state, seat, suit):
            continue
        for kind in range(9 * suit, min(9 * suit + 9, NUM_KINDS)):
            if state["hand"][seat, kind] < 4 and is_complete(suit, state["codes"][seat, suit] + KIND_WEIGHT[kind]):
                waits |= bit(kind)
    return waits


@njit
def near_discards(state, seat):
    """Kinds without which at most one suit is not complete, one bit a kind; no other discard leaves a wait."""
    suits = open_suits(state, seat)
    if COUNT[suits] > 2:
        return np.uint64(0)
    due = held_kinds(state, seat)
    if COUNT[suits] == 2:
        due &= KINDS_OF[suits]
    near = np.uint64(0)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        suit = KIND_SUIT[kind]
        others = suits & ~(1 << suit)
        if others == 0 or is_complete(suit, state["codes"][seat, suit] - KIND_WEIGHT[kind]):
            near |= bit(kind)
    return near


@njit
def may_be_near(state, seat, suit, change):
    """Whether at most two suits are not complete after a change of one; else no discard leaves a wait."""
    others = open_suits(state, seat) & ~(1 << suit)
    count = COUNT[others]
    return count < 2 or (count == 2 and is_complete(suit, state["codes"][seat, suit] + change))
