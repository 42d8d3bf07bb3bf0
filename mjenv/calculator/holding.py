"""Tiles and melds as a user writes them, checked against the tiles that a rule set has (C1, C2, C7)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine.codes import (
    MELD_ADDED_KONG,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NUM_KINDS,
    NUM_SEATS,
)
from mjenv.engine.tiles import FIRST_HONOUR, format_tiles, parse_tiles, tile_name
from mjenv.errors import MjenvError, RulesError, quote
from mjenv.variants import hooks
from mjenv.variants.params import Rules, nearest
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WORDS: Final = {
    "chow": MELD_CHOW,
    "pung": MELD_PUNG,
    "kong": MELD_EXPOSED_KONG,
    "added": MELD_ADDED_KONG,
    "concealed": MELD_CONCEALED_KONG,
}
SIZES: Final = {"chow": 3, "pung": 3, "kong": 4, "added": 4, "concealed": 4}
MELD_PATTERN: Final = re.compile(r"(\w+)\s+([\dmpszf]+)(?:\s+from\s+(\S+))?")
WITHOUT_CHOW: Final = ("hebei",)  # B1
SEATS: Final = {str(seat): seat for seat in range(NUM_SEATS)}
_PLAYED: Final[dict[str, tuple[int, ...]]] = {}
READY_CHOW: Final = ("harbin",)  # H8: a chow may come from any seat


class HandError(MjenvError, ValueError):
    """A hand, a meld or a situation that cannot be."""


@dataclass(frozen=True)
class Meld:
    """A meld: its word (``chow pung kong added concealed``), its kinds, and the seat that fed it (C7)."""

    word: str
    kinds: tuple[int, ...]
    giver: int

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand."""
        return self.word != "concealed"

    @property
    def is_kong(self) -> bool:
        """Whether a replacement was drawn for it."""
        return len(self.kinds) > 3

    @property
    def row(self) -> tuple[int, int, int]:
        """Its number, lowest kind and feeder, for the kernels."""
        return WORDS[self.word], self.kinds[0], self.giver

    @property
    def tiles(self) -> str:
        """Its tiles as a hand string, which is also the name of the group."""
        return format_tiles(self.kinds)

    def __str__(self) -> str:
        return f"{self.word} {self.tiles}" + (f" from {self.giver}" if self.is_open else "")


def settle_rules(rules: str | Rules, params: dict[str, object], facts: Iterable[str] = ()) -> Rules:
    """Return the rule set; ``facts`` are other names that the caller takes, for the hint at a misspelt one.

    Raises ``RulesError``.
    """
    chosen = rules if isinstance(rules, Rules) else load_rules(rules)
    known = [*chosen.values, *facts]
    for name in params:
        if name not in chosen.values:
            raise RulesError(
                f"{chosen.preset.id} has no parameter {quote(name)}{nearest(name, known)}; known: {', '.join(known)}"
            )
    if not params:
        return chosen
    return load_rules(chosen.variant, chosen.name, **{**chosen.values, **params})


def count_played(rules: Rules) -> list[int]:
    """Return the copies of each kind 0-33 that hands are made of; asked of the kernels once a rule set."""
    if rules.hash not in _PLAYED:
        _PLAYED[rules.hash] = tuple(int(hooks.count_copies(rules.record[0], kind)) for kind in range(NUM_KINDS))
    return list(_PLAYED[rules.hash])


def parse_hand(text: str, rules: Rules) -> list[int]:
    """Return the kinds of a hand string, sorted; raises ``HandError`` that names the bad part (C2)."""
    if not isinstance(text, str):
        raise HandError(f"hand {quote(text)}: expected a string such as '123m55z'")
    used = [kind for kind, copies in enumerate(count_played(rules)) if copies > 0]
    try:
        return parse_tiles(text, used)
    except ValueError as error:
        raise HandError(shorten(error, text)) from None


def shorten(error: ValueError, text: str) -> str:
    """Return what is wrong with a hand string, however long that is."""
    return re.sub("([0-9]{40})[0-9]{40,}", r"\1...", str(error).replace(repr(text), quote(text), 1))


