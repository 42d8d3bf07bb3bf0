"""The random agent: uniform, and the same for the same view whatever else is asked."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from agents.random_agent import RandomAgent
from mjenv.engine.codes import NUM_ACTIONS
from mjenv.observe.view import VIEW

RULES = mjenv.load_rules("four_bao")
LEGAL = [0, 33, 34, 105, 112]
CHI_SQUARE_999 = 18.47  # of four degrees of freedom


def started(seed=1):
    agent = RandomAgent()
    agent.begin(RULES, 1, seed)
    return agent


def ask(agent, views, mask):
    return agent.act(views, mask, np.zeros(len(views), np.int8), np.arange(len(views)))


@pytest.fixture
def views():
    views = np.zeros(5000, VIEW)
    views["river_count"] = np.arange(5000)
    return views


@pytest.fixture
def mask():
    mask = np.zeros((5000, NUM_ACTIONS), np.int8)
    mask[:, LEGAL] = 1
    return mask


@pytest.mark.parametrize("seed", [0, 1, -1, 1 << 70])
def test_every_legal_action_is_as_likely(views, mask, seed):
    counts = np.bincount(ask(started(seed), views, mask), minlength=NUM_ACTIONS)
    assert counts.sum() == counts[LEGAL].sum() == 5000
    assert ((counts[LEGAL] - 1000) ** 2 / 1000).sum() < CHI_SQUARE_999


def test_choices_of_two_seeds_are_independent(views, mask):
    same = ask(started(1), views, mask) == ask(started(2), views, mask)
    assert abs(same.mean() - 1 / 5) < 0.03


@pytest.mark.nojit
def test_a_choice_does_not_depend_on_batch_or_row(views, mask):
    agent = started()
    together = ask(agent, views[:20], mask[:20])
    assert [ask(agent, views[i : i + 1], mask[i : i + 1])[0] for i in range(20)] == together.tolist()
    assert np.array_equal(ask(agent, views[19::-1], mask[:20]), together[::-1])


@pytest.mark.nojit
@pytest.mark.parametrize("name", VIEW.names)
def test_a_choice_depends_on_every_field(views, mask, name):
    views = views[:64].copy()
    before = ask(started(), views, mask[:64])
    views[name] = views[name] + 1
    assert not np.array_equal(ask(started(), views, mask[:64]), before)


@pytest.mark.nojit
def test_bytes_between_the_fields_do_not_count(views, mask):
    agent = started()
    before = ask(agent, views[:50], mask[:50])
    dirty = np.frombuffer(bytearray(b"\xff" * (50 * VIEW.itemsize)), VIEW)
    for name in VIEW.names:
        dirty[name] = views[name][:50]
    assert dirty.tobytes() != views[:50].tobytes()
    assert np.array_equal(ask(agent, dirty, mask[:50]), before)
