"""The same hands for every library: lists of kinds 0 to 33, drawn from a seed, with nothing but Python."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

NUM_KINDS = 34
COPIES = 4
SUIT = 9
ALL_KINDS = range(NUM_KINDS)
CHOWS = [suit * SUIT + rank for suit in range(3) for rank in range(SUIT - 2)]
CHOW_SHARE = 0.7  # of the groups of a built hand
HANDS = 2000  # of each sort
SEED = 1


def deal_random(kinds: Sequence[int] = ALL_KINDS) -> list[list[int]]:
    """Return hands of 13 tiles dealt from four copies of each kind.

    >>> [len(hand) for hand in deal_random()] == [13] * HANDS
    True
    """
    draw = random.Random(SEED)
    tiles = [kind for kind in kinds for _ in range(COPIES)]
    return [sorted(draw.sample(tiles, 13)) for _ in range(HANDS)]


def build_complete(kinds: Sequence[int] = ALL_KINDS) -> list[tuple[list[int], int]]:
    """Return complete hands, four groups and a pair, as the 13 tiles before the last and the last.

    >>> all(len(hand) == 13 and hand.count(tile) < COPIES for hand, tile in build_complete())
    True
    """
    draw = random.Random(SEED)
    hands: list[tuple[list[int], int]] = []
    while len(hands) < HANDS:
        pair = draw.choice(kinds)
        tiles = [pair, pair]
        for _ in range(4):
            if draw.random() < CHOW_SHARE:
                lowest = draw.choice(CHOWS)
                tiles += [lowest, lowest + 1, lowest + 2]
            else:
                tiles += [draw.choice(kinds)] * 3
        if max(map(tiles.count, tiles)) <= COPIES:
            last = tiles.pop(draw.randrange(len(tiles)))
            hands.append((sorted(tiles), last))
    return hands


def number_tiles(hand: list[int]) -> list[int]:
    """Return kinds as numbers of single tiles, four a kind, the last copy first (the first of a five may be red).

    >>> number_tiles([0, 0, 5])
    [3, 2, 23]
    """
    return [COPIES * kind + COPIES - 1 - hand[:place].count(kind) for place, kind in enumerate(hand)]
