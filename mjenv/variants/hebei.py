"""Hebei mahjong (河北麻将): the rule book, in the order of the rule page; each block cites its clause."""

from __future__ import annotations

from typing import Final

from mjenv.engine._jit import njit
from mjenv.engine.bits import bit, has_bit, lowest_bit
from mjenv.engine.codes import DISCARD, HU, NUM_KINDS, NUM_SEATS, SELF_KONG, SOURCE_CLAIM, TING
from mjenv.engine.melds import enter_kong, leave_kong, self_kong_kinds
from mjenv.engine.menu import CLAIM_HU, CLAIM_KONG, CLAIM_PUNG, allow, allow_discards
from mjenv.engine.rng import STREAM_DEALER, random_below
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.engine.wall import count_wall, fill_wall
from mjenv.variants import hebei_hand, hebei_payment
from mjenv.variants.common import COMMON_PARAMS, KONG_AFTER_TING, NEVER, SAME_WAITS, YES_NO
from mjenv.variants.hebei_hand import is_complete_with, near_discards
from mjenv.variants.hebei_titles import find_title
from mjenv.variants.params import Book, Param, Preset

CLASSIC: Final = 0  # codes of the rule sets
ONLINE: Final = 1

ONLINE_PARAMS: Final = (
    *COMMON_PARAMS,
    Param("thirteen_orphans_pair", "dragons", ("dragons", "any"), "B3", "kinds that may be doubled in 十三幺"),
    Param("kong_after_ting", "still_ready", KONG_AFTER_TING, "B4", "kongs allowed to a ready seat"),
    Param("multi_win", False, YES_NO, "B5", "every seat that claims a win on a tile wins"),
    Param("concealed_with_special", True, YES_NO, "B7", "门清 also counts with seven pairs and thirteen orphans"),
    Param("catch_five_sole_wait", False, YES_NO, "B7", "捉五 only where 5m is the only wait"),
)
CLASSIC_PARAMS: Final = tuple(param for param in ONLINE_PARAMS if param.name != "kong_after_ting")  # nobody is ready
_PRESETS = (
    Preset("classic", "hebei", CLASSIC, CLASSIC_PARAMS),
    Preset("online", "hebei", ONLINE, ONLINE_PARAMS, {"multi_win": True, "cap": 1000}, has_ready=True),
)

WALL_LENGTH: Final = 136
BOOK: Final = Book("hebei", _PRESETS, WALL_LENGTH, hebei_payment.ELEMENTS, find_title=find_title)

# Hooks that have their own files: what completes a hand, fan and payments.
find_waits = hebei_hand.find_waits
settle = hebei_payment.settle
pay_kongs = hebei_payment.pay_kongs
choose_groups = hebei_payment.choose_groups

# Tiles and deal -----------------------------------------------------------------------------------
RESERVE: Final = 12  # B2
WALL_FOR_KONG: Final = RESERVE + 2


@njit
def build_wall(rules, out_wall):
    """Write the tiles of the game in order of kinds and return their number (B1)."""
    return fill_wall(out_wall, 0, NUM_KINDS - 1, 4, 0)


@njit
def open_hand(state, rules):
    """Keep back the reserve (B2)."""
    state["tail"] = WALL_LENGTH - 1
    state["reserve"] = RESERVE


@njit
def after_kong(state, rules):
    """The reserve is one tile larger after an odd number of kongs (B2)."""
    state["reserve"] = RESERVE + state["kongs"] % 2


@njit
def choose_dealer(state, rules):
    """The first dealer of a match (B11)."""
    return 0 if rules["preset"] == CLASSIC else random_below(state["seed"], STREAM_DEALER, 0, NUM_SEATS)


# A seat's own turn ----------------------------------------------------------------------------------
@njit
def fill_turn_menu(state, rules, seat):
    """Write what the seat in turn may do (C10)."""
    drawn = state["drawn"]
    after_draw = state["source"] != SOURCE_CLAIM
    if after_draw and is_won(state, rules, seat, drawn):
        allow(state, HU)
    if after_draw or rules["kong_after_claim"]:  # C8
        allow_kongs(state, rules, seat)
    if state["ready"][seat] > 0:
        allow(state, DISCARD + drawn)  # C15
        return
    allow_discards(state, seat)
    if rules["preset"] == ONLINE:  # B4
        allow_tings(state, rules, seat)


@njit
def allow_tings(state, rules, seat):
    """The seat may declare ready with any discard that leaves a wait (B4)."""
    due = near_discards(state, seat)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        if is_ready_without(state, rules, seat, kind):
            allow(state, TING + kind)


@njit
def is_won(state, rules, seat, drawn):
    """Whether the seat's 14 tiles are a winning hand."""
    remove_tile(state, seat, drawn)
    won = is_complete_with(state, rules, seat, drawn)
    add_tile(state, seat, drawn)
    return won


@njit
def is_ready_without(state, rules, seat, kind):
    """Whether the state after the discard of a kind has a wait."""
    remove_tile(state, seat, kind)
    ready = find_waits(state, rules, seat) != 0
    add_tile(state, seat, kind)
    return ready


@njit
def allow_kongs(state, rules, seat):
    """The seat may make a concealed or an added kong of the kinds it can (B2, B4)."""
    due = self_kong_kinds(state, seat)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        if count_wall(state) >= WALL_FOR_KONG and keeps_ready(state, rules, seat, kind):
            allow(state, SELF_KONG + kind)


@njit
def keeps_ready(state, rules, seat, kind):
    """Whether a kong of a kind is allowed to the seat as far as being ready goes (B4)."""
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
    """Claims of a seat on the discard in question (C11, B5), without `pass`."""
    kind = state["tile"]
    claims = find_rob_claims(state, rules, seat)
    held = state["hand"][seat, kind]
    ready = state["ready"][seat] > 0
    if held >= 2 and not ready:
        claims |= CLAIM_PUNG
    if held == 3 and count_wall(state) >= WALL_FOR_KONG and keeps_ready(state, rules, seat, kind):
        claims |= CLAIM_KONG
    return claims


@njit
def has_many_winners(rules):
    """Whether every seat that claims a win on a tile wins (B5)."""
    return rules["multi_win"] != 0


@njit
def find_rob_claims(state, rules, seat):
    """Claims of a seat on an added kong (C12, B6)."""
    kind = state["tile"]
    if state["ready"][seat] > 0:
        return CLAIM_HU if has_bit(state["waits"][seat], kind) else 0
    return CLAIM_HU if is_complete_with(state, rules, seat, kind) else 0


# The next hand --------------------------------------------------------------------------------------
@njit
def pass_deal(state, rules):
    """Name the next dealer and count the draws in a row (B11)."""
    if state["winners"] == 0:
        state["draws"] += 1
        return
    state["draws"] = 0
    if state["winners"] >> state["dealer"] & 1 == 0:
        state["dealer"] = (state["dealer"] + 1) % NUM_SEATS
