"""Harbin: 宝 power, modes of a win, who pays what, groups shown, side tasks (H13-H21, H26)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    SOURCE_KONG,
    WIN_DISCARD,
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
from mjenv.engine.log import EV_SHOWN_BAO, EV_TASK, log_element, new_row, set_values
from mjenv.engine.melds import TRAIT_OPEN
from mjenv.engine.shapes import HAS_RUN, HAS_TRIPLET
from mjenv.engine.tiles import FIRST_HONOUR, ZHONG, add_tile, remove_tile
from mjenv.variants.harbin_ready import is_kadang, waits_on
from mjenv.variants.params import Element

FOUR_BAO: Final = 0  # codes of the rule sets
SINGLE_BAO: Final = 1
PAID_BY_KONG_MAKER: Final = 1

# Modes of a win and their rows in the payment table (H16); the four 宝 modes come last.
DISCARD_WIN: Final = 0
SELF_DRAW: Final = 1
BIG_BAO: Final = 2
SMALL_BAO: Final = 3
BAO: Final = 4  # single_bao
BIG_BAO_IN_BAO: Final = 5
SMALL_BAO_IN_BAO: Final = 6
BAO_IN_BAO: Final = 7  # single_bao
TO_BAO_IN_BAO: Final = BIG_BAO_IN_BAO - BIG_BAO
ELEMENT_KADANG: Final = 8
ELEMENT_KONG_DRAW: Final = 9
ELEMENT_ROBBED_KONG: Final = 10
ELEMENTS: Final = (
    Element("discard_win", "平胡", "win on a discard", "H16"),
    Element("self_draw", "自摸", "self-draw", "H16"),
    Element("big_bao", "摸大宝", "drew the 宝 of its own", "H16"),
    Element("small_bao", "摸小宝", "drew the 宝 of another seat", "H16"),
    Element("bao", "摸宝", "drew the 宝", "H20"),
    Element("big_bao_in_bao", "大宝中宝", "drew the 宝 of its own in a kadang wait", "H16"),
    Element("small_bao_in_bao", "小宝中宝", "drew the 宝 of another seat in a kadang wait", "H16"),
    Element("bao_in_bao", "宝中宝", "drew the 宝 in a kadang wait", "H20"),
    Element("kadang", "卡当", "one wait, in the middle of a run: doubles", "H17"),
    Element("kong_draw", "杠开", "drew a kong's replacement", "H19"),
    Element("robbed_kong", "抢杠", "robbed an added kong", "H16"),
)
#: AMOUNT[mode]: what an open and a standing loser pay (H16); the two modes of single_bao are parameters (H20).
AMOUNT: Final = np.array([[1, 3], [2, 3], [4, 4], [2, 2], [0, 0], [16, 16], [8, 8], [0, 0]], np.int64)
AMOUNT_READY: Final = 1  # a discarder who is ready (H18)
AMOUNT_UNREADY: Final = 3
LIABLE_DRAWS: Final = 3  # H25

OTHERS_BAO: Final = 1
OWN_BAO: Final = 2

TASKS: Final = (
    Element("bao_run", "宝顺", "three revealed 宝 in a run", "H26"),
    Element("bao_two_pairs", "宝两对", "the ranks of the 宝 form two pairs", "H26"),
    Element("bao_in_bao", "宝中宝", "won by 宝中宝", "H26"),
)
TASK_BAO_RUN: Final = 0
TASK_TWO_PAIRS: Final = 1
TASK_BAO_IN_BAO: Final = 2


@njit
def rank_bao(state, rules, seat, kind):
    """How a drawn kind counts as 宝 for a ready seat: OWN_BAO, OTHERS_BAO or 0 (H13, H14)."""
    best = 0
    for place in range(1 if rules["preset"] == SINGLE_BAO else state["ready_count"]):
        if state["bao"][place] == kind:
            best = max(best, OWN_BAO if state["bao_owner"][place] == seat else OTHERS_BAO)
    return best


# Settlement -----------------------------------------------------------------------------------------
@njit
def base_amount(rules, mode, standing):
    """What a loser pays for a mode before 卡当 (H16, H20)."""
    if mode == BAO:
        return np.int64(rules["bao_fan"])
    if mode == BAO_IN_BAO:
        return np.int64(rules["bao_in_bao_fan"])
    return AMOUNT[mode, standing]


@njit
def amount_of(state, rules, mode, loser, kadang):
    """What one loser pays for a mode (H16, H17)."""
    amount = base_amount(rules, mode, 0 if state["traits"][loser] & TRAIT_OPEN else 1)
    return amount * 2 if kadang and mode < BIG_BAO_IN_BAO else amount


@njit
def settle(state, rules, log, winner, out_payments):
    """Pay one winner, whose hand holds the winning tile; return the mode (H16-H21)."""
    tile = state["tile"]
    remove_tile(state, winner, tile)
    kadang = is_kadang(state, rules, winner)
    add_tile(state, winner, tile)
    mode = choose_mode(state, rules, winner, kadang)
    giver = state["giver"]
    for loser in range(NUM_SEATS):
        if loser == winner:
            continue
        amount = amount_of(state, rules, mode, loser, kadang)
        if state["win_type"] == WIN_DISCARD and loser == giver:  # H18
            amount = (AMOUNT_READY if state["ready"][giver] else AMOUNT_UNREADY) * (2 if kadang else 1)
        out_payments[find_payer(state, rules, winner, loser), winner] += amount
    log_elements(state, rules, log, mode, kadang)
    return mode


@njit
def find_payer(state, rules, winner, loser):
    """Who pays a loser's amount: a liable dealer, an unready discarder, the maker of a robbed kong, or itself."""
    liable = rules["preset"] == SINGLE_BAO and state["draws"] >= LIABLE_DRAWS  # 包庄, H25
    if liable and winner != state["dealer"]:
        return np.int64(state["dealer"])
    giver = np.int64(state["giver"])
    if state["win_type"] == WIN_DISCARD and state["ready"][giver] == 0:  # 出冲, H18
        return giver
    if state["win_type"] == WIN_ROBBED_KONG and rules["rob_payer"] == PAID_BY_KONG_MAKER:  # H16
        return giver
    return loser


