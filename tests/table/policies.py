"""Players of whole batches for tests, and the statistics of their games."""

from __future__ import annotations

import numpy as np

from mjenv.engine.codes import CHOW_LOW, HU, NUM_ACTIONS, PASS, SELF_KONG, TING, TING_CHOW_LOW

#: How much more often than a discard `choose_eagerly` takes an action: hands become ready, and are won.
WEIGHTS = np.ones(NUM_ACTIONS)
WEIGHTS[TING:SELF_KONG] = 1e4
WEIGHTS[SELF_KONG:CHOW_LOW] = 1e2
WEIGHTS[CHOW_LOW:TING_CHOW_LOW] = 4
WEIGHTS[TING_CHOW_LOW:HU] = 1e4
WEIGHTS[HU] = 1e8
WEIGHTS[PASS] = 1


def choose_eagerly(batch, rng):
    """Return legal actions, int64[n], that win, become ready and claim where they can (Gumbel's trick)."""
    noise = np.log(WEIGHTS) - np.log(rng.exponential(size=batch.action_mask.shape))
    return np.where(batch.done, 0, np.where(batch.action_mask, noise, -np.inf).argmax(axis=1))


def play_eagerly(batch, steps, seed=0):
    """Play some steps."""
    rng = np.random.default_rng(seed)
    for _ in range(steps):
        batch.step(choose_eagerly(batch, rng))
    return batch


def exceeds_chance(observed, expected):
    """Whether a chi-square statistic is above what chance exceeds once in 1000 times (Wilson and Hilferty 1931)."""
    observed, expected = np.ravel(observed), np.broadcast_to(expected, np.shape(observed)).ravel()
    freedom = observed.size - 1
    statistic = ((observed - expected) ** 2 / expected).sum()
    spread = 2 / (9 * freedom)
    return statistic > freedom * (1 - spread + 3.09 * spread**0.5) ** 3
