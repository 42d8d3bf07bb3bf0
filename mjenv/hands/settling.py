"""Settling many wins by the hooks that settle every hand."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_NONE,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    SOURCE_FLOWER,
    SOURCE_HEAD,
    SOURCE_KONG,
    WIN_DISCARD,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.engine.log import EV_ELEMENT, LOG
from mjenv.engine.melds import TRAIT_OPEN, add_meld
from mjenv.engine.settlement import add_payments, cap_payments, net_payments
from mjenv.engine.state import STATE
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.hands.checks import COPIES, OPTIONS, count_tiles, is_meld
from mjenv.hands.shapes import copies_in_meld
from mjenv.table.hand import end_hand, win
from mjenv.table.position import make_ready, may_win, open_position
from mjenv.variants import hooks

# What the rules know of a win, as options.
NEEDS_READY: Final = 1  # only a ready seat wins (H4, S4)
HAS_READY: Final = 2
HAS_BAO: Final = 4
ONE_BAO: Final = 8  # single_bao
OPEN_UNTOLD: Final = 16  # seats whose melds are not told are open unless they stand (H16)
HAS_FLOWERS: Final = 32
FEEDS_ANY: Final = 64  # a chow may come from any seat (H8)
KONG_KEEPS_READY: Final = 128  # a ready seat may make kongs
WAITS_WIN: Final = 256  # a wait is enough to win, once the seat is ready where it must be

# What is wrong with a win; the sentences are in `refusals`.
FINE: Final = 0
WRONG_SEAT: Final = 1
WRONG_TYPE: Final = 2
WRONG_SOURCE: Final = 3
WRONG_MELD: Final = 4
WRONG_FEEDER: Final = 5
WRONG_TILES: Final = 6
WRONG_COPIES: Final = 7
WRONG_READY: Final = 8
WRONG_STANDING: Final = 9
WRONG_BAO: Final = 10
WRONG_COUNTS: Final = 11
WRONG_ROBBED: Final = 12
WRONG_REPLACEMENT: Final = 13
NOT_READY: Final = 14
NO_WAITS: Final = 15
NO_WIN: Final = 16

UNKNOWN: Final = 27  # 1z, which Harbin lacks, stands for a 宝 that is not known
MOST_FLOWERS: Final = 20
COUNT_MAX: Final = 1_000_000


# Checks -------------------------------------------------------------------------------------------------
@njit
def check_source(one, options):
    """Whether the seats and the way that the tile came are such as can be."""
    seat = int(one["seat"])
    giver = int(one["giver"])
    win_type = int(one["win_type"])
    if not 0 <= seat < NUM_SEATS or not 0 <= one["dealer"] < NUM_SEATS:
        return WRONG_SEAT
    if win_type == WIN_SELF_DRAW:
        return WRONG_TYPE if giver != NOTHING else check_draw(one, options)
    if win_type not in (WIN_DISCARD, WIN_ROBBED_KONG) or not 0 <= giver < NUM_SEATS or giver == seat:
        return WRONG_TYPE
    last = one["last_tile"] == 0 or (one["last_tile"] == 1 and win_type == WIN_DISCARD)  # C8
    return FINE if one["source"] == SOURCE_HEAD and last else WRONG_SOURCE


@njit
def check_draw(one, options):
    """Whether the source of a drawn tile is one that can be."""
    source = int(one["source"])
    if source == SOURCE_FLOWER and (not options & HAS_FLOWERS or one["flowers"] <= 0):
        return WRONG_SOURCE
    if source not in (SOURCE_HEAD, SOURCE_KONG, SOURCE_FLOWER) or one["last_tile"] not in (0, 1):
        return WRONG_SOURCE
    return FINE


@njit
def check_counts(one, options):
    """Whether flowers, dice and what a match carries over are such as can be."""
    flowers = int(one["flowers"])
    if not 0 <= flowers <= (MOST_FLOWERS if options & HAS_FLOWERS else 0):
        return WRONG_COUNTS
    if not (0 <= one["draws"] <= COUNT_MAX and 0 <= one["counter"] <= COUNT_MAX):
        return WRONG_COUNTS
    dice = 1 <= one["dice"][0] <= 6 and 1 <= one["dice"][1] <= 6
    return FINE if dice else WRONG_COUNTS


@njit
def check_ready(one, options):
    """Whether the order of ready seats, the standing seats and the 宝 are such as can be."""
    ready = 0
    count = 0
    for place in range(NUM_SEATS):
        seat = int(one["ready"][place])
        if seat == NOTHING:
            continue
        if not 0 <= seat < NUM_SEATS or count < place or ready >> seat & 1 or not options & HAS_READY:
            return WRONG_READY
        ready |= 1 << seat
        count += 1
    if options & NEEDS_READY and not ready >> int(one["seat"]) & 1:
        return WRONG_READY
    for seat in range(NUM_SEATS):
        if not may_stand(one, seat, options, ready >> seat & 1 != 0):
            return WRONG_STANDING
    for place in range(NUM_SEATS):
        kind = int(one["bao"][place])
        most = min(count, 1) if options & ONE_BAO else count
        if kind != NOTHING and (not options & HAS_BAO or place >= most or not 0 <= kind < NUM_KINDS):
            return WRONG_BAO
    return FINE


@njit
def may_stand(one, seat, options, ready):
    """Whether it can be so that a seat is said to stand or not: without an open meld, it is not ready (H5)."""
    told = False
    opened = False
    for slot in range(MAX_MELDS):
        meld_type = one["melds"][seat, slot, 0]
        told |= meld_type != MELD_NONE
        opened |= meld_type not in (MELD_NONE, MELD_CONCEALED_KONG)
    standing = one["standing"][seat]
    if seat == one["seat"] or not options & OPEN_UNTOLD:
        return standing == 0
    if standing not in (0, 1) or (standing and opened):
        return False
    return not (ready and (standing or (told and not opened)))


@njit
def check_melds(one, facts, gone):
    """Whether melds are such as can be; their copies are added to ``gone``."""
    for seat in range(NUM_SEATS):
        count = 0
        for slot in range(MAX_MELDS):
            meld_type = int(one["melds"][seat, slot, 0])
            kind = int(one["melds"][seat, slot, 1])
            if meld_type == MELD_NONE:
                continue
            if count < slot or not is_meld(meld_type, kind, facts):
                return WRONG_MELD
            if not may_feed(meld_type, seat, int(one["melds"][seat, slot, 2]), facts >> OPTIONS):
                return WRONG_FEEDER
            count += 1
            for other in range(kind, min(kind + 3, NUM_KINDS)):
                gone[other] += copies_in_meld(meld_type, kind, other)
    return FINE


@njit
def check_tiles(one, facts, gone):
    """Whether hand and 宝 are such as can be beside the melds; ``gone``: int64[34], copies of each kind in sight."""
    tile = int(one["tile"])
    if not (0 <= tile < NUM_KINDS and facts >> tile & 1):
        return WRONG_TILES
    own = 0
    for slot in range(MAX_MELDS):
        own += one["melds"][int(one["seat"]), slot, 0] != MELD_NONE
    if count_tiles(one["hand"], facts) + 3 * own != 13:
        return WRONG_TILES
    gone[tile] += 1
    for place in range(NUM_SEATS):
        bao = int(one["bao"][place])
        if bao != NOTHING:
            if not facts >> bao & 1:
                return WRONG_BAO
            gone[bao] += 1
    for kind in range(NUM_KINDS):
        if gone[kind] + int(one["hand"][kind]) > COPIES:
            return WRONG_COPIES
    return FINE


@njit
def may_feed(meld_type, seat, feeder, options):
    """Whether a seat may have fed a meld (C7, C14)."""
    if not 0 <= feeder < NUM_SEATS:
        return False
    if meld_type == MELD_CONCEALED_KONG:
        return True
    if meld_type == MELD_CHOW and not options & FEEDS_ANY:
        return feeder == (seat + NUM_SEATS - 1) % NUM_SEATS
    return feeder != seat


@njit
def check_kongs(one, facts, gone):
    """Whether a robbed kong and a kong's replacement fit the melds."""
    options = facts >> OPTIONS
    if one["win_type"] == WIN_ROBBED_KONG:
        return check_robbed(one, gone)
    if one["source"] != SOURCE_KONG:
        return FINE
    own = 0
    kongs = 0
    for slot in range(MAX_MELDS):
        meld_type = one["melds"][int(one["seat"]), slot, 0]
        kongs += meld_type >= MELD_EXPOSED_KONG
        own += meld_type > MELD_EXPOSED_KONG
    if kongs == 0 or (options & NEEDS_READY and (own == 0 or not options & KONG_KEEPS_READY)):
        return WRONG_REPLACEMENT
    return FINE


