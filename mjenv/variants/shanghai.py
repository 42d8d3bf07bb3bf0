"""Shanghai Qiaoma (上海敲麻): the rule book, in the order of the rule page; each block cites its clause."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import bit, has_bit, lowest_bit
from mjenv.engine.codes import (
    CHOW_HIGH,
    CHOW_LOW,
    DISCARD,
    HU,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PUNG,
    SELF_KONG,
    SOURCE_CLAIM,
    TING,
)
from mjenv.engine.melds import enter_kong, leave_kong, self_kong_kinds
from mjenv.engine.menu import CLAIM_HU, CLAIM_KONG, CLAIM_PUNG, allow, allow_kinds, find_runs
from mjenv.engine.standard import near_discards
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_FLOWER, add_tile, held_kinds, remove_tile
from mjenv.engine.wall import count_left, fill_wall
from mjenv.variants import shanghai_payment
from mjenv.variants.common import COMMON_PARAMS, KONG_AFTER_TING, NEVER, SAME_WAITS, YES_NO
from mjenv.variants.params import Book, Param, Preset

_PRESETS = (
    Preset(
        "qiaoma",
        "shanghai",
        0,
        (
            *COMMON_PARAMS,
            Param("kong_after_ting", "same_waits", KONG_AFTER_TING, "S4", "own kongs allowed to a ready seat"),
            Param("force_win", False, YES_NO, "S4", "a win may not be passed on"),
            Param("single_hang_on_discard", False, YES_NO, "S12", "大吊车 counts on discards and robbed kongs too"),
            Param("fan_mode", "double", ("double", "linear"), "S12", "how fan multiply the flowers"),
            Param("multi_win_dealer", "giver", ("giver", "nearest"), "S15", "who deals after a win of several seats"),
        ),
        has_ready=True,
    ),
)

WALL_LENGTH: Final = 144
BOOK: Final = Book("shanghai", _PRESETS, WALL_LENGTH, shanghai_payment.ELEMENTS, has_flowers=True)
DEALER_NEAREST: Final = 1

# Hooks that have their own file: waits, flowers, fan and payments.
find_waits = shanghai_payment.find_waits
settle = shanghai_payment.settle
choose_groups = shanghai_payment.choose_groups

# Tiles and deal -----------------------------------------------------------------------------------
LAST_FLOWER: Final = 41
EXEMPT_MELDS: Final = 3  # with the next meld the seat plays 大吊车 (S7, S8)
DICE_DOUBLED: Final = 2  # S14


@njit
def build_wall(rules, out_wall):
    """Write the tiles of the game in order of kinds and return their number (S1)."""
    count = fill_wall(out_wall, 0, NUM_KINDS - 1, 4, 0)
    return fill_wall(out_wall, FIRST_FLOWER, LAST_FLOWER, 1, count)


@njit
def count_copies(rules, kind):
    """Four of every suit tile and wind; dragons are flowers (S1)."""
    return 4 if kind < FIRST_DRAGON else 0


@njit
def open_hand(state, rules):
    """Every tile can be drawn (S2); the dice add to the 荒番 counter (S14)."""
    state["tail"] = WALL_LENGTH - 1
    one = state["dice"][0]
    two = state["dice"][1]
    if one == two:
        state["counter"] += DICE_DOUBLED if one in (1, 4) else 1
    elif one in (1, 4) or two in (1, 4):
        state["counter"] += 1


@njit
def flower_place(rules, kind):
    """Column of a flower tile: 1f-8f, then the dragons; NOTHING for a tile that is played."""
    if kind >= FIRST_FLOWER:
        return kind - FIRST_FLOWER
    return kind - FIRST_DRAGON + LAST_FLOWER - FIRST_FLOWER + 1 if kind >= FIRST_DRAGON else NOTHING


# A seat's own turn ----------------------------------------------------------------------------------
@njit
def fill_turn_menu(state, rules, seat):
    """Write what the seat in turn may do (C10)."""
    drawn = state["drawn"]
    ready = state["ready"][seat] > 0
    if ready and waits_on(state, seat, drawn):  # S4
        allow(state, HU)
        if rules["force_win"]:
            return
    if count_left(state) > 0 and (state["source"] != SOURCE_CLAIM or rules["kong_after_claim"]):  # S2, C8
        allow_kongs(state, rules, seat)
    if ready:
        allow(state, DISCARD + drawn)  # C15
        return
    allow_kinds(state, DISCARD, held_kinds(state, seat) & ~state["swap_ban"])  # S7
    allow_tings(state, rules, seat)


@njit
def allow_tings(state, rules, seat):
    """The seat may declare ready with any discard that is not barred and leaves a wait (S4, S7)."""
    due = near_discards(state, seat) & ~state["swap_ban"]
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        if is_ready_without(state, rules, seat, kind):
            allow(state, TING + kind)


@njit
def waits_on(state, seat, kind):
    """Whether a ready seat waits on a kind."""
    return kind != NOTHING and has_bit(state["waits"][seat], kind)


@njit
def is_ready_without(state, rules, seat, kind):
    """Whether the state after the discard of a kind has a wait (S4)."""
    remove_tile(state, seat, kind)
    ready = find_waits(state, rules, seat) != 0
    add_tile(state, seat, kind)
    return ready


@njit
def allow_kongs(state, rules, seat):
    """The seat may make a concealed or an added kong of the kinds it can (S3, S4)."""
    due = self_kong_kinds(state, seat)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        if keeps_ready(state, rules, seat, kind):
            allow(state, SELF_KONG + kind)


@njit
def keeps_ready(state, rules, seat, kind):
    """Whether an own kong of a kind is allowed to the seat as far as being ready goes (S4)."""
    if state["ready"][seat] == 0:
        return True
    if rules["kong_after_ting"] == NEVER:
        return False
    traits = state["traits"][seat]
    suits = state["meld_suits"][seat]
    taken = enter_kong(state, seat, kind)
    waits = find_waits(state, rules, seat)
    leave_kong(state, seat, kind, taken, traits, suits)
    return waits == state["waits"][seat] if rules["kong_after_ting"] == SAME_WAITS else waits != 0


# Claims ---------------------------------------------------------------------------------------------
@njit
def find_claims(state, rules, seat):
    """Claims of a seat on the discard in question (C11, S3, S8, S9), without `pass`."""
    kind = state["tile"]
    if state["ready"][seat] > 0:
        return find_rob_claims(state, rules, seat)
    banned = state["own_ban"][seat] == kind and state["meld_count"][seat] < EXEMPT_MELDS  # S8
    claims = 0
    if not banned and seat == (state["turn"] + 1) % NUM_SEATS:
        claims = find_chows(state, seat, kind)
    held = state["hand"][seat, kind]
    if held >= 2 and not banned and not has_bit(state["barred"][seat], kind):  # S9
        claims |= CLAIM_PUNG
    if held == 3 and count_left(state) > 0:
        claims |= CLAIM_KONG
    return claims


@njit
def find_chows(state, seat, kind):
    """Chows that leave a legal discard (S7)."""
    claims = 0
    places = find_runs(state, seat, kind)
    for place in range(3):
        if places >> place & 1 and leaves_discard(state, seat, kind, place):
            claims |= 1 << place
    return claims


@njit
def leaves_discard(state, seat, kind, place):
    """Whether a legal discard is left after a chow in which ``kind`` has a place (0 low, 1 mid, 2 high)."""
    kept = held_kinds(state, seat) & ~find_swap_ban(state, seat, kind, place)
    for other in range(kind - place, kind - place + 3):
        if other != kind and state["hand"][seat, other] == 1:
            kept &= ~bit(other)
    return kept != 0


@njit
def find_swap_ban(state, seat, kind, place):
    """Kinds that may not be discarded right after a chow (S7); none for a seat with three melds before it."""
    if state["meld_count"][seat] >= EXEMPT_MELDS:
        return np.uint64(0)
    banned = bit(kind)
    if place == 0 and kind % 9 <= 5:
        banned |= bit(kind + 3)
    if place == 2 and kind % 9 >= 3:
        banned |= bit(kind - 3)
    return banned


@njit
def find_rob_claims(state, rules, seat):
    """Claims of a seat on an added kong (C12, S4)."""
    return CLAIM_HU if state["ready"][seat] > 0 and waits_on(state, seat, state["tile"]) else 0


@njit
def has_many_winners(rules):
    """Several seats may win on one tile (S6)."""
    return True


@njit
def forces_win(rules):
    """Whether a win may not be passed on (S4)."""
    return rules["force_win"] != 0


# Bans -----------------------------------------------------------------------------------------------
@njit
def on_draw(state, rules, seat):
    """A draw lifts the seat's bans (S8, S9)."""
    state["own_ban"][seat] = NOTHING
    state["barred"][seat] = 0
    state["swap_ban"] = 0


