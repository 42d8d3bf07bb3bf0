"""The checks of random play notice what is wrong; they are used in tests/conformance."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import RIVER_CLAIMED
from tests.table import random_play
from tests.table.policies import play_eagerly

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
    counts = damaged[field][0] > 0
    if field == "river_kind":  # a claimed tile is counted in its meld
        counts &= damaged["river_info"][0] & RIVER_CLAIMED == 0
    place = (0, *np.argwhere(counts)[0])
    damaged[field][place] = (damaged[field][place] + 1) % 27
    with pytest.raises(AssertionError):
        random_play.check_tiles(damaged, batch.rules)
