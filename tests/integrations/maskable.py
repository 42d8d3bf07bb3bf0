"""MaskablePPO over many decisions, none of them illegal: ``python -m tests.integrations.maskable --steps 1000000``."""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback

from mjenv.cli.progress import show_progress
from mjenv.envs.sb3 import MahjongVecEnv


class Checked(MahjongVecEnv):
    """Counts the decisions, and the illegal ones among them."""

    decisions = illegal = 0

    def step_async(self, actions):
        self.decisions += len(actions)
        self.illegal += int((~self.learners.action_masks()[np.arange(len(actions)), actions]).sum())
        super().step_async(actions)


class Shown(BaseCallback):
    """Tells how many decisions have been taken."""

    def __init__(self, update, steps):
        super().__init__()
        self.update, self.steps = update, steps

    def _on_step(self):
        self.update(min(self.num_timesteps, self.steps), self.steps)
        return True


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tests.integrations.maskable", description=__doc__)
    parser.add_argument("--steps", type=int, default=1_000_000, help="decisions")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--rules", default="four_bao")
    chosen = parser.parse_args(arguments)
    env = Checked(chosen.rules, chosen.tables, opponents="random", illegal="raise")
    sizes = {"n_steps": 32, "batch_size": 32 * chosen.tables, "n_epochs": 1, "policy_kwargs": {"net_arch": [64]}}
    model = MaskablePPO("MultiInputPolicy", env, seed=1, device="cpu", **sizes)
    start = time.perf_counter()
    with show_progress("decisions") as update:
        model.learn(chosen.steps, callback=Shown(update, chosen.steps))
    seconds = time.perf_counter() - start
    print(f"{env.decisions} decisions, {env.illegal} illegal, {env.decisions / seconds:.0f} decisions/s with training")
    return int(env.illegal > 0)


if __name__ == "__main__":
    sys.exit(main())
