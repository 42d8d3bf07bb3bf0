"""One table in the environments of PettingZoo and Gymnasium; a round is one match of a single hand."""

from __future__ import annotations

import random
from importlib import import_module
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from .worker import Played

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = 1
LENGTH = 76  # decisions of a match of the game without rules, about those of a hand of mahjong
MODULES = {"harbin": "mjenv.harbin_v0", "hebei": "mjenv.hebei_v0", "shanghai": "mjenv.shanghai_v0"}
IDS = {"harbin": "mjenv/Harbin-v0", "hebei": "mjenv/Hebei-v0", "shanghai": "mjenv/Shanghai-v0"}


class BareEnv(AECEnv):
    """Four agents in turn, observations and masks of mjenv's size, and nothing else: PettingZoo's own cost."""

    metadata = {"name": "bare_v0", "is_parallelizable": False}  # noqa: RUF012 - as PettingZoo declares it

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(4)]

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:  # noqa: ARG002
        """Start a match."""
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.steps = 0

    def step(self, action: int | None) -> None:
        """Hand the turn on."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.steps += 1
        if self.steps == LENGTH:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.steps % 4]

    def observe(self, agent: str) -> dict[str, np.ndarray]:  # noqa: ARG002
        """Return arrays of the size that mjenv returns."""
        return {"observation": np.zeros((28, 34), np.int8), "action_mask": np.ones(113, np.int8)}


def play_aec(env: AECEnv) -> Callable[[], Played]:
    """Return a round of PettingZoo's loop, with the observation of every agent that acts."""
    draw = random.Random(SEED).random
    env.reset(seed=SEED)

    def play() -> Played:
        decisions = single = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            single += len(legal) == 1
            env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1
        return Played(decisions, 1, single)

    return play


def play_seat(case: dict) -> Callable[[], Played]:
    """Return a round of the seat environment: decisions are the learner's own, the opponents play inside ``step``."""
    opponent = case["opponents"]
    env = gymnasium.make(IDS[case["variant"]], opponents=(opponent,) * 3)
    draw = random.Random(SEED).random
    env.reset(seed=SEED)

    def play() -> Played:
        decisions = 0
        observation, _ = env.reset()
        ended = False
        while not ended:
            legal = observation["action_mask"].nonzero()[0]
            observation, _, ended, _, _ = env.step(int(legal[int(draw() * len(legal))]))
            decisions += 1
        return Played(decisions, 1)

    return play


def raw_env(case: dict) -> Callable[[], Played]:
    """Return a round of ``raw_env()``."""
    return play_aec(import_module(MODULES[case["variant"]]).raw_env())


def wrapped_env(case: dict) -> Callable[[], Played]:
    """Return a round of ``env()``."""
    return play_aec(import_module(MODULES[case["variant"]]).env())


def bare_env(_: dict) -> Callable[[], Played]:
    """Return a round of the game without rules."""
    return play_aec(BareEnv())


ENVIRONMENTS: dict[str, Any] = {"raw_env": raw_env, "env": wrapped_env, "bare": bare_env, "seat": play_seat}
