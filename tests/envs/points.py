"""Matches through every adapter: what was rewarded, and what was paid."""

from __future__ import annotations

import importlib

import gymnasium
import numpy as np

from agents import load
from mjenv.observe.encoders import find_encoder
from tests.envs.games import choose

TABLES = 4
ROW = np.zeros(1, np.int64)


def watch(learners):
    """Return the points of the matches that are over, a list a table, which grow as their next ones begin."""
    ended = [[] for _ in learners.seat]
    reset = learners.reset

    def noted(rows, *given):
        for row in rows[learners.batch.done[rows]]:
            ended[row].append(int(learners.batch.states["totals"][row, learners.seat[row]]))
        unasked = reset(rows, *given)
        assert not unasked.any()  # its points would be part of the next match
        return unasked

    learners.reset = noted
    return ended


def play_tables(learners, step, matches):
    """Return rewards and points of some matches at each table, a list a table; ``step`` gives rewards and ends."""
    ended, rewarded = watch(learners), [[] for _ in learners.seat]
    sums, rng = np.zeros(len(rewarded)), np.random.default_rng(3)
    while min(map(len, ended)) < matches:
        actions = [choose(mask, rng) if mask.any() else 0 for mask in learners.action_masks()]
        rewards, over = step(np.array(actions))
        sums += rewards
        for row in np.flatnonzero(over):
            rewarded[row].append(sums[row])
            sums[row] = 0
    return [row[: len(points)] for row, points in zip(rewarded, ended, strict=True)], ended


def through_make_vec(preset, opponents, hands, matches, mode):
    """Play through ``gymnasium.make_vec``."""
    name = f"mjenv/{preset.variant.title()}-v0"
    settings = {"rules": preset.name, "opponents": opponents, "hands": hands, "autoreset_mode": mode}
    envs = gymnasium.make_vec(name, num_envs=TABLES, **settings)
    envs.reset(seed=3)
    return play_tables(envs.unwrapped.learners, lambda actions: envs.step(actions)[1:3], matches)


def through_sb3(preset, opponents, hands, matches):
    """Play through the ``VecEnv`` of Stable-Baselines3."""
    from mjenv.envs.sb3 import MahjongVecEnv

    env = MahjongVecEnv(preset.id, TABLES, opponents=opponents, hands=hands)
    env.seed(3)
    env.reset()
    return play_tables(env.learners, lambda actions: env.step(actions)[1:3], matches)


def through_make(preset, opponents, hands, matches):
    """Play through ``gymnasium.make``."""
    name = f"mjenv/{preset.variant.title()}-v0"
    env = gymnasium.make(name, rules=preset.name, opponents=opponents, hands=hands)
    rng = np.random.default_rng(3)
    rewarded, ended = [], []
    for seed in range(matches):
        _, info = env.reset(seed=seed)
        assert info["matches_unasked"] == 0
        total, terminated = 0.0, False
        while not terminated:
            _, reward, terminated, _, info = env.step(choose(env.unwrapped.action_masks(), rng))
            total += reward
        rewarded.append(total)
        ended.append(int(env.unwrapped._batch.states["totals"][0, info["seat"]]))
    return [rewarded], [ended]


def through_aec(preset, players, hands, matches, maker):
    """Play through the PettingZoo environment, all seats alike; one list a seat."""
    env = getattr(importlib.import_module(f"mjenv.{preset.variant}_v0"), maker)(rules=preset.name, hands=hands)
    decide = find_decider(players, env.unwrapped)
    rewarded, ended = [[] for _ in range(4)], [[] for _ in range(4)]
    for seed in range(matches):
        env.reset(seed=seed)
        sums = dict.fromkeys(env.agents, 0)
        for agent in env.agent_iter():
            observation, reward, termination, _, _ = env.last()
            sums[agent] += reward
            env.step(None if termination else decide(observation["action_mask"]))
        assert sum(sums.values()) == 0
        for seat, total in enumerate(sums.values()):
            rewarded[seat].append(total)
            ended[seat].append(int(env.unwrapped.states["totals"][0, seat]))
    return rewarded, ended


def find_decider(players, env):
    """Return a function that gives an action for the mask of the agent which an environment asks."""
    if players == "random":
        rng = np.random.default_rng(3)
        return lambda mask: int(rng.choice(np.flatnonzero(mask)))
    agent = load(players, env.rules)
    agent.begin(env.rules, 1, 3)
    encoder = find_encoder(agent.encoder)

    def decide(mask):
        seat, observation = env.states["actor"].astype(np.int64), encoder.new_array(1)
        encoder.kernel(env.states, env.rules.record, ROW, seat, observation)
        return int(agent.act(observation, mask[None], seat, ROW)[0])

    return decide
