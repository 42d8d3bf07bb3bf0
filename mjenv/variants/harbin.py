"""Harbin mahjong (哈尔滨麻将): the rule book, in the order of the rule page; each block cites its clause."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import bit, lowest_bit
from mjenv.engine.codes import (
    DISCARD,
    HU,
    MELD_CHOW,
    MELD_PUNG,
    NOTHING,
    NUM_SEATS,
    RIVER_CLAIMED,
    SELF_KONG,
    SOURCE_CLAIM,
    SOURCE_ENDGAME,
    TING,
)
from mjenv.engine.log import EV_BAO, EV_BAO_EXCHANGE, new_row, set_values
from mjenv.engine.melds import (
    TRAIT_OPEN,
    add_meld,
    added_kong_kinds,
    drop_last_meld,
    enter_kong,
    leave_kong,
    self_kong_kinds,
)
from mjenv.engine.menu import (
    CLAIM_HU,
    CLAIM_KONG,
    CLAIM_PUNG,
    CLAIM_TING_CHOW_LOW,
    CLAIM_TING_PUNG,
    allow,
    allow_discards,
    find_runs,
)
from mjenv.engine.standard import may_be_near, near_discards
from mjenv.engine.tiles import FIRST_HONOUR, KIND_SUIT, KIND_WEIGHT, ZHONG, add_tile, remove_tile
from mjenv.engine.wall import count_left, fill_wall, take_tail
from mjenv.variants import harbin_payment, harbin_ready
from mjenv.variants.common import COMMON_PARAMS, KONG_AFTER_TING, NEVER, SAME_WAITS, YES_NO
from mjenv.variants.harbin_payment import ELEMENTS, FOUR_BAO, LIABLE_DRAWS, SINGLE_BAO, TASKS, rank_bao
from mjenv.variants.harbin_ready import MELDS_MAX, is_ready_without, waits_on
from mjenv.variants.params import INT_MAX, Book, Param, Preset

HARBIN_PARAMS: Final = (
    Param("terminal_from_winning_tile", False, YES_NO, "H5", "the winning tile may be the 1, 9 or 红中 needed"),
    Param("zhong_pair_for_triplet", True, YES_NO, "H6", "a pair of 红中 stands in for the triplet"),
    Param("sequence_at_ting", False, YES_NO, "H6", "some wait needs a run complete without the winning tile"),
    Param("kong_after_ting", "same_waits", KONG_AFTER_TING, "H7", "kongs allowed to a ready seat"),
    Param("ting_pung", True, YES_NO, "H8", "a pung may be claimed to become ready"),
    Param("added_kong_with_three_melds", True, YES_NO, "H9", "a seat with three melds may add to its pung"),
    Param("edge_is_kadang", False, YES_NO, "H15", "edge waits (12_, _89) count as 卡当"),
    Param("rob_payer", "all", ("all", "kong_maker"), "H16", "who pays for a robbed kong"),
)
FOUR_BAO_PARAMS: Final = (
    Param("task_bao_run", 0, range(INT_MAX), "H26", "reward: won by a 宝 mode with three revealed 宝 in a run"),
    Param("task_bao_two_pairs", 0, range(INT_MAX), "H26", "reward: the ranks of the four revealed 宝 form two pairs"),
    Param("task_bao_in_bao", 0, range(INT_MAX), "H26", "reward: won by 宝中宝"),
)
SINGLE_BAO_PARAMS: Final = (
    Param("bao_exchange_counts", "discards_and_melds", ("discards_and_melds", "discards"), "H12", "what 换宝 counts"),
    Param("bao_fan", 4, range(1, INT_MAX), "H20", "what each loser pays for 摸宝"),
    Param("bao_in_bao_fan", 16, range(1, INT_MAX), "H20", "what each loser pays for 宝中宝"),
    Param("liability_after_draw", "stays", ("stays", "passes"), "H25", "where the deal goes when a 包庄 hand is drawn"),
)
_PRESETS = (
    Preset("four_bao", "harbin", FOUR_BAO, COMMON_PARAMS + HARBIN_PARAMS + FOUR_BAO_PARAMS, has_ready=True),
    Preset("single_bao", "harbin", SINGLE_BAO, COMMON_PARAMS + HARBIN_PARAMS + SINGLE_BAO_PARAMS, has_ready=True),
)

WALL_LENGTH: Final = 112
BOOK: Final = Book("harbin", _PRESETS, WALL_LENGTH, ELEMENTS, TASKS, has_bao=True)
DISCARDS_ONLY: Final = 1
DEAL_PASSES: Final = 1

# Hooks that have their own files: what is a legal and a ready hand, who pays what.
find_waits = harbin_ready.find_waits
settle = harbin_payment.settle
choose_groups = harbin_payment.choose_groups
log_result = harbin_payment.log_result

# Tiles and deal -----------------------------------------------------------------------------------
FIRST_BAO: Final = 108  # H2; the last tile drawn from the tail is the one before
ONLY_BAO: Final = 111  # H3
EXCHANGED_AT: Final = 3  # H12
ENDGAME_TILES: Final = 4  # H23


@njit
def build_wall(rules, out_wall):
    """Write the tiles of the game in order of kinds and return their number (H1)."""
    count = fill_wall(out_wall, 0, FIRST_HONOUR - 1, 4, 0)
    return fill_wall(out_wall, ZHONG, ZHONG, 4, count)


@njit
def count_copies(rules, kind):
    """Four of every suit tile and of 红中 (H1)."""
    return 4 if kind < FIRST_HONOUR or kind == ZHONG else 0


@njit
def open_hand(state, rules):
    """Set the 宝 aside, face down (H2, H3)."""
    if rules["preset"] == SINGLE_BAO:
        state["tail"] = ONLY_BAO - 1
        state["bao"][0] = state["wall"][ONLY_BAO]
        return
    state["tail"] = FIRST_BAO - 1
    for place in range(NUM_SEATS):
        state["bao"][place] = state["wall"][FIRST_BAO + place]


# A seat's own turn ----------------------------------------------------------------------------------
@njit
def fill_turn_menu(state, rules, seat):
    """Write what the seat in turn may do (C10)."""
    drawn = state["drawn"]
    ready = state["ready"][seat] > 0
    if ready and (waits_on(state, seat, drawn) or rank_bao(state, rules, seat, drawn) > 0):  # H4, H13
        allow(state, HU)
    if state["source"] == SOURCE_ENDGAME:
        allow(state, DISCARD + drawn)  # H23
        return
    if may_kong_now(state, rules, seat):
        allow_kongs(state, rules, seat)
    if ready:
        allow(state, DISCARD + drawn)  # C15
        return
    if not state["must_ting"]:
        allow_discards(state, seat)
    if state["traits"][seat] & TRAIT_OPEN:
        allow_tings(state, rules, seat)


@njit
def allow_tings(state, rules, seat):
    """The seat may declare ready with any discard that leaves a ready hand (H4)."""
    due = near_discards(state, seat)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        if is_ready_without(state, rules, seat, kind):
            allow(state, TING + kind)


@njit
def may_kong_now(state, rules, seat):
    """Whether this is a turn for kongs at all (C8, H7)."""
    if count_left(state) == 0 or state["must_ting"]:
        return False
    if state["ready"][seat] > 0 and rules["kong_after_ting"] == NEVER:
        return False
    return state["source"] != SOURCE_CLAIM or rules["kong_after_claim"] != 0


@njit
def allow_kongs(state, rules, seat):
    """The seat may make a concealed or an added kong of the kinds it can (H7, H9)."""
    due = np.uint64(0)
    if state["meld_count"][seat] < MELDS_MAX:
        due = self_kong_kinds(state, seat)
    elif rules["added_kong_with_three_melds"]:
        due = added_kong_kinds(state, seat)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        if keeps_ready(state, rules, seat, kind):
            allow(state, SELF_KONG + kind)


@njit
def keeps_ready(state, rules, seat, kind):
    """Whether a kong of a kind is allowed to the seat as far as being ready goes (H7)."""
    if state["ready"][seat] == 0:
        return True
    waits = find_waits_after_kong(state, rules, seat, kind)
    return waits == state["waits"][seat] if rules["kong_after_ting"] == SAME_WAITS else waits != 0


@njit
def find_waits_after_kong(state, rules, seat, kind):
    """Waits of the tiles left after a self kong, before the replacement (C15)."""
    traits = state["traits"][seat]
    suits = state["meld_suits"][seat]
    taken = enter_kong(state, seat, kind)
    waits = find_waits(state, rules, seat)
    leave_kong(state, seat, kind, taken, traits, suits)
    return waits


# Claims ---------------------------------------------------------------------------------------------
@njit
def find_claims(state, rules, seat):
    """Claims of a seat on the discard in question (C11, H8, H9), without `pass`."""
    kind = state["tile"]
    if state["source"] == SOURCE_ENDGAME:  # H23
        return 0
    if state["ready"][seat] > 0:
        return CLAIM_HU if waits_on(state, seat, kind) else 0
    if state["meld_count"][seat] >= MELDS_MAX:  # H9
        return 0
    claims = find_chows(state, rules, seat, kind)
    held = state["hand"][seat, kind]
    if held >= 2:
        claims |= CLAIM_PUNG
        if held == 3 and count_left(state) > 0:  # C8
            claims |= CLAIM_KONG
        if rules["ting_pung"] and makes_ready(state, rules, seat, MELD_PUNG, kind, kind, kind):
            claims |= CLAIM_TING_PUNG
    return claims


@njit
def find_chows(state, rules, seat, kind):
    """Ordinary chows, for the next seat only (C14), and ready chows, for any seat (H8)."""
    places = find_runs(state, seat, kind)
    claims = places if seat == (state["turn"] + 1) % NUM_SEATS else 0
    due = np.uint64(places)
    while due != 0:
        place = lowest_bit(due)
        due ^= bit(place)
        first = kind - place
        low = first + (place == 0)
        high = first + 2 - (place == 2)
        if makes_ready(state, rules, seat, MELD_CHOW, first, low, high):
            claims |= CLAIM_TING_CHOW_LOW << place
    return claims


@njit
def makes_ready(state, rules, seat, meld_type, first, one, two):
    """Whether some discard is ready after a meld of the tile in question with tiles one and two (H8)."""
    if not may_be_near(state, seat, KIND_SUIT[one], -KIND_WEIGHT[one] - KIND_WEIGHT[two]):
        return False
    traits = state["traits"][seat]
    suits = state["meld_suits"][seat]
    remove_tile(state, seat, one)
    remove_tile(state, seat, two)
    add_meld(state, seat, meld_type, first, state["tile"], state["turn"])
    found = False
    due = near_discards(state, seat)
    while due != 0 and not found:
        kind = lowest_bit(due)
        due ^= bit(kind)
        found = is_ready_without(state, rules, seat, kind)
    drop_last_meld(state, seat, traits, suits)
    add_tile(state, seat, one)
    add_tile(state, seat, two)
    return found


@njit
def find_rob_claims(state, rules, seat):
    """Claims of a seat on an added kong (C12)."""
    return CLAIM_HU if state["ready"][seat] > 0 and waits_on(state, seat, state["tile"]) else 0


# 宝 -------------------------------------------------------------------------------------------------
@njit
def on_ready(state, rules, log, seat, place):
    """Show the 宝 that a seat's becoming ready reveals (H4, H11, H12)."""
    if rules["preset"] == SINGLE_BAO and place > 0:
        return
    state["bao_owner"][place] = seat
    row = new_row(log, EV_BAO, seat, NOTHING, state["bao"][place])
    set_values(log, row, 0, place, NOTHING, NOTHING)


