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
    ROW_ZHONG,
    ROW_ZHONG_PLAIN,
    TILE,
    UNREACHABLE,
    load_table,
)
from mjenv.engine.shanten_table import CELLS as COST_CELLS
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
@njit
def place_of(sets, pair):
    """First of the eight cells for so many sets and pairs."""
    return (2 * sets + pair) * 8


@njit
def join_costs(one, other, sets, features, out):
    """Cells of two suits together, for subsets of the wanted features and ``sets`` sets at most."""
    for total in range(sets + 1):
        for pair in range(2):
            for wanted in range(8):
                if wanted & ~features == 0:
                    best = UNREACHABLE
                    for some in range(total + 1):
                        for own in range(pair + 1):
                            a = place_of(some, own)
                            if one[a] != UNREACHABLE:
                                b = place_of(total - some, pair - own)
                                best = min(best, least_split(one, a, other, b, wanted))
                    out[place_of(total, pair) + wanted] = best


@njit
def least_split(one, a, other, b, wanted):
    """Least cost of wanted features split over eight cells each."""
    best = UNREACHABLE
    some = wanted
    while True:
        best = min(best, int(one[a + some]) + int(other[b + (wanted ^ some)]))
        if some == 0:
            return best
        some = (some - 1) & wanted


@njit
def cost_beside(hand, sets, features, used, zhong, scratch):
    """Cost of a hand in which each suit of the set ``used`` has a group; scratch: uint8[4, 80]."""
    for suit in range(3):
        row = int(COST_ROW[find_place(hand, 9 * suit)])
        for cell in range(COST_CELLS):
            scratch[suit, cell] = COSTS[row, cell]
        if used >> suit & 1:
            scratch[suit, 0] = UNREACHABLE
    join_costs(scratch[0], scratch[1], sets, features, scratch[3])
    join_costs(COSTS[zhong + int(hand[ZHONG])], scratch[2], sets, features, scratch[0])
    best = UNREACHABLE
    for some in range(sets + 1):
        for own in range(2):
            cost = least_split(scratch[3], place_of(some, own), scratch[0], place_of(sets - some, 1 - own), features)
            best = min(best, cost)
    return best


@njit
def least_cost(hand, sets, gain, options, scratch):
    """Cost of the cheapest hand with the features that the melds lack and tiles of two suits (H5, H6)."""
    features = ALL_FEATURES & ~gain
    zhong = ROW_ZHONG if options & ZHONG_PAIR else ROW_ZHONG_PLAIN
    suits = gain >> SUITS & 7
    cost = cost_beside(hand, sets, features, 0, zhong, scratch)
    if suits & (suits - 1) or not may_be_one_suited(hand, sets, suits, (cost + TILE - 1) // TILE):
        return cost
    best = UNREACHABLE
    for a in range(3):
        for b in range(a + 1, 3):
            both = 1 << a | 1 << b
            if suits == 0 or suits & both:
                best = min(best, cost_beside(hand, sets, features, both & ~suits, zhong, scratch))
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
def harbin_missing(hand, melds, options):
    """Tiles that a seat misses to a hand that Harbin lets win; NEVER where there is none."""
    count = count_melds(melds)
    gain = find_gain(melds)
    sets = MAX_MELDS - count
    if not can_open(count, gain):
        return NEVER
    tiles = 0
    for kind in range(NUM_KINDS):
        tiles += int(hand[kind])
    to_discard = tiles % 3 == 2
    if to_discard and gain & OPEN and is_finished(hand, gain, options):
        return 0
    scratch = np.empty((4, COST_CELLS), np.uint8)
    missing = missing_by_cost(least_cost(hand, sets, gain, options, scratch), gain)
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
