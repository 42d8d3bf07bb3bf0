"""Distance to a finished hand, by a table of suits (see ``shanten_table``).

What is counted is *missing*: the least number of tiles that a hand must still get, drawn or claimed, until it is a
finished hand, whatever it discards on the way. Shanten (向听) is that number less one: 0 is ready, -1 is finished.
Which copies lie on the table does not matter, only that there are four of a kind in all.

- ``shape_shanten``: finished is any four sets and a pair.
- ``harbin_shanten``: finished is a hand that Harbin lets win (H5, H6).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, MELD_CHOW, MELD_CONCEALED_KONG, MELD_PUNG, NUM_KINDS
from mjenv.engine.melds import is_terminal
from mjenv.engine.shanten_table import (
    ALL_FEATURES,
    CELLS,
    HAS_TERMINAL,
    ROW_HONOUR,
    ROW_ZHONG,
    ROW_ZHONG_PLAIN,
    TILE,
    UNREACHABLE,
    load_table,
)
from mjenv.engine.shapes import HAS_RUN, HAS_TRIPLET
from mjenv.engine.tiles import FIRST_HONOUR, HONOUR_SUIT, KIND_WEIGHT, ZHONG

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_SETS: Final = 4
NEVER: Final = 99  # the hand can no longer be finished

# What the concealed tiles must still become: int64[NEED_SIZE].
NEED_SETS: Final = 0
NEED_FEATURES: Final = 1
NEED_OPENING: Final = 2  # 1 where a set must be claimed yet
MELD_SUITS: Final = 3  # suits among the melds, one bit a suit
NEED_SIZE: Final = 4

# Rows that `join_suits` makes of those of the suits.
BUT_ONE: Final = 0  # + suit: all others, turned
BUT_TWO: Final = np.array([[0, 4, 5, 6], [4, 0, 7, 8], [5, 7, 0, 9], [6, 8, 9, 0]], np.int64)  # [suit, suit]
SPARE: Final = 10  # three for passing use
NUM_JOINED: Final = 13

# Rows ---------------------------------------------------------------------------------------------


@njit
def find_rows(row_of, hand, zhong, out_row):
    """Write the row of each suit of a concealed hand; ``zhong`` is ROW_ZHONG or ROW_ZHONG_PLAIN."""
    for suit in range(3):
        code = 0
        for kind in range(9 * suit, 9 * suit + 9):
            code += hand[kind] * KIND_WEIGHT[kind]
        out_row[suit] = row_of[code]
    out_row[HONOUR_SUIT] = zhong + hand[ZHONG]


@njit
def row_with(row_of, hand, kind, zhong):
    """Row of a kind's suit as ``hand`` holds it."""
    if kind == ZHONG:
        return zhong + hand[ZHONG]
    code = 0
    for other in range(kind - kind % 9, kind - kind % 9 + 9):
        code += hand[other] * KIND_WEIGHT[other]
    return np.int64(row_of[code])


@njit
def cell(sets, pairs, features):
    """Place of a cell in a row."""
    return (2 * sets + pairs) * 8 + features


@njit
def join(one, other, need, out):
    """Row of the tiles of two suits together, for as many sets as ``need`` asks; quickest with the emptier first."""
    sets = need[NEED_SETS]
    for place in range(CELLS):
        out[place] = UNREACHABLE
    for i in range(sets + 1):
        for p in range(2):
            a = cell(i, p, 0)
            if one[a] != UNREACHABLE:
                for j in range(sets + 1 - i):
                    for q in range(2 - p):
                        join_features(one, a, other, cell(j, q, 0), out)


@njit
def join_features(one, a, other, b, out):
    """Join the eight cells from a with the eight from b: one brings some features, the other the rest."""
    for f in range(8):
        for g in range(8):
            if f & g == 0:
                total = np.int64(one[a + f]) + np.int64(other[b + g])
                out[a + b + f + g] = min(total, np.int64(out[a + b + f + g]))


@njit
def copy_row(row, out):
    """Copy a row; cell by cell, as assigning a whole array takes Numba seconds to compile."""
    for place in range(CELLS):
        out[place] = row[place]


@njit
def turn(row, need, out):
    """Turn a row round: each cell becomes the cost of all that is needed beside it."""
    sets = need[NEED_SETS]
    for j in range(sets + 1):
        for p in range(2):
            for f in range(8):
                out[cell(j, p, f)] = row[cell(sets - j, 1 - p, need[NEED_FEATURES] & ~f)]


@njit
def finish(row, turned, need):
    """Cost of all that is needed, from a suit's row and the turned row of the others."""
    best = np.int64(UNREACHABLE)
    for place in range(cell(need[NEED_SETS] + 1, 0, 0)):
        best = min(best, np.int64(row[place]) + np.int64(turned[place]))
    return best


@njit
def join_suits(rows, row, need, out_joined):
    """Write what all suits but one (turned), and all but two, come to together."""
    for a in range(4):
        for b in range(a + 1, 4):
            c, d = others_of(a, b)
            join(rows[row[d]], rows[row[c]], need, out_joined[BUT_TWO[a, b]])
    for a in range(4):
        b = HONOUR_SUIT if a < HONOUR_SUIT else 0
        join(rows[row[b]], out_joined[BUT_TWO[a, b]], need, out_joined[SPARE])
        turn(out_joined[SPARE], need, out_joined[BUT_ONE + a])


