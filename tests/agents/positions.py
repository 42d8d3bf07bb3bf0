"""What the greedy agent does at tables built from strings, and that its answers are legal and alike in any batch."""

from __future__ import annotations

import numpy as np

import mjenv
from agents.greedy import GreedyAgent
from mjenv.engine.menu import action_name


def started(rules):
    """Return a greedy agent that knows the rules."""
    agent = GreedyAgent()
    agent.begin(rules, 1, 0)
    return agent


def answer(table, *moves):
    """Return what greedy does in the decision after some moves, by name."""
    table.play(*moves)
    view = table.observe(table.actor).reshape(1)
    mask = np.zeros((1, 113), np.int8)
    for action in range(113):
        mask[0, action] = action_name(action) in table.legal
    (action,) = started(table.rules).act(view, mask, np.zeros(1, np.int8), np.zeros(1, np.int64))
    assert mask[0, action]
    return action_name(int(action))


def play_and_compare(name, decisions, tables=8, **params):
    """Check greedy at the decisions of eager and of random play: each legal, and the same alone and in any order."""
    batch = mjenv.make_batch(name, num_tables=tables, hands=1000, encoder="view/1", seed=7, **params)
    batch.reset(seed=7)
    agent = started(batch.rules)
    rows = np.arange(tables)
    for number in range(decisions // tables):
        seen, mask = batch.observation.copy(), batch.action_mask.copy()
        together = agent.act(seen, mask, batch.actor, rows)
        assert mask[rows, together].all()
        assert np.array_equal(seen, batch.observation)
        row = number % tables
        assert agent.act(seen[row : row + 1], mask[row : row + 1], batch.actor[:1], rows[:1])[0] == together[row]
        if row == 0:
            assert np.array_equal(agent.act(seen[::-1].copy(), mask[::-1].copy(), batch.actor, rows), together[::-1])
        batch.step(np.where(rows % 2, together, batch.sample()))
