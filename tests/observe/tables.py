"""Tables to observe: one with something in every plane, and moments of play."""

from __future__ import annotations

import copy
from functools import lru_cache

import numpy as np

import mjenv
from mjenv.observe.encoders import find_encoder
from tests.builder import hand, position
from tests.table.policies import choose_eagerly

SEATS = range(4)
COPIES = np.array([4] * 27 + [0] * 6 + [4])  # of each kind in Harbin (H1)


@lru_cache
def full_table(turn=0):
    """Return a table where each seat has a chow, a pung and two discards; ``turn`` has drawn 9s. Do not change it."""
    hands = [
        ("2345m 68p 5s", "chow 123p from 3", "pung 111m from 2"),
        ("346m 58p 68s", "chow 456s from 0", "pung 222s from 3"),
        ("57m 469p 13s", "chow 789m from 1", "pung 777p from 0"),
        ("36m 29p 377s", "chow 234p from 2", "pung 888s from 1"),
    ]
    seats = [hand(*held, drew="9s" if seat == turn else "") for seat, held in enumerate(hands)]
    return position(*seats, turn=turn, river="5p 5p 1s 8m 7z 7z 3s 6m", bao="1s 2m 3p 9m", left=40)


def changed(table, change):
    """Return a copy of a table whose record is changed."""
    twin = copy.deepcopy(table)
    change(twin.state)
    return twin


@lru_cache
def moments(steps=160, num_tables=16, rules="four_bao", **params):
    """Return a batch and the states of many moments of eager play in it, ends of matches among them."""
    batch = mjenv.make_batch(rules, num_tables=num_tables, hands=2, seed=12, **params)
    rng = np.random.default_rng(3)
    states = []
    for step in range(steps):
        batch.step(choose_eagerly(batch, rng))
        if step % 5 == 0 or batch.done.any():
            states.append(batch.states.copy())
    return batch, np.concatenate(states)


def observe(batch, states, encoder):
    """Return observations [n, 4] of every seat of some states."""
    found = find_encoder(encoder)
    seen = [found.new_array(len(states)) for _ in SEATS]
    for seat in SEATS:
        rows, seats = np.arange(len(states)), np.full(len(states), seat)
        found.kernel(states, batch.rules.record, rows, seats, seen[seat])
    return np.stack(seen, axis=1)


def clean(array):
    """Return the bytes of an array of records; copies of records leave anything between their fields."""
    blank = np.zeros(array.shape, array.dtype)
    blank[...] = array
    return blank.tobytes()
