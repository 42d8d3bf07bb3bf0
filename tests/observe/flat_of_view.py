"""``flat/1`` made from a ``view/1`` record, slowly and plainly: the encoder must show this and nothing else."""

from __future__ import annotations

import numpy as np

from mjenv.engine.codes import MELD_CHOW, MELD_PUNG, NOTHING, PHASE_ACT, RIVER_CLAIMED, RIVER_DRAWN, RIVER_READY
from mjenv.observe.flat import LARGEST

SEATS = range(4)


def kinds_of(bits):
    """Return 34 flags of a bit set."""
    return [int(bits) >> kind & 1 for kind in range(34)]


def one_hot(size, place):
    """Return flags of which one is set, or none for NOTHING."""
    return [int(other == place) for other in range(size)]


def fields_of(view):
    """Return every field of the vector by name."""
    river = [
        (place, int(info) & 3, int(kind), int(info))
        for place, (kind, info) in enumerate(zip(view["river_kind"], view["river_info"], strict=True))
        if place < view["river_count"]
    ]
    melds = [
        (seat, int(view["meld_type"][seat, slot]), int(view["meld_kind"][seat, slot]))
        for seat in SEATS
        for slot in range(view["meld_count"][seat])
    ]
    owners = {}
    for kind, owner in zip(view["bao"], view["bao_owner"], strict=True):
        owners.setdefault(int(kind), set()).add(int(owner))

    def count(entries):
        table = np.zeros((4, 34), int)
        for seat, kind, number in entries:
            table[seat, kind] += number
        return table

    ages = np.zeros((4, 34), int)
    for place, seat, kind, _ in river:
        ages[seat, kind] = view["river_count"] - place
    return {
        "hand": view["hand"],
        "unseen": view["unseen"],
        "waits": kinds_of(view["waits"]),
        "barred": kinds_of(view["barred"]),
        "drawn": one_hot(34, view["drawn"]),
        "tile": one_hot(34, view["tile"]),
        "bao": [(2 if 0 in owners[kind] else 1) if kind in owners else 0 for kind in range(34)],
        "discards": count((seat, kind, 1) for _, seat, kind, _ in river),
        "from_hand": count((seat, kind, not info & RIVER_DRAWN) for _, seat, kind, info in river),
        "claimed": count((seat, kind, info & RIVER_CLAIMED > 0) for _, seat, kind, info in river),
        "latest": ages,
        "ready_tile": count((seat, kind, 1) for _, seat, kind, info in river if info & RIVER_READY) > 0,
        "chows": count((seat, kind + i, 1) for seat, form, kind in melds if form == MELD_CHOW for i in range(3)),
        "sets": count(
            (seat, kind, 3 if form == MELD_PUNG else 4)
            for seat, form, kind in melds
            if form != MELD_CHOW and kind != NOTHING
        ),
        "melds": [[sum(meld[:2] == (seat, form) for meld in melds) for form in range(1, 6)] for seat in SEATS],
        "ready": view["ready"],
        "ready_age": np.where(view["ready"] > 0, view["river_count"] - view["ready_at"], 0),
        "hand_size": view["hand_size"],
        "status": view["status"],
        "dealer": one_hot(4, view["dealer"]),
        "turn": one_hot(4, view["turn"]),
        "flowers": view["flowers"],
        "totals": np.clip(view["totals"], -LARGEST, LARGEST),
        "phase": one_hot(3, view["phase"] - PHASE_ACT if view["asked"] else NOTHING),
        "must_ting": [view["must_ting"]],
        "source": one_hot(6, view["source"]),
        "left": [view["left"]],
        "river": [view["river_count"]],
        "dice": view["dice"],
        "draws": [min(view["draws"], LARGEST)],
        "counter": [min(view["counter"], LARGEST)],
        "hand_index": [min(view["hand_index"], LARGEST)],
        "hands_left": [min(view["hands"] - view["hand_index"], LARGEST)],
    }
