"""Tianshou: many tables as one of its vector environments, over the batch engine.

Only this module of ``mjenv`` imports Tianshou.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from tianshou.env import BaseVectorEnv

from mjenv.engine.codes import NUM_ACTIONS
from mjenv.envs.learners import Learners, list_seeds
from mjenv.envs.spaces import action_space, observation_space
from mjenv.errors import MjenvError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    Infos = NDArray[np.object_]
    Steps = tuple[Infos, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Infos]


class MahjongVectorEnv(BaseVectorEnv):  # type: ignore[misc]  # without Tianshou it has no type
    """``num_envs`` learners, each at a table of its own, with agents at the three other seats.

    It does what Tianshou's ``DummyVectorEnv`` over ``mjenv.envs.seat.SeatEnv`` does, with the tables stepped together
    and the observation under Tianshou's names: ``{"obs": int8 [28, 34], "mask": bool [113]}``. ``settings`` are those
    of ``mjenv.envs.learners.Learners``: ``rules``, ``hands``, ``seat``, ``opponents``, ``encoder``, ``illegal``,
    ``threads`` and rule parameters. A match that is over waits for its ``reset``, which collectors call.

    >>> envs = MahjongVectorEnv("four_bao", 3, opponents="random")
    >>> envs.seed(7)
    [7, 8, 9]
    >>> observations, infos = envs.reset()
    >>> sorted(observations[0]), len(infos)
    (['mask', 'obs'], 3)
    """

    def __init__(self, variant: str = "harbin", num_envs: int = 1, **settings: Any) -> None:
        self.learners = Learners(variant, num_envs, **settings)
        seen = observation_space(self.learners.batch.encoder.name)
        self.single_observation_space = spaces.Dict(
            {"obs": seen["observation"], "mask": spaces.MultiBinary(NUM_ACTIONS)}
        )
        self.single_action_space = action_space()
        self.env_num = self.wait_num = num_envs
        self.is_async = self.is_closed = False
        self.waiting_id: list[int] = []
        self.ready_id = list(range(num_envs))
        self._seeds: list[int | None] = [None] * num_envs

    def get_env_attr(self, key: str, id: int | Sequence[int] | None = None) -> list[Any]:  # noqa: A002 - Tianshou's
        """Return the ``observation_space`` or ``action_space`` of some tables; None for what they do not have."""
        own = {"observation_space": self.single_observation_space, "action_space": self.single_action_space}
        return [own.get(key)] * len(self._wrap_id(id))

    def seed(self, seed: int | Sequence[int] | None = None) -> list[int | None]:
        """Seed the next ``reset`` of each table: with one number, from which others count on, or one a table."""
        self._seeds = list_seeds(seed, self.env_num)
        return list(self._seeds)

    def reset(
        self, env_id: int | Sequence[int] | None = None, *, options: dict[str, Any] | None = None
    ) -> tuple[Infos, Infos]:
        """Start a match at some tables; ``options`` as in ``Batch.reset``."""
        rows = np.asarray(self._wrap_id(env_id))
        unasked = self.learners.reset(rows, [self._seeds[row] for row in rows], options)
        for row in rows.tolist():
            self._seeds[row] = None
        infos = [
            {"seat": seat, "matches_unasked": count}
            for seat, count in zip(self.learners.seat[rows].tolist(), unasked.tolist(), strict=True)
        ]
        return self._observe(rows), np.array(infos)

    def step(self, action: ArrayLike, id: int | Sequence[int] | None = None) -> Steps:  # noqa: A002 - Tianshou's name
        """Play the decisions of some learners and the others' moves up to their next ones.

        Returns observations, rewards (float64 [k], points), terminated and truncated (bool [k]) and infos.
        """
        rows = np.asarray(self._wrap_id(id))
        learners = self.learners
        if learners.batch.done[rows].any():
            raise MjenvError(
                f"table {rows[learners.batch.done[rows]][0]}: its match is over, call reset with its number"
            )
        asked = learners.batch.action_mask.argmax(axis=1)  # the other tables do not move: whatever is legal
        asked[rows] = action
        asked, played = learners.settle(asked)
        points = learners.step(rows, played)
        infos = [
            {"seat": int(learners.seat[row]), "points_by_source": own, "env_id": row}
            for row, own in zip(rows.tolist(), points, strict=True)
        ]
        for info in infos:
            row = info["env_id"]
            if asked[row] != played[row]:
                info |= {"illegal_action": int(asked[row]), "default_action": int(played[row])}
        over = learners.batch.done[rows].copy()
        rewards = points.sum(axis=1, dtype=np.float64)
        return self._observe(rows), rewards, over, np.zeros(len(rows), np.bool_), np.array(infos)

    def render(self, **_: Any) -> list[Any]:
        """Refuse: a vector environment of Gymnasium draws its tables."""
        raise MjenvError("render: expected gymnasium.make_vec, which draws the same tables")

    def close(self) -> None:
        """Nothing to release."""
        self.is_closed = True

    def _observe(self, rows: NDArray[np.int64]) -> Infos:
        seen = self.learners.observe(rows)
        masks = seen["action_mask"].astype(np.bool_)
        return np.array(
            [{"obs": planes, "mask": mask} for planes, mask in zip(seen["observation"], masks, strict=True)], object
        )
