"""Hands played at random and eagerly: tiles are conserved, points sum to zero, every hand ends, none is stuck."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from tests.table import random_play
from tests.table.policies import play_eagerly


@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
def test_many_hands(eager):
    met = random_play.play(2000, eager=eager)
    print(random_play.describe(met))
    assert met["hands"] >= 2000
    assert met["drawn"] > 0
    if eager:
        assert min(met[name] for name in ("ready", "on a discard", "self-draw")) > 100


@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
@pytest.mark.parametrize("rules", [rules for rules in mjenv.list_rules() if rules != random_play.FOUR_BAO])
def test_hands_of_the_other_rule_sets(rules, eager):
    met = random_play.play(400, rules=rules, eager=eager)
    print(random_play.describe(met))
    assert met["hands"] >= 400


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
def test_a_few_hands(eager):
    met = random_play.play(6, eager=eager, num_tables=2)
    assert met["hands"] >= 6


def test_the_count_notices_a_tile_that_is_lost_or_there_twice():
    batch = play_eagerly(mjenv.make_batch("four_bao", num_tables=4, seed=1), 20)
    random_play.check_step(batch)
    for field in ("hand", "wall", "river_kind", "meld_kind"):
        damaged = batch.states.copy()
        places = np.argwhere(damaged[field][0] > 0)
        place = tuple(places[0]) if field != "wall" else (damaged["head"][0],)
        damaged[field][(0, *place)] = (damaged[field][(0, *place)] + 1) % 27
        assert (random_play.count_tiles(damaged)[0] != random_play.FULL_SET).any(), field
