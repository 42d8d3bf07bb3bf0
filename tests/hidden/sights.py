"""All that a seat is shown at a moment, and leaks to plant in it."""

from __future__ import annotations

import zlib

import numpy as np

from mjenv.engine.codes import MASK_WIDTH, MELD_CONCEALED_KONG, NOTHING, NUM_ACTIONS, PHASE_ACT, RIVER_DRAWN
from mjenv.observe.encoders import ENCODERS, find_encoder
from mjenv.table.checks import rederive

MASK = "mask"
CHANNELS = (*(encoder.name for encoder in ENCODERS), MASK)


def show(moments, channel):
    """Return what each moment's seat is shown, an array [n]: an encoder's observations, or the masks."""
    if channel == MASK:
        return masks(moments)
    encoder = find_encoder(channel)
    out = encoder.new_array(len(moments))
    rows = np.arange(len(moments))
    encoder.kernel(moments.states, moments.rules.record, rows, moments.seats, out)
    return out


def masks(moments):
    """Return int8 [n, 113], the legal actions found anew from each table; zeros where the seat is not asked."""
    asked = np.flatnonzero(moments.states["actor"] == moments.seats)
    again = moments.states[asked]
    rederive(again, moments.rules.record)
    out = np.zeros((len(moments), NUM_ACTIONS), np.int8)
    bits = np.unpackbits(again["legal"].copy().view(np.uint8), axis=1, bitorder="little")
    out[asked] = bits.reshape(-1, MASK_WIDTH)[:, :NUM_ACTIONS]
    return out


def leaking(moments, channel, leak):
    """Return what ``show`` does, with a hidden thing mixed in."""
    shown = show(moments, channel)
    for row, (state, seat) in enumerate(zip(moments.states, moments.seats, strict=True)):
        value = zlib.crc32(np.asarray(leak(state, int(seat))).tobytes())
        if channel == "view/1":
            shown[row]["hand_index"] ^= value % 127
        elif channel == MASK:
            shown[row, value % NUM_ACTIONS] ^= 1
        else:
            shown[row].reshape(-1)[value % shown[row].size] ^= 1
    return shown


def count_differences(one, other):
    """Number of rows that are not the same bytes."""
    return sum(a.tobytes() != b.tobytes() for a, b in zip(one, other, strict=True))


# Hidden things --------------------------------------------------------------------------------------
def others(seat):
    """The seats that are not this one."""
    return [other for other in range(4) if other != seat]


def drawn_tile(state, seat):
    """The tile another seat has drawn, where its discard does not show it."""
    shown = state["phase"] != PHASE_ACT and state["river_info"][max(state["river_count"] - 1, 0)] & RIVER_DRAWN
    return NOTHING if state["turn"] == seat or shown else state["drawn"]


def face_down(state, seat):
    """The 宝 that are face down to a seat."""
    return [
        NOTHING if state["ready"][seat] and owner != NOTHING else kind
        for kind, owner in zip(state["bao"], state["bao_owner"], strict=True)
    ]


def concealed_kongs(state, seat):
    """The kinds of the others' concealed kongs."""
    made = state["meld_type"] == MELD_CONCEALED_KONG
    made[seat] = False
    return state["meld_kind"][made]


LEAKS = {
    "a hand": lambda state, seat: state["hand"][others(seat)],
    "the next draw": lambda state, seat: state["wall"][state["head"]],
    "the next replacement": lambda state, seat: state["wall"][state["tail"]],
    "a drawn tile": drawn_tile,
    "the seed": lambda state, seat: state["seed"],
    "the sampling stream": lambda state, seat: state["sample_key"],
    "how much was asked": lambda state, seat: state["decisions"],
    "claims": lambda state, seat: state["claims"][others(seat)],
    "answers": lambda state, seat: state["answers"][others(seat)],
    "who is asked": lambda state, seat: state["actor"] if state["phase"] != PHASE_ACT else NOTHING,
    "what another seat may do": lambda state, seat: NOTHING if state["actor"] == seat else state["legal"],
}
LEAKS_IF = {
    "waits": (lambda rules: rules.preset.has_ready, lambda state, seat: state["waits"][others(seat)]),
    "passed pungs": (lambda rules: rules.name == "qiaoma", lambda state, seat: state["barred"][others(seat)]),
    "face-down bao": (lambda rules: rules.variant == "harbin", face_down),
    "hidden kongs": (lambda rules: rules.values["concealed_kong_hidden"], concealed_kongs),
}


def leaks_of(rules):
    """Return the hidden things that exist under some rules, by name."""
    return LEAKS | {name: leak for name, (exists, leak) in LEAKS_IF.items() if exists(rules)}