@njit
def on_discard(state, rules, seat, kind):
    """The seat may not claim the kind it discards (S8)."""
    state["own_ban"][seat] = kind
    state["swap_ban"] = 0


@njit
def on_answer(state, rules, seat, action):
    """A seat that does not take a pung it was offered may not take one of that kind (S9)."""
    if state["claims"][seat] & CLAIM_PUNG and action != PUNG:
        state["barred"][seat] |= bit(state["tile"])


@njit
def before_claim(state, rules, seat, kind, action):
    """A claim lifts the seat's bans; a chow bars the swap (S7)."""
    on_draw(state, rules, seat)
    if CHOW_LOW <= action <= CHOW_HIGH:
        state["swap_ban"] = find_swap_ban(state, seat, kind, action - CHOW_LOW)


# The next hand --------------------------------------------------------------------------------------
@njit
def pass_deal(state, rules):
    """Name the next dealer (S15) and count draws in a row and 荒番 (S14)."""
    if state["winners"] == 0:
        state["draws"] += 1
        state["counter"] += 1
        return
    state["draws"] = 0
    state["counter"] = max(0, state["counter"] - 1)
    winners = 0
    for step in range(NUM_SEATS - 1, -1, -1):
        seat = (state["turn"] + step) % NUM_SEATS
        if state["winners"] >> seat & 1:
            winners += 1
            state["dealer"] = seat
    if winners > 1 and rules["multi_win_dealer"] != DEALER_NEAREST:
        state["dealer"] = state["giver"]
