"""``planes/1``: the view as 28 planes of 34 small integers, int8 [28, 34], one column a tile kind.

Planes hold counts and codes, not bits: thermometer or one-hot expansion belongs in a network's stem.
``SCALES`` brings every cell to about the unit interval. The last two planes are scalars (``SCALARS``).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit, njit_inline
from mjenv.engine.bits import bit, lowest_bit
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_DONE,
    PHASE_ROB,
    RIVER_CLAIMED,
    RIVER_DRAWN,
    WIN_DISCARD,
)
from mjenv.engine.state import NUM_FLOWERS, NUM_SUITS
from mjenv.engine.tiles import FIRST_FLOWER
from mjenv.engine.wall import count_left
from mjenv.observe.view import SEAT_BITS, find_barred
from mjenv.variants import hooks

NUM_PLANES: Final = 28
NUM_CELLS: Final = NUM_PLANES * NUM_KINDS
PLANES_VERSION: Final = "planes/1"

HAND: Final = 0  # own concealed copies
TILE: Final = 1  # 1 the discard asked about, 2 the added tile asked about, 3 the own tile just drawn
UNSEEN: Final = 2  # copies neither in hand nor shown
WAITS: Final = 3  # own waits once ready
BAO: Final = 4  # 宝 seen: 1 revealed by another seat, 2 by this one
BARRED: Final = 5  # kinds this seat may not claim
DISCARDS: Final = 6  # + relative seat: copies discarded
LATEST: Final = 10  # + relative seat: discards since its latest of the kind, this one included; 0 never
FROM_HAND: Final = 14  # + relative seat: copies discarded that were not of the kind just drawn
CHOWS: Final = 18  # + relative seat: copies in chows
SETS: Final = 22  # + relative seat: 1 pung, 2 exposed, 3 added, 4 concealed kong
SCALAR_PLANES: Final = 26

PLANE_NAMES: Final = (
    "hand",
    "tile",
    "unseen",
    "waits",
    "bao",
    "barred",
    *(f"{name}_{seat}" for name in ("discards", "latest", "from_hand", "chows", "sets") for seat in range(NUM_SEATS)),
    "scalars_0",
    "scalars_1",
)
#: Name, width and scale of each group of scalars, in order over the two last planes (34 columns each).
SCALARS: Final = (
    ("left", 1, 64),
    ("asked", 1, 1),
    ("phase", 1, 5),
    ("must_ting", 1, 1),
    ("source", 1, 4),
    ("ready", 4, 4),
    ("ready_age", 4, 32),
    ("hand_size", 4, 14),
    ("meld_count", 4, 4),
    ("status", 4, 2),
    ("dealer", 4, 1),
    ("turn", 4, 1),
    ("river", 1, 64),
    ("dice", 2, 6),
    ("draws", 1, 4),
    ("counter", 1, 4),
    ("flowers", 4, 8),
    ("hands_left", 1, 16),
)
PLANE_SCALES: Final = (4, 3, 4, 1, 2, 1, *[4] * 4, *[64] * 4, *[4] * 4, *[4] * 4, *[4] * 4)


def _scales() -> np.ndarray:
    scales = np.ones((NUM_PLANES, NUM_KINDS), np.float32)
    scales[:SCALAR_PLANES] = np.array(PLANE_SCALES, np.float32)[:, None]
    column = 0
    for _, width, scale in SCALARS:
        scales[SCALAR_PLANES:].reshape(-1)[column : column + width] = scale
        column += width
    return 1 / scales


#: float32 [28, 34]: multiply an observation with it to bring it to about the unit interval.
SCALES: Final = _scales()


#: RIVER_ROW[seat, info]: where the row of a discard's seat begins among the four rows of planes that seat sees.
RIVER_ROW: Final = np.array(
    [[NUM_KINDS * ((info - seat) & SEAT_BITS) for info in range(2 * RIVER_CLAIMED)] for seat in range(NUM_SEATS)],
    np.uint8,
)


@njit_inline
def fill_planes(state, rules, seat, out_flat):
    """Write what a seat may see, int8 [NUM_PLANES * NUM_KINDS]: a function of its view, taken straight from the table.

    Written through ``fill_view`` it takes 2.5 times as long; that both show the same is a test.
    """
    for place in range(NUM_CELLS):
        out_flat[place] = 0
    fill_counts(state, rules, seat, out_flat)
    fill_melds(state, rules, seat, out_flat)
    fill_river(state, seat, out_flat)
    fill_marks(state, seat, out_flat)
    fill_scalars(state, rules, seat, out_flat)


@njit
def cell(plane, kind):
    """Place of a kind in a plane (unsigned: a signed index would be tested for being negative)."""
    return np.uint64(NUM_KINDS * plane) + np.uint64(kind)


@njit_inline
def fill_counts(state, rules, seat, out_flat):
    """Write the own tiles and the copies that are not seen."""
    for kind in range(NUM_KINDS):
        held = state["hand"][seat, kind]
        out_flat[cell(HAND, kind)] = held
        out_flat[cell(UNSEEN, kind)] = hooks.count_copies(rules, kind) - held - state["visible"][kind]
    if state["phase"] == PHASE_DONE and state["win_type"] == WIN_DISCARD and state["winners"] >> seat & 1:
        out_flat[cell(UNSEEN, state["tile"])] += 1  # the tile won lies in the river and in the hand


@njit_inline
def fill_melds(state, rules, seat, out_flat):
    """Write chows, pungs and kongs; a concealed kong may be hidden (C24).

    In one loop over the melds of all seats, where chow or set is added as a 0 or 1: four loops with branches are
    foretold wrong four times a table (counted), a twentieth of a step (measured).
    """
    slots = 0
    for other in range(NUM_SEATS):
        slots |= ((1 << np.int64(state["meld_count"][other])) - 1) << (MAX_MELDS * other)
    due = np.uint64(slots)
    while due != 0:
        at = lowest_bit(due)
        due ^= bit(at)
        other = at // MAX_MELDS
        slot = at % MAX_MELDS
        place = (other - seat) & SEAT_BITS
        meld_type = state["meld_type"][other, slot]
        kind = state["meld_kind"][other, slot]
        if meld_type == MELD_CONCEALED_KONG:
            if place != 0 and rules["concealed_kong_hidden"]:
                continue
            out_flat[cell(UNSEEN, kind)] -= 4
        is_chow = meld_type == MELD_CHOW
        first = cell(CHOWS + place, kind)
        for i in range(3):
            out_flat[first + np.uint64(i)] += is_chow
        out_flat[cell(SETS + place, kind)] += meld_type - MELD_CHOW


@njit_inline
def fill_river(state, seat, out_flat):
    """Write who discarded what, when, and whether from the hand."""
    count = state["river_count"]
    for i in range(count):
        info = state["river_info"][i]
        first = np.uint64(RIVER_ROW[seat, info]) + np.uint64(state["river_kind"][i])
        out_flat[first + cell(DISCARDS, 0)] += 1
        out_flat[first + cell(LATEST, 0)] = count - i
        out_flat[first + cell(FROM_HAND, 0)] += info & RIVER_DRAWN == 0


@njit_inline
def fill_marks(state, seat, out_flat):
    """Mark the tile in question, own waits, barred kinds and the 宝 that are seen."""
    in_turn = state["turn"] == seat and state["phase"] == PHASE_ACT
    if state["actor"] == seat and state["phase"] == PHASE_CLAIM:
        out_flat[cell(TILE, state["tile"])] = 1
    elif state["actor"] == seat and state["phase"] == PHASE_ROB:
        out_flat[cell(TILE, state["tile"])] = 2
    elif in_turn and state["drawn"] != NOTHING:
        out_flat[cell(TILE, state["drawn"])] = 3
    mark_kinds(state["waits"][seat], WAITS, out_flat)
    mark_kinds(find_barred(state, seat, in_turn), BARRED, out_flat)
    if state["ready"][seat] > 0:
        for place in range(NUM_SEATS):
            owner = state["bao_owner"][place]
            if owner != NOTHING:
                at = cell(BAO, state["bao"][place])
                out_flat[at] = max(2 if owner == seat else 1, int(out_flat[at]))


@njit
def mark_kinds(kinds, plane, out_flat):
    """Write 1 for each of some kinds, one bit a kind."""
    due = np.uint64(kinds)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        out_flat[cell(plane, kind)] = 1


@njit_inline
def fill_scalars(state, rules, seat, out_flat):
    """Write the two planes of scalars, in the order of ``SCALARS``."""
    asked = state["actor"] == seat
    in_turn = state["turn"] == seat and state["phase"] == PHASE_ACT
    first = out_flat[SCALAR_PLANES * NUM_KINDS :]
    second = out_flat[(SCALAR_PLANES + 1) * NUM_KINDS :]
    first[0] = count_left(state)
    first[1] = asked
    first[2] = state["phase"] if asked else 0
    first[3] = state["must_ting"] if in_turn else 0
    first[4] = state["source"]
    first[25 + ((state["dealer"] - seat) & SEAT_BITS)] = 1
    first[29 + ((state["turn"] - seat) & SEAT_BITS)] = 1
    for place in range(NUM_SEATS):
        other = (seat + place) & SEAT_BITS
        ready = state["ready"][other]
        first[5 + place] = ready
        first[9 + place] = state["river_count"] - state["ready_at"][other] if ready else 0
        size = 0
        for suit in range(NUM_SUITS):
            size += state["suit_size"][other, suit]
        first[13 + place] = size
        first[17 + place] = state["meld_count"][other]
        first[21 + place] = state["status"][other]
        if hooks.flower_place(rules, FIRST_FLOWER) != NOTHING:  # known when this is compiled
            flowers = 0
            for flower in range(NUM_FLOWERS):
                flowers += state["flowers"][other, flower]
            second[4 + place] = flowers
    first[33] = state["river_count"]
    second[0] = state["dice"][0]
    second[1] = state["dice"][1]
    second[2] = min(state["draws"], 127)
    second[3] = min(state["counter"], 127)
    second[8] = min(state["hands"] - state["hand_index"], 127)