@njit
def check_robbed(one, gone):
    """Whether the giver has, or has room for, a pung of the winning tile; nobody else has that kind (C12)."""
    tile = int(one["tile"])
    giver = int(one["giver"])
    if one["hand"][tile] > 0:
        return WRONG_ROBBED
    count = 0
    for slot in range(MAX_MELDS):
        meld_type = one["melds"][giver, slot, 0]
        if meld_type == MELD_PUNG and one["melds"][giver, slot, 1] == tile:
            return FINE
        count += meld_type != MELD_NONE
    if count == MAX_MELDS or gone[tile] != 1 or (one["standing"][giver] and count == 0):
        return WRONG_ROBBED
    return FINE


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
def settle_many(wins, rules, lenient, facts, out_points, out_elements, out_wrong):
    """Settle wins, one by one; stop at the first that cannot be, write why and return its number, else -1.

    ``out_points``: int32[n, 3, 4], net points of the win, of kongs, and after the cap; ``out_elements``: int32[n, m],
    value of each element, NOTHING where it does not count.
    """
    states = np.zeros(1, STATE)
    trial = np.zeros(1, STATE)
    logs = np.empty(2, LOG)
    logs["enabled"][0] = 1
    logs["enabled"][1] = 0
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
        settle_one(states[0], rules[0], logs[0], one, payments, kongs)
        net_payments(payments, points)
        write_points(points, out_points[row, 0])
        net_payments(kongs, points)
        write_points(points, out_points[row, 1])
        add_payments(kongs, payments)
        if rules[0]["cap"] > 0:
            cap_payments(payments, rules[0]["cap"])
        net_payments(payments, points)
        write_points(points, out_points[row, 2])
        write_elements(logs[0], out_elements[row])
    return -1


@njit
def check_record(one, facts, gone):
    """Whether a win is such as can be, the shape of the hand aside."""
    options = facts >> OPTIONS
    for kind in range(NUM_KINDS):
        gone[kind] = 0
    wrong = check_source(one, options)
    if wrong == FINE:
        wrong = check_counts(one, options)
    if wrong == FINE:
        wrong = check_ready(one, options)
    if wrong == FINE:
        wrong = check_melds(one, facts, gone)
    if wrong == FINE:
        wrong = check_tiles(one, facts, gone)
    if wrong == FINE:
        wrong = check_kongs(one, facts, gone)
    return wrong


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
