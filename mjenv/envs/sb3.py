"""Stable-Baselines3: many tables as one ``VecEnv`` over the batch engine, and self-play against past policies.

Only this module of ``mjenv`` imports Stable-Baselines3.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np
import torch
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from mjenv.envs.learners import Learners
from mjenv.envs.rendering import read_rendering
from mjenv.envs.spaces import action_space, observation_space
from mjenv.errors import MjenvError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray
    from stable_baselines3.common.policies import BasePolicy
    from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

    from mjenv.variants.params import Rules

    Observation = dict[str, np.ndarray]
    Infos = list[dict[str, Any]]

METHODS: Final = ("action_masks", "render")  # that `env_method` calls of a table
NO_TABLES: Final = "a table of the batch has no attributes of its own"


class MahjongVecEnv(VecEnv):
    """``num_envs`` learners, each at a table of its own, with agents at the three other seats.

    It does what SB3's ``DummyVecEnv`` over ``mjenv.envs.seat.SeatEnv`` does, byte for byte, with the tables stepped
    together. ``settings`` are those of ``mjenv.envs.learners.Learners``: ``rules``, ``hands``, ``seat``,
    ``opponents``, ``encoder``, ``illegal``, ``threads`` and rule parameters. ``MaskablePPO`` of sb3-contrib finds
    the legal actions by itself. A match that is over is followed by the next in the same step, its last observation
    in ``info["terminal_observation"]``.

    >>> env = MahjongVecEnv("four_bao", 2, opponents="random")
    >>> _ = env.seed(1)
    >>> env.reset()["action_mask"].shape, env.env_method("action_masks")[0].shape
    ((2, 113), (113,))
    """

    def __init__(
        self,
        variant: str = "harbin",
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        render_style: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.render_style = read_rendering(render_mode, render_style)
        self.render_mode = render_mode
        self.learners = Learners(variant, num_envs, **settings)
        self._all = np.arange(num_envs)
        self._given: np.ndarray = self._all
        super().__init__(num_envs, observation_space(self.learners.batch.encoder.name), action_space())

    # Playing ----------------------------------------------------------------------------------------
    def reset(self) -> Observation:
        """Start a match at every table, with the seeds and options set before by ``seed`` and ``set_options``."""
        if any(options != self._options[0] for options in self._options):
            raise MjenvError("set_options: expected the same options for every table")
        unasked = self.learners.reset(self._all, self._seeds, self._options[0])
        self._keep_reset(self._all, unasked)
        self._reset_seeds()
        self._reset_options()
        return self.learners.observe(self._all)

    def step_async(self, actions: np.ndarray) -> None:
        """Take the actions of the next ``step_wait``, int [n]."""
        self._given = actions

    def step_wait(self) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], Infos]:
        """Play each learner's decision and the others' up to its next one.

        Returns observations, rewards (float32 [n], points), whether each match is over (bool [n]), and infos.
        """
        learners = self.learners
        asked, played = learners.settle(self._given)
        points = learners.step(self._all, played)
        rewards = points.sum(axis=1, dtype=np.float32)
        dones = learners.batch.done.copy()
        infos: Infos = [
            {"seat": seat, "points_by_source": parts, "TimeLimit.truncated": False}
            for seat, parts in zip(learners.seat.tolist(), points, strict=True)
        ]
        for row in np.flatnonzero(asked != played).tolist():
            infos[row] |= {"illegal_action": int(asked[row]), "default_action": int(played[row])}
        ended = np.flatnonzero(dones)
        if ended.size:
            last = learners.observe(ended)
            for index, row in enumerate(ended.tolist()):
                infos[row]["terminal_observation"] = {name: array[index] for name, array in last.items()}
            self._keep_reset(ended, learners.reset(ended))
        return learners.observe(self._all), rewards, dones, infos

    def close(self) -> None:
        """Nothing to release."""

    # Tables -----------------------------------------------------------------------------------------
    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call ``action_masks`` (bool [113]) or ``render`` of some tables."""
        if method_name not in METHODS or method_args or method_kwargs:
            raise AttributeError(f"env_method {method_name!r}: {NO_TABLES}; known: {', '.join(METHODS)}")
        rows = list(self._get_indices(indices))
        if method_name == "render":
            return [self._draw(row) for row in rows]
        return list(self.learners.action_masks()[rows])

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """Return an attribute for each of some tables: a method of one table, its seat, or one of the whole."""
        rows = list(self._get_indices(indices))
        if attr_name in METHODS:
            return [lambda row=row: self.env_method(attr_name, indices=row)[0] for row in rows]
        if attr_name == "seat":
            return [int(seat) for seat in self.learners.seat[rows]]
        return [getattr(self, attr_name)] * len(rows)

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:  # noqa: ANN401, ARG002
        """Refuse: there is nothing to set."""
        raise AttributeError(f"set_attr {attr_name!r}: {NO_TABLES}")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:  # noqa: ARG002
        """Return False for each table: wrap the whole, as in ``VecMonitor(env)``."""
        return [False] * len(list(self._get_indices(indices)))

    def get_images(self) -> Sequence[np.ndarray]:
        """Return each table as its learner sees it, uint8 [1000, 1280, 3]; for ``render_mode="rgb_array"``."""
        return [self._draw(row) for row in self._all.tolist()]

    def _draw(self, row: int) -> Any:  # noqa: ANN401 - by the render mode
        from mjenv.view.modes import render

        seat, states = int(self.learners.seat[row]), self.learners.batch.states[row : row + 1]
        return render(self.render_mode, states, self.learners.rules, self.render_style, seat=seat)

    def _keep_reset(self, rows: NDArray[np.int64], unasked: NDArray[np.int64]) -> None:
        seats = self.learners.seat[rows].tolist()
        for row, seat, count in zip(rows.tolist(), seats, unasked.tolist(), strict=True):
            self.reset_infos[row] = {"seat": seat, "matches_unasked": count}


