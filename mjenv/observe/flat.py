"""``flat/1``: the view as one vector of small whole numbers, int16 [1300], for plain networks and trees.

No cell is the number of a category: kinds, seats, phases and sources are one cell each. 16 bits, as match points and
hand numbers go beyond 8; what goes beyond 16 stays at ±32767. Left out of the view: the order of the river but for the
age of the latest discard of a kind, which seat fed a meld with which tile, in which order 宝 and melds came, the own
seat's number, and legal actions (the mask has them).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import bit, lowest_bit
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_NONE,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ACT,
    PHASE_ROB,
    RIVER_CLAIMED,
    RIVER_DRAWN,
    RIVER_READY,
    SOURCE_ENDGAME,
)
from mjenv.engine.state import NUM_FLOWERS
from mjenv.observe.view import SEAT_BITS

FLAT_VERSION: Final = "flat/1"
LARGEST: Final = 32767


class Field(NamedTuple):
    """A part of the vector: its name, its shape, what brings it to about the unit interval, its meaning."""

    name: str
    shape: tuple[int, ...]
    scale: int
    doc: str

    @property
    def size(self) -> int:
        """Number of cells."""
        return int(np.prod(self.shape, dtype=np.int64))


KINDS: Final = (NUM_KINDS,)
SEATS: Final = (NUM_SEATS,)
SEATS_KINDS: Final = (NUM_SEATS, NUM_KINDS)
ONE_CELL: Final = (1,)

#: The fields in order. A first dimension of 4 runs over the seats from the observer on, a last one of 34 over kinds.
FLAT_FIELDS: Final = (
    Field("hand", KINDS, 4, "own concealed copies"),
    Field("unseen", KINDS, 4, "copies neither in hand nor shown"),
    Field("waits", KINDS, 1, "own waits once ready"),
    Field("barred", KINDS, 1, "kinds this seat may not claim now, or not discard in its own turn"),
    Field("drawn", KINDS, 1, "own tile just drawn"),
    Field("tile", KINDS, 1, "discard or added tile this seat is asked about"),
    Field("bao", KINDS, 2, "宝 seen: 1 revealed by another seat, 2 by this one"),
    Field("discards", SEATS_KINDS, 4, "copies discarded"),
    Field("from_hand", SEATS_KINDS, 4, "of these, copies that were not of the kind just drawn"),
    Field("claimed", SEATS_KINDS, 4, "of these, copies that another seat's meld took"),
    Field("latest", SEATS_KINDS, 64, "discards since the seat's latest of the kind, this one included; 0 never"),
    Field("ready_tile", SEATS_KINDS, 1, "kind that the seat declared ready with"),
    Field("chows", SEATS_KINDS, 4, "copies in chows"),
    Field("sets", SEATS_KINDS, 4, "copies in the pung or kong of the kind; a hidden kong is not shown"),
    Field("melds", (NUM_SEATS, MELD_CONCEALED_KONG), 4, "chows, pungs, exposed, added and concealed kongs"),
    Field("ready", SEATS, 4, "1 + place in the order of becoming ready, 0 if not ready"),
    Field("ready_age", SEATS, 32, "discards since ready was declared"),
    Field("hand_size", SEATS, 14, "concealed tiles"),
    Field("status", SEATS, 2, "0 playing, 1 won, 2 out"),
    Field("dealer", SEATS, 1, "the dealer"),
    Field("turn", SEATS, 1, "the seat in turn; in a claim or robbing decision the giver"),
    Field("flowers", (NUM_SEATS, NUM_FLOWERS), 4, "flowers set out: 1f–8f, then 5z 6z 7z where they are flowers"),
    Field("totals", SEATS, 64, "match points"),
    Field("phase", (PHASE_ROB - PHASE_ACT + 1,), 1, "asked in the own turn, about a discard, about an added kong"),
    Field("must_ting", ONE_CELL, 1, "the own turn follows a ready claim"),
    Field(
        "source",
        (SOURCE_ENDGAME + 1,),
        1,
        "tile too many of the seat in turn: claimed, dealt, drawn, after a kong, after a flower, endgame",
    ),
    Field("left", ONE_CELL, 64, "tiles that can still be drawn"),
    Field("river", ONE_CELL, 64, "discards so far"),
    Field("dice", (2,), 6, "dice of the hand"),
    Field("draws", ONE_CELL, 4, "drawn hands in a row before this one"),
    Field("counter", ONE_CELL, 4, "荒番"),
    Field("hand_index", ONE_CELL, 16, "number of the hand, from 0"),
    Field("hands_left", ONE_CELL, 16, "planned hands that are not over"),
)


def _starts() -> dict[str, int]:
    starts, start = {}, 0
    for field in FLAT_FIELDS:
        starts[field.name] = start
        start += field.size
    return starts


#: Where each field begins.
FLAT_STARTS: Final = _starts()
FLAT_SIZE: Final = sum(field.size for field in FLAT_FIELDS)
#: float32 [1300]: multiply an observation with it to bring it to about the unit interval.
FLAT_SCALES: Final = np.concatenate([np.full(field.size, 1 / field.scale, np.float32) for field in FLAT_FIELDS])

HAND: Final = FLAT_STARTS["hand"]
UNSEEN: Final = FLAT_STARTS["unseen"]
WAITS: Final = FLAT_STARTS["waits"]
BARRED: Final = FLAT_STARTS["barred"]
DRAWN: Final = FLAT_STARTS["drawn"]
TILE: Final = FLAT_STARTS["tile"]
BAO: Final = FLAT_STARTS["bao"]
DISCARDS: Final = FLAT_STARTS["discards"]
FROM_HAND: Final = FLAT_STARTS["from_hand"]
CLAIMED: Final = FLAT_STARTS["claimed"]
LATEST: Final = FLAT_STARTS["latest"]
READY_TILE: Final = FLAT_STARTS["ready_tile"]
CHOWS: Final = FLAT_STARTS["chows"]
SETS: Final = FLAT_STARTS["sets"]
MELDS: Final = FLAT_STARTS["melds"]
READY: Final = FLAT_STARTS["ready"]
READY_AGE: Final = FLAT_STARTS["ready_age"]
HAND_SIZE: Final = FLAT_STARTS["hand_size"]
STATUS: Final = FLAT_STARTS["status"]
DEALER: Final = FLAT_STARTS["dealer"]
TURN: Final = FLAT_STARTS["turn"]
FLOWERS: Final = FLAT_STARTS["flowers"]
TOTALS: Final = FLAT_STARTS["totals"]
PHASE: Final = FLAT_STARTS["phase"]
MUST_TING: Final = FLAT_STARTS["must_ting"]
SOURCE: Final = FLAT_STARTS["source"]
LEFT: Final = FLAT_STARTS["left"]
RIVER: Final = FLAT_STARTS["river"]
DICE: Final = FLAT_STARTS["dice"]
DRAWS: Final = FLAT_STARTS["draws"]
COUNTER: Final = FLAT_STARTS["counter"]
HAND_INDEX: Final = FLAT_STARTS["hand_index"]
HANDS_LEFT: Final = FLAT_STARTS["hands_left"]


def split_flat(flat: np.ndarray) -> dict[str, np.ndarray]:
    """Return the fields of vectors, int16 [..., 1300], by name, each a window of shape [..., *field shape].

    >>> split_flat(np.zeros((5, FLAT_SIZE), np.int16))["flowers"].shape
    (5, 4, 11)
    """
    return {
        field.name: flat[..., start : start + field.size].reshape(*flat.shape[:-1], *field.shape)
        for field, start in zip(FLAT_FIELDS, FLAT_STARTS.values(), strict=True)
    }


@njit
def flatten_views(views, out_flat):
    """Write the vector of each view, int16 [n, FLAT_SIZE]."""
    for k in range(len(views)):
        for place in range(FLAT_SIZE):
            out_flat[k, place] = 0
        fill_tiles(views[k], out_flat[k])
        fill_melds(views[k], out_flat[k])
        fill_river(views[k], out_flat[k])
        fill_seats(views[k], out_flat[k])
        fill_table(views[k], out_flat[k])


@njit
def hold(value):
    """Keep a number within 16 bits."""
    return min(max(np.int64(value), -LARGEST), LARGEST)


@njit
def mark_kinds(kinds, start, out_flat):
    """Write 1 for each of some kinds, one bit a kind."""
    due = np.uint64(kinds)
    while due != 0:
        kind = lowest_bit(due)
        due ^= bit(kind)
        out_flat[start + kind] = 1


@njit
def fill_tiles(view, out_flat):
    """Write what is told of each kind."""
    for kind in range(NUM_KINDS):
        out_flat[HAND + kind] = view["hand"][kind]
        out_flat[UNSEEN + kind] = view["unseen"][kind]
    mark_kinds(view["waits"], WAITS, out_flat)
    mark_kinds(view["barred"], BARRED, out_flat)
    if view["drawn"] != NOTHING:
        out_flat[DRAWN + np.int64(view["drawn"])] = 1
    if view["tile"] != NOTHING:
        out_flat[TILE + np.int64(view["tile"])] = 1
    for place in range(NUM_SEATS):
        if view["bao"][place] != NOTHING:
            at = BAO + np.int64(view["bao"][place])
            out_flat[at] = max(2 if view["bao_owner"][place] == 0 else 1, np.int64(out_flat[at]))


@njit
def fill_melds(view, out_flat):
    """Write melds by kind and by type."""
    for seat in range(NUM_SEATS):
        for slot in range(MAX_MELDS):
            meld_type = np.int64(view["meld_type"][seat, slot])
            kind = np.int64(view["meld_kind"][seat, slot])
            if meld_type == MELD_NONE:
                continue
            out_flat[MELDS + MELD_CONCEALED_KONG * seat + meld_type - MELD_CHOW] += 1
            if meld_type == MELD_CHOW:
                for i in range(3):
                    out_flat[CHOWS + NUM_KINDS * seat + kind + i] += 1
            elif kind != NOTHING:
                out_flat[SETS + NUM_KINDS * seat + kind] = 3 if meld_type == MELD_PUNG else 4


@njit
def fill_river(view, out_flat):
    """Write who discarded what, when and how."""
    count = np.int64(view["river_count"])
    for i in range(count):
        info = np.int64(view["river_info"][i])
        at = NUM_KINDS * (info & SEAT_BITS) + np.int64(view["river_kind"][i])
        out_flat[DISCARDS + at] += 1
        out_flat[FROM_HAND + at] += info & RIVER_DRAWN == 0
        out_flat[CLAIMED + at] += info & RIVER_CLAIMED != 0
        out_flat[LATEST + at] = count - i
        if info & RIVER_READY:
            out_flat[READY_TILE + at] = 1


@njit
def fill_seats(view, out_flat):
    """Write what is told of each seat."""
    for seat in range(NUM_SEATS):
        ready = np.int64(view["ready"][seat])
        out_flat[READY + seat] = ready
        out_flat[READY_AGE + seat] = np.int64(view["river_count"]) - view["ready_at"][seat] if ready else 0
        out_flat[HAND_SIZE + seat] = view["hand_size"][seat]
        out_flat[STATUS + seat] = view["status"][seat]
        out_flat[TOTALS + seat] = hold(view["totals"][seat])
        for flower in range(NUM_FLOWERS):
            out_flat[FLOWERS + NUM_FLOWERS * seat + flower] = view["flowers"][seat, flower]
    out_flat[DEALER + np.int64(view["dealer"])] = 1
    out_flat[TURN + np.int64(view["turn"])] = 1


@njit
def fill_table(view, out_flat):
    """Write what is told of the table."""
    if view["asked"]:
        out_flat[PHASE + np.int64(view["phase"]) - PHASE_ACT] = 1
    out_flat[MUST_TING] = view["must_ting"]
    out_flat[SOURCE + np.int64(view["source"])] = 1
    out_flat[LEFT] = view["left"]
    out_flat[RIVER] = view["river_count"]
    out_flat[DICE] = view["dice"][0]
    out_flat[DICE + 1] = view["dice"][1]
    out_flat[DRAWS] = hold(view["draws"])
    out_flat[COUNTER] = hold(view["counter"])
    out_flat[HAND_INDEX] = hold(view["hand_index"])
    out_flat[HANDS_LEFT] = hold(np.int64(view["hands"]) - view["hand_index"])
