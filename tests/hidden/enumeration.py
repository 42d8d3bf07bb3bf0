"""Every ready hand that a seat may hold, with its chance, found by trying all."""

from __future__ import annotations

import math

import numpy as np

from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.tiles import add_tile, remove_tile
from tests.builder import may_be_ready
from tests.redealt import tiles_of


def hands_of(unseen, size):
    """Yield each hand of ``size`` tiles of those unseen, as counts, with the number of ways to pick it."""

    def extend(kind, left, hand, ways):
        if left == 0:
            yield tuple(hand + [0] * (NUM_KINDS - len(hand))), ways
        elif kind < NUM_KINDS:
            for copies in range(min(left, unseen[kind]) + 1):
                more = ways * math.comb(unseen[kind], copies)
                yield from extend(kind + 1, left - copies, [*hand, copies], more)

    yield from extend(0, size, [], 1)


def ready_hands(table, seat, unseen):
    """Return the ready hands of a seat and the ways to pick each, tried one by one on the table itself."""
    kept = tiles_of(table.state, seat)
    for kind in kept:
        remove_tile(table.state, seat, kind)
    found = {}
    for hand, ways in hands_of(unseen, len(kept)):
        tiles = np.repeat(np.arange(NUM_KINDS), hand)
        for kind in tiles:
            add_tile(table.state, seat, kind)
        if may_be_ready(table, seat):
            found[hand] = ways
        for kind in tiles:
            remove_tile(table.state, seat, kind)
    for kind in kept:
        add_tile(table.state, seat, kind)
    return found


def count_unseen(table, seat):
    """Count the tiles that a seat does not see: other hands, wall, 宝."""
    state = table.state
    tiles = [kind for other in range(4) if other != seat for kind in tiles_of(state, other)]
    tiles += [*state["wall"][state["head"] : state["tail"] + 1], *state["bao"][: table.num_bao]]
    return np.bincount(tiles, minlength=NUM_KINDS).tolist()
