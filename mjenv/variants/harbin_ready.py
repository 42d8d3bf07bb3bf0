"""Harbin: what is a legal hand, a wait, a ready hand and a 卡当 (H5, H6, H15)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE, count_bits
from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.melds import TRAIT_OPEN, TRAIT_TERMINAL, count_own, is_terminal
from mjenv.engine.shapes import HAS_RUN, HAS_TRIPLET, JOIN, splits_of
from mjenv.engine.standard import may_wait_in, open_suits
from mjenv.engine.tiles import FIRST_HONOUR, HONOUR_SUIT, KIND_WEIGHT, ZHONG, add_tile, remove_tile

MELDS_MAX: Final = 3  # H5b, H9

# How a winning tile can end a group: the partners it needs, and whether one of them is enough.
ENDS_LOW: Final = 0
ENDS_HIGH: Final = 1
ENDS_MIDDLE: Final = 2
ENDS_TRIPLET: Final = 3
ENDS_PAIR: Final = 4
ENDINGS: Final = np.array([[1, 2, 2], [-2, -1, 2], [-1, 1, 2], [0, 0, 2], [0, 0, 1]], np.int64)
EDGE_RANK: Final = np.array([6, 2], np.int64)  # rank, from 0, of an edge wait that ends a run low or high
SPLIT_RUN_AND_TRIPLET: Final = 1 << (HAS_RUN | HAS_TRIPLET)
SPLITS_WITH_RUN: Final = SPLIT_RUN_AND_TRIPLET | 1 << HAS_RUN


# Winning shape and ready ----------------------------------------------------------------------------
@njit
def suit_splits(state, rules, seat, suit, change):
    """What the splits of one concealed suit contain after a change of its code; 0 if not complete (H6)."""
    code = state["codes"][seat, suit] + change
    if suit == HONOUR_SUIT and code == 2 * KIND_WEIGHT[ZHONG] and rules["zhong_pair_for_triplet"]:
        return 1 << HAS_TRIPLET  # a pair of 红中
    return splits_of(suit, code)


@njit
def splits_besides(state, rules, seat, suit):
    """What melds and the concealed suits other than ``suit`` contain together; 0 if one is not complete."""
    joined = 1 << (state["traits"][seat] & (HAS_RUN | HAS_TRIPLET))
    for other in range(4):
        if other != suit and state["suit_size"][seat, other] != 0:
            joined = JOIN[joined, suit_splits(state, rules, seat, other, 0)]
    return joined


@njit
def is_legal_split(splits):
    """Whether some split has a run and, besides, a triplet or what stands in for it (H6)."""
    return splits >> (HAS_RUN | HAS_TRIPLET) & 1 != 0


@njit
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles to a legal hand, one bit a kind (H6, C19)."""
    waits = np.uint64(0)
    terminal = not rules["terminal_from_winning_tile"] or has_terminal(state, seat)
    suits = open_suits(state, seat)  # a pair of 红中 is complete, as whatever it stands for
    for suit in range(4):
        if suits & ~(1 << suit) or not may_wait_in(state, seat, suit):
            continue
        besides = splits_besides(state, rules, seat, suit)
        if besides == 0:
            continue
        for kind in range(9 * suit, min(9 * suit + 9, NUM_KINDS)):
            if state["hand"][seat, kind] == 4:  # C19; the suit's number has no digit for a fifth copy
                continue
            splits = suit_splits(state, rules, seat, suit, KIND_WEIGHT[kind])
            if (
                splits != 0
                and is_legal_split(JOIN[besides, splits])
                and count_own(state, seat, kind) < 4
                and (terminal or is_terminal(kind))
            ):
                waits |= ONE << np.uint64(kind)
    return waits


@njit
def has_terminal(state, seat):
    """Whether a 1, a 9 or a 红中 is among the seat's tiles (H5c)."""
    if state["traits"][seat] & TRAIT_TERMINAL or state["hand"][seat, ZHONG] > 0:
        return True
    for suit in range(3):
        if state["hand"][seat, 9 * suit] > 0 or state["hand"][seat, 9 * suit + 8] > 0:
            return True
    return False


