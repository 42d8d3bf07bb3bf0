"""TorchRL over one seat, many tables, and all four seats of a table."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import torch

import mjenv
from mjenv.engine.codes import NUM_ACTIONS
from tests.envs.games import ByMenu, choose

envs = pytest.importorskip("torchrl.envs")
collectors = pytest.importorskip("torchrl.collectors")
pytestmark = pytest.mark.filterwarnings("ignore")  # those of TorchRL, about itself

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "integrations" / "torchrl_ppo.py"
GROUP = "agents"


def one_seat(**settings):
    seat = gymnasium.make("mjenv/Harbin-v0", illegal="raise", **settings)
    return envs.TransformedEnv(envs.GymWrapper(seat, categorical_action_encoding=True), envs.ActionMask()), seat


def many_tables(**settings):
    tables = gymnasium.make_vec("mjenv/Harbin-v0", illegal="raise", autoreset_mode="Disabled", **settings)
    env = envs.GymWrapper(tables, categorical_action_encoding=True)
    return envs.TransformedEnv(env, envs.Compose(envs.ActionMask(), envs.RewardSum())), tables


def four_seats(**settings):
    grouping = envs.MarlGroupMapType.ALL_IN_ONE_GROUP
    return envs.PettingZooWrapper(mjenv.make("harbin", **settings), use_mask=True, group_map=grouping)


class Player:
    """A policy that wins where it can, so that there are points to be lost."""

    def __init__(self, mask="action_mask", action="action"):
        self.rng = np.random.default_rng(1)
        self.mask, self.action = mask, action

    def __call__(self, tensordict):  # so named, TorchRL gives it the whole frame
        masks = tensordict[self.mask].bool().numpy()
        drawn = [choose(mask, self.rng) for mask in masks.reshape(-1, NUM_ACTIONS)]
        return tensordict.set(self.action, torch.tensor(drawn).reshape(masks.shape[:-1]))


@pytest.mark.parametrize("make", [one_seat, lambda: many_tables(num_envs=3), four_seats])
def test_specs_hold(make):
    made = make()
    envs.check_env_specs(made[0] if isinstance(made, tuple) else made)


def test_rewards_of_one_seat_are_its_points():
    env, seat = one_seat(opponents="greedy", hands=2)
    env.set_seed(3)
    paid = []
    for _ in range(5):
        match = env.rollout(1000)
        assert match["next", "done"][-1].item()
        paid.append(seat.unwrapped._batch.states["totals"][0, seat.unwrapped.seat])
        assert match["next", "reward"].sum() == paid[-1]
    assert np.any(paid)


def test_rewards_of_a_collector_are_the_points_of_the_seats():
    """Each table's, as the opponents heard of its hands; batches of frames end within matches."""
    opponent = ByMenu()
    env, tables = many_tables(num_envs=4, opponents=opponent, seat=1)
    env.set_seed(5)
    rewards, matches = np.zeros(4), []
    for frames in collectors.Collector(env, Player(), frames_per_batch=68, total_frames=680):
        assert frames["action_mask"].gather(2, frames["action"][..., None]).all()
        rewards += frames["next", "reward"].sum((1, 2)).numpy()
        matches += frames["next", "episode_reward"][frames["next", "done"]].tolist()
    paid = np.zeros(4)
    for table, points in opponent.hands:
        paid[table] += points[1]
    owed = tables.learners._owed.sum(axis=1)  # by matches that ended before the seat was asked
    assert (rewards + owed == paid).all()
    assert sum(matches) == sum(points[1] for _, points in opponent.hands)
    assert len(matches) == len(opponent.hands) > 20
    assert np.any(paid)


@pytest.mark.parametrize("grouped", [True, False])
def test_rewards_of_all_seats_are_the_points_of_the_match(grouped):
    seats = [f"player_{seat}" for seat in range(4)]
    if grouped:
        env = four_seats(hands=2)
        policy = Player((GROUP, "action_mask"), (GROUP, "action"))
    else:
        env = envs.PettingZooWrapper(mjenv.make("harbin", hands=2), use_mask=True)
        players = [Player((name, "action_mask"), (name, "action")) for name in seats]

        def policy(tensordict):
            for player in players:
                player(tensordict)
            return tensordict

    env.set_seed(2)
    paid = []
    for _ in range(3):
        match = env.rollout(2000, policy=policy)
        assert match["next", "done"][-1].item()
        after = match["next"]
        rewards = after[GROUP, "reward"] if grouped else torch.cat([after[name, "reward"] for name in seats], 1)
        paid.append(env.states["totals"][0].tolist())
        assert rewards.sum(0).flatten().tolist() == paid[-1]
        assert sum(paid[-1]) == 0
        done = after[GROUP, "done"] if grouped else torch.cat([after[name, "done"] for name in seats], 1)
        assert done.sum() == 4  # all in the last frame
    assert np.any(paid)


def test_frames_say_who_is_asked():
    env = four_seats()
    env.set_seed(4)
    match = env.rollout(2000)
    seats = match[GROUP]
    assert (seats["mask"].sum(1) == 1).all()
    assert seats["action_mask"][~seats["mask"]].all()
    asked = seats[seats["mask"]]
    assert asked["action_mask"].gather(1, asked["action"][:, None]).all()
    assert (asked["action_mask"].sum(1) < NUM_ACTIONS).all()
    assert len(asked) == env.states["decisions"][0]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("torchrl_ppo", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_self_play_repeats_itself(script):
    runs = [script.train(frames=150, batch=50, seed=seed, report=str) for seed in (1, 1, 2)]
    weights = [[tensor.numpy().tobytes() for tensor in policy.state_dict().values()] for policy, _ in runs]
    assert (runs[0][1], weights[0]) == (runs[1][1], weights[1])
    assert weights[0] != weights[2]


def test_self_play_learns_from_the_decisions_alone(script):
    env = script.make_env("harbin", seed=1)
    torch.manual_seed(1)
    frames = env.rollout(60, policy=script.make_policy(NUM_ACTIONS), break_when_any_done=False)
    decided = script.decisions(frames)
    assert decided.batch_size == (60,)
    seats = frames[script.ASKED].int().argmax(1)
    for key in (script.ACTION, script.LOG_PROB, script.PLANES):
        assert (decided[key] == frames[key][torch.arange(60), seats]).all()
    assert (decided[script.LOG_PROB] < 0).any()


def test_the_script_is_a_command():
    command = [sys.executable, SCRIPT, "--frames", "100", "--batch", "50"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert [line.split()[:2] for line in run.stdout.splitlines()] == [["50", "frames"], ["100", "frames"]]
