"""Shanghai Qiaoma: waits, flowers, fan, who pays what (S5, S10-S13)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_PUNG,
    NUM_KINDS,
    NUM_SEATS,
    SOURCE_FLOWER,
    SOURCE_KONG,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.engine.groups import MAX_GROUPS, copy_groups, count_choices, is_better_split, sort_groups, split_hand
from mjenv.engine.log import log_element
from mjenv.engine.melds import TRAIT_OPEN, TRAIT_RUN, drop_used_up
from mjenv.engine.standard import find_standard_waits
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_HONOUR, HONOUR_SUIT
from mjenv.variants.params import Element

# Fan, in the order of the rule page, then 无花果
SINGLE_HANG: Final = 0
KONG_DRAW: Final = 1
CONCEALED: Final = 2
HALF_FLUSH: Final = 3
ALL_TRIPLETS: Final = 4
FULL_FLUSH: Final = 5
HALF_FLUSH_TRIPLETS: Final = 6
FULL_FLUSH_TRIPLETS: Final = 7
CARRIED_DRAW: Final = 8
NO_FLOWER: Final = 9
ELEMENTS: Final = (
    Element("single_hang", "大吊车", "four melds, one concealed tile", "S12"),
    Element("kong_draw", "杠开", "drew the replacement of a kong or flower", "S12"),
    Element("concealed", "门清", "concealed hand", "S12"),
    Element("half_flush", "混一色", "one suit and winds", "S12"),
    Element("all_triplets", "碰碰胡", "four triplets and a pair", "S12"),
    Element("full_flush", "清一色", "one suit, no winds", "S12"),
    Element("half_flush_triplets", "混碰", "one suit and winds, triplets", "S12"),
    Element("full_flush_triplets", "清碰", "one suit, triplets", "S12"),
    Element("carried_draw", "荒番", "a hand after a draw or marked dice", "S14"),
    Element("no_flower", "无花果", "no flower but the base: ten flowers", "S10"),
)
VALUE: Final = np.array([1, 1, 1, 1, 1, 2, 2, 3, 1, 10], np.int64)
NUM_FAN: Final = 9
LINEAR: Final = 1  # fan_mode
ROBBED_TIMES: Final = 3  # S12

BASE_FLOWERS: Final = 1
FLOWERLESS: Final = 10  # S10


@njit
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind (S5, C19)."""
    return drop_used_up(state, seat, find_standard_waits(state, seat))  # of dragons none is held, so none is paired


@njit
def count_flowers(state, winner):
    """Flowers of the winner before 无花果: base, flower tiles, wind triplets, kongs (S9-S11)."""
    flowers = BASE_FLOWERS
    for place in range(len(state["flowers"][winner])):
        flowers += state["flowers"][winner, place]
    for kind in range(FIRST_HONOUR, FIRST_DRAGON):
        flowers += state["hand"][winner, kind] == 3
    for slot in range(state["meld_count"][winner]):
        meld_type = state["meld_type"][winner, slot]
        wind = int(state["meld_kind"][winner, slot] >= FIRST_HONOUR)
        if meld_type == MELD_PUNG:
            flowers += wind
        elif meld_type != MELD_CHOW:
            flowers += wind + (2 if meld_type == MELD_CONCEALED_KONG else 1)
    return flowers


@njit
def has_only_triplets(state, winner):
    """Whether the winner's hand can be read as triplets and a pair (碰碰胡)."""
    if state["traits"][winner] & TRAIT_RUN:
        return False
    pairs = 0
    for kind in range(NUM_KINDS):
        copies = state["hand"][winner, kind]
        if copies in (1, 4):
            return False
        pairs += copies == 2
    return pairs == 1


@njit
def mark_fan(state, rules, winner, out_fan):
    """Mark the winner's fan."""
    out_fan[:] = 0
    self_draw = state["win_type"] == WIN_SELF_DRAW
    if state["meld_count"][winner] == 4 and (self_draw or rules["single_hang_on_discard"]):
        out_fan[SINGLE_HANG] = 1
    if self_draw and (state["source"] == SOURCE_KONG or state["source"] == SOURCE_FLOWER):
        out_fan[KONG_DRAW] = 1
    if state["traits"][winner] & TRAIT_OPEN == 0:
        out_fan[CONCEALED] = 1
    suits = 0
    honours = False
    for suit in range(4):
        if state["suit_size"][winner, suit] > 0 or state["meld_suits"][winner] >> suit & 1:
            if suit == HONOUR_SUIT:
                honours = True
            else:
                suits += 1
    triplets = has_only_triplets(state, winner)
    if suits == 1:
        plain = HALF_FLUSH if honours else FULL_FLUSH
        joined = HALF_FLUSH_TRIPLETS if honours else FULL_FLUSH_TRIPLETS
        out_fan[joined if triplets else plain] = 1
    elif triplets:
        out_fan[ALL_TRIPLETS] = 1
    if state["counter"] > 0:
        out_fan[CARRIED_DRAW] = 1  # S14


@njit
def count_points(rules, flowers, fan, win_type):
    """Points of a win (S12)."""
    total = 0
    for element in range(NUM_FAN):
        total += fan[element] * VALUE[element]
    points = flowers
    if rules["fan_mode"] == LINEAR:
        points *= max(1, total - fan[CARRIED_DRAW])
        points *= 2 if fan[CARRIED_DRAW] else 1
    else:
        points <<= total
    return points * ROBBED_TIMES if win_type == WIN_ROBBED_KONG else points


@njit
def settle(state, rules, log, winner, out_payments):
    """Pay one winner, whose hand holds the winning tile (S13); return the flowers."""
    fan = np.zeros(NUM_FAN, np.int64)
    mark_fan(state, rules, winner, fan)
    flowers = count_flowers(state, winner)
    bare = flowers == BASE_FLOWERS
    if bare:
        flowers = FLOWERLESS
    points = count_points(rules, flowers, fan, state["win_type"])
    for loser in range(NUM_SEATS):
        if loser != winner and (state["win_type"] == WIN_SELF_DRAW or loser == state["giver"]):
            out_payments[loser, winner] += points
    for element in range(NUM_FAN):
        if fan[element]:
            log_element(log, element, VALUE[element])
    if bare:
        log_element(log, NO_FLOWER, FLOWERLESS)
    return flowers


@njit
def choose_groups(state, rules, winner, out_groups):
    """Write the groups of the winner's concealed tiles, sorted (C18); return their number."""
    found = 0
    groups = np.zeros(MAX_GROUPS, np.int64)
    hand = state["hand"][winner]
    for pair in range(NUM_KINDS):
        for choices in range(count_choices(hand, pair)):
            count = split_hand(hand, pair, choices, groups)
            if count == 0:
                continue
            sort_groups(groups, count)
            if found == 0 or is_better_split(groups, count, out_groups, found):
                copy_groups(groups, count, out_groups)
                found = count
    return found