@njit
def choose_mode(state, rules, winner, kadang):
    """The mode that pays the winner most; of equals the 宝 mode (C18, H21)."""
    tile = state["tile"]
    if state["win_type"] == WIN_DISCARD:
        return DISCARD_WIN
    bao = rank_bao(state, rules, winner, tile) if state["win_type"] == WIN_SELF_DRAW else 0
    if bao == 0:
        return SELF_DRAW
    mode = BAO if rules["preset"] == SINGLE_BAO else BIG_BAO if bao == OWN_BAO else SMALL_BAO
    if not waits_on(state, winner, tile):
        return mode
    best = mode + TO_BAO_IN_BAO if kadang else mode
    for other in (mode, SELF_DRAW):
        if count_income(state, rules, winner, other, kadang) > count_income(state, rules, winner, best, kadang):
            best = other
    return best


@njit
def count_income(state, rules, winner, mode, kadang):
    """What the three losers pay together."""
    income = 0
    for loser in range(NUM_SEATS):
        if loser != winner:
            income += amount_of(state, rules, mode, loser, kadang)
    return income


@njit
def log_elements(state, rules, log, mode, kadang):
    """Write the scoring elements of a win."""
    log_element(log, mode, base_amount(rules, mode, 0))
    if kadang and mode < BIG_BAO_IN_BAO:
        log_element(log, ELEMENT_KADANG, 2)
    if state["win_type"] == WIN_SELF_DRAW and state["source"] == SOURCE_KONG:  # H19
        log_element(log, ELEMENT_KONG_DRAW, 0)
    if state["win_type"] == WIN_ROBBED_KONG:
        log_element(log, ELEMENT_ROBBED_KONG, 0)


