"""Harbin: how far a hand is from one that may be ready and win (H5, H6), and whether it is finished.

The same distance as ``mjenv.engine.shanten.harbin_shanten``, by the same table; quicker, since suits are joined for the
features that are wanted only, and since a hand of 14 tiles is looked at discard by discard only next to its end.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, MELD_CHOW, MELD_CONCEALED_KONG, MELD_NONE, NUM_KINDS
from mjenv.engine.melds import is_terminal
from mjenv.engine.shanten import NEVER
from mjenv.engine.shanten_table import (
    ALL_FEATURES,
    HAS_TERMINAL,
    TILE,
    UNREACHABLE,
    load_table,
)
from mjenv.engine.shapes import HAS_RUN, HAS_TRIPLET, JOIN, splits_of
from mjenv.engine.tiles import FIRST_HONOUR, HONOUR_SUIT, ZHONG
from mjenv.hands.shapes import copies_in_melds, count_melds, standard_missing
from mjenv.hands.tables import find_place, list_places
from mjenv.variants.harbin_ready import MELDS_MAX, is_legal_split

# Rule parameters that count, as bits of an option.
ZHONG_PAIR: Final = 1  # zhong_pair_for_triplet
LAST_TERMINAL: Final = 2  # terminal_from_winning_tile

# What the melds bring, as bits of one number.
OPEN: Final = 8  # beside the features HAS_RUN, HAS_TRIPLET and HAS_TERMINAL
SUITS: Final = 4  # bits 4 to 6: the suits


def _place_rows() -> np.ndarray:
    """Return the row of costs of each place."""
    codes, places = list_places()
    rows = np.zeros(len(places), np.uint16)
    rows[places] = load_table().row_of[codes]
    return rows


COSTS: Final = load_table().rows
COST_ROW: Final = _place_rows()


# Melds --------------------------------------------------------------------------------------------------
@njit
def find_gain(melds):
    """What the melds bring: features, whether one is open, suits."""
    gain = 0
    for slot in range(MAX_MELDS):
        meld_type = int(melds[slot, 0])
        kind = int(melds[slot, 1])
        if meld_type == MELD_NONE:
            continue
        gain |= HAS_RUN if meld_type == MELD_CHOW else HAS_TRIPLET
        if is_terminal(kind) or (meld_type == MELD_CHOW and is_terminal(kind + 2)):
            gain |= HAS_TERMINAL
        if meld_type != MELD_CONCEALED_KONG:
            gain |= OPEN
        if kind < FIRST_HONOUR:
            gain |= 1 << (SUITS + kind // 9)
    return gain


@njit
def can_open(count, gain):
    """Whether a seat with these melds is open or may become so, with four concealed tiles left (H5, H9)."""
    return count < MELDS_MAX or (count == MELDS_MAX and gain & OPEN != 0)


# Finished hands -----------------------------------------------------------------------------------------
@njit
def is_finished(hand, gain, options):
    """Whether 3n + 2 concealed tiles beside open melds are a hand that may have been ready and win (H5, H6)."""
    joined = 1 << (gain & (HAS_RUN | HAS_TRIPLET))
    pairs = 0
    suits = gain >> SUITS & 7
    terminal = gain & HAS_TERMINAL != 0
    for suit in range(4):
        code = 0
        size = 0
        for kind in range(min(9 * suit + 8, NUM_KINDS - 1), 9 * suit - 1, -1):
            copies = int(hand[kind])
            code = 5 * code + copies
            size += copies
        if size == 0:
            continue
        pairs += size % 3 == 2
        if suit < HONOUR_SUIT:
            suits |= 1 << suit
            terminal |= hand[9 * suit] > 0 or hand[9 * suit + 8] > 0
        else:
            terminal = True
        if suit == HONOUR_SUIT and hand[ZHONG] == 2 and options & ZHONG_PAIR:
            joined = int(JOIN[joined, 1 << HAS_TRIPLET])
        else:
            joined = int(JOIN[joined, splits_of(suit, code)])
        if joined == 0:
            return False
    return pairs == 1 and is_legal_split(joined) and terminal and suits & (suits - 1) != 0


@njit
def has_terminal(hand, gain):
    """Whether a 1, a 9 or a 红中 is among hand and melds (H5c)."""
    if gain & HAS_TERMINAL or hand[ZHONG] > 0:
        return True
    for suit in range(3):
        if hand[9 * suit] > 0 or hand[9 * suit + 8] > 0:
            return True
    return False


# Costs --------------------------------------------------------------------------------------------------
# A cell is 2 * sets + pairs; its eight costs, for each set of features, begin at 8 * cell in a row.


@njit
def least_split(one, other, wanted):
    """Least cost of wanted features, split over eight costs of each."""
    best = 2 * UNREACHABLE
    some = wanted
    while True:
        best = min(best, int(one[some]) + int(other[wanted ^ some]))
        if some == 0:
            return best
        some = (some - 1) & wanted


@njit
def cost_with_zhong(suit, zhong, cell, wanted, must):
    """Cost of a cell of a suit and 红中 together, which has no group, a pair or a triplet; ``must`` use the suit."""
    best = 2 * UNREACHABLE
    if cell > 0 or not must:
        best = int(suit[8 * cell + wanted])
    if cell & 1 and (cell > 1 or not must):
        in_pair = HAS_TERMINAL | (HAS_TRIPLET if zhong & ZHONG_PAIR else 0)
        best = min(best, int(suit[8 * (cell - 1) + (wanted & ~in_pair)]) + group_cost(2 - (zhong >> 1)))
    if cell > 1 and (cell > 2 or not must):
        in_triplet = HAS_TERMINAL | HAS_TRIPLET
        best = min(best, int(suit[8 * (cell - 2) + (wanted & ~in_triplet)]) + group_cost(3 - (zhong >> 1)))
    return best


@njit
def group_cost(missing):
    """Cost of a group that misses some tiles."""
    return TILE * missing - 1 if missing > 0 else 0


@njit
def cost_beside(hand, sets, features, used, options):
    """Cost of a hand in which each suit of the set ``used`` has a group.

    The three suits (红中 goes with the last) share the sets and the pair in some way. A lower bound of each way is
    what it costs whatever the features: the way of the lowest bound is looked into first, then what may be better.
    """
    one = COSTS[int(COST_ROW[find_place(hand, 0)])]
    two = COSTS[int(COST_ROW[find_place(hand, 9)])]
    last = COSTS[int(COST_ROW[find_place(hand, 18)])]
    zhong = 2 * int(hand[ZHONG]) + (options & ZHONG_PAIR)
    must = used & 4 != 0
    total = 2 * sets + 1
    least = 2 * UNREACHABLE
    a = 0
    c = 0
    for cell in range(total + 1):
        rest = cost_with_zhong(last, zhong, cell, 0, must)
        for some in range(used & 1, total - cell + 1 - (used >> 1 & 1)):
            other = total - cell - some
            bound = int(one[8 * some]) + int(two[8 * other]) + rest
            if bound < least and not some & other & cell & 1:
                least = bound
                a = some
                c = cell
    if least >= UNREACHABLE:
        return UNREACHABLE
    best = min(UNREACHABLE, cost_of_way(one[8 * a :], two[8 * (total - a - c) :], last, zhong, c, features, must))
    if best == least:
        return best
    for cell in range(total + 1):
        rest = cost_with_zhong(last, zhong, cell, 0, must)
        for some in range(used & 1, total - cell + 1 - (used >> 1 & 1)):
            other = total - cell - some
            if int(one[8 * some]) + int(two[8 * other]) + rest < best and not some & other & cell & 1:
                cost = cost_of_way(one[8 * some :], two[8 * other :], last, zhong, cell, features, must)
                best = min(best, cost)
    return best


@njit
def cost_of_way(one, two, last, zhong, cell, features, must):
    """Cost of the wanted features, from the costs of two suits on and the cell of the last suit and 红中."""
    best = 2 * UNREACHABLE
    some = features
    while True:
        rest = cost_with_zhong(last, zhong, cell, some, must)
        if rest < best:
            best = min(best, rest + least_split(one, two, features ^ some))
        if some == 0:
            return best
        some = (some - 1) & features


@njit
def least_cost(hand, sets, gain, options):
    """Cost of the cheapest hand with the features that the melds lack and tiles of two suits (H5, H6)."""
    features = ALL_FEATURES & ~gain
    suits = gain >> SUITS & 7
    cost = cost_beside(hand, sets, features, 0, options)
    if suits & (suits - 1) or not may_be_one_suited(hand, sets, suits, (cost + TILE - 1) // TILE):
        return cost
    best = UNREACHABLE
    for a in range(3):
        for b in range(a + 1, 3):
            both = 1 << a | 1 << b
            if suits == 0 or suits & both:
                best = min(best, cost_beside(hand, sets, features, both & ~suits, options))
    return best


@njit
def may_be_one_suited(hand, sets, suits, missing):
    """Whether a hand of one suit and 红中 could be as near, which H5d rules out."""
    for suit in range(3):
        if suits & ~(1 << suit):
            continue
        tiles = min(int(hand[ZHONG]), 3)
        for kind in range(9 * suit, 9 * suit + 9):
            tiles += int(hand[kind])
        if 3 * sets + 2 - tiles <= missing:
            return True
    return False


# Missing tiles ------------------------------------------------------------------------------------------
@njit
def missing_by_cost(cost, gain):
    """Tiles missing by a cost; without an open meld one of them finishes a set before another one the hand."""
    tiles = (cost + TILE - 1) // TILE
    if gain & OPEN or TILE * tiles - cost >= 2:
        return tiles
    return max(tiles + 1, 2)


@njit
def waits_legally(hand, melds, gain, options):
    """Whether some tile that the seat can still get finishes its 3n + 1 tiles; its terminal is there before (H5c)."""
    if not options & LAST_TERMINAL and not has_terminal(hand, gain):
        return False
    for kind in range(NUM_KINDS):
        if kind < FIRST_HONOUR or kind == ZHONG:
            held = hand[kind]
            if int(held) + copies_in_melds(melds, kind) < 4 and has_neighbour(hand, kind):
                hand[kind] = held + 1
                finished = is_finished(hand, gain, options)
                hand[kind] = held
                if finished:
                    return True
    return False


@njit
def has_neighbour(hand, kind):
    """Whether a tile of the kind, or of its suit at most two ranks away, is held."""
    if kind == ZHONG:
        return hand[kind] > 0
    for other in range(max(kind - 2, kind - kind % 9), min(kind + 3, kind - kind % 9 + 9)):
        if hand[other] > 0:
            return True
    return False


@njit
def harbin_missing(hand, melds, to_discard, options):
    """Tiles that a seat, about to discard or not, misses to a hand that Harbin lets win; NEVER where there is none."""
    count = count_melds(melds)
    gain = find_gain(melds)
    sets = MAX_MELDS - count
    if not can_open(count, gain):
        return NEVER
    if to_discard and gain & OPEN and is_finished(hand, gain, options):
        return 0
    missing = missing_by_cost(least_cost(hand, sets, gain, options), gain)
    if missing > 1:
        return missing
    held = hand.copy()
    if not to_discard:
        return 1 if waits_legally(held, melds, gain, options) else 2
    for kind in range(NUM_KINDS):
        if hand[kind] > 0:
            held[kind] = hand[kind] - 1
            if standard_missing(held, sets) == 1 and waits_legally(held, melds, gain, options):
                return 1
            held[kind] = hand[kind]
    return 2