def parse_one(text: str, rules: Rules) -> int:
    """Return the kind of the one tile in a string; raises ``HandError``."""
    kinds = parse_hand(text, rules)
    if len(kinds) != 1:
        raise HandError(f"tile {quote(text)}: {len(kinds)} tiles, expected one such as 5m")
    return kinds[0]


def parse_melds(texts: str | Sequence[str], seat: int, rules: Rules) -> tuple[Meld, ...]:
    """Return the melds of a seat: one string with commas, or several strings.

    A meld without a seat was fed by the seat before. Raises ``HandError``.

    >>> from mjenv import load_rules
    >>> [str(meld) for meld in parse_melds("pung 777p from 2, concealed 5555s", 0, load_rules("qiaoma"))]
    ['pung 777p from 2', 'concealed 5555s']
    """
    if not isinstance(texts, (str, list, tuple)):
        raise HandError(f"melds {quote(texts)}: expected strings such as 'pung 777p from 2'")
    parts = [texts] if isinstance(texts, str) else texts
    melds = tuple(
        parse_meld(text.strip(), seat, rules) for part in parts for text in str(part).split(",") if text.strip()
    )
    if len(melds) > 4:
        raise HandError(f"melds of seat {seat}: {len(melds)}, at most 4 are possible")
    return melds


def parse_meld(text: str, seat: int, rules: Rules) -> Meld:
    """Return one meld. Raises ``HandError``."""
    match = MELD_PATTERN.fullmatch(text)
    if match is None or match[1] not in WORDS:
        words = ", ".join(WORDS)
        raise HandError(
            f"meld {quote(text)}: expected {words} and its tiles, such as 'pung 777p' or 'pung 777p from 2'"
        )
    word, tiles, giver = match[1], match[2], match[3]
    kinds = parse_hand(tiles, rules)
    if word == "chow":
        check_chow(text, kinds, rules)
    elif len(kinds) != SIZES[word] or len(set(kinds)) != 1:
        raise HandError(f"meld {quote(text)}: expected {SIZES[word]} tiles of one kind")
    if word == "concealed":
        if giver is not None:
            raise HandError(f"meld {quote(text)}: nobody feeds a concealed kong")
        return Meld(word, tuple(kinds), seat)
    before = (seat - 1) % NUM_SEATS
    fed = before if giver is None else parse_seat(giver, f"meld {quote(text)}")
    if fed == seat:
        raise HandError(f"meld {quote(text)}: seat {seat} cannot feed itself")
    if word == "chow" and fed != before and rules.variant not in READY_CHOW:
        raise HandError(f"meld {text!r}: seat {seat} may chow from seat {before} only, the one before it (C14)")
    return Meld(word, tuple(kinds), fed)


def check_chow(text: str, kinds: list[int], rules: Rules) -> None:
    """Refuse what is not a chow."""
    if rules.variant in WITHOUT_CHOW:
        raise HandError(f"meld {text!r}: {rules.variant} has no chow (B1)")
    first = kinds[0]
    in_suit = first < FIRST_HONOUR and first // 9 == kinds[-1] // 9
    if kinds != [first, first + 1, first + 2] or not in_suit:
        raise HandError(f"meld {quote(text)}: expected three consecutive tiles of one suit")


def parse_seat(value: object, what: str) -> int:
    """Return a seat. Raises ``HandError``."""
    number = SEATS.get(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number < NUM_SEATS:
        raise HandError(f"{what}: {quote(value)} is no seat, expected 0 to {NUM_SEATS - 1}")
    return int(number)


def check_copies(kinds: Iterable[int], rules: Rules) -> None:
    """Refuse more tiles of a kind than exist."""
    exist = count_played(rules)
    for kind, count in sorted(Counter(kinds).items()):
        if count > exist[kind]:
            raise HandError(f"{count} copies of {tile_name(kind)} in hand, melds and elsewhere, {exist[kind]} exist")
