"""Tiles that a hand is missing to the standard shape, seven pairs and thirteen orphans.

A hand is int8[34], checked before; melds are int8[4, 2], type and lowest kind. Copies in the own melds are used up.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, MELD_CHOW, MELD_NONE, MELD_PUNG, NUM_KINDS
from mjenv.engine.melds import is_terminal
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_HONOUR
from mjenv.hands.tables import (
    CELLS,
    FAR,
    HONOUR_ROWS,
    MISSING,
    REST_ROW,
    SUIT_ROWS,
    TWO_ROW,
    find_honour_row,
    find_suit_row,
)

TERMINALS: Final = np.array([kind for kind in range(NUM_KINDS) if is_terminal(kind)], np.int64)
SEVEN: Final = 7
RUNS_MAX: Final = 2  # equal runs: three of them are three triplets
#: Unfinished runs after a rank: 3 * (begun two ranks below the next) + (begun one rank below).
BEGUN: Final = 9


@njit
def count_melds(melds):
    """Number of melds; those of type 0 come last."""
    count = 0
    while count < MAX_MELDS and melds[count, 0] != MELD_NONE:
        count += 1
    return count


@njit
def copies_in_meld(meld_type, first, kind):
    """Copies of a kind in a meld."""
    if meld_type == MELD_CHOW:
        return 1 if first <= kind <= first + 2 else 0
    if first != kind or meld_type == MELD_NONE:
        return 0
    return 3 if meld_type == MELD_PUNG else 4


@njit
def copies_in_melds(melds, kind):
    """Copies of a kind in all melds."""
    copies = 0
    for slot in range(MAX_MELDS):
        copies += copies_in_meld(int(melds[slot, 0]), int(melds[slot, 1]), kind)
    return copies


# Standard shape -----------------------------------------------------------------------------------------
@njit
def standard_missing(hand, sets):
    """Tiles missing to ``sets`` sets and a pair (C17), no copies used up by melds."""
    two = TWO_ROW[find_suit_row(hand, 0), find_suit_row(hand, 9)]
    rest = REST_ROW[find_suit_row(hand, 18), find_honour_row(hand)]
    return int(MISSING[sets, int(two), int(rest)])


@njit
def standard_missing_beside(hand, melds, sets):
    """Tiles missing to ``sets`` sets and a pair where copies in melds are used up; FAR where that cannot be."""
    joined = np.empty(CELLS, np.int64)
    row = np.empty(CELLS, np.int64)
    scratch = np.empty((2, BEGUN, CELLS), np.int64)
    for suit in range(3):
        write_suit(hand, melds, 9 * suit, sets, scratch, row)
        if suit == 0:
            copy_cells(row, joined)
        else:
            join_cells(joined, row, sets)
    melded = False
    for kind in range(FIRST_HONOUR, NUM_KINDS):
        melded |= copies_in_melds(melds, kind) > 0
    if melded:
        for kind in range(FIRST_HONOUR, NUM_KINDS):
            write_honour(int(hand[kind]), 4 - copies_in_melds(melds, kind), row)
            join_cells(joined, row, sets)
    else:
        copy_cells(HONOUR_ROWS[find_honour_row(hand)], row)
        join_cells(joined, row, sets)
    return int(joined[2 * sets + 1])


@njit
def copy_cells(row, out):
    """Copy a row."""
    for cell in range(CELLS):
        out[cell] = row[cell]


@njit
def join_cells(joined, row, sets):
    """Join a row to another one, in place: cells are written from the last, each from those before it."""
    for total in range(2 * sets + 1, -1, -1):
        best = FAR
        for cell in range(total + 1):
            if total & 1 or not cell & 1:  # a second pair is none
                best = min(best, int(joined[cell]) + int(row[total - cell]))
        joined[total] = best


@njit
def write_honour(held, limit, out):
    """Write the row of one honour."""
    for cell in range(CELLS):
        out[cell] = FAR
    out[0] = 0
    if limit >= 2:
        out[1] = max(0, 2 - held)
    if limit >= 3:
        out[2] = max(0, 3 - held)


@njit
def write_suit(hand, melds, first, sets, scratch, out):
    """Write the row of a suit, by table where no meld uses its copies up."""
    melded = False
    for slot in range(MAX_MELDS):
        melded |= melds[slot, 0] != MELD_NONE and first <= melds[slot, 1] < first + 9
    if melded:
        build_suit(hand, melds, first, sets, scratch, out)
    else:
        copy_cells(SUIT_ROWS[find_suit_row(hand, first)], out)


@njit
def build_suit(hand, melds, first, sets, scratch, out):
    """Write the row of a suit rank by rank, with copies used up; scratch: int64[2, 9, 10]."""
    scratch[0] = FAR
    scratch[0, 0, 0] = 0
    for rank in range(9):
        now = scratch[rank % 2]
        after = scratch[1 - rank % 2]
        after[:] = FAR
        held = int(hand[first + rank])
        limit = 4 - copies_in_melds(melds, first + rank)
        for begun in range(BEGUN):
            if is_reached(now[begun]):
                go_on(now[begun], after, begun, held, limit, RUNS_MAX if rank <= 6 else 0, sets)
    copy_cells(scratch[1, 0], out)


@njit
def is_reached(cells):
    """Whether some cell can be."""
    for cell in range(CELLS):
        if cells[cell] < FAR:
            return True
    return False


@njit
def go_on(cells, after, begun, held, limit, runs, sets):
    """Add what a rank can be beside the runs that reach it: begin of new runs, nothing, a triplet or a pair."""
    reaching = begun // 3 + begun % 3
    for new in range(min(runs, limit - reaching) + 1):
        to = after[3 * (begun % 3) + new]
        for own in range(4):  # tiles of a group of this kind alone
            total = reaching + new + own
            if own == 1 or total > limit:
                continue
            missing = max(0, total - held)
            added = 2 * new + (1 if own == 2 else 2 if own == 3 else 0)
            step = 2 if own == 2 else 1  # a second pair is none
            for cell in range(0, 2 * sets + 2 - added, step):
                to[cell + added] = min(to[cell + added], cells[cell] + missing)


# Seven pairs and thirteen orphans -----------------------------------------------------------------------
@njit
def pairs_missing(hand):
    """Tiles missing to seven pairs, where four of a kind are two pairs (B3)."""
    tiles = 0
    odd = 0
    for kind in range(NUM_KINDS):
        tiles += int(hand[kind])
        odd += int(hand[kind]) & 1
    return pairs_missing_by(tiles, odd)


@njit
def pairs_missing_by(tiles, odd):
    """The same, given the tiles and the kinds that are held 1 or 3 times."""
    wanted = max(0, SEVEN - (tiles - odd) // 2)
    return wanted + max(0, wanted - odd)


@njit
def orphans_missing(hand, any_pair):
    """Tiles missing to thirteen orphans, with any pair or with a pair of dragons (B3)."""
    missing = 0
    paired = 0
    for place in range(len(TERMINALS)):
        kind = int(TERMINALS[place])
        copies = int(hand[kind])
        missing += copies == 0
        if copies > 1 and (any_pair or kind >= FIRST_DRAGON):
            paired = 1
    return missing + 1 - paired
