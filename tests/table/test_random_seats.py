"""Seats that a batch plays itself: nobody else is asked, every point paid is told, and bytes follow from the seed."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import NOTHING
from mjenv.variants.registry import PRESETS

OTHERS = np.array([True, False, True, True])
LEARNER = 1


def make(size, rules="four_bao", seed=3, hands=3):
    batch = mjenv.make_batch(rules, num_tables=size, hands=hands)
    batch.play_at_random(OTHERS)
    batch.reset(seed=seed)
    return batch


@pytest.mark.nojit
@pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])
def test_only_the_other_seat_is_asked_and_every_point_is_told(rules):
    batch = make(2, rules, hands=2)
    told = batch.reward.astype(np.int64).copy()
    ended = batch.hand_done.astype(int)
    while not batch.done.all():
        asked = batch.actor[~batch.done & ~batch.hand_done]
        assert (asked == LEARNER).all()
        going = ~batch.done
        batch.step(np.where(batch.actor == LEARNER, batch.sample(), NOTHING))  # what random seats are told is not read
        told[going] += batch.reward[going]
        ended += batch.hand_done & going
        if batch.done.any():
            break
    row = int(np.argmax(batch.done))
    assert ended[row] == 2
    assert told[row].tolist() == batch.states["totals"][row].tolist()


@pytest.mark.parametrize("size", [1, 7])
def test_bytes_depend_on_neither_batch_size_nor_threads(size):
    whole = make(16)
    part = mjenv.make_batch("four_bao", num_tables=size, hands=3, threads=2)
    part.play_at_random(np.tile(OTHERS, (size, 1)))
    part.reset(seed=3)
    for _ in range(60):
        whole.step(whole.sample())
        part.step(part.sample())
        for name in ("states", "reward", "observation", "action_mask", "actor"):
            assert (getattr(part, name) == getattr(whole, name)[:size]).all()


@pytest.mark.nojit
def test_illegal_actions_of_the_learner_are_still_refused():
    batch = make(2)
    assert (batch.actor == LEARNER).all()
    with pytest.raises(mjenv.IllegalActionError, match="table 0, seat 1"):
        batch.step(np.full(2, NOTHING))


@pytest.mark.nojit
@pytest.mark.parametrize("seats", [[0, 1, 1, 1], [True] * 3, np.ones((3, 4), bool), None])
def test_seats_that_are_none_are_refused(seats):
    with pytest.raises(mjenv.MjenvError, match=r"expected bool \[4\], or \[2, 4\], one row a table"):
        make(2).play_at_random(seats)
