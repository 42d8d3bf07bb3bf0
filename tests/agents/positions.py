"""What the greedy agent does at tables built from strings, and that its answers are legal and alike in any batch."""

from __future__ import annotations

import numpy as np

import mjenv
from agents.greedy import GreedyAgent
from agents.random_agent import RandomAgent
from mjenv.arena.seeds import match_seeds
from mjenv.arena.stream import play_games
from mjenv.engine._jit import JIT_DISABLED
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


def play_and_compare(name, tables=8, **params):
    """Check greedy at thousands of decisions, half of them after random ones: legal, alone and in any order alike."""
    decisions = 40 if JIT_DISABLED else 4000
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


def play_against_random(name, games=100, **params):
    """Return greedy's points in games against three random seats, and in which of its own games somebody won."""
    batch = mjenv.make_batch(name, num_tables=50, encoder="view/1", **params)
    agents = [started(batch.rules), RandomAgent()]
    agents[1].begin(batch.rules, 50, 1)
    seeds = match_seeds("test", 1, range(games))
    alone, _ = play_games(batch, agents, seeds, np.tile([0, 1, 1, 1], (games, 1)), 1)
    among, _ = play_games(batch, agents, seeds, np.zeros((games, 4), int), 1)
    return alone["points"][:, 0, 0], among["winners"] != 0
