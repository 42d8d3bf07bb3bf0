"""Tianshou over the Gymnasium, the vector and the PettingZoo environment."""

from __future__ import annotations

import numpy as np
import pytest
import torch

pytest.importorskip("tianshou")

from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Batch, Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv
from tianshou.utils.net.common import Net

import mjenv
from mjenv import harbin_v0
from mjenv.envs.seat import SeatEnv
from mjenv.envs.tianshou import MahjongVectorEnv

pytestmark = pytest.mark.filterwarnings("ignore")
ROOM = 100_000  # transitions a buffer holds, more than are played


def legal(mask, rng):
    """Win where that is legal, so that points are paid, or draw a legal action; a match that is over has none."""
    return 111 if mask[111] or not mask.any() else int(rng.choice(np.flatnonzero(mask)))


def plain(info):
    """Return an info with lists in place of arrays."""
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in info.items()}


class AtRandom(DiscreteQLearningPolicy):
    """Plays legal actions and no network."""

    def forward(self, batch, state=None, model=None):
        masks, rng = np.asarray(batch.obs.mask), np.random.default_rng(len(batch.obs.mask))
        values = torch.ones(masks.shape)  # not 0: an estimate would show
        return Batch(logits=values, act=np.array([legal(mask, rng) for mask in masks]), state=None)


def build(space, policy=DiscreteQLearningPolicy, horizon=1):
    net = Net(state_shape=(28, 34), action_shape=113, hidden_sizes=[8])
    acting = policy(model=net, action_space=space, eps_training=0.5, eps_inference=0.5 * (policy is not AtRandom))
    return DQN(policy=acting, optim=AdamOptimizerFactory(), gamma=1.0, n_step_return_horizon=horizon)


class Counted(PettingZooEnv):
    """Keeps the points of the matches that end."""

    def __init__(self, **settings):
        self.points = []
        super().__init__(harbin_v0.raw_env(**settings))

    def step(self, action):
        result = super().step(action)
        if result[2]:
            self.points.append(self.env.states["totals"][0].copy())
        return result


def test_results_are_those_of_the_dummy_vector_env():
    """Observations, rewards, ends, infos, of some tables at a time, through illegal actions."""
    options = {"variant": "harbin", "hands": 2, "opponents": "random"}
    ours, dummy = MahjongVectorEnv(num_envs=3, **options), DummyVectorEnv([lambda: SeatEnv(**options)] * 3)
    ours.seed(3)
    dummy.seed(3)  # which begins a match
    ours.reset()
    given, infos = ours.reset()
    expected, expected_infos = dummy.reset()
    rng = np.random.default_rng(0)
    ended = 0
    for step in range(120):
        assert list(map(plain, infos)) == list(map(plain, expected_infos))
        for own, other in zip(given, expected, strict=True):
            assert own["obs"].tobytes() == other["observation"].tobytes()
            assert (own["mask"] == other["action_mask"].astype(bool)).all()
        rows = np.arange(3) if step % 3 else np.array([step % 2, 2])
        actions = np.array([legal(dummy.workers[row].env.action_masks(), rng) for row in rows])
        actions[rng.random(len(rows)) < 0.1] = 113
        given, rewards, terminated, truncated, infos = ours.step(actions, rows)
        expected, *others = dummy.step(actions, rows)
        for own, other in zip((rewards, terminated, truncated), others[:3], strict=True):
            assert (own == other).all()
        expected_infos = others[3]
        if terminated.any():
            over = rows[terminated]
            ours.reset(over)
            dummy.reset(over)
            ended += len(over)
    assert ended > 3


def test_a_match_that_is_over_is_not_played_on():
    envs = MahjongVectorEnv(num_envs=2, opponents="random")
    envs.seed(1)
    envs.reset()
    while not envs.step(envs.learners.batch.action_mask.argmax(axis=1)[:1], [0])[2][0]:
        pass
    with pytest.raises(mjenv.MjenvError, match="table 0: its match is over"):
        envs.step([0], [0])
    with pytest.raises(mjenv.MjenvError, match="seed: 3 given"):
        envs.seed([1, 2, 3])


@pytest.mark.parametrize("hands", [1, 3])
def test_rewards_of_a_match_are_the_points_of_the_learner(hands):
    """Of whole matches through a collector and its buffer, against the totals that each table has."""
    envs = MahjongVectorEnv(num_envs=4, opponents="greedy", hands=hands)
    points, step = [], envs.step

    def noted(action, rows):
        result = step(action, rows)
        over = np.asarray(rows)[result[2]]
        points.extend(envs.learners.batch.states["totals"][over, envs.learners.seat[over]].tolist())
        return result

    envs.step = noted
    collector = Collector(build(envs.single_action_space, AtRandom), envs, VectorReplayBuffer(ROOM, 4))
    envs.seed(7)
    collector.reset()
    stats = collector.collect(n_episode=24)
    assert stats.returns.tolist() == points
    assert np.count_nonzero(points) > 5


def four_seats(policy, horizon, matches):
    """Return an algorithm for each seat, the buffer of some matches, and their points."""
    env = Counted(hands=2)
    learners = [build(env.action_space, policy, horizon) for _ in range(4)]
    algorithm = MultiAgentOffPolicyAlgorithm(algorithms=learners, env=env)
    buffer = VectorReplayBuffer(ROOM, 1)
    collector = Collector(algorithm, DummyVectorEnv([lambda: env]), buffer, exploration_noise=True)
    env.reset(seed=7)
    collector.reset()
    collector.collect(n_episode=matches)
    return algorithm, buffer, np.array(env.points)


def test_rewards_of_all_seats_are_the_points_paid():
    """None is lost between decisions: each step of the table has the rewards of all four."""
    _, buffer, points = four_seats(AtRandom, 1, matches=10)
    ends = np.flatnonzero(buffer.done[: len(buffer)])
    summed = np.diff(buffer.rew[: len(buffer)].cumsum(axis=0)[ends], axis=0, prepend=0)
    assert summed.tolist() == points.tolist()
    assert (points.sum(axis=1) == 0).all()
    assert points.any()


def returns_and_points(horizon):
    """Return what the decisions of a seat were worth to its algorithm, and what it was paid afterwards."""
    algorithm, buffer, _ = four_seats(AtRandom, horizon, matches=4)
    batch, indices = buffer.sample(0)
    found = algorithm._preprocess_batch(batch, buffer, indices)
    later = np.array([buffer.rew[at : at + np.argmax(buffer.done[at:]) + 1].sum(axis=0) for at in indices])
    seats = [np.flatnonzero(batch.obs.agent_id == f"player_{seat}") for seat in range(4)]
    returns = [found[f"player_{seat}"].returns.flatten().tolist() for seat in range(4)]
    return returns, [later[rows, seat].tolist() for seat, rows in enumerate(seats)]


def test_a_horizon_longer_than_a_match_credits_each_decision_with_all_that_follows():
    returns, points = returns_and_points(horizon=800)
    assert returns == points
    assert any(map(any, points))


def test_exploration_and_network_stay_legal():
    """The table raises at an illegal action."""
    _, buffer, points = four_seats(DiscreteQLearningPolicy, 1, matches=6)
    assert len(points) == 6
    assert buffer.obs.mask[np.arange(len(buffer)), buffer.act[: len(buffer)]].all()
