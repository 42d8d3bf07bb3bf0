"""What a hand and its melds must be: a quick test by kernels, and the sentence that says what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.calculator.holding import WITHOUT_CHOW, WORDS, HandError, count_played
from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, MELD_CHOW, MELD_CONCEALED_KONG, MELD_NONE, NUM_KINDS
from mjenv.engine.tiles import FIRST_HONOUR, tile_name
from mjenv.hands.shapes import copies_in_melds

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

BAD: Final = -2  # answer of a kernel about what cannot be
COPIES: Final = 4
ODD: Final = 256  # more than the tiles of any hand
ALL_KINDS: Final = (1 << NUM_KINDS) - 1
SUITS: Final = (1 << FIRST_HONOUR) - 1
#: Facts about the rules in one number: a bit for each kind that is played, then these.
NO_CHOW: Final = 1 << NUM_KINDS  # B1
OPTIONS: Final = NUM_KINDS + 1  # what else a kernel is told begins at this bit

WORD: Final = {meld_type: word for word, meld_type in WORDS.items()}


def describe_rules(rules: Rules, options: int = 0) -> int:
    """Return the facts that the kernels check hands by."""
    played = sum(1 << kind for kind, copies in enumerate(count_played(rules)) if copies)
    return played | (NO_CHOW if rules.variant in WITHOUT_CHOW else 0) | options << OPTIONS


@njit
def tally(hand, facts):
    """Tiles of a hand and, ODD times, kinds of which it holds 1 or 3; BAD for more copies or kinds than are played."""
    tiles = 0
    odd = 0
    wrong = 0
    for kind in range(NUM_KINDS):
        copies = int(hand[kind])
        tiles += copies
        odd += copies & 1
        wrong += (copies & 255) > COPIES  # a negative number as well
    if wrong > 0:
        return BAD
    if facts & ALL_KINDS != ALL_KINDS:
        for kind in range(FIRST_HONOUR if facts & SUITS == SUITS else 0, NUM_KINDS):
            if not facts >> kind & 1 and hand[kind] != 0:
                return BAD
    return tiles + ODD * odd


@njit
def count_tiles(hand, facts):
    """Number of concealed tiles, or BAD where there are more copies or kinds than are played with."""
    tallied = tally(hand, facts)
    return tallied & (ODD - 1) if tallied != BAD else BAD


@njit
def check_melds(hand, melds, facts):
    """Number of melds, or BAD where one cannot be or there are more copies than exist."""
    count = 0
    for slot in range(MAX_MELDS):
        meld_type = int(melds[slot, 0])
        if meld_type == MELD_NONE:
            continue
        if count < slot or not is_meld(meld_type, int(melds[slot, 1]), facts):
            return BAD
        count += 1
    if count > 0:
        for kind in range(NUM_KINDS):
            if int(hand[kind]) + copies_in_melds(melds, kind) > COPIES:
                return BAD
    return count


@njit
def is_meld(meld_type, kind, facts):
    """Whether there is such a meld."""
    if not (MELD_CHOW <= meld_type <= MELD_CONCEALED_KONG and 0 <= kind < NUM_KINDS and facts >> kind & 1):
        return False
    return meld_type != MELD_CHOW or (kind < FIRST_HONOUR and kind % 9 <= 6 and not facts & NO_CHOW)


@njit
def is_compact(melds):
    """Whether melds have the shape and layout that they must have."""
    return melds.shape == (MAX_MELDS, 2) and melds.strides == (2, 1)


@njit
def check_closed(hand, facts):
    """Tally of a hand of 13 or 14 tiles without melds, or BAD."""
    if len(hand) != NUM_KINDS or hand.strides[0] != 1:
        return BAD
    tallied = tally(hand, facts)
    return tallied if 13 <= tallied & (ODD - 1) <= 14 else BAD


@njit
def check_beside(hand, melds, facts):
    """Tiles of a hand and its melds, 13 or 14 where each meld is three, or BAD."""
    if len(hand) != NUM_KINDS or hand.strides[0] != 1 or not is_compact(melds):
        return BAD
    tiles = count_tiles(hand, facts)
    count = check_melds(hand, melds, facts)
    if BAD in (tiles, count):
        return BAD
    tiles += 3 * count
    return tiles if 13 <= tiles <= 14 else BAD


# What is wrong ------------------------------------------------------------------------------------------
def explain(hand: np.ndarray, melds: np.ndarray, facts: int, sizes: tuple[int, ...]) -> str:
    """Return what is wrong with int8[34] and int8[4, 2], of which ``sizes`` tiles are wanted if there is no meld."""
    for kind, copies in enumerate(hand.tolist()):
        most = COPIES if facts >> kind & 1 else 0
        if not 0 <= copies <= most:
            return f"{copies} concealed copies of {tile_name(kind)}, expected {f'0 to {most}' if most else 'none'}"
    count = 0
    for slot, (meld_type, kind) in enumerate(melds.tolist()):
        if meld_type == MELD_NONE:
            continue
        if count < slot:
            return f"melds[{slot}] follows an empty place: melds come first, (0, 0) after them"
        wrong = explain_meld(meld_type, kind, facts)
        if wrong:
            return f"melds[{slot}] = ({meld_type}, {kind}): {wrong}"
        count += 1
    for kind in range(NUM_KINDS):
        copies = int(hand[kind]) + int(copies_in_melds(melds, kind))
        if copies > COPIES:
            return f"{copies} copies of {tile_name(kind)} in hand and melds, {COPIES} exist"
    wanted = " or ".join(str(size - 3 * count) for size in sizes)
    return f"{int(hand.sum())} concealed tiles beside {count} melds, expected {wanted}"


def explain_meld(meld_type: int, kind: int, facts: int) -> str:
    """Return why there is no such meld; nothing where there is."""
    if meld_type not in WORD:
        return f"the type of a meld is {', '.join(f'{number} {word}' for word, number in WORDS.items())} or 0 none"
    if not 0 <= kind < NUM_KINDS or not facts >> kind & 1:
        return f"{kind} is no kind of tile of these rules"
    if meld_type == MELD_CHOW and facts & NO_CHOW:
        return "these rules have no chow (B1)"
    if meld_type == MELD_CHOW and (kind >= FIRST_HONOUR or kind % 9 > 6):
        return f"no run of three begins with {tile_name(kind)}"
    return ""


def as_melds(melds: object, shape: tuple[int, ...]) -> np.ndarray:
    """Return melds as int8[…, 4, 2]; raise ``HandError`` for what has another type or shape."""
    array = as_small(melds, "melds")
    if array.shape != shape:
        raise HandError(f"melds of shape {list(array.shape)}: expected {list(shape)}, type and lowest kind of each")
    return array


def as_small(values: object, name: str) -> np.ndarray:
    """Return an array of integers as contiguous int8; raise ``HandError`` for what is none, or does not fit."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise HandError(f"{name}: rows of different lengths, expected an array") from None
    if array.dtype.kind not in "iu":
        raise HandError(f"{name} of type {array.dtype}: expected whole numbers (int8)")
    if array.size and not (array.min() >= -128 and array.max() <= 127):
        raise HandError(f"{name} from {array.min()} to {array.max()}: expected numbers that fit int8")
    return np.require(array, np.int8, ["C", "W"])  # kernels are compiled for such alone
