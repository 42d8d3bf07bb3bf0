"""A ``view/1`` record read back from ``tokens/1``, but for what the sequence leaves out."""

from __future__ import annotations

import numpy as np

from mjenv.engine.codes import NOTHING
from mjenv.observe import tokens
from mjenv.observe.tokens import NUMBER_NAMES, TOKEN_FEATURES
from mjenv.observe.view import VIEW

#: What cannot be read back: legal actions, the own seat's number, hands in all (what is left of them is told), the
#: copies unseen of kinds without a mark, the exact time of a ready declaration (its discard is flagged).
LEFT_OUT = ("legal", "seat", "hands", "unseen", "ready_at")


def read(sequence):
    """Return the tokens of a sequence up to its padding, as dicts by feature; 0 stands for nothing."""
    names = [name for name, _ in TOKEN_FEATURES]
    ended = np.flatnonzero(sequence[:, 0] == tokens.PADDING)
    assert not sequence[ended].any()
    rows = [dict(zip(names, map(int, row), strict=True)) for row in sequence if row[0] != tokens.PADDING]
    assert ended.tolist() == list(range(len(rows), len(sequence)))
    return rows


def view_of(sequence):
    """Return the view, and the copies unseen that the sequence tells, by kind."""
    view = np.zeros((), VIEW)
    for name in ("ready_at", "drawn", "tile", "meld_kind", "meld_tile", "meld_from", "bao", "bao_owner", "river_kind"):
        view[name] = NOTHING
    numbers, unseen, claims = {}, {}, {}
    for token in read(sequence):
        if token["type"] == tokens.NUMBER:
            numbers[NUMBER_NAMES[token["code"] - 1], token["seat"] - 1] = token["number"]
        elif token["type"] == tokens.KIND:
            unseen[token["tile"] - 1] = token["number"]
        elif token["type"] == tokens.CLAIM:
            assert token["number"] == view["river_count"]  # it follows the discard it took
            claims[token["number"]] = token
        enter(view, token)
    read_melds(view, sequence, claims)
    read_numbers(view, numbers)
    return view, unseen


def enter(view, token):
    """Enter what a token tells by itself."""
    seat, tile, code = token["seat"] - 1, token["tile"] - 1, token["code"]
    match token["type"]:
        case tokens.HAND:
            view["hand"][tile] += 1
            view["drawn"] = tile if code else view["drawn"]
        case tokens.ASKED:
            view["tile"] = tile
        case tokens.KIND:
            view["waits"] |= np.uint64((code & 1) << tile)
            view["barred"] |= np.uint64((code >> 1) << tile)
        case tokens.BAO:
            view["bao"][token["number"]], view["bao_owner"][token["number"]] = tile, seat
        case tokens.MELD:
            add_meld(view, token)
        case tokens.FLOWER:
            view["flowers"][seat, tile - 34] = token["number"]
        case tokens.DISCARD:
            place = int(view["river_count"])
            assert token["number"] == place + 1
            view["river_kind"][place], view["river_info"][place] = tile, seat | code << 2
            view["river_count"] += 1


def add_meld(view, token):
    """Append a meld; the tile it took is told by the claim."""
    seat = token["seat"] - 1
    slot = view["meld_count"][seat]
    view["meld_count"][seat] += 1
    view["meld_type"][seat, slot] = token["code"]
    view["meld_kind"][seat, slot] = token["tile"] - 1
    view["meld_from"][seat, slot] = token["other"] - 1


def read_melds(view, sequence, claims):
    """Enter the claimed tiles of the melds."""
    slots = dict.fromkeys(range(4), 0)
    for token in read(sequence):
        if token["type"] == tokens.MELD:
            seat = token["seat"] - 1
            slot, slots[seat] = slots[seat], slots[seat] + 1
            if token["code"] == 5:
                view["meld_tile"][seat, slot] = token["tile"] - 1
                view["meld_from"][seat, slot] = NOTHING if token["tile"] == 0 else seat
            else:
                claim = claims[token["number"]]
                assert (claim["seat"], claim["other"]) == (token["seat"], token["other"])
                low = claim["tile"] - token["tile"]
                assert claim["code"] == {1: 1 + low, 2: 4, 3: 5, 4: 4}[token["code"]]
                view["meld_tile"][seat, slot] = claim["tile"] - 1


def read_numbers(view, numbers):
    """Enter what tokens of type ``number`` tell."""
    for name in ("left", "draws", "counter", "hand_index", "source", "must_ting"):
        view[name] = numbers.pop((name, NOTHING))
    view["hands"] = numbers.pop(("hands_left", NOTHING)) + view["hand_index"]
    view["dice"] = numbers.pop(("dice_1", NOTHING)), numbers.pop(("dice_2", NOTHING))
    phase = numbers.pop(("phase", NOTHING))
    view["asked"], view["phase"] = phase > 0, phase or NOTHING
    for seat in range(4):
        for name, field in (("ready", "ready"), ("hand_size", "hand_size"), ("status", "status"), ("total", "totals")):
            view[field][seat] = numbers.pop((name, seat))
        for name in ("dealer", "turn"):
            if numbers.pop((name, seat), 0):
                view[name] = seat
    assert not numbers
