"""Playing environments in tests."""

from __future__ import annotations

import pickle
import zlib

import numpy as np

from tests.table.policies import WEIGHTS


def choose(mask, rng):
    """Return a random legal action, those that win or become ready before others."""
    legal = np.flatnonzero(mask)
    return int(rng.choice(legal, p=WEIGHTS[legal] / WEIGHTS[legal].sum()))


class ByMenu:
    """An agent that takes the same choice from the same menu, whatever the table or the seat."""

    name = "by menu"

    def __init__(self, encoder="planes/1"):
        self.encoder = encoder
        self.begun = []
        self.hands = []

    def begin(self, rules, tables, seed):
        self.begun.append((rules.name, tables, seed))

    def act(self, observation, mask, seat, rows):
        return np.array([choose(menu, np.random.default_rng(zlib.crc32(menu.tobytes()))) for menu in mask])

    def end_hand(self, rows, result):
        self.hands += zip(rows.tolist(), result["points"].tolist(), strict=True)


def repickle(env):
    """Return a copy by way of bytes."""
    return pickle.loads(pickle.dumps(env))  # noqa: S301 - our own bytes


def play(env, steps, rng):
    """Play up to ``steps`` random decisions of an AEC environment, stopping where the match is over."""
    for _ in range(steps):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        env.step(choose(env.observe(env.agent_selection)["action_mask"], rng))
    return env


def history(env, seed, steps=400):
    """Return the bytes of everything that an AEC environment shows in the next steps."""
    rng = np.random.default_rng(seed)
    shown = []
    for _ in range(steps):
        for agent in env.possible_agents:
            seen = env.observe(agent)
            shown.append(seen["observation"].tobytes() + seen["action_mask"].tobytes())
        shown.append((env.state().tobytes(), dict(env.rewards), env.agent_selection, dict(env.terminations)))
        if env.terminations[env.agent_selection]:
            break
        play(env, 1, rng)
    return shown
