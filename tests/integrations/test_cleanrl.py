"""The single-file PPO over Gymnasium's vector environment."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import torch

from tests.envs.games import ByMenu

SCRIPT = Path(__file__).resolve().parents[2] / "docs" / "integrations" / "cleanrl_ppo.py"
SMALL = {"steps": 512, "tables": 16, "rollout": 16, "epochs": 1}


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("cleanrl_ppo", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules["cleanrl_ppo"] = module  # dataclasses look for it there
    spec.loader.exec_module(module)
    yield module
    del sys.modules["cleanrl_ppo"]


class Watched:
    """Vector environments that keep what was played and paid; their opponents hear what every hand paid."""

    def __init__(self, monkeypatch):
        self.opponent = ByMenu()
        self.rewards, self.played = [], []
        make = gymnasium.make_vec

        def make_watched(name, **settings):
            assert settings["illegal"] == "raise"
            self.envs = envs = make(name, **{**settings, "illegal": "default", "opponents": self.opponent, "seat": 1})
            step = envs.step

            def step_watched(actions):
                self.played.append(envs.action_masks()[np.arange(envs.num_envs), actions])
                result = step(actions)
                self.rewards.append(result[1])
                return result

            envs.step = step_watched
            return envs

        monkeypatch.setattr(gymnasium, "make_vec", make_watched)


def test_no_illegal_action_is_played_and_no_point_is_lost(script, monkeypatch):
    """The rewards of each table are what its seat was paid in all its hands, as the opponents heard of them."""
    watched = Watched(monkeypatch)
    _, log = script.train(script.Args(**SMALL), report=str)
    assert np.array(watched.played).shape == (32, 16)
    assert np.all(watched.played)
    paid = np.zeros(16)
    for table, points in watched.opponent.hands:
        assert sum(points) == 0
        paid[table] += points[1]
    owed = watched.envs.learners._owed.sum(axis=1)  # by matches that ended before the seat was asked
    assert (np.sum(watched.rewards, axis=0) + owed == paid).all()
    assert sum(numbers["matches"] for numbers in log) > 16
    assert np.abs(paid).sum() > 0


def test_what_the_rollout_holds_is_what_was_paid(script, monkeypatch):
    watched = Watched(monkeypatch)
    args = script.Args(**SMALL)
    torch.manual_seed(1)
    envs = script.make(args, 16, "random")
    observations, _ = envs.reset(seed=1)
    network = script.ActorCritic((28, 34), 113)
    rollout = script.Rollout.empty(40, 16, (28, 34), 113)
    script.collect(envs, observations, network, rollout)
    assert (rollout.reward.numpy() == np.array(watched.rewards)).all()
    assert rollout.over.sum() > 0
    assert rollout.mask.gather(2, rollout.action[..., None]).all()


def test_advantages_stop_at_the_end_of_a_match(script):
    """With factors of 1 an advantage is what was still paid in the match, less the value."""
    rollout = script.Rollout.empty(4, 1, (28, 34), 113)
    rollout.reward[:, 0] = torch.tensor([8.0, 16.0, -8.0, 24.0])
    rollout.value[:, 0] = torch.tensor([0.5, 1.0, 2.0, 4.0])
    rollout.over[1] = 1
    advantage = rollout.advantages(torch.tensor([10.0]), script.Args(lam=1.0))
    assert advantage[:, 0].tolist() == [3 - 0.5, 2 - 1.0, -1 + 3 + 10 - 2.0, 3 + 10 - 4.0]


def test_an_illegal_action_has_no_probability(script):
    network = script.ActorCritic((28, 34), 113)
    mask = torch.zeros((2, 113), dtype=torch.bool)
    mask[0, [3, 7]] = mask[1, 5] = True
    policy, value = network(torch.zeros((2, 28, 34), dtype=torch.int8), mask)
    assert (policy.probs[~mask] == 0).all()
    assert policy.probs.sum(1).tolist() == pytest.approx([1, 1])
    assert torch.isfinite(policy.entropy()).all()
    assert value.shape == (2,)


def test_the_same_seed_gives_the_same_numbers(script):
    runs = [script.train(script.Args(**SMALL, seed=seed), report=str) for seed in (3, 3, 4)]
    weights = [[tensor.numpy().tobytes() for tensor in network.state_dict().values()] for network, _ in runs]
    assert (runs[0][1], weights[0]) == (runs[1][1], weights[1])
    assert weights[0] != weights[2]
    assert script.evaluate(script.Args(eval_matches=20), "greedy") == script.evaluate(
        script.Args(eval_matches=20), "greedy"
    )


def test_evaluation_counts_the_first_match_of_each_table(script, monkeypatch):
    watched = Watched(monkeypatch)
    mean, error = script.evaluate(script.Args(eval_matches=20), "random")
    first = dict(reversed(watched.opponent.hands))  # of each table
    points = np.array([first[table][1] for table in range(20)])
    assert mean == points.mean()
    assert error == pytest.approx(points.std() / np.sqrt(20))


def test_it_is_a_command():
    command = [sys.executable, SCRIPT, "--steps", "512", "--tables", "16", "--rollout", "16", "--eval-matches", "16"]
    run = subprocess.run(command, check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    assert lines[0].split()[:2] == ["256", "decisions"]
    assert [line.strip().split(":")[0] for line in lines[2:]] == [
        f"{player} against {opponents}"
        for opponents in ("random", "greedy")
        for player in ("random legal actions", "trained policy")
    ]
