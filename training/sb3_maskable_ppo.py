"""MaskablePPO of sb3-contrib over the batch engine: ``python -m training.sb3_maskable_ppo --out runs/maskable``.

The folder of a run holds its ``config.json``, ``checkpoints/steps-….zip``, ``evaluations.npz``, ``best_model.zip``,
at the end ``model.zip`` and ``agent.safetensors``, which plays wherever an agent is named (``mjenv evaluate``), and
TensorBoard's files. ``--resume`` goes on from the latest checkpoint with new matches; a pool of past policies starts
again from the resumed one. Checkpoints of SB3 hold pickles: load only your own.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
import numpy as np
import torch
from msgspec import Meta, field
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.callbacks import MaskableEvalCallback
from stable_baselines3.common.callbacks import BaseCallback, CallbackList
from stable_baselines3.common.utils import LinearSchedule
from stable_baselines3.common.vec_env import VecMonitor

from agents.neural import AGENT_FILE, Walls, describe_agent, encode_checkpoint
from mjenv.errors import MjenvError
from mjenv.files import replacing, write_whole
from training.checkpoint import CONFIG_FILE, RunError
from training.config import Fraction, Game, Network, NotNegative, Positive, Section, convert, read_tree
from training.sb3_network import NetworkPolicy
from training.scaling import ScaledRewards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjenv.variants.params import Rules

DEFAULT: Final = "sb3_maskable_ppo"  # the shipped config
SELF: Final = "self"
EVALUATION_SEED: Final = 1 << 62  # far from all that is trained on
PATTERN: Final = "steps-????????????.zip"
BAD_INPUT: Final = 2  # exit code
LINES: Final = 50  # of progress
RECENT: Final = 1000  # matches whose points a line of progress tells
Count = Annotated[int, Meta(ge=1, le=2**40)]
Name = Annotated[str, Meta(min_length=1)]
WALLS: Final = "sb3"  # the label of the walls that a run trains on, drawn by SB3's seeds


class Evaluation(Section):
    """How a run is measured on its way."""

    every: Count = 20  # rollouts
    hands: Count = 2000
    opponents: Name = "greedy"


class Ppo(Section):
    """Proximal policy optimisation, in the words of SB3's arguments."""

    tables: Annotated[int, Meta(ge=1, le=65536)] = 256
    rollout: Annotated[int, Meta(ge=1, le=4096)] = 64
    minibatch: Annotated[int, Meta(ge=2)] = 4096
    epochs: Annotated[int, Meta(ge=1, le=64)] = 2
    learning_rate: Positive = 3e-3
    final_learning_rate: Positive = 1e-4
    gamma: Fraction = 1.0
    lam: Fraction = field(name="lambda", default=0.95)
    clip: Positive = 0.2
    entropy: NotNegative = 0.01
    value: NotNegative = 0.5
    points_scale: Positive = 8.0


class Config(Section):
    """One run."""

    seed: Annotated[int, Meta(ge=0, le=2**31 - 1)] = 1
    threads: Annotated[int, Meta(ge=1, le=256)] = 2
    steps: Count = 20_000_000
    checkpoint_every: Count = 20
    opponents: Name | Annotated[list[Name], Meta(min_length=3, max_length=3)] = "greedy"
    past_every: Count = 20
    past_kept: Annotated[int, Meta(ge=1, le=64)] = 8
    game: Game = Game()
    network: Network = Network()
    evaluation: Evaluation = Evaluation()
    ppo: Ppo = Ppo()


class Checkpoints(BaseCallback):
    """Writes a checkpoint after every ``every``-th update."""

    def __init__(self, folder: Path, every: int) -> None:
        super().__init__()
        self.folder = folder
        self.every = every
        self._rollouts = -1

    def _on_rollout_start(self) -> None:
        self._rollouts += 1
        if self._rollouts and self._rollouts % self.every == 0:
            save(self.model, self.folder / f"steps-{self.num_timesteps:012d}.zip")

    def _on_step(self) -> bool:
        return True


class Report(BaseCallback):
    """A line now and then: decisions, speed, points of the latest matches."""

    def __init__(self, config: Config) -> None:
        super().__init__()
        self.config = config
        self.lines = 0
        self.before = (0, 0.0)  # decisions and the clock when training began

    def _on_training_start(self) -> None:
        self.before = (self.num_timesteps, time.perf_counter())

    def _on_rollout_end(self) -> None:
        steps = self.config.steps
        line = LINES * self.num_timesteps // steps
        if line == self.lines:
            return
        self.lines = line
        begun, start = self.before
        rate = (self.num_timesteps - begun) / (time.perf_counter() - start)
        recent = [match["r"] for match in self.model.ep_info_buffer]
        points = f"{np.mean(recent):+.2f} points a match" if recent else "no match over yet"
        print(f"{self.num_timesteps:,}/{steps:,} decisions, {rate:,.0f}/s, {points}", flush=True)  # noqa: T201

    def _on_step(self) -> bool:
        return True


