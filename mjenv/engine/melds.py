"""Melds (C7): making them, and what they bring to the hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit, njit_inline
from mjenv.engine.bits import bit, lowest_bit
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_ADDED_KONG,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
)
from mjenv.engine.shapes import HAS_RUN, HAS_TRIPLET
from mjenv.engine.tiles import FIRST_HONOUR, add_tile, full_kinds, held_kinds, remove_tile

# Traits of a seat's melds; the two lowest bits are those of `shapes`.
TRAIT_RUN: Final = HAS_RUN
TRAIT_TRIPLET: Final = HAS_TRIPLET
TRAIT_OPEN: Final = 4  # a meld other than a concealed kong
TRAIT_TERMINAL: Final = 8  # a 1, a 9 or an honour


@njit
def is_terminal(kind):
    """Whether a kind is a 1, a 9 or an honour."""
    return kind >= FIRST_HONOUR or kind % 9 == 0 or kind % 9 == 8


@njit
def add_meld(state, seat, meld_type, kind, tile, giver):
    """Append a meld; the tiles have left the hand before."""
    slot = state["meld_count"][seat]
    state["meld_count"][seat] = slot + 1
    state["meld_type"][seat, slot] = meld_type
    state["meld_kind"][seat, slot] = kind
    state["meld_tile"][seat, slot] = tile
    state["meld_from"][seat, slot] = giver
    traits = TRAIT_RUN if meld_type == MELD_CHOW else TRAIT_TRIPLET
    if meld_type != MELD_CONCEALED_KONG:
        traits |= TRAIT_OPEN
    if is_terminal(kind) or (meld_type == MELD_CHOW and is_terminal(kind + 2)):
        traits |= TRAIT_TERMINAL
    state["traits"][seat] |= traits
    state["meld_suits"][seat] |= 1 << (kind // 9)


@njit
def drop_last_meld(state, seat, traits, suits):
    """Undo ``add_meld``, given the traits and suits from before; a trial leaves no trace of a hidden hand."""
    slot = state["meld_count"][seat] - 1
    state["meld_count"][seat] = slot
    state["meld_type"][seat, slot] = 0
    state["meld_kind"][seat, slot] = 0
    state["meld_tile"][seat, slot] = 0
    state["meld_from"][seat, slot] = 0
    state["traits"][seat] = traits
    state["meld_suits"][seat] = suits


@njit
def find_pung(state, seat, kind):
    """Slot of the seat's pung of a kind, NOTHING if it has none."""
    for slot in range(state["meld_count"][seat]):
        if state["meld_type"][seat, slot] == MELD_PUNG and state["meld_kind"][seat, slot] == kind:
            return slot
    return NOTHING


@njit_inline
def added_kong_kinds(state, seat):
    """Kinds of which a seat holds the tile that its pung lacks, one bit a kind (C7)."""
    kinds = np.uint64(0)
    for slot in range(MAX_MELDS):  # where there is no meld there is no type; without a branch, as none can be foretold
        kinds |= np.uint64(state["meld_type"][seat, slot] == MELD_PUNG) << np.uint64(state["meld_kind"][seat, slot])
    return kinds & held_kinds(state, seat)


@njit_inline
def self_kong_kinds(state, seat):
    """Kinds of which a seat can make a concealed or an added kong, one bit a kind (C7)."""
    return full_kinds(state, seat) | added_kong_kinds(state, seat)


@njit
def promote_pung(state, seat, slot):
    """Turn a pung into an added kong (it keeps its feeder and its traits)."""
    state["meld_type"][seat, slot] = MELD_ADDED_KONG


@njit
def count_own(state, seat, kind):
    """Copies of a kind among a seat's hand and melds (C19)."""
    copies = int(state["hand"][seat, kind])
    for slot in range(state["meld_count"][seat]):
        meld_type = state["meld_type"][seat, slot]
        first = state["meld_kind"][seat, slot]
        if meld_type == MELD_CHOW:
            if first <= kind <= first + 2:
                copies += 1
        elif first == kind:
            copies += 3 if meld_type == MELD_PUNG else 4
    return copies


@njit
def drop_used_up(state, seat, kinds):
    """A set of kinds without those of which the seat itself has all four copies, one bit a kind (C19)."""
    left = kinds
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds ^= bit(kind)
        if count_own(state, seat, kind) >= 4:
            left ^= bit(kind)
    return left


@njit
def enter_kong(state, seat, kind):
    """Make a kong of a kind for a trial and return the tiles it took: 4 concealed, 3 exposed, 1 added."""
    taken = np.int64(state["hand"][seat, kind])
    for _ in range(taken):
        remove_tile(state, seat, kind)
    if taken == 1:
        promote_pung(state, seat, find_pung(state, seat, kind))
    else:
        add_meld(state, seat, MELD_CONCEALED_KONG if taken == 4 else MELD_EXPOSED_KONG, kind, kind, seat)
    return taken


@njit
def leave_kong(state, seat, kind, taken, traits, suits):
    """Undo ``enter_kong``, given the traits and suits from before."""
    if taken == 1:
        for slot in range(state["meld_count"][seat]):
            if state["meld_kind"][seat, slot] == kind and state["meld_type"][seat, slot] == MELD_ADDED_KONG:
                state["meld_type"][seat, slot] = MELD_PUNG
    else:
        drop_last_meld(state, seat, traits, suits)
    for _ in range(taken):
        add_tile(state, seat, kind)
