"""``view/1``: one integer record of all that a seat may see (C24).

``fill_view`` is the one function that reads hidden fields of a table for a seat. Agents and seat-view events are
made from its record; ``planes/1`` is written straight from the table, and a test makes it from the record too.
Seats in a view are relative: 0 is the observer, 1 the next seat.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CONCEALED_KONG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_DONE,
    PHASE_ROB,
    WIN_DISCARD,
)
from mjenv.engine.state import NUM_FLOWERS, NUM_SUITS, RIVER_LENGTH
from mjenv.engine.wall import count_left
from mjenv.variants import hooks

S = NUM_SEATS
VIEW = np.dtype(
    [
        ("legal", np.uint64, 2),  # own legal actions, one bit an id; empty unless this seat is asked
        ("waits", np.uint64),  # own waits once ready, one bit a kind
        ("barred", np.uint64),  # kinds this seat may not claim now
        ("totals", np.int32, S),  # match points
        ("hand_index", np.int32),
        ("hands", np.int32),  # planned number of hands
        ("draws", np.int32),  # drawn hands in a row before this one
        ("counter", np.int32),  # 荒番
        ("left", np.int16),  # tiles that can still be drawn
        ("river_count", np.int16),
        ("ready_at", np.int16, S),  # length of the river when ready was declared, NOTHING if not ready
        ("seat", np.int8),  # absolute number of the observer
        ("dealer", np.int8),  # relative
        ("turn", np.int8),  # relative seat in turn; in a claim or robbing decision the giver
        ("phase", np.int8),  # PHASE_ of the decision this seat is asked for, else NOTHING
        ("asked", np.int8),  # 1 when this seat is asked for a decision
        ("dice", np.int8, 2),
        ("drawn", np.int8),  # own tile just drawn, NOTHING in any other seat's turn or after a claim
        ("source", np.int8),  # SOURCE_ of the tile too many of the seat in turn
        ("tile", np.int8),  # discard or added tile this seat is asked about, else NOTHING
        ("must_ting", np.int8),  # this seat's turn follows its ready claim
        ("hand", np.int8, NUM_KINDS),  # own concealed tiles
        ("unseen", np.int8, NUM_KINDS),  # copies neither in the own hand nor shown on the table
        ("hand_size", np.int8, S),  # concealed tiles of each seat
        ("meld_count", np.int8, S),
        ("meld_type", np.int8, (S, MAX_MELDS)),
        ("meld_kind", np.int8, (S, MAX_MELDS)),  # lowest kind; NOTHING for a hidden concealed kong
        ("meld_tile", np.int8, (S, MAX_MELDS)),  # claimed tile
        ("meld_from", np.int8, (S, MAX_MELDS)),  # relative seat that fed it
        ("ready", np.int8, S),  # 0, or 1 + place in the order of becoming ready
        ("status", np.int8, S),
        ("flowers", np.int8, (S, NUM_FLOWERS)),
        ("bao", np.int8, S),  # 宝 this seat may see, NOTHING if face down to it
        ("bao_owner", np.int8, S),  # relative seat that revealed it
        ("river_kind", np.int8, RIVER_LENGTH),
        ("river_info", np.uint8, RIVER_LENGTH),  # relative seat and RIVER_ flags
    ],
    align=True,
)

VIEW_VERSION: Final = "view/1"
SEAT_BITS: Final = 3


@njit
def fill_view(state, rules, seat, out_view):
    """Write what a seat may see of a table."""
    fill_public(state, seat, out_view)
    fill_melds(state, rules, seat, out_view)
    fill_river(state, seat, out_view)
    fill_private(state, seat, out_view)
    fill_bao(state, seat, out_view)


@njit
def fill_public(state, seat, out_view):
    """Write what every seat sees."""
    out_view["hand_index"] = state["hand_index"]
    out_view["hands"] = state["hands"]
    out_view["draws"] = state["draws"]
    out_view["counter"] = state["counter"]
    out_view["left"] = count_left(state)
    out_view["seat"] = seat
    out_view["dealer"] = (state["dealer"] - seat) % NUM_SEATS
    out_view["turn"] = (state["turn"] - seat) % NUM_SEATS
    out_view["dice"][0] = state["dice"][0]
    out_view["dice"][1] = state["dice"][1]
    for place in range(NUM_SEATS):
        other = (seat + place) % NUM_SEATS
        out_view["totals"][place] = state["totals"][other]
        out_view["ready"][place] = state["ready"][other]
        out_view["ready_at"][place] = state["ready_at"][other]
        out_view["status"][place] = state["status"][other]
        for flower in range(NUM_FLOWERS):
            out_view["flowers"][place, flower] = state["flowers"][other, flower]


@njit
def fill_melds(state, rules, seat, out_view):
    """Write the melds, the sizes of the hands and the copies not seen; a concealed kong may be hidden (C24)."""
    for kind in range(NUM_KINDS):
        out_view["hand"][kind] = state["hand"][seat, kind]
        out_view["unseen"][kind] = hooks.count_copies(rules, kind) - state["hand"][seat, kind] - state["visible"][kind]
    if state["phase"] == PHASE_DONE and state["win_type"] == WIN_DISCARD and state["winners"] >> seat & 1:
        out_view["unseen"][state["tile"]] += 1  # the tile won lies in the river and in the hand
    for place in range(NUM_SEATS):
        other = (seat + place) % NUM_SEATS
        size = 0
        for suit in range(NUM_SUITS):
            size += state["suit_size"][other, suit]
        out_view["hand_size"][place] = size
        out_view["meld_count"][place] = state["meld_count"][other]
        for slot in range(MAX_MELDS):
            made = slot < state["meld_count"][other]
            meld_type = state["meld_type"][other, slot] if made else 0
            kind = state["meld_kind"][other, slot] if made else NOTHING
            tile = state["meld_tile"][other, slot] if made else NOTHING
            if meld_type == MELD_CONCEALED_KONG:
                if place != 0 and rules["concealed_kong_hidden"]:
                    kind = NOTHING
                    tile = NOTHING
                else:
                    out_view["unseen"][kind] -= 4
            out_view["meld_type"][place, slot] = meld_type
            out_view["meld_kind"][place, slot] = kind
            out_view["meld_tile"][place, slot] = tile
            giver = (state["meld_from"][other, slot] - seat) % NUM_SEATS
            out_view["meld_from"][place, slot] = giver if made else NOTHING


@njit
def fill_river(state, seat, out_view):
    """Write all discards in order."""
    count = state["river_count"]
    out_view["river_count"] = count
    for i in range(RIVER_LENGTH):
        if i < count:
            info = state["river_info"][i]
            out_view["river_kind"][i] = state["river_kind"][i]
            out_view["river_info"][i] = (info & ~np.int64(SEAT_BITS)) | (((info & SEAT_BITS) - seat) & SEAT_BITS)
        else:
            out_view["river_kind"][i] = NOTHING
            out_view["river_info"][i] = 0


@njit
def fill_private(state, seat, out_view):
    """Write what the seat alone sees: its decision, its drawn tile, its waits."""
    asked = state["actor"] == seat
    in_turn = state["turn"] == seat and state["phase"] == PHASE_ACT
    answering = asked and (state["phase"] == PHASE_CLAIM or state["phase"] == PHASE_ROB)
    out_view["asked"] = asked
    out_view["phase"] = state["phase"] if asked else NOTHING  # a pending claim of another seat is not shown
    out_view["legal"][0] = state["legal"][0] if asked else np.uint64(0)
    out_view["legal"][1] = state["legal"][1] if asked else np.uint64(0)
    out_view["waits"] = state["waits"][seat]
    out_view["barred"] = find_barred(state, seat, in_turn)
    out_view["drawn"] = state["drawn"] if in_turn else NOTHING
    out_view["source"] = state["source"]
    out_view["tile"] = state["tile"] if answering else NOTHING
    out_view["must_ting"] = state["must_ting"] if in_turn else 0


@njit
def find_barred(state, seat, in_turn):
    """Kinds a seat may not claim, or in its turn not discard, one bit a kind (S7-S9)."""
    barred = np.uint64(state["barred"][seat])
    if state["own_ban"][seat] != NOTHING:
        barred |= ONE << np.uint64(state["own_ban"][seat])
    return barred | state["swap_ban"] if in_turn else barred


@njit
def fill_bao(state, seat, out_view):
    """Write the 宝 that are revealed, for a ready seat only (H11)."""
    for place in range(NUM_SEATS):
        seen = state["ready"][seat] > 0 and state["bao_owner"][place] != NOTHING
        out_view["bao"][place] = state["bao"][place] if seen else NOTHING
        out_view["bao_owner"][place] = (state["bao_owner"][place] - seat) % NUM_SEATS if seen else NOTHING
