"""``planes/1`` made from a ``view/1`` record, slowly and plainly: the encoder must show this and nothing else."""

from __future__ import annotations

import numpy as np

from mjenv.engine.codes import MELD_CHOW, NOTHING, NUM_KINDS, PHASE_ROB, RIVER_DRAWN
from mjenv.observe import planes

SEATS = range(4)


def planes_of(view):
    """Return int8 [28, 34]."""
    out = np.zeros((planes.NUM_PLANES, NUM_KINDS), np.int8)
    out[planes.HAND] = view["hand"]
    out[planes.UNSEEN] = view["unseen"]
    out[planes.WAITS] = kinds_of(view["waits"])
    out[planes.BARRED] = kinds_of(view["barred"])
    if view["tile"] != NOTHING:
        out[planes.TILE, view["tile"]] = 2 if view["phase"] == PHASE_ROB else 1
    elif view["drawn"] != NOTHING:
        out[planes.TILE, view["drawn"]] = 3
    for kind, owner in zip(view["bao"], view["bao_owner"], strict=True):
        if kind != NOTHING:
            out[planes.BAO, kind] = max(out[planes.BAO, kind], 2 if owner == 0 else 1)
    for seat in SEATS:
        mark_melds(view, seat, out)
    river = zip(view["river_kind"], view["river_info"].astype(int), range(view["river_count"]), strict=False)
    for kind, info, place in river:
        out[planes.DISCARDS + (info & 3), kind] += 1
        out[planes.LATEST + (info & 3), kind] = view["river_count"] - place
        out[planes.FROM_HAND + (info & 3), kind] += info & RIVER_DRAWN == 0
    rows = out[planes.SCALAR_PLANES :].ravel()
    values = np.concatenate([np.ravel(value) for value in scalars(view).values()])
    rows[: len(values)] = np.minimum(values, 127)
    out[planes.SCALAR_PLANES :] = rows.reshape(-1, NUM_KINDS)
    return out


def kinds_of(bits):
    """Return 34 flags of a bit set."""
    return [int(bits) >> kind & 1 for kind in range(NUM_KINDS)]


def mark_melds(view, seat, out):
    """Mark the melds of a seat whose kinds are shown."""
    for meld_type, kind in zip(view["meld_type"][seat], view["meld_kind"][seat], strict=True):
        if meld_type == MELD_CHOW:
            out[planes.CHOWS + seat, kind : kind + 3] += 1
        elif meld_type > MELD_CHOW and kind != NOTHING:
            out[planes.SETS + seat, kind] = meld_type - MELD_CHOW


def scalars(view):
    """Return the scalars by name."""
    ready = view["ready"] > 0
    found = {
        "left": view["left"],
        "asked": view["asked"],
        "phase": view["phase"] if view["asked"] else 0,
        "must_ting": view["must_ting"],
        "source": view["source"],
        "ready": view["ready"],
        "ready_age": np.where(ready, view["river_count"] - view["ready_at"], 0),
        "hand_size": view["hand_size"],
        "meld_count": view["meld_count"],
        "status": view["status"],
        "dealer": view["dealer"] == np.arange(4),
        "turn": view["turn"] == np.arange(4),
        "river": view["river_count"],
        "dice": view["dice"],
        "draws": view["draws"],
        "counter": view["counter"],
        "flowers": view["flowers"].sum(axis=1),
        "hands_left": view["hands"] - view["hand_index"],
    }
    assert list(found) == [name for name, _, _ in planes.SCALARS]
    return found
