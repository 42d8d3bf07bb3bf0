"""Tile kinds and notation (C1, C2), and moving tiles in and out of a concealed hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import bit

if TYPE_CHECKING:
    from collections.abc import Sequence

SUIT_LETTERS: Final = "mpszf"
HONOUR_SUIT: Final = 3
FIRST_HONOUR: Final = 27
FIRST_DRAGON: Final = 31
ZHONG: Final = 33  # 红中, `7z`
FIRST_FLOWER: Final = 34

#: Suit of each kind: a look-up where a division would be three times as long.
KIND_SUIT: Final = np.arange(34) // 9
#: Weight of each kind in the base-5 number of its suit.
KIND_WEIGHT: Final = np.array([5 ** (kind % 9) for kind in range(34)], np.int32)
NAMES: Final = tuple(f"{kind % 9 + 1}{SUIT_LETTERS[kind // 9]}" for kind in range(34)) + tuple(
    f"{number}f" for number in range(1, 9)
)
UNKNOWN: Final = "?"


def tile_name(kind: int) -> str:
    """Return the notation of a kind (C1); ``?`` for a negative one, a tile that is not seen.

    >>> [tile_name(k) for k in (0, 17, 33, 34, -1)]
    ['1m', '9p', '7z', '1f', '?']
    """
    return NAMES[kind] if kind >= 0 else UNKNOWN


def parse_tile(text: str) -> int:
    """Return the kind of one tile.

    >>> parse_tile("5m"), parse_tile("7z"), parse_tile("3f")
    (4, 33, 36)
    """
    try:
        return NAMES.index(text)
    except ValueError:
        message = f"tile {text!r}: expected a rank and a suit letter, such as 5m, 9p, 1s, 7z or 3f"
        raise ValueError(message) from None


def parse_tiles(text: str, used: Sequence[int] = range(42)) -> list[int]:
    """Return the kinds in a hand string, sorted (C2).

    ``used`` holds the kinds the variant plays with. Raises ``ValueError`` that names the bad part.

    >>> parse_tiles("123m55z")
    [0, 1, 2, 31, 31]
    >>> parse_tiles("11111m")
    Traceback (most recent call last):
    ...
    ValueError: hand '11111m': 5 copies of 1m, at most 4 exist
    """
    kinds: list[int] = []
    ranks = ""
    for position, letter in enumerate(text):
        if letter.isascii() and letter.isdigit():
            ranks += letter
        elif letter in SUIT_LETTERS and ranks:
            kinds += [_kind_of(text, rank + letter, used) for rank in ranks]
            ranks = ""
        elif not letter.isspace():
            where = f"hand {text!r}: unexpected {letter!r} at position {position + 1}"
            message = f"{where}, expected ranks and then one of m p s z f"
            raise ValueError(message)
    if ranks:
        message = f"hand {text!r}: {ranks!r} at the end lacks its suit letter (m p s z f)"
        raise ValueError(message)
    for kind in sorted(set(kinds)):
        most = 1 if kind >= FIRST_FLOWER else 4
        if kinds.count(kind) > most:
            message = f"hand {text!r}: {kinds.count(kind)} copies of {NAMES[kind]}, at most {most} exist"
            raise ValueError(message)
    return sorted(kinds)


def _kind_of(text: str, name: str, used: Sequence[int]) -> int:
    if name not in NAMES:
        message = f"hand {text!r}: there is no tile {name}"
        raise ValueError(message)
    kind = NAMES.index(name)
    if kind not in used:
        message = f"hand {text!r}: {name} is not a tile of this variant"
        raise ValueError(message)
    return kind


def format_tiles(kinds: Sequence[int]) -> str:
    """Return kinds as a hand string, sorted and grouped by suit (C2).

    >>> format_tiles([31, 0, 2, 1, 31])
    '123m55z'
    """
    groups: dict[str, str] = {}
    for kind in sorted(kinds):
        rank, suit = NAMES[kind]
        groups[suit] = groups.get(suit, "") + rank
    return "".join(ranks + suit for suit, ranks in groups.items())


@njit
def add_tile(state, seat, kind):
    """Put a tile into a concealed hand."""
    state["hand"][seat, kind] += 1
    suit = KIND_SUIT[kind]
    state["codes"][seat, suit] += KIND_WEIGHT[kind]
    state["suit_size"][seat, suit] += 1
    carry = bit(kind)
    for digit in range(3):
        word = np.uint64(state["copies"][seat, digit])
        state["copies"][seat, digit] = word ^ carry
        carry &= word


@njit
def remove_tile(state, seat, kind):
    """Take a tile out of a concealed hand."""
    state["hand"][seat, kind] -= 1
    suit = KIND_SUIT[kind]
    state["codes"][seat, suit] -= KIND_WEIGHT[kind]
    state["suit_size"][seat, suit] -= 1
    borrow = bit(kind)
    for digit in range(3):
        word = np.uint64(state["copies"][seat, digit])
        state["copies"][seat, digit] = word ^ borrow
        borrow &= ~word


# Kinds of a concealed hand, one bit a kind -----------------------------------------------------------
@njit
def held_kinds(state, seat):
    """Kinds that a seat holds."""
    copies = state["copies"]
    return copies[seat, 0] | copies[seat, 1] | copies[seat, 2]


@njit
def odd_kinds(state, seat):
    """Kinds that a seat holds once or three times."""
    return np.uint64(state["copies"][seat, 0])


@njit
def full_kinds(state, seat):
    """Kinds that a seat holds four times."""
    return np.uint64(state["copies"][seat, 2])
