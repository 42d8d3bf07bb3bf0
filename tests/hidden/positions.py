"""Moments of many games, played at random and eagerly, with concealed kongs shown and hidden."""

from __future__ import annotations

import copy
import random
from functools import lru_cache

import numpy as np

import mjenv
from mjenv.engine.codes import MELD_CONCEALED_KONG, NUM_SEATS
from mjenv.engine.state import new_states
from mjenv.table.determinize import DRAWN, determinize
from tests.redealt import redeal
from tests.scripted import Table
from tests.table.policies import choose_eagerly

RULES = tuple(mjenv.list_rules())
HANDS = 2


class Moments:
    """Tables of one set of rules, and the seat that looks at each."""

    def __init__(self, rules, states, seats):
        self.rules = rules
        self.states = states
        self.seats = seats

    def __len__(self):
        return len(self.states)

    def table(self, row):
        """Return one of them as a table to play with."""
        table = Table(self.rules, HANDS)
        table.states[:] = self.states[row : row + 1]
        return table


@lru_cache
def reached(name, count, seed=1, num_tables=16, **params):
    """Return ``count`` moments, more of them with concealed kongs or several ready seats than play alone brings.

    Of four games three are played eagerly, one at random.
    """
    batch = mjenv.make_batch(name, num_tables=num_tables, hands=HANDS, seed=seed, **params)
    rng = np.random.default_rng(seed)
    eager = np.arange(num_tables) % 4 > 0
    states, found = new_states(count), 0
    while found < count:
        batch.step(np.where(eager, choose_eagerly(batch, rng), batch.sample()))
        rare = (batch.states["meld_type"] == MELD_CONCEALED_KONG).any(axis=(1, 2)) | (batch.states["ready_count"] > 1)
        taken = rng.random(num_tables) < np.where(rare, 0.5, 0.12)
        for row in np.flatnonzero(~batch.done & taken)[: count - found]:
            states[found] = batch.states[row]
            found += 1
    return Moments(batch.rules, states, rng.integers(NUM_SEATS, size=count))


@lru_cache
def drawn(moments, seed=0):
    """Return what ``determinize`` draws for each moment."""
    rng = np.random.default_rng(seed)
    out = new_states(len(moments))
    for row, seat in enumerate(moments.seats):
        status = determinize(moments.states, row, int(seat), rng, out[row : row + 1], rules=moments.rules)
        assert status == DRAWN, f"moment {row}, seat {seat}"
    return out


@lru_cache
def swapped(moments, seed=0):
    """Return each moment with hidden tiles swapped and hidden fields scrambled, by plain Python."""
    chance = random.Random(seed)
    out = new_states(len(moments))
    for row, seat in enumerate(moments.seats):
        out[row] = redeal(moments.table(row), int(seat), chance).state
    return out


SOURCES = {"drawn": drawn, "swapped": swapped}


def with_states(moments, states):
    """Return the same seats at other tables."""
    twin = copy.copy(moments)
    twin.states = states
    return twin
