"""The perfect-information array, int8 [39, 34]: what a critic may see and no seat ever does.

Planes 0-27 are seat 0's ``planes/1``; then the four concealed hands, the waits of ready seats, the copies in
the part of the wall that can be drawn, the next tile of the wall, and the 宝 face down or not.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import NOTHING, NUM_KINDS, NUM_SEATS, PHASE_DONE
from mjenv.engine.wall import count_left
from mjenv.observe.planes import NUM_PLANES, PLANE_NAMES, fill_planes

PERFECT_VERSION: Final = "perfect/1"
HANDS: Final = NUM_PLANES  # + seat
ALL_WAITS: Final = HANDS + NUM_SEATS  # + seat
WALL: Final = ALL_WAITS + NUM_SEATS
NEXT_DRAW: Final = WALL + 1
ALL_BAO: Final = WALL + 2  # 1 + place in the order of being revealed
PERFECT_NAMES: Final = (
    *PLANE_NAMES,
    *(f"{name}_{seat}" for name in ("all_hand", "all_waits") for seat in range(NUM_SEATS)),
    "wall",
    "next_draw",
    "all_bao",
)
PERFECT_SHAPE: Final = (ALL_BAO + 1, NUM_KINDS)


@njit
def encode_perfect(states, rules, rows, out_planes):
    """Write the array of each of some tables, int8 [k, 39, 34]."""
    for k in range(len(rows)):
        fill_perfect(states[rows[k]], rules[0], out_planes[k])


@njit
def fill_perfect(state, rules, out_planes):
    """Write the array of a table."""
    out_planes[:] = 0
    fill_planes(state, rules, 0, out_planes.reshape(-1))
    for seat in range(NUM_SEATS):
        for kind in range(NUM_KINDS):
            out_planes[HANDS + seat, kind] = state["hand"][seat, kind]
            out_planes[ALL_WAITS + seat, kind] = (state["waits"][seat] >> np.uint64(kind)) & ONE
        if state["bao"][seat] != NOTHING:
            out_planes[ALL_BAO, state["bao"][seat]] = 1 + seat
    for index in range(state["head"], state["tail"] + 1):
        if state["wall"][index] < NUM_KINDS:
            out_planes[WALL, state["wall"][index]] += 1
    if count_left(state) > 0 and state["phase"] != PHASE_DONE and state["wall"][state["head"]] < NUM_KINDS:
        out_planes[NEXT_DRAW, state["wall"][state["head"]]] = 1
