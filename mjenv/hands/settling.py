"""Settling many wins by the hooks that settle every hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_EXPOSED_KONG,
    MELD_NONE,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.engine.log import EV_ELEMENT
from mjenv.engine.melds import TRAIT_OPEN, add_meld
from mjenv.engine.settlement import add_payments, cap_payments, net_payments
from mjenv.engine.state import STATE
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.hands.checks import OPTIONS
from mjenv.hands.shapes import copies_in_meld, pairs_missing, standard_missing
from mjenv.hands.win_checks import (
    FINE,
    HAS_BAO,
    NEEDS_READY,
    NO_WAITS,
    NO_WIN,
    NOT_READY,
    OPEN_UNTOLD,
    WAITS_WIN,
    check_record,
)
from mjenv.table.hand import end_hand, win
from mjenv.table.position import make_ready, may_win, open_position
from mjenv.variants import hooks

UNKNOWN: Final = 27  # 1z, which Harbin lacks, stands for a 宝 that is not known


# Laying out ---------------------------------------------------------------------------------------------
@njit
def lay_win(states, rules, one, options):
    """Lay the table before the winning tile; ready seats are made so later."""
    state = states[0]
    winner = int(one["seat"])
    state["dealer"] = one["dealer"]
    state["draws"] = one["draws"]
    state["counter"] = one["counter"]
    state["dice"][0] = one["dice"][0]
    state["dice"][1] = one["dice"][1]
    open_position(states, rules)
    for kind in range(NUM_KINDS):
        for _ in range(int(one["hand"][kind])):
            add_tile(state, winner, kind)
    for seat in range(NUM_SEATS):
        lay_melds(state, one, seat)
    if one["win_type"] == WIN_ROBBED_KONG:
        lay_robbed(state, int(one["giver"]), int(one["tile"]))
    if options & HAS_BAO:
        for place in range(NUM_SEATS):
            state["bao"][place] = one["bao"][place] if one["bao"][place] != NOTHING else UNKNOWN
    if options & OPEN_UNTOLD:
        for seat in range(NUM_SEATS):
            if seat != winner and state["meld_count"][seat] == 0 and not one["standing"][seat]:
                state["traits"][seat] |= TRAIT_OPEN
    state["flowers"][winner, 0] = one["flowers"]
    state["source"] = one["source"]


@njit
def lay_melds(state, one, seat):
    """Give a seat its melds."""
    for slot in range(MAX_MELDS):
        meld_type = int(one["melds"][seat, slot, 0])
        if meld_type != MELD_NONE:
            kind = int(one["melds"][seat, slot, 1])
            add_meld(state, seat, meld_type, kind, kind, int(one["melds"][seat, slot, 2]))
            state["kongs"] += meld_type >= MELD_EXPOSED_KONG


@njit
def lay_robbed(state, giver, tile):
    """Give the seat whose kong is robbed the pung that it adds to, unless it was told (C12)."""
    for slot in range(state["meld_count"][giver]):
        if state["meld_type"][giver, slot] == MELD_PUNG and state["meld_kind"][giver, slot] == tile:
            return
    add_meld(state, giver, MELD_PUNG, tile, tile, (giver + NUM_SEATS - 1) % NUM_SEATS)


@njit
def may_be_ready(state, rules, lenient, seat):
    """Whether the winner's tiles may be declared ready: by the discard of a kind that it holds none of (C10)."""
    spare = 0
    while holds(state, seat, spare):
        spare += 1
    kong = False
    for slot in range(state["meld_count"][seat]):
        kong |= state["meld_type"][seat, slot] >= MELD_EXPOSED_KONG
    add_tile(state, seat, spare)
    if kong:  # made after ready, it may have used up what the rules asked for before (H6, H7)
        ready = hooks.is_ready_without(state, lenient[0], seat, spare)
    else:
        ready = hooks.is_ready_without(state, rules[0], seat, spare)
    remove_tile(state, seat, spare)
    return ready


@njit
def holds(state, seat, kind):
    """Whether a seat has a kind in hand or melds."""
    if state["hand"][seat, kind] > 0:
        return True
    for slot in range(state["meld_count"][seat]):
        if copies_in_meld(int(state["meld_type"][seat, slot]), int(state["meld_kind"][seat, slot]), kind) > 0:
            return True
    return False


