"""Scales between points and the rewards that Stable-Baselines3 learns from."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from stable_baselines3.common.vec_env import VecEnvWrapper

if TYPE_CHECKING:
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn


class ScaledRewards(VecEnvWrapper):
    """Rewards in units of ``scale`` points."""

    def __init__(self, venv: VecEnv, scale: float) -> None:
        super().__init__(venv)
        self.scale = np.float32(scale)

    def reset(self) -> VecEnvObs:
        """Start matches."""
        return self.venv.reset()

    def step_wait(self) -> VecEnvStepReturn:
        """Play a decision a table."""
        observation, rewards, dones, infos = self.venv.step_wait()
        return observation, rewards / self.scale, dones, infos