@njit
def others_of(a, b):
    """The two suits beside a and b, the lower first."""
    low = 0
    while low in (a, b):
        low += 1
    return low, 6 - a - b - low


# Counting what is missing -----------------------------------------------------------------------------


@njit
def missing_tiles(cost, need):
    """Tiles that are missing by a cost.

    Where a set must be claimed yet, another tile than the one that finishes it must finish the hand. So missing
    tiles must spread over two groups; where they do not, a finished set is claimed anew.
    """
    tiles = (cost + TILE - 1) // TILE
    if not need[NEED_OPENING] or TILE * tiles - cost >= 2:
        return tiles
    return max(tiles + 1, 2)


@njit
def least_cost(rows, row, need, scratch):
    """Cost of a hand given by the rows of its suits, with tiles of two suits at least (H5d)."""
    suits = need[MELD_SUITS] & 7
    if suits & (suits - 1):
        return cost_using(rows, row, need, 0, scratch)
    best = UNREACHABLE
    for a in range(3):
        for b in range(a + 1, 3):
            pair = 1 << a | 1 << b
            if suits == 0 or suits & pair:
                best = min(best, cost_using(rows, row, need, pair & ~suits, scratch))
    return best


@njit
def cost_using(rows, row, need, used, scratch):
    """Cost of a hand in which each suit of the set ``used`` has a group; scratch: uint8[3 or more, 80]."""
    copy_row(rows[row[HONOUR_SUIT]], scratch[0])
    for suit in range(3):
        copy_row(rows[row[suit]], scratch[1])
        if used >> suit & 1:
            scratch[1, 0] = UNREACHABLE
        join(scratch[0], scratch[1], need, scratch[2])
        copy_row(scratch[2], scratch[0])
    return np.int64(scratch[0, cell(need[NEED_SETS], 1, need[NEED_FEATURES])])


@njit
def may_be_one_suited(hand, need, missing):
    """Whether a hand of one suit (and 红中) could be as near as ``missing``, which H5d then rules out."""
    suits = need[MELD_SUITS] & 7
    if suits & (suits - 1):
        return False
    for suit in range(3):
        if suits & ~(1 << suit):
            continue
        tiles = min(np.int64(hand[ZHONG]), 3)
        for kind in range(9 * suit, 9 * suit + 9):
            tiles += hand[kind]
        if 3 * need[NEED_SETS] + 2 - tiles <= missing:
            return True
    return False


# Harbin -----------------------------------------------------------------------------------------------