# Settling -----------------------------------------------------------------------------------------------
@njit
def check_win(states, trial, rules, lenient, one, facts):
    """Whether the seat may win, its table laid and all ready seats made so."""
    state = states[0]
    seat = int(one["seat"])
    options = facts >> OPTIONS
    if state["ready"][seat] > 0:
        waits = state["waits"][seat]
        if waits == 0 or not may_be_ready(state, rules, lenient, seat):
            return NOT_READY
    elif options & WAITS_WIN and not options & NEEDS_READY and is_finished(one, int(state["meld_count"][seat])):
        return FINE
    else:
        waits = np.uint64(hooks.find_waits(state, rules[0], seat))
        if waits == 0:
            return NO_WAITS
    if options & WAITS_WIN and (waits >> np.uint64(one["tile"])) & ONE != 0:
        return FINE
    trial[0] = state
    if may_win(trial, rules, seat, int(one["giver"]), int(one["tile"]), int(one["win_type"])):
        return FINE
    return NO_WIN


@njit
def is_finished(one, melds):
    """Whether the winning tile finishes the standard shape or seven pairs, which is looked up quicker than waits."""
    hand = one["hand"].copy()
    hand[int(one["tile"])] += 1
    return standard_missing(hand, MAX_MELDS - melds) == 0 or (melds == 0 and pairs_missing(hand) == 0)


@njit
def settle_one(state, rules, log, one, payments, kongs):
    """Settle a win that is laid; write int64[4, 4] for the win and for kongs, and return the code of the win."""
    seat = int(one["seat"])
    giver = int(one["giver"])
    state["turn"] = seat if giver == NOTHING else giver
    state["tile"] = one["tile"]
    if one["win_type"] == WIN_SELF_DRAW:
        add_tile(state, seat, int(one["tile"]))
    end_hand(state)
    win(state, seat, giver, int(one["win_type"]))
    for payer in range(NUM_SEATS):
        for creditor in range(NUM_SEATS):
            payments[payer, creditor] = 0
            kongs[payer, creditor] = 0
    log["count"] = 0
    code = hooks.settle(state, rules, log, seat, payments)
    hooks.pay_kongs(state, rules, kongs)
    return code


@njit
def settle_many(wins, rules, lenient, facts, logs, out_points, out_elements, out_wrong):
    """Settle wins, one by one; stop at the first that cannot be, write why and return its number, else -1.

    ``logs``: scratch, and one that is not kept. ``out_points``: int32[n, 3, 4], net points of the win, of kongs, and
    after the cap; ``out_elements``: int32[n, m], value of each element, NOTHING where it does not count.
    """
    states = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    log = logs[0]
    gone = np.empty(NUM_KINDS, np.int64)
    ready = np.empty(NUM_SEATS, np.int64)
    payments = np.empty((NUM_SEATS, NUM_SEATS), np.int64)
    kongs = np.empty((NUM_SEATS, NUM_SEATS), np.int64)
    points = np.empty(NUM_SEATS, np.int64)
    for row in range(len(wins)):
        one = wins[row]
        wrong = check_record(one, facts, gone)
        if wrong == FINE:
            lay_win(states, rules, one, facts >> OPTIONS)
            count = 0
            while count < NUM_SEATS and one["ready"][count] != NOTHING:
                ready[count] = one["ready"][count]
                count += 1
            make_ready(states, rules, logs[1:], ready[:count], one["last_tile"])
            wrong = check_win(states, trial, rules, lenient, one, facts)
        if wrong != FINE:
            out_wrong[0] = wrong
            return row
        settle_one(states[0], rules[0], log, one, payments, kongs)
        net_payments(payments, points)
        write_points(points, out_points[row, 0])
        net_payments(kongs, points)
        write_points(points, out_points[row, 1])
        add_payments(kongs, payments)
        if rules[0]["cap"] > 0:
            cap_payments(payments, rules[0]["cap"])
        net_payments(payments, points)
        write_points(points, out_points[row, 2])
        write_elements(log, out_elements[row])
    return -1


@njit
def write_points(points, out):
    """Write the points of the seats."""
    for seat in range(NUM_SEATS):
        out[seat] = points[seat]


@njit
def write_elements(log, out):
    """Write the values of the elements that a settlement logged."""
    for element in range(len(out)):
        out[element] = NOTHING
    for row in range(log["count"]):
        if log["rows"][row, 0] == EV_ELEMENT:
            out[log["rows"][row, 4]] = log["rows"][row, 5]
