"""The ends of a hand: deal and settlement (C5, C6, C20-C23)."""

from __future__ import annotations

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ACT,
    PHASE_DEAL,
    PHASE_DONE,
    PHASE_SETTLE,
    SOURCE_DEAL,
    WIN_NONE,
    WIN_SELF_DRAW,
)
from mjenv.engine.groups import MAX_GROUPS
from mjenv.engine.log import (
    EV_END_HAND,
    EV_END_MATCH,
    EV_GROUPS,
    EV_HU,
    EV_NEXT,
    EV_START_HAND,
    EV_WALL,
    EV_WIN_HAND,
    new_row,
    set_array,
    set_values,
)
from mjenv.engine.rng import (
    HALF,
    STREAM_DICE,
    STREAM_SAMPLE,
    STREAM_WALL,
    fill_block,
    random_below,
    shuffle,
)
from mjenv.engine.settlement import add_payments, cap_payments, net_payments
from mjenv.engine.state import GIVEN_DEALER, GIVEN_DICE, GIVEN_WALL, NUM_FLOWERS
from mjenv.engine.tiles import add_tile
from mjenv.table.flowers import deal_hands, open_flowers
from mjenv.variants import hooks

WALL_ROW: int = 12


@njit
def open_match(state, rules):
    """Start a match whose seed, length and given values are set; the first hand is due (C21)."""
    if state["given"] & GIVEN_DEALER == 0:
        state["dealer"] = hooks.choose_dealer(state, rules)
    words = np.empty(16, np.uint64)
    fill_block(state["seed"], STREAM_SAMPLE, 0, 0, words)
    state["sample_key"] = words[0] | (words[1] << HALF)
    state["hand_index"] = 0
    state["decisions"] = 0
    state["actor"] = NOTHING
    state["phase"] = PHASE_DEAL


@njit
def clear_hand(state):
    """Forget the hand before."""
    state["hand"][:] = 0
    state["copies"][:] = 0
    state["codes"][:] = 0
    state["suit_size"][:] = 0
    state["visible"][:] = 0
    state["meld_count"][:] = 0
    state["meld_type"][:] = 0
    state["meld_kind"][:] = 0
    state["meld_tile"][:] = 0
    state["meld_from"][:] = 0
    state["traits"][:] = 0
    state["meld_suits"][:] = 0
    state["kongs"] = 0
    state["river_count"] = 0
    state["flowers"][:] = 0
    state["status"][:] = 0
    state["ready"][:] = 0
    state["ready_count"] = 0
    state["ready_at"][:] = NOTHING
    state["waits"][:] = 0
    state["barred"][:] = 0
    state["swap_ban"] = 0
    state["own_ban"][:] = NOTHING
    state["claims"][:] = 0
    state["bao"][:] = NOTHING
    state["bao_owner"][:] = NOTHING
    state["must_ting"] = 0
    state["reserve"] = 0
    state["tile"] = NOTHING


@njit
def deal(state, rules, log):
    """Shuffle, throw the dice and deal; the dealer acts first (C4-C6)."""
    clear_hand(state)
    hand = state["hand_index"]
    if state["given"] & GIVEN_WALL == 0:
        count = hooks.build_wall(rules, state["wall"])
        shuffle(state["seed"], STREAM_WALL, hand, state["wall"], count)
    if state["given"] & GIVEN_DICE == 0:
        for die in range(2):
            state["dice"][die] = 1 + random_below(state["seed"], STREAM_DICE, 2 * hand + die, 6)
    state["given"] = 0
    log_deal(state, rules, log)
    state["turn"] = state["dealer"]
    state["source"] = SOURCE_DEAL
    state["phase"] = PHASE_ACT
    held = np.zeros((NUM_SEATS, NUM_FLOWERS), np.int64)
    deal_hands(state, rules, held)
    hooks.open_hand(state, rules)
    if not open_flowers(state, rules, log, held):
        end_hand(state)


@njit
def log_deal(state, rules, log):
    """Write the deal."""
    if log["enabled"] == 0:
        return
    row = new_row(log, EV_START_HAND, state["dealer"], NOTHING, NOTHING)
    set_values(log, row, 0, state["hand_index"], state["dice"][0], state["dice"][1])
    set_values(log, row, 3, state["draws"], state["counter"], NOTHING)
    set_array(log, row, 5, state["totals"])
    count = rules["wall_length"]
    for start in range(0, count, WALL_ROW):
        row = new_row(log, EV_WALL, NOTHING, NOTHING, start)
        set_array(log, row, 0, state["wall"][start : min(start + WALL_ROW, count)])


