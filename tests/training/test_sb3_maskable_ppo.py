"""The shipped run of MaskablePPO: its configs, its folder, and how it goes on."""

from __future__ import annotations

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

import mjenv
from mjenv.arena.agents import load_agent
from mjenv.variants.registry import load_rules
from training.config import SHIPPED, convert, read_tree
from training.sb3_maskable_ppo import DEFAULT, Config, main

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
TINY = [
    *("opponents=random", "evaluation.opponents=random", "evaluation.every=2", "evaluation.hands=3", "threads=1"),
    *(
        "ppo.tables=4",
        "ppo.rollout=8",
        "ppo.minibatch=16",
        "ppo.epochs=1",
        "network.suit=8",
        "network.table=8",
        "checkpoint_every=1",
    ),
]


def start(folder, *flags, steps=96, settings=()):
    changes = [*TINY, f"steps={steps}", *settings]
    return main(["--out", str(folder), *flags, *(part for change in changes for part in ("--set", change))])


def test_shipped_configs_are_valid():
    paths = list(SHIPPED.glob("sb3_*.yaml"))
    assert SHIPPED / f"{DEFAULT}.yaml" in paths
    for path in paths:
        convert(read_tree(path)[1], Config, str(path))


def test_a_killed_run_goes_on_from_its_latest_checkpoint(tmp_path, capsys):
    folder = tmp_path / "run"
    assert start(folder) == 0
    assert sorted(path.name for path in (folder / "checkpoints").iterdir()) == [
        "steps-000000000032.zip",
        "steps-000000000064.zip",
    ]
    assert np.load(folder / "evaluations.npz")["timesteps"].tolist() == [64]
    (folder / "model.zip").unlink()
    assert start(folder, "--resume") == 0
    assert MaskablePPO.load(folder / "model.zip").num_timesteps == 96
    assert np.load(folder / "evaluations.npz")["timesteps"].tolist()[0] == 64
    assert "Eval num_timesteps=64" in capsys.readouterr().out


def test_what_was_trained_is_an_agent_that_plays_as_the_model_does(tmp_path):
    folder = tmp_path / "run"
    assert start(folder) == 0
    agent = load_agent(str(folder / "agent.safetensors"), load_rules("four_bao"))
    assert agent.network.sizes == {"suit": 8, "table": 8}
    model = MaskablePPO.load(folder / "model.zip")
    batch = mjenv.make_batch("four_bao", num_tables=64, seed=1)
    agent.begin(batch.rules, 64, 1)
    for _ in range(20):
        batch.step(batch.sample())
    rows = np.arange(64)
    chosen = agent.act(batch.observation, batch.action_mask, batch.actor, rows)
    seen = {"observation": batch.observation, "action_mask": batch.action_mask}
    predicted, _ = model.predict(seen, deterministic=True, action_masks=batch.action_mask)
    assert (chosen == predicted).mean() > 0.95  # ties may fall either way: the agent computes in double precision


def test_self_play_trains_against_its_past(tmp_path):
    assert start(tmp_path / "run", steps=64, settings=["opponents=self", "past_every=1"]) == 0


@pytest.mark.parametrize(
    ("flags", "settings", "words"),
    [
        (["--resume"], [], "there is no run to resume; leave out --resume"),
        ([], ["ppo.epoch=3"], r"unknown key ppo.epoch (did you mean ppo.epochs?)"),
        ([], ["opponents=greedi"], "unknown agent 'greedi' (did you mean greedy?)"),
        ([], ["game.rules=five_bao"], "five_bao"),
    ],
)
def test_mistakes_are_one_sentence(tmp_path, capsys, flags, settings, words):
    assert start(tmp_path / "run", *flags, settings=settings) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


def test_a_run_is_not_overwritten_nor_resumed_otherwise(tmp_path, capsys):
    assert start(tmp_path / "run", steps=32) == 0
    assert start(tmp_path / "run", steps=32) == 2
    assert start(tmp_path / "run", "--resume", steps=64) == 2
    errors = capsys.readouterr().err.splitlines()
    assert "already exists; --resume goes on with it" in errors[0]
    assert "was started with another configuration" in errors[1]
