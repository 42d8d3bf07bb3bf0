"""RLlib over the vector and the PettingZoo environment. Ray runs in this process; no actors are started."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("ray")

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.env.multi_agent_episode import MultiAgentEpisode
from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

from mjenv import harbin_v0
from mjenv.envs.rllib import MaskedModule

pytestmark = pytest.mark.filterwarnings("ignore")


def legal(mask, rng):
    """Win where that is legal, so that points are paid, or draw a legal action."""
    return 111 if mask[111] else int(rng.choice(np.flatnonzero(mask)))


def play(env, seed):
    """Play a match as RLlib's runners do; return its episode and the totals of the table."""
    rng = np.random.default_rng(seed)
    episode = MultiAgentEpisode(observation_space=env.observation_spaces, action_space=env.action_spaces)
    seen, infos = env.reset(seed=seed)
    episode.add_env_reset(observations=seen, infos=infos)
    while not episode.is_done:
        (agent,) = seen
        actions = {agent: legal(seen[agent]["action_mask"], rng)}
        seen, rewards, terminated, truncated, infos = env.step(actions)
        episode.add_env_step(seen, actions, rewards, infos, terminateds=terminated, truncateds=truncated)
    return episode, env.env.states["totals"][0].tolist()


def test_returns_of_all_seats_are_the_points_paid():
    """None is lost between decisions: each decision has what its seat was paid until its next one."""
    env = PettingZooEnv(harbin_v0.raw_env(hands=2))
    some = 0
    for seed in range(20):
        episode, totals = play(env, seed)
        returns = [episode.agent_episodes[f"player_{seat}"].get_return() for seat in range(4)]
        assert returns == totals
        some += any(totals)
    assert some > 5


def test_points_before_the_first_decision_of_a_seat_are_lost():
    """RLlib keeps no reward of an agent that has not acted."""
    episode = MultiAgentEpisode()
    episode.add_env_reset(observations={"player_0": 0})
    seen, rewards = {"player_1": 0}, {"player_1": -8}
    episode.add_env_step(seen, {"player_0": 1}, rewards, terminateds={"__all__": False}, truncateds={"__all__": False})
    assert episode.agent_episodes["player_1"].get_return() == 0


def test_illegal_actions_have_probability_0():
    env = PettingZooEnv(harbin_v0.raw_env())
    module = MaskedModule(
        observation_space=env.observation_spaces["player_0"],
        action_space=env.action_spaces["player_0"],
        model_config={"hidden": 8},
    )
    seen, _ = env.reset(seed=1)
    (observation,) = seen.values()
    batch = {Columns.OBS: {name: torch.from_numpy(array[None]) for name, array in observation.items()}}
    logits = module.forward_train(batch)[Columns.ACTION_DIST_INPUTS]
    chances = torch.softmax(logits, dim=1)[0]
    legal_ones = torch.from_numpy(observation["action_mask"] == 1)
    assert (chances[~legal_ones] == 0).all()
    assert (chances[legal_ones] > 0).all()
    assert module.compute_values(batch).shape == (1,)
