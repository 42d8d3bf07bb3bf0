"""Stable-Baselines3's algorithms without masks on ``mjenv.envs.sb3.MahjongVecEnv``.

A plain algorithm draws any of 113 actions, of which two to about twenty are legal. ``LegalDQN`` plays and learns over
the legal ones alone. Any other algorithm can learn from ``PenalizeIllegal`` what is legal; sb3-contrib's
``MaskablePPO`` need not, and is the better choice than a penalized ``PPO``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import numpy as np
from stable_baselines3 import DQN
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.dqn.policies import MultiInputPolicy, QNetwork

if TYPE_CHECKING:
    import torch
    from stable_baselines3.common.policies import BasePolicy
    from stable_baselines3.common.vec_env import VecEnv
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn

MASK: Final = "action_mask"
ILLEGAL_VALUE: Final = -1e9  # finite: the target of an ended match is 0 times the value of its last observation


class PenalizeIllegal(VecEnvWrapper):
    """Takes ``penalty`` points off the reward of a decision whose action was illegal and was replaced (C16).

    With a ``VecMonitor`` inside, ``info["episode"]["r"]`` stays the points of the match.

    >>> from mjenv.envs.sb3 import MahjongVecEnv
    >>> env = PenalizeIllegal(MahjongVecEnv("four_bao", 2, opponents="random"), penalty=0.5)
    >>> _ = env.seed(1)
    >>> legal = env.reset()["action_mask"].argmax(axis=1)
    >>> env.step(np.array([legal[0], 113]))[1].tolist()
    [0.0, -0.5]
    """

    def __init__(self, venv: VecEnv, penalty: float = 1.0) -> None:
        super().__init__(venv)
        self.penalty = penalty

    def reset(self) -> VecEnvObs:
        """Start a match at every table."""
        return self.venv.reset()

    def step_wait(self) -> VecEnvStepReturn:
        """Return what the environment does, with the penalties taken off the rewards."""
        observations, rewards, dones, infos = self.venv.step_wait()
        illegal = np.array(["illegal_action" in info for info in infos])
        return observations, rewards - np.float32(self.penalty) * illegal, dones, infos


class LegalQNetwork(QNetwork):
    """Values of actions, the least of all for those that the observation's mask leaves out."""

    def forward(self, obs: Any) -> torch.Tensor:  # noqa: ANN401 - as in the class above
        """Return float32 [k, 113]."""
        return super().forward(obs).masked_fill(obs[MASK] == 0, ILLEGAL_VALUE)


class LegalPolicy(MultiInputPolicy):
    """A policy of ``DQN`` that takes the legal action of the greatest value."""

    def make_q_net(self) -> QNetwork:
        """Return a network, that of the values or that of the targets."""
        arguments = self._update_features_extractor(self.net_args, features_extractor=None)
        return LegalQNetwork(**arguments).to(self.device)


class LegalDQN(DQN):
    """``DQN`` over the legal actions alone: no action that it takes or learns from is illegal.

    >>> from mjenv.envs.sb3 import MahjongVecEnv
    >>> env = MahjongVecEnv("four_bao", 4, opponents="random", illegal="raise")
    >>> settings = {"buffer_size": 1000, "learning_starts": 16, "policy_kwargs": {"net_arch": [8]}, "seed": 1}
    >>> LegalDQN("MultiInputPolicy", env, **settings).learn(48).num_timesteps
    48
    """

    policy_aliases: ClassVar[dict[str, type[BasePolicy]]] = {"MultiInputPolicy": LegalPolicy}

    def _sample_action(self, learning_starts: int, *given: Any, **named: Any) -> tuple[np.ndarray, np.ndarray]:  # noqa: ARG002
        """Explore among the legal actions from the start; SB3 draws the first ``learning_starts`` from all."""
        return super()._sample_action(0, *given, **named)

    def predict(
        self,
        observation: Any,  # noqa: ANN401 - as in the class above
        state: tuple[np.ndarray, ...] | None = None,
        episode_start: np.ndarray | None = None,
        deterministic: bool = False,  # noqa: FBT001, FBT002
    ) -> tuple[np.ndarray, tuple[np.ndarray, ...] | None]:
        """Return legal actions, int64 [k], and ``state``; random ones as often as the rate of exploration says."""
        if deterministic or np.random.rand() >= self.exploration_rate:  # noqa: NPY002 - SB3 seeds this one
            return self.policy.predict(observation, state, episode_start, deterministic=True)
        masks = np.atleast_2d(observation[MASK])
        drawn = np.array([cast("Any", self.action_space).sample(mask) for mask in masks])
        return drawn if observation[MASK].ndim > 1 else drawn[0], state
