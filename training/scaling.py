"""Scales between points and small integers on one side and the networks of Stable-Baselines3 on the other.

A module of its own: the checkpoints of a run name these classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnvWrapper

from mjenv.observe.planes import SCALES

if TYPE_CHECKING:
    from gymnasium import spaces
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn


class ScaledPlanes(BaseFeaturesExtractor):
    """The planes, scaled as their encoder publishes, and the mask, in one row."""

    def __init__(self, space: spaces.Dict) -> None:
        super().__init__(space, sum(int(np.prod(part.shape)) for part in space.values() if part.shape))
        self.register_buffer("scales", torch.as_tensor(SCALES).clone())

    def forward(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return float32 [k, features]."""
        planes = observation["observation"] * self.scales
        return torch.cat((planes.flatten(1), observation["action_mask"]), 1)


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