@njit
def after_shown(state, rules, log):
    """Exchange the 宝 while three of its kind lie on the table (换宝, H12)."""
    if rules["preset"] != SINGLE_BAO or state["ready_count"] == 0:
        return
    while count_left(state) > 0 and count_shown(state, rules, state["bao"][0]) >= EXCHANGED_AT:
        old = state["bao"][0]
        state["bao"][0] = take_tail(state)
        set_values(log, new_row(log, EV_BAO_EXCHANGE, NOTHING, NOTHING, NOTHING), 0, old, state["bao"][0], NOTHING)


@njit
def count_shown(state, rules, kind):
    """Copies of a kind among discards and, unless the rules say otherwise, exposed melds (H12)."""
    if rules["bao_exchange_counts"] != DISCARDS_ONLY:
        return np.int64(state["visible"][kind])
    shown = 0
    for i in range(state["river_count"]):
        shown += state["river_kind"][i] == kind and state["river_info"][i] & RIVER_CLAIMED == 0
    return shown


@njit
def is_endgame(state, rules):
    """Whether the next tile from the head is an endgame draw (H23)."""
    return rules["preset"] == SINGLE_BAO and count_left(state) <= ENDGAME_TILES


# The next hand --------------------------------------------------------------------------------------
@njit
def pass_deal(state, rules):
    """Name the next dealer and count the draws in a row (H24, H25)."""
    liable = rules["preset"] == SINGLE_BAO and state["draws"] >= LIABLE_DRAWS
    dealer = state["dealer"]
    if state["winners"] == 0:
        state["draws"] += 1
        if liable and rules["liability_after_draw"] == DEAL_PASSES:
            state["dealer"] = (dealer + 1) % NUM_SEATS
        return
    state["draws"] = 0
    for seat in range(NUM_SEATS):
        if state["winners"] >> seat & 1:
            state["dealer"] = seat
    if liable:
        state["dealer"] = (dealer + 1) % NUM_SEATS
