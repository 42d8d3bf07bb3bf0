"""Hands played at random and eagerly: tiles are conserved, points sum to zero, every hand ends, none is stuck."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.variants.registry import PRESETS
from tests.table import random_play
from tests.table.policies import play_eagerly

EAGER = pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
RULES = pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])


@EAGER
@RULES
def test_many_hands(rules, eager):
    met = random_play.play(1000, rules=rules, eager=eager)
    print(random_play.describe(met))
    assert met["hands"] >= 1000
    assert met["drawn"] > 0
    if eager:
        assert min(met[name] for name in ("on a discard", "self-draw")) > 50


@pytest.mark.nojit
@pytest.mark.boundscheck
@EAGER
@RULES
def test_a_few_hands(rules, eager):
    met = random_play.play(4, rules=rules, eager=eager, num_tables=2)
    assert met["hands"] >= 4


PLACES = [
    (rules, field) for rules in ("four_bao", "classic", "qiaoma") for field in ("hand", "river_kind", "meld_kind")
]


@pytest.mark.parametrize(
    ("rules", "field"), [*PLACES, ("four_bao", "bao"), ("single_bao", "bao"), ("qiaoma", "flowers")]
)
def test_the_count_notices_a_tile_that_is_lost_or_there_twice(rules, field):
    batch = play_eagerly(mjenv.make_batch(rules, num_tables=1, seed=1), 20)
    random_play.check_step(batch)
    damaged = batch.states.copy()
    place = (0, *np.argwhere(damaged[field][0] > 0)[0])
    damaged[field][place] = (damaged[field][place] + 1) % 27
    with pytest.raises(AssertionError):
        random_play.check_tiles(damaged, batch.rules)