@njit
def need_of_melds(meld_type, meld_kind, count, out_need):
    """Write what Harbin asks of the concealed tiles beside some melds; return whether that can be (H5, H6, H9)."""
    features = 0
    is_open = False
    out_need[MELD_SUITS] = 0
    for slot in range(count):
        kind = meld_kind[slot]
        is_chow = meld_type[slot] == MELD_CHOW
        features |= HAS_RUN if is_chow else HAS_TRIPLET
        if is_terminal(kind) or (is_chow and is_terminal(kind + 2)):
            features |= HAS_TERMINAL
        if kind < FIRST_HONOUR:
            out_need[MELD_SUITS] |= 1 << (kind // 9)
        is_open |= meld_type[slot] != MELD_CONCEALED_KONG
    out_need[NEED_SETS] = MAX_SETS - count
    out_need[NEED_FEATURES] = ALL_FEATURES & ~features
    out_need[NEED_OPENING] = not is_open
    return count < 3 or (count == 3 and is_open)


@njit
def has_terminal(hand, need):
    """Whether a 1, a 9 or an honour is among hand and melds (H5c)."""
    if need[NEED_FEATURES] & HAS_TERMINAL == 0:
        return True
    for kind in range(NUM_KINDS):
        if hand[kind] > 0 and is_terminal(kind):
            return True
    return False


@njit
def harbin_missing(rows, row_of, hand, melded, need, options):
    """Tiles that 3n + 1 concealed tiles miss to a hand that Harbin lets win; ``melded``: copies in the melds.

    ``options``: the row of 红中, and whether the winning tile may be the only terminal. What the melds use up is
    looked at for the winning tile only (C19), so that 1 is exact; above, the number is a lower bound where a
    hand would need a fifth copy of a kind in its melds.
    """
    scratch = np.empty((3, CELLS), np.uint8)
    row = np.empty(4, np.int64)
    find_rows(row_of, hand, options[0], row)
    missing = missing_tiles(least_cost(rows, row, need, scratch), need)
    if missing != 1:
        return missing
    if options[1] == 0 and not has_terminal(hand, need):  # H5c
        return 2
    for kind in range(NUM_KINDS):
        if hand[kind] + melded[kind] < 4 and (kind < FIRST_HONOUR or kind == ZHONG):
            hand[kind] += 1
            find_rows(row_of, hand, options[0], row)
            hand[kind] -= 1
            if least_cost(rows, row, need, scratch) == 0:
                return 1
    return 2


@njit
def harbin_missing_to_discard(rows, row_of, hand, melded, need, options):
    """Tiles that 3n + 2 concealed tiles miss: 0 if they are a finished hand, else after the best discard."""
    scratch = np.empty((3, CELLS), np.uint8)
    row = np.empty(4, np.int64)
    find_rows(row_of, hand, options[0], row)
    if need[NEED_OPENING] == 0 and least_cost(rows, row, need, scratch) == 0:
        return 0
    best = NEVER
    for kind in range(NUM_KINDS):
        if hand[kind] > 0:
            hand[kind] -= 1
            best = min(best, harbin_missing(rows, row_of, hand, melded, need, options))
            hand[kind] += 1
    return best


def harbin_shanten(
    hand: np.ndarray,
    melds: Sequence[tuple[int, int]] = (),
    *,
    zhong_pair_for_triplet: bool = True,
    terminal_from_winning_tile: bool = False,
) -> int:
    """Return the distance of a seat's tiles to a hand that Harbin lets win: 0 may declare ready, -1 is finished.

    ``hand``: int8[34], concealed copies of each kind, of a seat about to discard or not; ``melds``: MELD_ type and
    (lowest) kind. Such a hand (H5, H6) has an open meld, so that a hand without must still claim one; at most
    three melds; a run, and a triplet or a pair of 红中; a 1, a 9 or a 红中 before the winning tile; two suits.
    The keywords are the rule parameters of these names; ``sequence_at_ting`` is not regarded. ``NEVER`` where no
    such hand can be reached. Raises ``ValueError`` where the number of tiles does not fit the melds.

    >>> from mjenv.engine.tiles import parse_tiles
    >>> hand = np.bincount(parse_tiles("78m222p77s456m"), minlength=34)
    >>> harbin_shanten(hand, [(MELD_CHOW, 0)])  # beside 123m open: waits on 6m and 9m
    0
    >>> harbin_shanten(hand + np.bincount([0, 1, 2], minlength=34))  # must claim a meld first
    1
    """
    check_size(hand, len(melds))
    need = np.zeros(NEED_SIZE, np.int64)
    types = np.array([meld_type for meld_type, _ in melds], np.int64)
    kinds = np.array([kind for _, kind in melds], np.int64)
    if not need_of_melds(types, kinds, len(melds), need):
        return NEVER
    melded = np.zeros(NUM_KINDS, np.int64)
    for meld_type, kind in melds:
        if meld_type == MELD_CHOW:
            melded[kind : kind + 3] += 1
        else:
            melded[kind] += 3 if meld_type == MELD_PUNG else 4
    options = np.array([ROW_ZHONG if zhong_pair_for_triplet else ROW_ZHONG_PLAIN, terminal_from_winning_tile])
    held = np.array(hand, np.int64)
    count = harbin_missing if held.sum() % 3 == 1 else harbin_missing_to_discard
    return int(count(*load_table(), held, melded, need, options)) - 1


# Any shape --------------------------------------------------------------------------------------------


@njit
def shape_missing(rows, row_of, hand, need):
    """Tiles that 3n + 1 or 3n + 2 concealed tiles miss to the standard shape."""
    joined = np.empty(CELLS, np.uint8)
    more = np.empty(CELLS, np.uint8)
    row = np.empty(4, np.int64)
    find_rows(row_of, hand, ROW_HONOUR, row)
    copy_row(rows[row[0]], joined)
    for suit in range(1, 3):
        join(rows[row[suit]], joined, need, more)
        copy_row(more, joined)
    for kind in range(FIRST_HONOUR, NUM_KINDS):
        join(rows[ROW_HONOUR + hand[kind]], joined, need, more)
        copy_row(more, joined)
    return missing_tiles(np.int64(joined[cell(need[NEED_SETS], 1, 0)]), need)


def shape_shanten(hand: np.ndarray, melds: int = 0) -> int:
    """Return the plain distance of concealed tiles to the standard shape (C17), four sets and a pair.

    ``hand``: int8[34], copies of each kind, of a seat about to discard or not; ``melds``: its number of melds.
    Raises ``ValueError`` where the number of tiles does not fit the melds.

    >>> from mjenv.engine.tiles import parse_tiles
    >>> texts = "123m456m789m11p23s", "11123456789999m", "147m258p369s1234z"
    >>> [shape_shanten(np.bincount(parse_tiles(text), minlength=34)) for text in texts]
    [0, -1, 8]
    """
    check_size(hand, melds)
    need = np.array([MAX_SETS - melds, 0, 0, 0])
    return int(shape_missing(*load_table(), np.array(hand, np.int64), need)) - 1


def check_size(hand: np.ndarray, melds: int) -> None:
    """Raise ``ValueError`` where a hand cannot be that of a seat with so many melds."""
    tiles = int(np.sum(hand))
    most = 3 * (MAX_MELDS - melds) + 2
    if not 0 <= melds <= MAX_MELDS or tiles not in {most - 1, most}:
        raise ValueError(f"hand of {tiles} concealed tiles beside {melds} melds: expected {most - 1} or {most}")
