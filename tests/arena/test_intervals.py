"""The intervals cover the truth as often as they promise."""

import numpy as np
import pytest

from mjenv.arena.intervals import mean_interval, rate_interval, t_quantile

REPEATS = 1000
#: A 95 % interval covers in 1000 repeats 950 times, give or take 4 standard deviations of 6.9.
BOUNDS = (922, 978)


@pytest.mark.parametrize(("freedom", "t"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (30, 2.0423), (1000, 1.9623)])
def test_t_quantile_equals_the_printed_tables(freedom, t):
    assert t_quantile(freedom) == pytest.approx(t, abs=1e-4)


def test_mean_of_few_walls_is_covered():
    walls = np.random.default_rng(1).normal(2.0, 5.0, (REPEATS, 4))
    covered = sum(mean_interval(row).covers(2.0) for row in walls)
    assert BOUNDS[0] <= covered <= BOUNDS[1]


def test_hands_on_one_wall_are_one_observation():
    """Eight hands that all say the same are worth one: counted singly they would cover far too rarely."""
    walls = np.random.default_rng(2).normal(0.0, 1.0, (REPEATS, 20))
    clustered = sum(mean_interval(row).covers(0.0) for row in walls)
    single = sum(mean_interval(np.repeat(row, 8)).covers(0.0) for row in walls)
    assert BOUNDS[0] <= clustered <= BOUNDS[1]
    assert single < 700


@pytest.mark.parametrize("rate", [0.03, 0.25])
def test_rate_is_covered(rate):
    """Four hands on a wall that agree more often than chance."""
    random = np.random.default_rng(3)
    shift = random.choice([-0.8, 0.8], (REPEATS, 200, 1)) * rate
    walls = (random.random((REPEATS, 200, 4)) < rate + shift).mean(axis=2)
    covered = sum(rate_interval(row).covers(rate) for row in walls)
    assert BOUNDS[0] <= covered <= BOUNDS[1]


@pytest.mark.parametrize("value", [0.0, 1.0])
def test_rate_without_spread_is_not_certain(value):
    interval = rate_interval([value] * 10)
    assert interval.covers(value)
    assert interval.high - interval.low == pytest.approx(0.3384, abs=1e-3)  # Wilson's with t(9) for z


def test_no_spread_at_all_is_a_point():
    interval = mean_interval([0.0, 0.0, 0.0])
    assert (interval.low, interval.high) == (0.0, 0.0)
    assert interval.covers(0.0)


def test_rate_that_every_wall_shares_is_a_point():
    interval = rate_interval([0.25] * 10)
    assert (interval.low, interval.high) == (0.25, 0.25)
