"""Actions of a batch: checked whole before a table moves, replaced on request, drawn uniformly."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import HU, NUM_ACTIONS, PASS
from mjenv.engine.menu import default_action
from tests.table.policies import exceeds_chance, play_eagerly

SMALL = (pytest.mark.nojit, pytest.mark.boundscheck)


def make(num_tables=8, **options):
    return play_eagerly(mjenv.make_batch("four_bao", num_tables=num_tables, seed=2, **options), 20)


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS, NUM_ACTIONS + 1, 127, 128, 2**40, -(2**63), HU], ids=str)
@pytest.mark.parametrize("row", [0, 7])
def test_one_illegal_action_moves_no_table(row, action):
    batch = make()
    before = batch.save()
    actions = batch.sample()
    before_sample = batch.save()
    assert not 0 <= action < NUM_ACTIONS or not batch.action_mask[row, action]
    actions[row] = action
    with pytest.raises(mjenv.IllegalActionError, match=rf"^table {row}, seat [0-3]: action {action} .*legal: \w"):
        batch.step(actions)
    assert batch.save() == before_sample != before


@pytest.mark.parametrize(
    "actions",
    [0, [0] * 7, [[0] * 8], [0.0] * 8, ["pass"] * 8, [None] * 8, [True] * 8],
    ids=["number", "short", "nested", "floats", "names", "none", "booleans"],
)
def test_what_is_no_row_of_numbers_is_refused(actions):
    batch = make()
    before = batch.save()
    with pytest.raises(mjenv.IllegalActionError, match=r"^actions .*expected whole numbers \[8\], one a table$"):
        batch.step(actions)
    assert batch.save() == before


def test_small_integers_will_do():
    for dtype in (np.int32, np.uint8, np.int64):
        batch, other = make(), make()
        batch.step(batch.sample().astype(dtype))
        other.step(other.sample().tolist())
        assert batch.save() == other.save()


@pytest.mark.parametrize("mark", [pytest.param("", marks=SMALL)])
def test_illegal_actions_become_the_default_action(mark):
    batch, other = make(3, illegal="default"), make(3)
    for _ in range(40):
        defaults = [default_action(other.states[row]) for row in range(3)]
        batch.step([-1, 10**6, HU if not batch.action_mask[2, HU] else -5])
        other.step(defaults)
        assert batch.states.tobytes() == other.states.tobytes()
        assert (batch.reward == other.reward).all()


def test_sampled_actions_are_uniform_over_the_legal_ones():
    batch = mjenv.make_batch("four_bao", num_tables=400, seed=4)
    batch.reset(options={"match_seed": np.arange(800, dtype=np.uint64).reshape(400, 2), "wall": fixed_wall(batch)})
    legal = np.flatnonzero(batch.action_mask[0])
    assert (batch.action_mask == batch.action_mask[0]).all()
    counts = np.zeros(NUM_ACTIONS, int)
    for _ in range(50):
        counts += np.bincount(batch.sample(), minlength=NUM_ACTIONS)
    assert counts.sum() == counts[legal].sum() == 20_000
    assert len(legal) >= 8
    assert not exceeds_chance(counts[legal], 20_000 / len(legal))
    assert exceeds_chance(counts[legal] * (1 + 0.1 * (legal == legal[0])), 20_000 / len(legal))  # it would be noticed


def fixed_wall(batch):
    return batch.states["wall"][0, :112].copy()


def test_places_among_the_legal_actions_are_uniform_in_play():
    """Each decision draws place k of n legal actions; transformed to uniform ranks they fall evenly into bins."""
    batch = mjenv.make_batch("four_bao", num_tables=64, seed=6)
    bins = np.zeros(12)
    passes = np.zeros(2)
    for _ in range(120):
        actions = batch.sample()
        for row in np.flatnonzero(~batch.done):
            legal = np.flatnonzero(batch.action_mask[row])
            if len(legal) == 12:
                bins[np.searchsorted(legal, actions[row])] += 1
            if len(legal) == 2 and legal[1] == PASS:
                passes[int(actions[row] == PASS)] += 1
        batch.step(actions)
    assert bins.sum() > 300
    assert passes.sum() > 300
    assert not exceeds_chance(bins, bins.sum() / 12)
    assert not exceeds_chance(passes, passes.sum() / 2)


def test_samples_follow_from_the_match_and_its_decisions():
    batch, other = make(), make()
    data = batch.save()
    first = batch.sample()
    assert first.tolist() == other.sample().tolist()
    assert any((batch.sample() != first).any() for _ in range(3))
    batch.load(data)
    out = np.zeros(8, np.int64)
    assert batch.sample(out) is out
    assert out.tolist() == first.tolist()
