"""Whether a won hand, told as a record, is such as can be: the first thing that is wrong with it, as a number."""

from __future__ import annotations

from typing import Final

from mjenv.engine._jit import njit
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
from mjenv.hands.checks import COPIES, OPTIONS, count_tiles, is_meld
from mjenv.hands.shapes import copies_in_meld

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
