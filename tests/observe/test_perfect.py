"""The perfect-information array: seat 0's planes, then all that no seat sees together."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import NOTHING, PHASE_DONE
from mjenv.observe import perfect
from tests.observe.tables import SEATS, full_table, moments, observe
from tests.table.policies import play_eagerly


def fill(states, rules):
    out = np.full((1, *perfect.PERFECT_SHAPE), 77, np.int8)
    perfect.encode_perfect(states, rules.record, np.zeros(1, np.int64), out)
    return out[0]


@pytest.mark.parametrize("steps", [pytest.param(20, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 160])
def test_it_holds_the_whole_table(steps):
    batch, states = moments(steps, 2 if steps < 50 else 16)
    planes = observe(batch, states, "planes/1")[:, 0]
    for row, state in enumerate(states):
        array = fill(states[row : row + 1], batch.rules)
        assert (array[: perfect.HANDS] == planes[row]).all()
        assert (array[perfect.HANDS : perfect.ALL_WAITS] == state["hand"]).all()
        for seat in SEATS:
            waits = [int(state["waits"][seat]) >> kind & 1 for kind in range(34)]
            assert array[perfect.ALL_WAITS + seat].tolist() == waits
        drawable = state["wall"][state["head"] : state["tail"] + 1]
        assert (array[perfect.WALL] == np.bincount(drawable, minlength=34)).all()
        over = state["phase"] == PHASE_DONE or not len(drawable)
        assert np.flatnonzero(array[perfect.NEXT_DRAW]).tolist() == ([] if over else [drawable[0]])
        for kind in range(34):
            places = [place for place in range(4) if state["bao"][place] == kind]
            assert array[perfect.ALL_BAO, kind] == (1 + places[-1] if places else 0)


def test_the_environment_shows_it():
    env = mjenv.make("harbin")
    env.reset(seed=3)
    assert (env.state() == fill(env.states, env.rules)).all()
    assert env.state_space.contains(env.state())
    assert env.state() is not env.state()


@pytest.mark.nojit
def test_a_batch_shows_all_tables():
    batch = play_eagerly(mjenv.make_batch("single_bao", num_tables=3, seed=2, threads=2), 20)
    shown = batch.state_view()
    for row in range(3):
        assert (shown[row] == fill(batch.states[row : row + 1], batch.rules)).all()
    out = np.full_like(shown, 77)
    assert batch.state_view(out) is out
    assert (out == shown).all()
    with pytest.raises(mjenv.MjenvError, match=r"^out: expected an array of shape \(3, 39, 34\) and type int8$"):
        batch.state_view(out[:2])


def test_every_plane_has_a_name():
    assert len(set(perfect.PERFECT_NAMES)) == perfect.PERFECT_SHAPE[0]
    assert perfect.PERFECT_NAMES[perfect.WALL] == "wall"
    assert perfect.PERFECT_NAMES[perfect.ALL_WAITS + 3] == "all_waits_3"


@pytest.mark.nojit
def test_face_down_bao_and_hands_of_all_seats_are_in_it():
    table = full_table()
    array = fill(table.states, table.rules)
    assert (table.state["bao_owner"] == NOTHING).all()
    assert np.flatnonzero(array[perfect.ALL_BAO]).tolist() == sorted(table.state["bao"])
    assert array[perfect.HANDS : perfect.ALL_WAITS].sum() == 8 + 3 * 7
