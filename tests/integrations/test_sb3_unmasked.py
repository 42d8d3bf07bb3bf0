"""Stable-Baselines3's PPO and DQN without masks: they learn, are paid the points, and are told what was illegal."""

from __future__ import annotations

import numpy as np
import pytest
from stable_baselines3 import DQN, PPO
from stable_baselines3.common.vec_env import VecMonitor

from mjenv.envs.sb3 import MahjongVecEnv
from mjenv.envs.sb3_unmasked import LegalDQN, PenalizeIllegal
from tests.envs.points import watch
from tests.integrations.maskable import Checked

SMALL = {"seed": 1, "device": "cpu", "policy_kwargs": {"net_arch": [8]}}
ON_POLICY = SMALL | {"n_steps": 32, "batch_size": 64, "n_epochs": 1}
OFF_POLICY = SMALL | {"buffer_size": 2000, "learning_starts": 64, "batch_size": 32}


@pytest.mark.parametrize(
    ("algorithm", "settings"),
    [(PPO, ON_POLICY), (DQN, OFF_POLICY), (LegalDQN, OFF_POLICY)],
    ids=["PPO", "DQN", "legal"],
)
@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_they_learn_from_the_points_paid(algorithm, settings, opponents):
    env = MahjongVecEnv("four_bao", 4, opponents=opponents)
    penalized = PenalizeIllegal(VecMonitor(env), penalty=1.0)
    model = algorithm("MultiInputPolicy", penalized, **settings)
    before = {name: tensor.clone() for name, tensor in model.policy.state_dict().items()}
    env.reset()
    paid = watch(env.learners)
    assert model.learn(512).num_timesteps >= 512
    assert any((tensor != before[name]).any() for name, tensor in model.policy.state_dict().items())
    reported = [episode["r"] for episode in model.ep_info_buffer]
    matches = [points for row in paid for points in row]
    assert len(reported) > 4
    assert sorted(reported) == sorted(matches)


def test_an_illegal_action_costs_the_penalty_and_no_other_does():
    plain, penalized = (MahjongVecEnv("four_bao", 6, opponents="random") for _ in range(2))
    penalized = PenalizeIllegal(penalized, penalty=0.5)
    for env in (plain, penalized):
        env.seed(2)
        env.reset()
    rng = np.random.default_rng(0)
    illegal = 0
    for _ in range(60):
        masks = plain.learners.action_masks()
        actions = np.where(rng.random(6) < 0.5, masks.argmax(axis=1), rng.integers(113, size=6))
        wrong = ~masks[np.arange(6), actions]
        _, rewards, _, infos = plain.step(actions)
        assert (penalized.step(actions)[1] == rewards - 0.5 * wrong).all()
        assert ["illegal_action" in info for info in infos] == wrong.tolist()
        illegal += wrong.sum()
    assert illegal > 20


def test_legal_dqn_takes_and_learns_from_no_illegal_action(tmp_path):
    env = Checked("qiaoma", 4, opponents="random", illegal="raise")
    model = LegalDQN("MultiInputPolicy", env, **OFF_POLICY).learn(600)
    assert env.decisions >= 600
    assert env.illegal == 0
    stored = model.replay_buffer
    masks = stored.observations["action_mask"][: stored.pos].reshape(-1, 113)
    actions = stored.actions[: stored.pos].reshape(-1)
    assert masks[np.arange(len(actions)), actions].all()
    model.save(tmp_path / "model")
    twin = LegalDQN.load(tmp_path / "model")
    observation = env.reset()
    assert (twin.predict(observation, deterministic=True)[0] == model.predict(observation, deterministic=True)[0]).all()
    single = {name: array[0] for name, array in observation.items()}
    for deterministic in (True, False):
        action, _ = twin.predict(single, deterministic=deterministic)
        assert single["action_mask"][action]
