"""``tokens/1``: the view as a sequence for transformers, int16 [256, 6].

First what lies on the table, then the discards and the claims on them in the order they happened; rows of type 0 pad
the end. A claim is put after the discard it took; the view tells whose it was, as who claims discards next. When a
concealed or added kong was made, a flower set out or a 宝 revealed is not in the view, so those have no place in the
order; neither are legal actions (the mask has them) and the own seat's number. Nothing is ever cut: the rows suffice.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import has_bit
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    RIVER_CLAIMED,
    RIVER_DRAWN,
)
from mjenv.engine.state import NUM_FLOWERS
from mjenv.observe.flat import hold
from mjenv.observe.view import SEAT_BITS

TOKENS_VERSION: Final = "tokens/1"
TOKENS_LENGTH: Final = 256  # 28 numbers, 14 tiles, 1 asked about, 34 kinds, 4 宝, 16 melds, 20 flowers, 112 + 16 events

#: Types by number: name, what ``tile``, ``code``, ``other`` and ``number`` mean; ``seat`` is whose it is.
TOKEN_TYPES: Final = (
    ("padding", "–", "–", "–", "–"),
    ("number", "–", "1 + place in `NUMBER_NAMES`", "–", "the number"),
    ("hand", "an own concealed tile", "1 the tile just drawn", "–", "–"),
    ("asked", "tile this seat is asked about", "phase: 4 a discard, 5 an added kong", "–", "–"),
    (
        "kind",
        "a kind that is marked",
        "1 waited on, 2 barred from claims or the own discard, 3 both",
        "–",
        "copies unseen",
    ),
    ("bao", "a 宝 that is seen", "–", "–", "place, from 0"),
    (
        "meld",
        "lowest kind; 0 a hidden concealed kong",
        "1 chow, 2 pung, 3 exposed, 4 added, 5 concealed kong",
        "seat that fed it",
        "place in the river of the discard it took, from 1",
    ),
    ("flower", "a flower set out", "–", "–", "copies"),
    (
        "discard",
        "tile",
        "sum of 1 the kind just drawn, 2 ready declared with it, 4 claimed",
        "–",
        "place in the river, from 1",
    ),
    ("claim", "tile", "1, 2, 3 chow low, mid, high, 4 pung, 5 kong", "giver", "place in the river, from 1"),
)
(PADDING, NUMBER, HAND, ASKED, KIND, BAO, MELD, FLOWER, DISCARD, CLAIM) = range(len(TOKEN_TYPES))

#: What the tokens of type ``number`` tell: twelve of the table, then four of each seat in turn.
NUMBER_NAMES: Final = (
    "left",
    "draws",
    "counter",
    "hand_index",
    "hands_left",
    "dice_1",
    "dice_2",
    "source",
    "must_ting",
    "phase",
    "dealer",
    "turn",
    "ready",
    "hand_size",
    "status",
    "total",
)
NUM_OF_TABLE: Final = 12
TILE_CODES: Final = 1 + NUM_KINDS + NUM_FLOWERS  # 0 none, 1 + kind, 35 + flower: 1f-8f, then 5z 6z 7z as flowers
#: The columns, and how many values each has; 0 for a plain number.
TOKEN_FEATURES: Final = (
    ("type", len(TOKEN_TYPES)),
    ("seat", 1 + NUM_SEATS),
    ("tile", TILE_CODES),
    ("code", 1 + len(NUMBER_NAMES)),
    ("other", 1 + NUM_SEATS),
    ("number", 0),
)
NUM_FEATURES: Final = len(TOKEN_FEATURES)
CLAIM_PUNG: Final = 4
CLAIM_KONG: Final = 5
FLAG_SHIFT: Final = RIVER_DRAWN.bit_length() - 1  # flags of a discard begin at 1


def padding_mask(tokens: np.ndarray) -> np.ndarray:
    """Return bool [..., 256], true for padding, as ``key_padding_mask`` of PyTorch wants it.

    >>> padding_mask(np.array([[1, 0, 0, 1, 0, 60], [0, 0, 0, 0, 0, 0]], np.int16)).tolist()
    [False, True]
    """
    padding: np.ndarray = tokens[..., 0] == PADDING
    return padding


@njit
def tokenise_views(views, out_tokens):
    """Write the sequence of each view, int16 [n, TOKENS_LENGTH, NUM_FEATURES]."""
    claimed_at = np.zeros((NUM_SEATS, MAX_MELDS), np.int64)
    for k in range(len(views)):
        find_claims(views[k], claimed_at)
        end = add_numbers(views[k], out_tokens[k])
        end = add_own(views[k], out_tokens[k], end)
        end = add_shown(views[k], claimed_at, out_tokens[k], end)
        end = add_events(views[k], claimed_at, out_tokens[k], end)
        out_tokens[k, end:] = 0


@njit
def find_claims(view, out_claimed_at):
    """Write for each meld 1 + the place in the river of the discard that it took, 0 for a concealed kong."""
    out_claimed_at[:] = 0
    count = np.int64(view["river_count"])
    for i in range(count):
        info = np.int64(view["river_info"][i])
        if info & RIVER_CLAIMED:
            following = np.int64(view["river_info"][i + 1]) & SEAT_BITS if i + 1 < count else np.int64(view["turn"])
            for step in range(NUM_SEATS):
                seat = (following + step) & SEAT_BITS
                slot = find_meld(view, seat, info & SEAT_BITS, view["river_kind"][i], out_claimed_at)
                if slot != NOTHING:
                    out_claimed_at[seat, slot] = 1 + i
                    break


@njit
def find_meld(view, seat, giver, kind, claimed_at):
    """Slot of the seat's first meld made of a giver's tile that no earlier discard is known to have made."""
    for slot in range(view["meld_count"][seat]):
        made = view["meld_from"][seat, slot] == giver and view["meld_tile"][seat, slot] == kind
        if made and view["meld_type"][seat, slot] != MELD_CONCEALED_KONG and claimed_at[seat, slot] == 0:
            return slot
    return NOTHING


@njit
def add(out_tokens, end, token_type, seat, tile, code, other, number):
    """Write a token and return where the next one goes; ``seat`` and ``other`` may be NOTHING."""
    if end == TOKENS_LENGTH:
        return end
    token = out_tokens[end]
    token[0] = token_type
    token[1] = 1 + seat
    token[2] = tile
    token[3] = code
    token[4] = 1 + other
    token[5] = hold(number)
    return end + 1


@njit
def add_number(out_tokens, end, seat, code, number):
    """Write a token of type ``number``."""
    return add(out_tokens, end, NUMBER, seat, 0, code, NOTHING, number)


@njit
def add_numbers(view, out_tokens):
    """Write the numbers, in the order of ``NUMBER_NAMES``, and return their count."""
    end = add_number(out_tokens, 0, NOTHING, 1, view["left"])
    end = add_number(out_tokens, end, NOTHING, 2, view["draws"])
    end = add_number(out_tokens, end, NOTHING, 3, view["counter"])
    end = add_number(out_tokens, end, NOTHING, 4, view["hand_index"])
    end = add_number(out_tokens, end, NOTHING, 5, np.int64(view["hands"]) - view["hand_index"])
    end = add_number(out_tokens, end, NOTHING, 6, view["dice"][0])
    end = add_number(out_tokens, end, NOTHING, 7, view["dice"][1])
    end = add_number(out_tokens, end, NOTHING, 8, view["source"])
    end = add_number(out_tokens, end, NOTHING, 9, view["must_ting"])
    end = add_number(out_tokens, end, NOTHING, 10, view["phase"] if view["asked"] else 0)
    end = add_number(out_tokens, end, view["dealer"], 11, 1)
    end = add_number(out_tokens, end, view["turn"], NUM_OF_TABLE, 1)
    for seat in range(NUM_SEATS):
        end = add_number(out_tokens, end, seat, NUM_OF_TABLE + 1, view["ready"][seat])
        end = add_number(out_tokens, end, seat, NUM_OF_TABLE + 2, view["hand_size"][seat])
        end = add_number(out_tokens, end, seat, NUM_OF_TABLE + 3, view["status"][seat])
        end = add_number(out_tokens, end, seat, NUM_OF_TABLE + 4, view["totals"][seat])
    return end


@njit
def add_own(view, out_tokens, end):
    """Write what the seat alone sees: its tiles, the tile it is asked about, its waits and barred kinds."""
    for kind in range(NUM_KINDS):
        copies = np.int64(view["hand"][kind])
        for copy in range(copies):
            is_drawn = view["drawn"] == kind and copy + 1 == copies
            end = add(out_tokens, end, HAND, 0, 1 + kind, np.int64(is_drawn), NOTHING, 0)
    if view["tile"] != NOTHING:
        end = add(out_tokens, end, ASKED, view["turn"], 1 + np.int64(view["tile"]), view["phase"], NOTHING, 0)
    for kind in range(NUM_KINDS):
        code = has_bit(view["waits"], kind) + 2 * has_bit(view["barred"], kind)
        if code:
            end = add(out_tokens, end, KIND, 0, 1 + kind, code, NOTHING, view["unseen"][kind])
    return end


@njit
def add_shown(view, claimed_at, out_tokens, end):
    """Write 宝, melds and flowers."""
    for place in range(NUM_SEATS):
        if view["bao"][place] != NOTHING:
            owner = view["bao_owner"][place]
            end = add(out_tokens, end, BAO, owner, 1 + np.int64(view["bao"][place]), 0, NOTHING, place)
    for seat in range(NUM_SEATS):
        for slot in range(view["meld_count"][seat]):
            meld_type = np.int64(view["meld_type"][seat, slot])
            giver = NOTHING if meld_type == MELD_CONCEALED_KONG else np.int64(view["meld_from"][seat, slot])
            tile = 1 + np.int64(view["meld_kind"][seat, slot])
            end = add(out_tokens, end, MELD, seat, tile, meld_type, giver, claimed_at[seat, slot])
        for flower in range(NUM_FLOWERS):
            copies = view["flowers"][seat, flower]
            if copies:
                end = add(out_tokens, end, FLOWER, seat, 1 + NUM_KINDS + flower, 0, NOTHING, copies)
    return end


@njit
def add_events(view, claimed_at, out_tokens, end):
    """Write the discards in order, each followed by the claim that took it."""
    for i in range(view["river_count"]):
        info = np.int64(view["river_info"][i])
        giver = info & SEAT_BITS
        tile = 1 + np.int64(view["river_kind"][i])
        end = add(out_tokens, end, DISCARD, giver, tile, info >> FLAG_SHIFT, NOTHING, 1 + i)
        if info & RIVER_CLAIMED:
            for seat in range(NUM_SEATS):
                for slot in range(MAX_MELDS):
                    if claimed_at[seat, slot] == 1 + i:
                        end = add(out_tokens, end, CLAIM, seat, tile, claim_code(view, seat, slot), giver, 1 + i)
    return end


@njit
def claim_code(view, seat, slot):
    """How a meld was claimed; an added kong was claimed as a pung."""
    meld_type = np.int64(view["meld_type"][seat, slot])
    if meld_type == MELD_CHOW:
        return 1 + np.int64(view["meld_tile"][seat, slot]) - np.int64(view["meld_kind"][seat, slot])
    return CLAIM_KONG if meld_type == MELD_EXPOSED_KONG else CLAIM_PUNG