def run(config: Config, folder: Path, *, resume: bool = False) -> MaskablePPO:
    """Train as ``config`` says and leave everything in ``folder``; return the model at its end.

    Raises ``MjenvError`` where the folder holds a run already, or none to resume.
    """
    from mjenv.envs.sb3 import MahjongVecEnv, PastPolicies, SelfPlay

    torch.set_num_threads(config.threads)
    pool = PastPolicies(config.past_kept)
    settings = {"hands": config.game.hands, "threads": config.threads, **config.game.params}
    rivals = pool if config.opponents == SELF else config.opponents
    tables = MahjongVecEnv(config.game.rules, config.ppo.tables, opponents=rivals, **settings)
    env = ScaledRewards(VecMonitor(tables), config.ppo.points_scale)
    others = MahjongVecEnv(config.game.rules, config.ppo.tables, opponents=config.evaluation.opponents, **settings)
    others.seed(EVALUATION_SEED + config.seed)
    watched = ScaledRewards(VecMonitor(others), config.ppo.points_scale)  # what is reported are points all the same
    prepare(folder, config, resume=resume)
    found = sorted((folder / "checkpoints").glob(PATTERN))
    model = load(found[-1], env, config) if resume and found else make(env, config, folder)
    callbacks: list[BaseCallback] = [
        Report(config),
        Checkpoints(folder / "checkpoints", config.checkpoint_every),
        evaluate(watched, config, folder, resume=resume),
    ]
    if rivals is pool:
        callbacks.append(SelfPlay(pool, config.past_every))
    left = config.steps - model.num_timesteps
    if left > 0:
        model.learn(left, CallbackList(callbacks), reset_num_timesteps=model.num_timesteps == 0)
    save(model, folder / "model.zip")
    write_whole(folder / AGENT_FILE, agent_bytes(model, config, tables.learners.rules))
    return model


def prepare(folder: Path, config: Config, *, resume: bool) -> None:
    """Make the folder of a run, or check that the run there is the one to go on with."""
    data = msgspec.json.format(msgspec.json.encode(config), indent=1) + b"\n"
    path = folder / CONFIG_FILE
    if resume and not path.is_file():
        raise RunError(f"run {folder}: there is no run to resume; leave out --resume to start one")
    if resume and path.read_bytes() != data:
        raise RunError(f"run {folder}: was started with another configuration; see its {CONFIG_FILE}")
    if not resume and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RunError(f"run {folder}: already exists; --resume goes on with it, or choose another --out")
    (folder / "checkpoints").mkdir(parents=True, exist_ok=True)
    write_whole(path, data)


def make(env: ScaledRewards, config: Config, folder: Path) -> MaskablePPO:
    """Return a new model."""
    ppo = config.ppo
    return MaskablePPO(
        NetworkPolicy,
        env,
        learning_rate=LinearSchedule(ppo.learning_rate, ppo.final_learning_rate, 1.0),
        n_steps=ppo.rollout,
        batch_size=ppo.minibatch,
        n_epochs=ppo.epochs,
        gamma=ppo.gamma,
        gae_lambda=ppo.lam,
        clip_range=ppo.clip,
        ent_coef=ppo.entropy,
        vf_coef=ppo.value,
        seed=config.seed,
        stats_window_size=RECENT,
        policy_kwargs={"suit": config.network.suit, "table": config.network.table},
        tensorboard_log=str(folder),
    )


def load(path: Path, env: ScaledRewards, config: Config) -> MaskablePPO:
    """Return the model of a checkpoint; its next matches and draws are not those played before it."""
    model = MaskablePPO.load(path, env=env)
    model.set_random_seed((config.seed + model.num_timesteps) % 2**32)
    return model


def save(model: MaskablePPO, path: Path) -> None:
    """Write a model at once: a run killed at any moment leaves whole files only."""
    with replacing(path) as stream:
        model.save(stream)


def agent_bytes(model: MaskablePPO, config: Config, rules: Rules) -> bytes:
    """Return the checkpoint of the agent that was trained."""
    network = model.policy.network
    # Which walls those were follows from SB3's seed; they are not counted.
    walls = Walls(label=WALLS, seed=config.seed, tables=config.ppo.tables, matches=[])
    updates = model.num_timesteps // (config.ppo.tables * config.ppo.rollout)
    return encode_checkpoint(network, describe_agent(network, rules, walls, updates, model.num_timesteps))


def evaluate(env: ScaledRewards, config: Config, folder: Path, *, resume: bool) -> MaskableEvalCallback:
    """Return the callback that plays ``evaluation.hands`` hands now and then and keeps the best model."""
    callback = MaskableEvalCallback(
        env,
        n_eval_episodes=config.evaluation.hands,
        eval_freq=config.evaluation.every * config.ppo.rollout,
        log_path=str(folder),
        best_model_save_path=str(folder),
        deterministic=True,
        verbose=1,
    )
    kept = folder / "evaluations.npz"
    if resume and kept.is_file():
        with np.load(kept) as arrays:
            callback.evaluations_timesteps = arrays["timesteps"].tolist()
            callback.evaluations_results = arrays["results"].tolist()
            callback.evaluations_length = arrays["ep_lengths"].tolist()
            callback.best_mean_reward = float(arrays["results"].mean(axis=1).max())
    return callback


def main(arguments: Sequence[str] | None = None) -> int:
    """Train, as the command line says; return the exit code."""
    parser = argparse.ArgumentParser(prog="training.sb3_maskable_ppo", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--config", default=DEFAULT, help="a YAML file, or the name of a shipped config")
    parser.add_argument("--out", type=Path, default=Path("runs") / DEFAULT, help="folder of the run")
    parser.add_argument("--resume", action="store_true", help="go on from the run's latest checkpoint")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="change a key of the config")
    chosen = parser.parse_args(arguments)
    try:
        path, tree = read_tree(chosen.config, chosen.set)
        run(convert(tree, Config, str(path)), chosen.out, resume=chosen.resume)
    except MjenvError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201 - a command
        return BAD_INPUT
    return 0


if __name__ == "__main__":
    sys.exit(main())
