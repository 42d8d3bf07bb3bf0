"""Menus: the legal actions of the seat that is asked, one bit an id, and their parts that variants share."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE, U63, count_bits, nth_bit
from mjenv.engine.codes import (
    CHOW_LOW,
    DISCARD,
    HU,
    KONG,
    NOTHING,
    NUM_ACTIONS,
    NUM_KINDS,
    PASS,
    PUNG,
    TING_CHOW_LOW,
    TING_PUNG,
)
from mjenv.engine.tiles import FIRST_HONOUR, NAMES, held_kinds

# Claims are kept as small sets: bit 0 is CHOW_LOW.
CLAIM_PUNG: Final = 1 << (PUNG - CHOW_LOW)
CLAIM_KONG: Final = 1 << (KONG - CHOW_LOW)
CLAIM_TING_CHOW_LOW: Final = 1 << (TING_CHOW_LOW - CHOW_LOW)
CLAIM_TING_PUNG: Final = 1 << (TING_PUNG - CHOW_LOW)
CLAIM_HU: Final = 1 << (HU - CHOW_LOW)
CLAIM_PASS: Final = 1 << (PASS - CHOW_LOW)
CLAIMS_TING: Final = 0b1111 * CLAIM_TING_CHOW_LOW
CLAIM_SHIFT: Final = np.uint64(CHOW_LOW - 64)
WORD_BITS: Final = 64

CLAIM_WORDS: Final = ("chow_low", "chow_mid", "chow_high", "pung", "kong")
TING_WORDS: Final = ("ting_chow_low", "ting_chow_mid", "ting_chow_high", "ting_pung")
#: The string of each action id.
ACTION_NAMES: Final = (
    *(f"{verb} {NAMES[kind]}" for verb in ("discard", "ting", "self_kong") for kind in range(NUM_KINDS)),
    *CLAIM_WORDS,
    *TING_WORDS,
    "hu",
    "pass",
)


#: PARTNERS[kind, place]: the two kinds that make a run with a kind which has that place in it, one bit a kind;
#: NO_RUN, which no seat holds, where there is no such run.
NO_RUN: Final = 1 << 63
PARTNERS: Final = np.array(
    [
        [
            sum(1 << other for other in range(kind - place, kind - place + 3) if other != kind)
            if kind < FIRST_HONOUR and place <= kind % 9 <= 6 + place
            else NO_RUN
            for place in range(3)
        ]
        for kind in range(NUM_KINDS)
    ],
    np.uint64,
)


@njit
def find_runs(state, seat, kind):
    """Places that a kind has in runs with two tiles of the hand, one bit a place, as those of a chow (C7)."""
    held = held_kinds(state, seat)
    places = 0
    for place in range(3):
        if held & PARTNERS[kind, place] == PARTNERS[kind, place]:
            places |= 1 << place
    return places


@njit
def clear_menu(state):
    """Nobody may do anything."""
    state["legal"][0] = 0
    state["legal"][1] = 0


@njit
def allow(state, action):
    """Add an action to the menu."""
    state["legal"][action >> 6] |= ONE << (np.uint64(action) & U63)


@njit
def is_legal(state, action):
    """Whether the actor may take an action (any integer)."""
    if action < 0 or action >= NUM_ACTIONS:
        return False
    return (state["legal"][action >> 6] >> (np.uint64(action) & U63)) & ONE != 0


@njit
def set_claim_menu(state, claims):
    """Make a set of claims the menu."""
    state["legal"][0] = 0
    state["legal"][1] = np.uint64(claims) << CLAIM_SHIFT


@njit
def count_legal(state):
    """Number of actions in the menu."""
    return count_bits(np.uint64(state["legal"][0])) + count_bits(np.uint64(state["legal"][1]))


@njit
def nth_legal(state, n):
    """The legal action with n legal ones below it, NOTHING if there is none."""
    if not 0 <= n < count_legal(state):
        return NOTHING
    first = count_bits(np.uint64(state["legal"][0]))
    half = np.int64(n >= first)
    return WORD_BITS * half + nth_bit(np.uint64(state["legal"][half]), n - first * half)


@njit
def allow_kinds(state, first, kinds):
    """Add the actions of some kinds, one bit a kind; ``first`` is that of kind 0 (DISCARD, TING, SELF_KONG)."""
    place = np.uint64(first) & U63
    word = first >> 6
    state["legal"][word] |= kinds << place
    if place > WORD_BITS - NUM_KINDS:
        state["legal"][word + 1] |= kinds >> (np.uint64(WORD_BITS) - place)


@njit
def allow_discards(state, seat):
    """Any tile of the concealed hand may be discarded (C10)."""
    allow_kinds(state, DISCARD, held_kinds(state, seat))


@njit
def default_action(state):
    """What a bot that fails is given (C16)."""
    if is_legal(state, HU):
        return HU
    if is_legal(state, PASS):
        return PASS
    drawn = state["drawn"]
    if drawn != NOTHING and is_legal(state, DISCARD + drawn):
        return DISCARD + drawn
    for kind in range(NUM_KINDS - 1, -1, -1):
        if is_legal(state, DISCARD + kind):
            return DISCARD + kind
    return nth_legal(state, count_legal(state) - 1)


def action_name(action: int) -> str:
    """Return the string of an action id.

    >>> action_name(0), action_name(67), action_name(111)
    ('discard 1m', 'ting 7z', 'hu')
    """
    return ACTION_NAMES[action]


def action_id(name: str) -> int:
    """Return the id of an action string; raises ``ValueError`` for an unknown one.

    >>> action_id("self_kong 7z"), action_id("pass")
    (101, 112)
    """
    try:
        return ACTION_NAMES.index(name)
    except ValueError:
        message = f"action {name!r}: expected a string such as 'discard 5m', 'ting 7z', 'chow_low' or 'pass'"
        raise ValueError(message) from None
