"""The kernels that Python calls: one hand without melds, one with melds, many.

Each checks what it is given. Of one hand it returns BAD for what cannot be; of many it stops at the first such row and
returns its number, or BAD where there is none. ``facts`` are those of ``checks``; melds of many hands are
int8[n, 4, 2], or int8[0, 4, 2] for none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, NUM_KINDS
from mjenv.engine.melds import add_meld, drop_last_meld
from mjenv.engine.shanten import NEVER
from mjenv.engine.state import STATE
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.hands.calls import brief
from mjenv.hands.checks import BAD, ODD, OPTIONS, check_beside, check_closed
from mjenv.hands.shapes import (
    count_melds,
    orphans_missing,
    pairs_missing_by,
    standard_missing,
    standard_missing_beside,
)
from mjenv.hands.tables import FAR
from mjenv.variants import hooks

if TYPE_CHECKING:
    from collections.abc import Callable

# Options of the plain distance.
SPECIAL: Final = 1  # seven pairs and thirteen orphans win as well (B3)
ANY_PAIR: Final = 2  # thirteen_orphans_pair
ONLY_PAIRS: Final = 4  # seven pairs alone
ONLY_ORPHANS: Final = 8  # thirteen orphans alone


# The plain distance -------------------------------------------------------------------------------------
@njit
def missing_closed(hand, tallied, options):
    """Tiles that a hand without melds misses to the nearest winning shape, given its tally."""
    pairs = pairs_missing_by(tallied & (ODD - 1), tallied // ODD)
    if options & ONLY_PAIRS:
        return pairs
    if options & ONLY_ORPHANS:
        return orphans_missing(hand, options & ANY_PAIR)
    missing = standard_missing(hand, MAX_MELDS)
    if options & SPECIAL:
        missing = min(missing, pairs, orphans_missing(hand, options & ANY_PAIR))
    return missing


@brief
@njit
def shanten_closed(hand, facts):
    """Distance of a hand without melds."""
    tallied = check_closed(hand, facts)
    return missing_closed(hand, tallied, facts >> OPTIONS) - 1 if tallied != BAD else BAD


def fix_shanten(facts: int) -> Callable[..., int]:
    """Return ``shanten_closed`` for some facts: to pass them takes a tenth of the time of a call."""

    @brief
    @njit
    def shanten(hand):
        return shanten_closed(hand, facts)

    return shanten


@brief
@njit
def shanten_with(hand, melds, facts):
    """Distance of a hand."""
    if check_beside(hand, melds, facts) == BAD:
        return BAD
    count = count_melds(melds)
    if count == 0:
        return shanten_closed(hand, facts)
    missing = standard_missing_beside(hand, melds, MAX_MELDS - count)
    return missing - 1 if missing < FAR else NEVER


@njit
def shanten_of_many(hands, melds, facts, out):
    """Write the distance of each hand."""
    for row in range(len(hands)):
        one = hands[row]
        distance = shanten_with(one, melds[row], facts) if len(melds) > 0 else shanten_closed(one, facts)
        if distance == BAD:
            return row
        out[row] = distance
    return BAD


# Finished hands -----------------------------------------------------------------------------------------
@brief
@njit
def wins_closed(hand, facts):
    """Whether 14 tiles without melds are finished."""
    tallied = check_closed(hand, facts)
    if tallied == BAD or tallied & (ODD - 1) != 14:
        return BAD
    return int(missing_closed(hand, tallied, facts >> OPTIONS) == 0)


def fix_wins(facts: int) -> Callable[..., int]:
    """Return ``wins_closed`` for some facts."""

    @brief
    @njit
    def wins(hand):
        return wins_closed(hand, facts)

    return wins


@brief
@njit
def wins_with(hand, melds, facts):
    """Whether 14 tiles are finished."""
    if check_beside(hand, melds, facts) != 14:
        return BAD
    count = count_melds(melds)
    if count == 0:
        return wins_closed(hand, facts)
    return int(standard_missing(hand, MAX_MELDS - count) == 0)  # of finished hands no copy is used up


@njit
def wins_of_many(hands, melds, facts, out):
    """Write whether each hand is finished."""
    for row in range(len(hands)):
        wins = wins_with(hands[row], melds[row], facts) if len(melds) > 0 else wins_closed(hands[row], facts)
        if wins == BAD:
            return row
        out[row] = wins
    return BAD


# Waits --------------------------------------------------------------------------------------------------
@njit
def no_melds():
    """Return melds of a hand that has none."""
    return np.zeros((MAX_MELDS, 2), np.int8)


@njit
def lay_hand(state, seat, hand, melds):
    """Give a seat concealed tiles and melds."""
    for kind in range(NUM_KINDS):
        for _ in range(int(hand[kind])):
            add_tile(state, seat, kind)
    for slot in range(count_melds(melds)):
        kind = int(melds[slot, 1])
        add_meld(state, seat, int(melds[slot, 0]), kind, kind, (seat + 1) % 4)


@njit
def take_hand(state, seat, hand, melds):
    """Undo ``lay_hand``."""
    for kind in range(NUM_KINDS):
        for _ in range(int(hand[kind])):
            remove_tile(state, seat, kind)
    for _ in range(count_melds(melds)):
        drop_last_meld(state, seat, 0, 0)


@brief
@njit
def waits_with(hand, melds, facts, rules):
    """Kinds that complete 13 tiles, a bit each (C19)."""
    if check_beside(hand, melds, facts) != 13:
        return BAD
    states = np.zeros(1, STATE)
    lay_hand(states[0], 0, hand, melds)
    return np.int64(hooks.find_waits(states[0], rules[0], 0))


@brief
@njit
def waits_closed(hand, facts, rules):
    """Kinds that complete 13 tiles without melds, a bit each."""
    return waits_with(hand, no_melds(), facts, rules)


@njit
def waits_of_many(hands, melds, facts, rules, out):
    """Write the kinds that complete each hand, a bit each."""
    states = np.zeros(1, STATE)
    state = states[0]
    none = no_melds()
    for row in range(len(hands)):
        made = melds[row] if len(melds) > 0 else none
        if check_beside(hands[row], made, facts) != 13:
            return row
        lay_hand(state, 0, hands[row], made)
        out[row] = np.uint64(hooks.find_waits(state, rules[0], 0))
        take_hand(state, 0, hands[row], made)
    return BAD
