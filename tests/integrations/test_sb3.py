"""Stable-Baselines3 and sb3-contrib over the batch engine."""

from __future__ import annotations

import copy
import subprocess
import sys

import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import mjenv
from mjenv.envs.sb3 import MahjongVecEnv, PastPolicies, SelfPlay
from mjenv.envs.seat import SeatEnv
from tests.envs.games import ByMenu, choose
from tests.envs.test_vector import same
from tests.integrations.maskable import Checked

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
SMALL = {"n_steps": 8, "batch_size": 16, "n_epochs": 1, "seed": 1, "device": "cpu", "policy_kwargs": {"net_arch": [8]}}


def plain(value):
    """Return infos with plain numbers as arrays, so that `same` compares them by type and byte."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, list):
        return tuple(plain(part) for part in value)
    return value if isinstance(value, np.ndarray) else np.array(value)


def reset(env, seed):
    env.seed(seed)
    return env.reset()


@pytest.mark.nojit
def test_results_are_those_of_the_dummy_vec_env():
    """Observations, rewards, ends, infos with terminal observations, through illegal actions."""
    options = {"variant": "harbin", "hands": 2, "opponents": ["random", ByMenu(), ByMenu()]}
    ours = MahjongVecEnv(num_envs=2, **copy.deepcopy(options))
    dummy = DummyVecEnv([lambda: SeatEnv(**copy.deepcopy(options))] * 2)
    assert ours.observation_space == dummy.observation_space
    assert ours.action_space == dummy.action_space
    assert same(reset(ours, 3), dict(reset(dummy, 3)))
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(60):
        assert ours.reset_infos == dummy.reset_infos
        masks = get_action_masks(ours)
        assert (masks == get_action_masks(dummy)).all()
        actions = np.array([choose(mask, rng) if rng.random() > 0.05 else 113 for mask in masks])
        observations, rewards, dones, infos = ours.step(actions)
        expected = dummy.step(actions)
        assert same((observations, rewards, dones), (dict(expected[0]), *expected[1:3]))
        assert same(plain(infos), plain(expected[3]))
        ended += dones.sum()
    assert ended


@pytest.mark.nojit
def test_sb3_contrib_finds_the_masks():
    env = MahjongVecEnv(num_envs=3)
    reset(env, 1)
    for found in (env, VecMonitor(env)):
        assert is_masking_supported(found)
        masks = get_action_masks(found)
        assert (masks.shape, masks.dtype) == ((3, 113), np.bool_)
        assert (masks == env.learners.batch.action_mask).all()
    assert [method().tolist() for method in env.get_attr("action_masks", [2])] == [masks[2].tolist()]
    assert (env.env_method("action_masks", indices=1)[0] == masks[1]).all()


@pytest.mark.nojit
def test_what_a_table_does_not_have_is_refused():
    env = MahjongVecEnv(num_envs=2)
    assert not env.has_attr("masks_of_actions")
    for call in (lambda: env.env_method("step", 3), lambda: env.set_attr("seat", 3)):
        with pytest.raises(AttributeError, match="a table of the batch has no attributes of its own"):
            call()
    env.set_options([{"dealer": 1}, {"dealer": 2}])
    with pytest.raises(mjenv.MjenvError, match="expected the same options for every table"):
        env.reset()


@pytest.mark.nojit
def test_options_count_for_one_reset():
    env = MahjongVecEnv(num_envs=2)
    env.set_options({"dealer": 2})
    reset(env, 1)
    assert env.learners.batch.states["dealer"].tolist() == [2, 2]
    env.reset()
    env.set_options({"dealer": 9})
    with pytest.raises(mjenv.MjenvError, match="option dealer=9"):
        env.reset()


@pytest.mark.nojit
def test_tables_are_drawn_as_their_learners_see_them():
    env = MahjongVecEnv(num_envs=2, seat=1, render_mode="ansi", render_style={"tiles": "ascii"})
    reset(env, 1)
    assert ["as seat 1 sees it" in text for text in env.env_method("render")] == [True, True]


def test_a_picture_shows_all_tables():
    pytest.importorskip("PIL")
    env = MahjongVecEnv(num_envs=2, render_mode="rgb_array")
    reset(env, 1)
    assert env.render().shape == (2000, 1280, 3)


def test_maskable_ppo_learns_without_an_illegal_action():
    env = Checked(num_envs=8, opponents="random")
    model = MaskablePPO("MultiInputPolicy", VecMonitor(env), **SMALL).learn(512)
    assert (env.decisions, env.illegal) == (512, 0)
    points, lengths = evaluate_policy(
        model, VecMonitor(MahjongVecEnv(num_envs=2)), n_eval_episodes=4, return_episode_rewards=True
    )
    assert len(points) == len(lengths) == 4


def test_the_same_seed_trains_the_same_weights():
    weights = []
    for _ in range(2):
        pool = PastPolicies()
        env = MahjongVecEnv(num_envs=4, opponents=pool)
        model = MaskablePPO("MultiInputPolicy", env, **SMALL).learn(64, callback=SelfPlay(pool, every=1))
        weights.append([tensor.numpy().tobytes() for tensor in model.policy.state_dict().values()])
    assert weights[0] == weights[1]


def test_self_play_meets_past_policies_and_no_later_ones():
    """The pool starts with the first policy, keeps the newest ones, and training does not change what it keeps."""
    pool = PastPolicies(size=2)
    env = Checked(num_envs=4, opponents=pool)
    model = MaskablePPO("MultiInputPolicy", env, **SMALL)
    seen = []
    keep = pool.add

    def add(policy):
        keep(policy)
        seen.append({name: tensor.clone() for name, tensor in policy.state_dict().items()})

    pool.add = add
    model.learn(4 * 8 * 3, callback=SelfPlay(pool, every=1))
    assert len(seen) == 4  # at the start, after each of three rollouts
    assert env.illegal == 0
    kept = [policy.state_dict() for policy in pool.policies]
    for frozen, then in zip(kept, seen[-2:], strict=True):
        assert all((frozen[name] == then[name]).all() for name in then)
    assert any((kept[0][name] != kept[1][name]).any() for name in kept[0])
    pool.add(model.policy)  # also just after an update
    assert pool.policies[-1].optimizer is None


def test_past_policies_draw_by_the_probabilities_of_the_policy():
    pool = PastPolicies()
    env = MahjongVecEnv(num_envs=2, opponents=pool)
    model = MaskablePPO("MultiInputPolicy", env, **SMALL)
    reset(env, 1)
    observation = env.learners.observe(np.zeros(4000, int))
    pool.add(model.policy)
    pool.begin(env.learners.rules, 4000, 7)
    rows = np.arange(4000)
    drawn = pool.act(observation["observation"], observation["action_mask"], np.zeros(4000, int), rows)
    tensor, _ = model.policy.obs_to_tensor({name: array[:1] for name, array in observation.items()})
    distribution = model.policy.get_distribution(tensor, action_masks=get_action_masks(env)[:1])
    expected = distribution.distribution.probs[0].detach().numpy()
    assert np.abs(np.bincount(drawn, minlength=113) / 4000 - expected).max() < 0.03
    again = pool.act(observation["observation"], observation["action_mask"], np.zeros(4000, int), rows)
    assert (again != drawn).any()
    pool.begin(env.learners.rules, 4000, 7)
    some = pool.act(observation["observation"][:9], observation["action_mask"][:9], np.zeros(9, int), rows[:9])
    assert (some == drawn[:9]).all()


def test_only_this_module_loads_stable_baselines3():
    code = "import sys, mjenv.envs.vector, mjenv.envs.seat; print('torch' in sys.modules, 'sb3_contrib' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout == "False False\n"


def test_the_long_check_is_a_command():
    command = [sys.executable, "-m", "tests.integrations.maskable", "--steps", "2000", "--tables", "16"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1].startswith("2048 decisions, 0 illegal")