@njit
def end_hand(state):
    """Go to the settlement of the hand; whoever has won is noted after this (C20)."""
    state["phase"] = PHASE_SETTLE
    state["winners"] = 0
    state["giver"] = NOTHING
    state["win_type"] = WIN_NONE


@njit
def win(state, seat, giver, win_type):
    """Note a winner; the winning tile is the tile in question."""
    state["winners"] |= 1 << seat
    state["giver"] = giver
    state["win_type"] = win_type
    if win_type != WIN_SELF_DRAW:
        add_tile(state, seat, state["tile"])


@njit
def settle(state, rules, log):
    """Pay the winners in turn order from the giver, then move on to the next hand or end the match."""
    payments = np.zeros((NUM_SEATS, NUM_SEATS), np.int64)
    win_code = NOTHING
    first = state["turn"]
    for step in range(NUM_SEATS):
        seat = (first + step) % NUM_SEATS
        if state["winners"] >> seat & 1:
            win_code = settle_winner(state, rules, log, seat, payments)
    net_payments(payments, state["win_points"])
    state["kong_points"][:] = 0
    if state["winners"] != 0:
        pay_kongs(state, rules, payments)
    if rules["cap"] > 0:
        cap_payments(payments, rules["cap"])
    points = np.zeros(NUM_SEATS, np.int64)
    net_payments(payments, points)
    state["last_ready"] = 0
    for seat in range(NUM_SEATS):
        state["points"][seat] = points[seat]
        state["reward"][seat] += points[seat]
        state["totals"][seat] += points[seat] - rules["table_fee"]
        state["last_ready"] |= (state["ready"][seat] > 0) << seat
    close_hand(state, rules, log, win_code)


@njit
def pay_kongs(state, rules, out_payments):
    """Add the payments for kongs, and note them apart."""
    single = np.zeros((NUM_SEATS, NUM_SEATS), np.int64)
    hooks.pay_kongs(state, rules, single)
    net_payments(single, state["kong_points"])
    add_payments(single, out_payments)


@njit
def settle_winner(state, rules, log, seat, out_payments):
    """Add the payments to one winner and write the win."""
    single = np.zeros((NUM_SEATS, NUM_SEATS), np.int64)
    points = np.zeros(NUM_SEATS, np.int64)
    row = new_row(log, EV_HU, seat, state["giver"], state["tile"])
    win_code = hooks.settle(state, rules, log, seat, single)
    net_payments(single, points)
    set_values(log, row, 0, state["win_type"], win_code, NOTHING)
    set_array(log, row, 2, points)
    add_payments(single, out_payments)
    log_win_hand(state, rules, log, seat)
    return win_code


@njit
def log_win_hand(state, rules, log, seat):
    """Write the winner's concealed tiles and how they split."""
    if log["enabled"] == 0:
        return
    row = new_row(log, EV_WIN_HAND, seat, NOTHING, NOTHING)
    column = 2
    for kind in range(NUM_KINDS):
        for _ in range(state["hand"][seat, kind]):
            log["rows"][row, column] = kind
            column += 1
    groups = np.zeros(MAX_GROUPS, np.int64)
    count = hooks.choose_groups(state, rules, seat, groups)
    set_array(log, new_row(log, EV_GROUPS, seat, NOTHING, NOTHING), 0, groups[:count])


@njit
def close_hand(state, rules, log, win_code):
    """Report the hand, name the next dealer, and deal again or end the match."""
    row = new_row(log, EV_END_HAND, int(state["winners"] != 0), NOTHING, NOTHING)
    set_array(log, row, 0, state["points"])
    if row != NOTHING:
        set_array(log, row, 4, state["kong_points"])
        log["rows"][row, 12:16] = rules["table_fee"]
    hooks.log_result(state, rules, log, win_code)
    hooks.pass_deal(state, rules)
    row = new_row(log, EV_NEXT, NOTHING, NOTHING, NOTHING)
    set_values(log, row, 0, state["dealer"], state["draws"], state["counter"])
    set_array(log, row, 3, state["totals"])
    state["hand_over"] = 1
    state["hand_index"] += 1
    state["phase"] = PHASE_DEAL
    if state["hand_index"] >= state["hands"]:
        state["phase"] = PHASE_DONE
        set_array(log, new_row(log, EV_END_MATCH, NOTHING, NOTHING, NOTHING), 0, state["totals"])
