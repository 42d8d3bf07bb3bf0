"""Many tables as one Gymnasium vector environment, each with a learner at one seat, over the batch engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from mjenv.envs.learners import Learners, list_seeds
from mjenv.envs.rendering import RENDER_MODES, read_rendering
from mjenv.envs.spaces import action_space, observation_space
from mjenv.errors import MjenvError
from mjenv.table.points import SOURCES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    Observation = dict[str, np.ndarray]
    Infos = dict[str, Any]
    Steps = tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


class Played(NamedTuple):
    """What a step did at each table."""

    seat: NDArray[np.int64]
    points: NDArray[np.int64]  # [n, 5], by their source
    asked: NDArray[np.int64]
    played: NDArray[np.int64]


RESET_MASK: Final = "reset_mask"  # among the options of `reset`, as in Gymnasium's vector environments


class MahjongVectorEnv(VectorEnv["Observation", "ArrayLike", "NDArray[Any]"]):
    """``num_envs`` learners, each at a table of its own, with agents at the three other seats.

    It does what ``gymnasium.vector.SyncVectorEnv`` over ``mjenv.envs.seat.SeatEnv`` does, byte for byte, with the
    tables stepped together. ``settings`` are those of ``mjenv.envs.learners.Learners``: ``rules``, ``hands``,
    ``seat``, ``opponents``, ``encoder``, ``illegal``, ``threads`` and rule parameters. ``autoreset_mode``: a match
    that is over is followed by the next one on the next step (``"NextStep"``, whose action is not read), in the
    same step (``"SameStep"``, with ``final_obs`` and ``final_info``), or by ``reset`` with a ``reset_mask`` alone
    (``"Disabled"``).

    >>> envs = MahjongVectorEnv("four_bao", 3, seat="random", opponents="random")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["observation"].shape, infos["seat"].shape
    ((3, 28, 34), (3,))
    >>> step = envs.step(envs.action_masks().argmax(axis=1))
    >>> step[1].shape, step[2].tolist()
    ((3,), [False, False, False])
    """

    def __init__(
        self,
        variant: str = "harbin",
        num_envs: int = 1,
        *,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        render_style: Mapping[str, Any] | None = None,
        **settings: Any,
    ) -> None:
        self.autoreset_mode = read_autoreset(autoreset_mode)
        self.render_style = read_rendering(render_mode, render_style)
        self.render_mode = render_mode
        self.learners = Learners(variant, num_envs, **settings)
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.learners.batch.encoder.name)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self._all = np.arange(num_envs)

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Infos]:
        """Start matches at all tables, or at those of ``options["reset_mask"]``, a bool array.

        ``seed``: that of the first table, the others count on from it; or one a table. Other ``options`` as in
        ``Batch.reset``.
        """
        given = dict(options or {})
        rows = self._read_mask(given.pop(RESET_MASK, None))
        seeds = list_seeds(seed, self.num_envs)
        unasked = self.learners.reset(rows, [seeds[row] for row in rows], given)
        infos: Infos = {}
        self._tell_reset(infos, rows, unasked)
        return self.learners.observe(self._all), infos

    def step(self, actions: ArrayLike) -> Steps:
        """Play each learner's decision and the others' up to its next one; ``actions`` int [n].

        Returns observations, rewards (float64 [n], points), terminated and truncated (bool [n]) and infos.
        """
        learners, over = self.learners, self.learners.batch.done.copy()
        asked, played = learners.settle(actions)
        if self.autoreset_mode == AutoresetMode.DISABLED and over.any():
            raise MjenvError(f"table {over.argmax()}: its match is over, call reset with a reset_mask")
        infos: Infos = {}
        going = np.flatnonzero(~over)
        points = np.zeros((self.num_envs, len(SOURCES)), np.int64)
        points[going] = learners.step(going, played)
        told = Played(learners.seat.copy(), points, asked, played)
        terminated = learners.batch.done & ~over
        if over.any():  # only where the next step is for the reset
            self._renew(infos, np.flatnonzero(over))
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        ended = np.flatnonzero(terminated & same_step)
        self._tell_step(infos, np.flatnonzero(~over & ~(terminated & same_step)), told)
        if ended.size:
            infos["final_info"], infos["_final_info"] = {}, terminated.copy()
            self._tell_step(infos["final_info"], ended, told)
            infos["final_obs"], infos["_final_obs"] = split(learners.observe(ended), terminated), terminated.copy()
            self._renew(infos, ended)
        rewards = points.sum(axis=1, dtype=np.float64)
        return learners.observe(self._all), rewards, terminated, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return bool [n, 113], the legal actions of each learner; none where a match is over."""
        return self.learners.action_masks()

    def render(self) -> tuple[Any, ...]:
        """Return each table as its learner sees it in the render mode, or print them (``"human"``)."""
        from mjenv.view.modes import render

        learners = self.learners
        return tuple(
            render(self.render_mode, learners.batch.states[row : row + 1], learners.rules, self.render_style, seat=seat)
            for row, seat in enumerate(learners.seat.tolist())
        )

    def _renew(self, infos: Infos, rows: NDArray[np.int64]) -> None:
        self._tell_reset(infos, rows, self.learners.reset(rows))

    def _tell_reset(self, infos: Infos, rows: NDArray[np.int64], unasked: NDArray[np.int64]) -> None:
        self._tell(infos, "seat", rows, self.learners.seat[rows])
        self._tell(infos, "matches_unasked", rows, unasked)

    def _tell_step(self, infos: Infos, rows: NDArray[np.int64], told: Played) -> None:
        """Tell who played at some rows, where points came from, what was played in place of an illegal action."""
        self._tell(infos, "seat", rows, told.seat[rows])
        self._tell(infos, "points_by_source", rows, told.points[rows])
        replaced = rows[told.asked[rows] != told.played[rows]]
        self._tell(infos, "illegal_action", replaced, told.asked[replaced])
        self._tell(infos, "default_action", replaced, told.played[replaced])

    def _tell(self, infos: Infos, name: str, rows: NDArray[np.int64], values: NDArray[np.int64]) -> None:
        """Put values of some rows into the arrays of Gymnasium's infos: the values, and where there are any."""
        if rows.size:
            infos.setdefault(name, np.zeros((self.num_envs, *values.shape[1:]), np.int64))[rows] = values
            infos.setdefault(f"_{name}", np.zeros(self.num_envs, np.bool_))[rows] = True

    def _read_mask(self, mask: ArrayLike | None) -> NDArray[np.int64]:
        if mask is None:
            return self._all
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_ or not given.any():
            raise MjenvError(f"option reset_mask: expected bool [{self.num_envs}] that is true somewhere")
        return np.flatnonzero(given)


def read_autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """Return an autoreset mode by its value.

    >>> read_autoreset("SameStep").name
    'SAME_STEP'
    """
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = ", ".join(known.value for known in AutoresetMode)
        raise MjenvError(f"autoreset_mode={mode!r}: expected one of {known}") from None


def split(observations: Observation, where: NDArray[np.bool_]) -> NDArray[np.object_]:
    """Return an array of single observations, None where there is none."""
    single = np.full(len(where), None, object)
    for index, row in enumerate(np.flatnonzero(where)):
        single[row] = {name: array[index] for name, array in observations.items()}
    return single
