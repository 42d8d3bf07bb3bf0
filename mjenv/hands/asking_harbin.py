"""The kernels that Python calls for Harbin's own distance and finished hands; as in ``asking``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS
from mjenv.engine.shanten import NEVER
from mjenv.hands.asking import no_melds
from mjenv.hands.calls import brief
from mjenv.hands.checks import BAD, OPTIONS, check_beside
from mjenv.hands.harbin import OPEN, find_gain, harbin_missing, is_finished
from mjenv.hands.shapes import count_melds

if TYPE_CHECKING:
    from collections.abc import Callable


@brief
@njit
def shanten_with(hand, melds, facts):
    """Distance of a seat's tiles to a hand that may be ready and win."""
    tiles = check_beside(hand, melds, facts)
    if tiles == BAD:
        return BAD
    missing = harbin_missing(hand, melds, tiles == 14, facts >> OPTIONS)
    return missing - 1 if missing < NEVER else NEVER


@brief
@njit
def shanten_closed(hand, facts):
    """The same without melds."""
    return shanten_with(hand, no_melds(), facts)


def fix_shanten(facts: int) -> Callable[..., int]:
    """Return ``shanten_closed`` for some facts."""

    @brief
    @njit
    def shanten(hand):
        return shanten_closed(hand, facts)

    return shanten


@njit
def shanten_of_many(hands, melds, facts, out):
    """Write the distance of each seat's tiles."""
    none = no_melds()
    for row in range(len(hands)):
        distance = shanten_with(hands[row], melds[row] if len(melds) > 0 else none, facts)
        if distance == BAD:
            return row
        out[row] = distance
    return BAD


@brief
@njit
def wins_with(hand, melds, facts):
    """Whether 14 tiles are a hand that may have been ready and win."""
    if check_beside(hand, melds, facts) != 14:
        return BAD
    gain = find_gain(melds)
    if not gain & OPEN or count_melds(melds) == MAX_MELDS:
        return 0
    return int(is_finished(hand, gain, facts >> OPTIONS))


@brief
@njit
def wins_closed(hand, facts):
    """The same without melds, which never are."""
    return wins_with(hand, no_melds(), facts)


def fix_wins(facts: int) -> Callable[..., int]:
    """Return ``wins_closed`` for some facts."""

    @brief
    @njit
    def wins(hand):
        return wins_closed(hand, facts)

    return wins


@njit
def wins_of_many(hands, melds, facts, out):
    """Write whether each hand is one that may have been ready and win."""
    none = no_melds()
    for row in range(len(hands)):
        wins = wins_with(hands[row], melds[row] if len(melds) > 0 else none, facts)
        if wins == BAD:
            return row
        out[row] = wins
    return BAD
