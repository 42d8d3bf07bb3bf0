"""Hebei: what completes a hand (B3): the standard shape, seven pairs, thirteen orphans."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine import standard
from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE, count_bits, has_bit
from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.melds import drop_used_up
from mjenv.engine.standard import completes_standard, find_standard_waits
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_HONOUR, held_kinds, odd_kinds

ANY_PAIR: Final = 1  # thirteen_orphans_pair
NUM_ORPHANS: Final = 13
ORPHANS: Final = np.uint64(sum(1 << kind for kind in range(NUM_KINDS) if kind >= FIRST_HONOUR or kind % 9 in (0, 8)))
DRAGONS: Final = np.uint64(sum(1 << kind for kind in range(FIRST_DRAGON, NUM_KINDS)))


@njit
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind (C19)."""
    waits = find_standard_waits(state, seat)
    if state["meld_count"][seat] == 0:
        waits |= find_pairs_waits(state, seat) | find_orphan_waits(state, rules, seat)
    return drop_used_up(state, seat, waits)


@njit
def find_pairs_waits(state, seat):
    """The kind that completes seven pairs of 13 concealed tiles; four of a kind are two pairs."""
    odd = odd_kinds(state, seat)
    return odd if odd & (odd - ONE) == 0 else np.uint64(0)


@njit
def find_orphan_waits(state, rules, seat):
    """Kinds that complete thirteen orphans of 13 concealed tiles, whose doubled tile the rules restrict."""
    held = held_kinds(state, seat)
    missing = ORPHANS & ~held
    if held & ~ORPHANS != 0 or missing & (missing - ONE) != 0:  # 13 tiles are 12 kinds at least
        return np.uint64(0)
    free = ORPHANS if rules["thirteen_orphans_pair"] == ANY_PAIR else DRAGONS
    if missing == 0:
        return free
    doubled = held & ~odd_kinds(state, seat)
    return missing if doubled & free else np.uint64(0)


@njit
def is_complete_with(state, rules, seat, kind):
    """Whether a kind completes the seat's 13 tiles."""
    if completes_standard(state, seat, kind):
        return True
    if state["meld_count"][seat] > 0:
        return False
    return has_bit(find_pairs_waits(state, seat) | find_orphan_waits(state, rules, seat), kind)


@njit
def near_discards(state, seat):
    """Kinds without which the seat's 13 tiles may wait, one bit a kind; no other discard leaves a wait."""
    near = standard.near_discards(state, seat)
    if state["meld_count"][seat] == 0:
        held = held_kinds(state, seat)
        odd = odd_kinds(state, seat)
        if odd == 0 or count_bits(held & ORPHANS) >= NUM_ORPHANS - 1:
            return held
        if count_bits(odd) == 2:
            near |= odd
    return near
