"""Hebei: fan, who pays what, kong payments (B7-B10)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE, has_bit
from mjenv.engine.codes import (
    MELD_ADDED_KONG,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    NUM_KINDS,
    NUM_SEATS,
    SOURCE_KONG,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.engine.groups import (
    GROUP_PAIR,
    GROUP_TRIPLET,
    MAX_GROUPS,
    copy_groups,
    count_choices,
    is_better_split,
    sort_groups,
    split_hand,
)
from mjenv.engine.log import log_element
from mjenv.engine.melds import TRAIT_OPEN
from mjenv.engine.tiles import HONOUR_SUIT, add_tile, remove_tile
from mjenv.engine.wall import count_left
from mjenv.variants.hebei_hand import find_orphan_waits, find_pairs_waits, find_waits
from mjenv.variants.params import Element

# Fan (B7, B8), in the order of the rule page
CONCEALED: Final = 0
ROBBED_KONG: Final = 1
KONG_DRAW: Final = 2
ALL_TRIPLETS: Final = 3
SINGLE_HANG: Final = 4
FULL_FLUSH: Final = 5
HALF_FLUSH: Final = 6
ALL_HONOURS: Final = 7
STRAIGHT: Final = 8
MIXED_STRAIGHT: Final = 9
SEVEN_PAIRS: Final = 10
LUXURY: Final = 10  # + number of fours of a kind
THIRTEEN_ORPHANS: Final = 14
LAST_TILE: Final = 15
CATCH_FIVE: Final = 16
HALF_FLUSH_SEVEN_PAIRS: Final = 17
FULL_FLUSH_SEVEN_PAIRS: Final = 18
ELEMENTS: Final = (
    Element("concealed", "门清", "concealed hand", "B7"),
    Element("robbed_kong", "抢杠胡", "robbed an added kong", "B7"),
    Element("kong_draw", "杠上开花", "drew a kong's replacement", "B7"),
    Element("all_triplets", "碰碰胡", "four triplets and a pair", "B7"),
    Element("single_hang", "大吊车", "four melds, one concealed tile", "B7"),
    Element("full_flush", "清一色", "one suit, no honours", "B7"),
    Element("half_flush", "混一色", "one suit and honours", "B7"),
    Element("all_honours", "清风", "honours only", "B7"),
    Element("straight", "一条龙", "123 456 789 of one suit", "B7"),
    Element("mixed_straight", "花龙", "123, 456, 789 in three suits", "B7"),
    Element("seven_pairs", "七对", "seven pairs", "B7"),
    Element("luxury_1", "豪华七对", "seven pairs with one four of a kind", "B7"),
    Element("luxury_2", "双豪华七对", "seven pairs with two fours of a kind", "B7"),
    Element("luxury_3", "三豪华七对", "seven pairs with three fours of a kind", "B7"),
    Element("thirteen_orphans", "十三幺", "thirteen orphans", "B7"),
    Element("last_tile", "海底捞月", "drew the last tile", "B7"),
    Element("catch_five", "捉五", "won by 5m in the middle of 4m 6m", "B7"),
    Element("half_flush_seven_pairs", "混七对", "seven pairs of one suit and honours", "B8"),
    Element("full_flush_seven_pairs", "青七对", "seven pairs of one suit", "B8"),
)
VALUE: Final = np.array([2, 2, 2, 3, 2, 3, 2, 3, 2, 5, 2, 8, 16, 32, 10, 2, 5, 4, 5], np.int64)
NUM_ELEMENTS: Final = len(VALUE)

FIVE: Final = 4  # 5m
SHAPE_STANDARD: Final = 0
SHAPE_PAIRS: Final = 1
SHAPE_ORPHANS: Final = 2

# Payments (base payment, B10)
BASE_DEALER: Final = 4  # to and from the dealer on a self-draw
BASE_OTHER: Final = 2
BASE_DEALER_DISCARD: Final = 8
BASE_FROM_DEALER: Final = 6
BASE_BETWEEN_OTHERS: Final = 5
EXPOSED_KONG: Final = 3
ADDED_KONG: Final = 1
CONCEALED_KONG: Final = 2


# Fan ------------------------------------------------------------------------------------------------
@njit
def find_flush(state, winner):
    """FULL_FLUSH, HALF_FLUSH or ALL_HONOURS, -1 for none."""
    suits = 0
    honours = False
    for suit in range(4):
        present = state["suit_size"][winner, suit] > 0 or state["meld_suits"][winner] >> suit & 1
        if present and suit == HONOUR_SUIT:
            honours = True
        elif present:
            suits += 1
    if suits == 0:
        return ALL_HONOURS
    if suits > 1:
        return -1
    return HALF_FLUSH if honours else FULL_FLUSH


@njit
def mark_fan(state, rules, winner, shape, out_fan):
    """Mark the fan that do not depend on how a standard hand splits."""
    out_fan[:] = 0
    self_draw = state["win_type"] == WIN_SELF_DRAW
    if state["traits"][winner] & TRAIT_OPEN == 0 and (shape == SHAPE_STANDARD or rules["concealed_with_special"]):
        out_fan[CONCEALED] = 1
    if state["win_type"] == WIN_ROBBED_KONG:
        out_fan[ROBBED_KONG] = 1
    if self_draw and state["source"] == SOURCE_KONG:
        out_fan[KONG_DRAW] = 1
    if self_draw and count_left(state) == 0:
        out_fan[LAST_TILE] = 1
    if state["meld_count"][winner] == 4:
        out_fan[SINGLE_HANG] = 1
    flush = find_flush(state, winner)
    if flush >= 0:
        out_fan[flush] = 1


@njit
def mark_pairs(state, winner, out_fan):
    """Mark seven pairs, plain or with fours of a kind (B8)."""
    fours = 0
    for kind in range(NUM_KINDS):
        fours += state["hand"][winner, kind] == 4
    if fours > 0:
        out_fan[LUXURY + fours] = 1
    elif out_fan[HALF_FLUSH]:
        out_fan[HALF_FLUSH] = 0
        out_fan[HALF_FLUSH_SEVEN_PAIRS] = 1
    elif out_fan[FULL_FLUSH]:
        out_fan[FULL_FLUSH] = 0
        out_fan[FULL_FLUSH_SEVEN_PAIRS] = 1
    else:
        out_fan[SEVEN_PAIRS] = 1


@njit
def mark_split(state, groups, count, catches, out_fan):
    """Mark the fan that depend on the split of a standard hand (B7, B9)."""
    runs = np.uint64(0)
    for g in range(count):
        if groups[g] < GROUP_TRIPLET:
            runs |= ONE << np.uint64(groups[g])
    out_fan[ALL_TRIPLETS] = runs == 0
    out_fan[STRAIGHT] = 0
    out_fan[MIXED_STRAIGHT] = 0
    for one in range(3):
        if has_runs(runs, 9 * one, 9 * one + 3, 9 * one + 6):
            out_fan[STRAIGHT] = 1
        for two in range(3):
            if one != two and has_runs(runs, 9 * one, 9 * two + 3, 9 * (3 - one - two) + 6):
                out_fan[MIXED_STRAIGHT] = 1
    out_fan[CATCH_FIVE] = catches and has_runs(runs, FIVE - 1, FIVE - 1, FIVE - 1)


@njit
def has_runs(runs, one, two, three):
    """Whether runs from three kinds are all in a set of runs."""
    wanted = (ONE << np.uint64(one)) | (ONE << np.uint64(two)) | (ONE << np.uint64(three))
    return runs & wanted == wanted


@njit
def sum_fan(fan):
    """Value of the marked fan (B7)."""
    total = 0
    for element in range(NUM_ELEMENTS):
        total += fan[element] * VALUE[element]
    return total


@njit
def score(state, rules, winner, out_fan, out_groups):
    """Mark the fan of the best way to read the winner's hand; write its groups and return their number (C18, B9)."""
    best = np.int64(-1)
    found = 0
    tile = state["tile"]
    fan = np.zeros(NUM_ELEMENTS, np.int64)
    remove_tile(state, winner, tile)
    catches = tile == FIVE and (
        not rules["catch_five_sole_wait"] or find_waits(state, rules, winner) == ONE << np.uint64(FIVE)
    )
    concealed = state["meld_count"][winner] == 0
    pairs = concealed and has_bit(find_pairs_waits(state, winner), tile)
    orphans = concealed and has_bit(find_orphan_waits(state, rules, winner), tile)
    add_tile(state, winner, tile)
    if orphans:
        mark_fan(state, rules, winner, SHAPE_ORPHANS, out_fan)
        out_fan[THIRTEEN_ORPHANS] = 1
        return 0
    if pairs:
        mark_fan(state, rules, winner, SHAPE_PAIRS, out_fan)
        mark_pairs(state, winner, out_fan)
        best = sum_fan(out_fan)
        found = list_pairs(state, winner, out_groups)
    groups = np.zeros(MAX_GROUPS, np.int64)
    mark_fan(state, rules, winner, SHAPE_STANDARD, fan)
    hand = state["hand"][winner]
    for pair in range(NUM_KINDS):
        for choices in range(count_choices(hand, pair)):
            count = split_hand(hand, pair, choices, groups)
            if count == 0:
                continue
            mark_split(state, groups, count, catches, fan)
            sort_groups(groups, count)
            value = sum_fan(fan)
            if value > best or (value == best and is_better_split(groups, count, out_groups, found)):
                best = value
                found = count
                for element in range(NUM_ELEMENTS):
                    out_fan[element] = fan[element]
                copy_groups(groups, count, out_groups)
    return found


