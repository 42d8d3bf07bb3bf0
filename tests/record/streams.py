"""Full streams to test with, played by the oracle."""

from __future__ import annotations

import random
from functools import lru_cache

from tests.oracle.books import find_book, random_wall
from tests.oracle.player import GreedyPlayer
from tests.oracle.replay import OracleMatch

SEED = "0123456789abcdef" * 2


@lru_cache
def oracle_stream(rules: str, seed: int, hands: int = 3, **params: object) -> tuple[dict, ...]:
    """The events of a match between four players that often claim and become ready."""
    rng = random.Random(seed)
    book = find_book(rules)
    deals = [(random_wall(book, rng), (rng.randint(1, 6), rng.randint(1, 6))) for _ in range(hands)]
    match = OracleMatch(
        rules=rules, params=params, hands=hands, deals=deals, choose=GreedyPlayer(rng), names=list("abcd"), seed=SEED
    )
    return tuple(match.play())
