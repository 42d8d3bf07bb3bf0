"""What a hand may become: how far each change of it leads from a finished hand, and how many live tiles help.

An *outlook* is a record with the fields of ``OUTLOOK`` (and, as its user likes, more). ``prepare`` joins the suits
once; after that a discard or a draw costs a look at its own suit.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, MELD_CHOW, MELD_PUNG, NUM_KINDS
from mjenv.engine.shanten import (
    BUT_ONE,
    BUT_TWO,
    NEED_OPENING,
    NEED_SIZE,
    NUM_JOINED,
    SPARE,
    find_rows,
    finish,
    join,
    join_suits,
    least_cost,
    may_be_one_suited,
    missing_tiles,
    need_of_melds,
    row_with,
    turn,
)
from mjenv.engine.shanten_table import CELLS, TILE
from mjenv.engine.state import NUM_SUITS
from mjenv.engine.tiles import FIRST_HONOUR

OUTLOOK: Final[list[Any]] = [
    ("hand", np.int64, NUM_KINDS),  # concealed tiles
    ("melded", np.int64, NUM_KINDS),  # copies in the own melds
    ("live", np.int64, NUM_KINDS),  # copies that may still come
    ("meld_count", np.int64),
    ("meld_type", np.int64, MAX_MELDS),
    ("meld_kind", np.int64, MAX_MELDS),
    ("zhong", np.int64),  # first row of 红中 in the table
    ("need", np.int64, NEED_SIZE),  # what the hand must become
    ("row", np.int64, NUM_SUITS),  # of each suit
    ("joined", np.uint8, (NUM_JOINED, CELLS)),
]


@njit
def add_meld(outlook, meld_type, kind):
    """Have one more meld; its tiles have left the hand before."""
    slot = outlook["meld_count"]
    outlook["meld_type"][slot] = meld_type
    outlook["meld_kind"][slot] = kind
    outlook["meld_count"] = slot + 1
    count_meld(outlook, meld_type, kind, 1)


@njit
def drop_meld(outlook):
    """Undo ``add_meld``."""
    slot = outlook["meld_count"] - 1
    outlook["meld_count"] = slot
    count_meld(outlook, outlook["meld_type"][slot], outlook["meld_kind"][slot], -1)


@njit
def count_meld(outlook, meld_type, kind, times):
    """Count the tiles of a meld among the melded ones."""
    if meld_type == MELD_CHOW:
        for other in range(kind, kind + 3):
            outlook["melded"][other] += times
    else:
        outlook["melded"][kind] += times * (3 if meld_type == MELD_PUNG else 4)


@njit
def prepare(rows, row_of, outlook):
    """Look at hand and melds as they are now; return whether they can still win."""
    possible = need_of_melds(outlook["meld_type"], outlook["meld_kind"], outlook["meld_count"], outlook["need"])
    find_rows(row_of, outlook["hand"], outlook["zhong"], outlook["row"])
    join_suits(rows, outlook["row"], outlook["need"], outlook["joined"])
    return possible


@njit
def missing_with(rows, row, kind, outlook):
    """Tiles that are missing where the suit of ``kind`` has the row ``row``."""
    need = outlook["need"]
    suit = kind // 9
    missing = missing_tiles(finish(rows[row], outlook["joined"][BUT_ONE + suit], need), need)
    if may_be_one_suited(outlook["hand"], need, missing):
        kept = outlook["row"][suit]
        outlook["row"][suit] = row
        missing = missing_tiles(least_cost(rows, outlook["row"], need, outlook["joined"][SPARE:]), need)
        outlook["row"][suit] = kept
    return missing


@njit
def count_live(rows, row_of, row, kind, outlook):
    """Live tiles that bring the hand nearer, where the suit of ``kind`` has the row ``row``.

    Where an open meld is missing and one tile more, only a claim does: then every kind counts that makes a set
    with two tiles of the hand, even where that breaks another group. That H5 asks for two suits is not regarded.
    """
    need = outlook["need"]
    suit = kind // 9
    missing = missing_tiles(finish(rows[row], outlook["joined"][BUT_ONE + suit], need), need)
    total = 0
    for other in range(NUM_SUITS):
        rest = outlook["joined"][BUT_ONE + suit]
        if other != suit:
            rest = outlook["joined"][SPARE]
            join(rows[row], outlook["joined"][BUT_TWO[suit, other]], need, outlook["joined"][SPARE + 1])
            turn(outlook["joined"][SPARE + 1], need, rest)
        for drawn in range(9 * other, min(9 * other + 9, NUM_KINDS)):
            if outlook["live"][drawn] > 0 and outlook["hand"][drawn] < 4:
                cost = finish(rows[row_after_draw(row_of, drawn, outlook)], rest, need)
                nearer = missing_tiles(cost, need) < missing
                if missing == 2 and need[NEED_OPENING]:
                    nearer = cost <= TILE and can_claim(outlook["hand"], drawn)
                if nearer:
                    total += outlook["live"][drawn]
    return total


@njit
def can_claim(hand, kind):
    """Whether a hand has two tiles that make a set with a discard of ``kind``."""
    if hand[kind] >= 2:
        return True
    for place in range(3):
        low = kind - place
        in_suit = kind < FIRST_HONOUR and low >= 0 and low // 9 == kind // 9 and low % 9 <= 6
        if in_suit and hand[low + (place == 0)] > 0 and hand[low + 2 - (place == 2)] > 0:
            return True
    return False


@njit
def row_after_draw(row_of, kind, outlook):
    """Row of the suit of ``kind`` with one more of it."""
    outlook["hand"][kind] += 1
    row = row_with(row_of, outlook["hand"], kind, outlook["zhong"])
    outlook["hand"][kind] -= 1
    return row


@njit
def row_after_discard(row_of, kind, outlook):
    """Row of the suit of ``kind`` with one less of it."""
    outlook["hand"][kind] -= 1
    row = row_with(row_of, outlook["hand"], kind, outlook["zhong"])
    outlook["hand"][kind] += 1
    return row