@njit
def list_pairs(state, winner, out_groups):
    """Write the seven pairs, sorted; four of a kind are two of them."""
    count = 0
    for kind in range(NUM_KINDS):
        for _ in range(state["hand"][winner, kind] // 2):
            out_groups[count] = GROUP_PAIR + kind
            count += 1
    sort_groups(out_groups, count)
    return count


# Payments -------------------------------------------------------------------------------------------
@njit
def settle(state, rules, log, winner, out_payments):
    """Pay one winner, whose hand holds the winning tile: base and fan (B7); return 0."""
    fan = np.zeros(NUM_ELEMENTS, np.int64)
    groups = np.zeros(MAX_GROUPS, np.int64)
    score(state, rules, winner, fan, groups)
    value = sum_fan(fan)
    for loser in range(NUM_SEATS):
        if loser != winner and (state["win_type"] == WIN_SELF_DRAW or loser == state["giver"]):
            out_payments[loser, winner] += find_base(state, winner, loser) + value
    for element in range(NUM_ELEMENTS):
        if fan[element]:
            log_element(log, element, VALUE[element])
    return 0


@njit
def find_base(state, winner, loser):
    """Base payment of one payer."""
    dealer = state["dealer"]
    if state["win_type"] == WIN_SELF_DRAW:
        return BASE_DEALER if dealer in (winner, loser) else BASE_OTHER
    if winner == dealer:
        return BASE_DEALER_DISCARD
    return BASE_FROM_DEALER if loser == dealer else BASE_BETWEEN_OTHERS


@njit
def choose_groups(state, rules, winner, out_groups):
    """Write the groups of the winner's concealed tiles, sorted; return their number, 0 for thirteen orphans."""
    fan = np.zeros(NUM_ELEMENTS, np.int64)
    return score(state, rules, winner, fan, out_groups)


@njit
def pay_kongs(state, rules, out_payments):
    """Pay every seat's kongs (B10)."""
    for seat in range(NUM_SEATS):
        for slot in range(state["meld_count"][seat]):
            meld_type = state["meld_type"][seat, slot]
            if meld_type == MELD_EXPOSED_KONG:
                out_payments[state["meld_from"][seat, slot], seat] += EXPOSED_KONG
            elif meld_type in (MELD_ADDED_KONG, MELD_CONCEALED_KONG):
                amount = ADDED_KONG if meld_type == MELD_ADDED_KONG else CONCEALED_KONG
                for payer in range(NUM_SEATS):
                    if payer != seat:
                        out_payments[payer, seat] += amount