# Self-play ------------------------------------------------------------------------------------------
WORD_BITS: Final = (1 << 64) - 1
GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MIX: Final = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
SHIFTS: Final = (np.uint64(30), np.uint64(27), np.uint64(31))
UNUSED_BITS: Final = np.uint64(11)  # of 64; a double holds 53


class PastPolicies:
    """An agent that plays frozen copies of a policy, a table the same one until another is added; none: at random.

    Its draws follow from its seed, the table and how often it was asked there.

    >>> pool = PastPolicies(size=4)
    >>> pool.begin(None, tables=2, seed=5)
    >>> pool.act(np.zeros((2, 28, 34), np.int8), np.eye(2, 113, dtype=np.int8), np.zeros(2), np.arange(2)).tolist()
    [0, 1]
    """

    name = "past policies"
    encoder = "planes/1"

    def __init__(self, size: int = 8) -> None:
        self.size = size
        self.policies: list[BasePolicy] = []
        self._seed = np.uint64(0)
        self._asked = np.zeros(0, np.uint64)  # how often, by table

    def add(self, policy: BasePolicy) -> None:
        """Keep a copy of a policy as it is now; of more than ``size`` the oldest goes."""
        self.policies = [*self.policies, freeze(policy)][-self.size :]

    def begin(self, rules: Rules, tables: int, seed: int) -> None:  # noqa: ARG002 - the protocol of agents
        """Start a run of matches."""
        self._seed = np.uint64(seed & WORD_BITS)
        self._asked = np.zeros(tables, np.uint64)

    def act(self, observation: np.ndarray, mask: np.ndarray, seat: np.ndarray, rows: np.ndarray) -> np.ndarray:  # noqa: ARG002
        """Return int64 [k], legal actions drawn from the policies."""
        weights = mask.astype(np.float64)
        for index, policy in enumerate(self.policies):
            own = np.flatnonzero(rows % len(self.policies) == index)
            if own.size:
                weights[own] *= probabilities(policy, {"observation": observation[own], "action_mask": mask[own]})
        total = weights.sum(axis=1)
        weights[total <= 0] = mask[total <= 0]  # every legal action rounded to nothing
        sums = weights.cumsum(axis=1)
        aim = (1 - self._uniform(rows)) * sums[:, -1]  # in (0, the sum]: the first sum that reaches it has just grown
        actions: NDArray[np.int64] = (sums < aim[:, None]).sum(axis=1)
        return actions

    def end_hand(self, rows: np.ndarray, result: np.ndarray) -> None:
        """Nothing is remembered of a hand."""

    def _uniform(self, rows: np.ndarray) -> NDArray[np.float64]:
        """Return float64 [k] in [0, 1)."""
        self._asked[rows] += np.uint64(1)
        with np.errstate(over="ignore"):  # words wrap on purpose
            word = scramble(scramble(self._seed + GAMMA * rows.astype(np.uint64)) + GAMMA * self._asked[rows])
        fraction: NDArray[np.float64] = (word >> UNUSED_BITS).astype(np.float64) * 2.0**-53
        return fraction


def scramble(words: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble 64-bit words (splitmix64, Steele et al. 2014)."""
    for shift, factor in zip(SHIFTS[:2], MIX, strict=True):
        words = (words ^ (words >> shift)) * factor
    scrambled: NDArray[np.uint64] = words ^ (words >> SHIFTS[2])
    return scrambled


def freeze(policy: BasePolicy) -> BasePolicy:
    """Return a copy of an actor-critic policy that only plays: without its optimizer and what it computed last."""
    parts = cast("Any", policy)
    distribution = copy.copy(parts.action_dist)
    distribution.distribution = None  # holds tensors of the last update, which cannot be copied
    frozen = copy.deepcopy(policy, {id(parts.action_dist): distribution, id(parts.optimizer): None})
    frozen.set_training_mode(False)
    return frozen


@torch.inference_mode()
def probabilities(policy: BasePolicy, observation: Observation) -> NDArray[np.float64]:
    """Return float64 [k, 113], the probabilities of an actor-critic policy, legal or not."""
    tensor, _ = policy.obs_to_tensor(observation)
    distribution = cast("Any", policy).get_distribution(tensor).distribution
    found: NDArray[np.float64] = distribution.probs.double().cpu().numpy()
    return found


class SelfPlay(BaseCallback):
    """Adds the policy to a pool when training starts and after every ``every``-th rollout.

    ``pool`` is also the ``opponents`` of the environment: ``MahjongVecEnv(…, opponents=pool)``.
    """

    def __init__(self, pool: PastPolicies, every: int = 10, verbose: int = 0) -> None:
        super().__init__(verbose)
        self.pool = pool
        self.every = every
        self._rollouts = 0

    def _on_training_start(self) -> None:
        if not self.pool.policies:
            self.pool.add(self.model.policy)

    def _on_rollout_end(self) -> None:
        self._rollouts += 1
        if self._rollouts % self.every == 0:
            self.pool.add(self.model.policy)

    def _on_step(self) -> bool:
        return True