@njit
def count_suits(state, seat):
    """Number of suits among the seat's tiles; 红中 is none (H5d)."""
    suits = 0
    for suit in range(3):
        if state["suit_size"][seat, suit] > 0 or state["meld_suits"][seat] >> suit & 1:
            suits += 1
    return suits


@njit
def find_ready_waits(state, rules, seat):
    """Waits with which the seat's 13 tiles may be declared ready; 0 if they may not (H5)."""
    if state["traits"][seat] & TRAIT_OPEN == 0 or state["meld_count"][seat] > MELDS_MAX:  # a, b
        return np.uint64(0)
    if not (rules["terminal_from_winning_tile"] or has_terminal(state, seat)):  # c
        return np.uint64(0)
    if count_suits(state, seat) < 2:  # d
        return np.uint64(0)
    waits = find_waits(state, rules, seat)  # e
    if rules["sequence_at_ting"] and waits != 0 and not has_run_before_win(state, rules, seat, waits):
        return np.uint64(0)
    return waits


@njit
def has_run_before_win(state, rules, seat, waits):
    """Whether some wait has a legal split with a run that is complete without the winning tile (H6)."""
    for kind in range(NUM_KINDS):
        if (waits >> np.uint64(kind)) & ONE == 0:
            continue
        suit = kind // 9
        besides = splits_besides(state, rules, seat, suit)
        for ending in range(len(ENDINGS)):
            change = ending_change(state, seat, kind, ENDINGS[ending])
            if change == 0:
                continue
            rest = JOIN[besides, splits_of(suit, state["codes"][seat, suit] + change)]
            triplet = ending == ENDS_TRIPLET or (
                ending == ENDS_PAIR and kind == ZHONG and rules["zhong_pair_for_triplet"]
            )
            if rest & (SPLITS_WITH_RUN if triplet else SPLIT_RUN_AND_TRIPLET):
                return True
    return False


@njit
def ending_change(state, seat, kind, partners):
    """Change of the suit's code when the tiles that ``kind`` completes leave the hand; 0 if they are not held."""
    low = kind + partners[0]
    high = kind + partners[1]
    if kind >= FIRST_HONOUR and low != high:
        return 0
    if low // 9 != kind // 9 or high // 9 != kind // 9:
        return 0
    if partners[2] == 1:
        return -KIND_WEIGHT[kind] if state["hand"][seat, kind] > 0 else 0
    if (
        state["hand"][seat, low] == 0
        or state["hand"][seat, high] == 0
        or (low == high and state["hand"][seat, low] < 2)
    ):
        return 0
    return -KIND_WEIGHT[low] - KIND_WEIGHT[high]


@njit
def is_kadang(state, rules, seat):
    """Whether the seat's 13 tiles wait on one kind alone, the middle of a run (卡当, H15)."""
    waits = state["waits"][seat]
    if waits == 0 or waits & (waits - ONE) != 0:
        return False
    kind = count_bits(waits - ONE)
    suit = kind // 9
    besides = JOIN[splits_besides(state, rules, seat, suit), 1 << HAS_RUN]
    for ending in range(ENDS_LOW if rules["edge_is_kadang"] else ENDS_MIDDLE, ENDS_MIDDLE + 1):
        if ending != ENDS_MIDDLE and kind % 9 != EDGE_RANK[ending]:
            continue
        change = ending_change(state, seat, kind, ENDINGS[ending])
        if change != 0 and is_legal_split(JOIN[besides, splits_of(suit, state["codes"][seat, suit] + change)]):
            return True
    return False


@njit
def waits_on(state, seat, kind):
    """Whether a ready seat waits on a kind."""
    return (state["waits"][seat] >> np.uint64(kind)) & ONE != 0


@njit
def is_ready_without(state, rules, seat, kind):
    """Whether the seat may declare ready with the discard of a kind (H4, H5)."""
    remove_tile(state, seat, kind)
    ready = find_ready_waits(state, rules, seat) != 0
    add_tile(state, seat, kind)
    return ready
