"""Which rule book plays which rule set."""

from __future__ import annotations

import random

from .harbin import Harbin
from .hebei import Hebei
from .rulebook import RuleBook
from .shanghai import Shanghai
from .tiles import names_of

BOOKS: tuple[type[RuleBook], ...] = (Harbin, Hebei, Shanghai)


def find_book(rules: str, params: dict[str, object] | None = None) -> RuleBook:
    """The rule book of `four_bao` or `harbin/four_bao`, with parameter overrides."""
    name = rules.rsplit("/", 1)[-1]
    for book in BOOKS:
        if name in book.presets:
            return book(name, params)
    raise ValueError(f"unknown rule set {rules!r}")


def random_wall(book: RuleBook, rng: random.Random) -> list[str]:
    """A shuffled wall of the rule set."""
    kinds = book.full_set()
    rng.shuffle(kinds)
    return names_of(kinds)
