"""``planes/1``: the view as 28 planes of 34 small integers, int8 [28, 34], one column a tile kind.

Planes hold counts and codes, not bits: thermometer or one-hot expansion belongs in a network's stem.
``SCALES`` brings every cell to about the unit interval. The last two planes are scalars (``SCALARS``).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CHOW,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ROB,
    RIVER_DRAWN,
)
from mjenv.observe.view import SEAT_BITS

NUM_PLANES: Final = 28
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


@njit
def fill_planes(view, out_planes):
    """Encode a view."""
    out_planes[:] = 0
    for kind in range(NUM_KINDS):
        bit = np.uint64(kind)
        out_planes[HAND, kind] = view["hand"][kind]
        out_planes[UNSEEN, kind] = view["unseen"][kind]
        out_planes[WAITS, kind] = (view["waits"] >> bit) & ONE
        out_planes[BARRED, kind] = (view["barred"] >> bit) & ONE
    if view["tile"] != NOTHING:
        out_planes[TILE, view["tile"]] = 2 if view["phase"] == PHASE_ROB else 1
    elif view["drawn"] != NOTHING:
        out_planes[TILE, view["drawn"]] = 3
    for place in range(NUM_SEATS):
        kind = view["bao"][place]
        if kind != NOTHING:
            own = 2 if view["bao_owner"][place] == 0 else 1
            out_planes[BAO, kind] = max(own, int(out_planes[BAO, kind]))
    fill_meld_planes(view, out_planes)
    fill_river_planes(view, out_planes)
    fill_scalars(view, out_planes)


@njit
def fill_meld_planes(view, out_planes):
    """Write chows, pungs and kongs."""
    for seat in range(NUM_SEATS):
        for slot in range(MAX_MELDS):
            meld_type = view["meld_type"][seat, slot]
            kind = view["meld_kind"][seat, slot]
            if meld_type == MELD_CHOW:
                for i in range(3):
                    out_planes[CHOWS + seat, kind + i] += 1
            elif meld_type > MELD_CHOW and kind != NOTHING:
                out_planes[SETS + seat, kind] = meld_type - MELD_CHOW


@njit
def fill_river_planes(view, out_planes):
    """Write who discarded what, when, and whether from the hand."""
    count = view["river_count"]
    for i in range(count):
        kind = view["river_kind"][i]
        info = view["river_info"][i]
        seat = info & SEAT_BITS
        out_planes[DISCARDS + seat, kind] += 1
        out_planes[LATEST + seat, kind] = count - i
        if info & RIVER_DRAWN == 0:
            out_planes[FROM_HAND + seat, kind] += 1


@njit
def fill_scalars(view, out_planes):
    """Write the two planes of scalars, in the order of ``SCALARS``."""
    first = out_planes[SCALAR_PLANES]
    second = out_planes[SCALAR_PLANES + 1]
    first[0] = view["left"]
    first[1] = view["asked"]
    first[2] = view["phase"] if view["asked"] else 0
    first[3] = view["must_ting"]
    first[4] = view["source"]
    for seat in range(NUM_SEATS):
        first[5 + seat] = view["ready"][seat]
        first[9 + seat] = view["river_count"] - view["ready_at"][seat] if view["ready"][seat] else 0
        first[13 + seat] = view["hand_size"][seat]
        first[17 + seat] = view["meld_count"][seat]
        first[21 + seat] = view["status"][seat]
        first[25 + seat] = view["dealer"] == seat
        first[29 + seat] = view["turn"] == seat
        flowers = 0
        for flower in range(len(view["flowers"][seat])):
            flowers += view["flowers"][seat, flower]
        second[4 + seat] = flowers
    first[33] = view["river_count"]
    second[0] = view["dice"][0]
    second[1] = view["dice"][1]
    second[2] = min(view["draws"], 127)
    second[3] = min(view["counter"], 127)
    second[8] = min(view["hands"] - view["hand_index"], 127)
