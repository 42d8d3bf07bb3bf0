"""One trajectory a seat: payments reach the decision they belong to, and advantages are those of the definition."""

import numpy as np
import pytest

from tests.training.reference import advantages, trajectories
from training.trajectories import Rollout, assign_payments, estimate_advantages


def random_rollout(seed, steps=40, tables=7):
    """Return a rollout of random tables at different progress; payments fall on any step, also on idle ones."""
    random = np.random.default_rng(seed)
    rollout = Rollout.empty(steps, tables)
    rollout.actor[:] = random.integers(-1, 4, rollout.actor.shape)
    rollout.reward[:] = random.integers(-20, 21, rollout.reward.shape) * (random.random(rollout.reward.shape) < 0.3)
    rollout.ended[:] = random.random(rollout.ended.shape) < 0.08
    rollout.value[:] = random.normal(size=rollout.value.shape)
    return rollout, random.normal(size=(tables, 4)).astype(np.float32)


@pytest.mark.parametrize("seed", range(20))
def test_payments_and_advantages_equal_the_reference(seed):
    rollout, last_value = random_rollout(seed)
    gamma, lam = 0.97, 0.9
    paid, early = assign_payments(rollout)
    advantage, target = estimate_advantages(rollout, paid, last_value, gamma, lam)
    seen = np.zeros(rollout.actor.shape, bool)
    for (table, seat), hands in trajectories(rollout.actor, rollout.reward, rollout.ended).items():
        assert early[table, seat] == sum(hand.before for hand in hands)
        for hand in hands:
            expected = advantages(hand, rollout.value, last_value[table, seat], gamma, lam)
            for place, reward, wanted in zip(hand.places, hand.rewards, expected, strict=True):
                seen[place] = True
                assert paid[place] == reward
                assert advantage[place] == pytest.approx(wanted, abs=1e-4)
                assert target[place] == pytest.approx(wanted + rollout.value[place], abs=1e-4)
    assert (seen == (rollout.actor >= 0)).all()
    assert not advantage[~seen].any()
    assert not target[~seen].any()


def test_payment_on_another_seats_move_reaches_the_own_decision():
    rollout = Rollout.empty(3, 1)
    rollout.actor[:, 0] = [2, 0, 1]
    rollout.reward[1, 0] = [6, -2, -2, -2]
    rollout.ended[1, 0] = True
    paid, early = assign_payments(rollout)
    assert paid[:, 0].tolist() == [-2, 6, 0]
    assert early[0].tolist() == [0, -2, 0, -2]


def test_hand_end_cuts_and_rollout_end_does_not():
    rollout = Rollout.empty(2, 2)
    rollout.actor[:] = [[0, 0], [1, 1]]
    rollout.ended[1, 0] = True
    last_value = np.full((2, 4), 5, np.float32)
    advantage, _ = estimate_advantages(rollout, np.zeros((2, 2), np.float32), last_value, 1.0, 1.0)
    assert advantage.tolist() == [[0, 5], [0, 5]]