@njit
def choose_groups(state, rules, winner, out_groups):
    """Write the groups of the finished concealed hand, sorted (C18); return their number, 0 for 摸宝 on no wait."""
    if not waits_on(state, winner, state["tile"]):
        return 0
    found = 0
    groups = np.zeros(MAX_GROUPS, np.int64)
    hand = state["hand"][winner]
    for pair in range(NUM_KINDS):
        for choices in range(count_choices(hand, pair)):
            count = split_hand(hand, pair, choices, groups)
            if count == 0 or not is_legal_hand(state, rules, winner, groups, count):
                continue
            sort_groups(groups, count)
            if found == 0 or is_better_split(groups, count, out_groups, found):
                copy_groups(groups, count, out_groups)
                found = count
    return found


@njit
def is_legal_hand(state, rules, winner, groups, count):
    """Whether melds and groups together make a legal hand (H6)."""
    has = state["traits"][winner] & (HAS_RUN | HAS_TRIPLET)
    for g in range(count):
        if groups[g] < GROUP_TRIPLET:
            has |= HAS_RUN
        elif groups[g] < GROUP_PAIR or (groups[g] == GROUP_PAIR + ZHONG and rules["zhong_pair_for_triplet"]):
            has |= HAS_TRIPLET
    return has == HAS_RUN | HAS_TRIPLET


# Side tasks -----------------------------------------------------------------------------------------
@njit
def choose_task(state, rules, mode):
    """The satisfied task with the highest reward, the first of equals; NOTHING if none is (H26)."""
    best = NOTHING
    for task in range(3):
        if is_task_done(state, mode, task) and (best == NOTHING or task_reward(rules, task) > task_reward(rules, best)):
            best = task
    return best


@njit
def task_reward(rules, task):
    """Reward of a task."""
    if task == TASK_BAO_RUN:
        return rules["task_bao_run"]
    return rules["task_bao_two_pairs"] if task == TASK_TWO_PAIRS else rules["task_bao_in_bao"]


@njit
def is_task_done(state, mode, task):
    """Whether the winner has satisfied a task, by the 宝 that ready seats revealed."""
    if task == TASK_BAO_IN_BAO:
        return mode >= BIG_BAO_IN_BAO
    if task == TASK_BAO_RUN:
        return mode >= BIG_BAO and has_bao_run(state)
    return state["ready_count"] == NUM_SEATS and has_bao_pairs(state)


@njit
def has_bao_run(state):
    """Whether three revealed 宝 form a run in one suit."""
    for first in range(FIRST_HONOUR):
        if (
            first % 9 <= 6
            and is_revealed(state, first)
            and is_revealed(state, first + 1)
            and is_revealed(state, first + 2)
        ):
            return True
    return False


@njit
def is_revealed(state, kind):
    """Whether a kind is among the revealed 宝."""
    for place in range(state["ready_count"]):
        if state["bao"][place] == kind:
            return True
    return False


@njit
def has_bao_pairs(state):
    """Whether the ranks of the four 宝 form two pairs; 红中 has no rank."""
    for place in range(NUM_SEATS):
        kind = state["bao"][place]
        same = 0
        for other in range(NUM_SEATS):
            same += state["bao"][other] < FIRST_HONOUR and state["bao"][other] % 9 == kind % 9
        if kind >= FIRST_HONOUR or same % 2 != 0:
            return False
    return True


@njit
def log_result(state, rules, log, win_code):
    """Write the side task (H26) and the 宝 of the hand, shown to everybody now."""
    if rules["preset"] == SINGLE_BAO:
        new_row(log, EV_SHOWN_BAO, NOTHING, NOTHING, state["bao"][0])
        return
    if state["winners"] != 0:
        task = choose_task(state, rules, win_code)
        if task != NOTHING:
            set_values(
                log, new_row(log, EV_TASK, NOTHING, NOTHING, NOTHING), 0, task, task_reward(rules, task), NOTHING
            )
    for place in range(NUM_SEATS):
        new_row(log, EV_SHOWN_BAO, NOTHING, NOTHING, state["bao"][place])
