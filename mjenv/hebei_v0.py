"""Hebei mahjong (河北麻将) as a PettingZoo AEC environment, version 0.

==================  ==========================================================
Agents              ``player_0`` … ``player_3``
Observation         ``planes/1``, int8 [28, 34], and ``action_mask``, int8 [113]
Actions             113 ids, see ``mjenv.engine.menu.ACTION_NAMES``
Rewards             points, on the step when they are paid; they sum to zero
Episode             a match of ``hands`` hands
==================  ==========================================================

>>> from mjenv import hebei_v0
>>> env = hebei_v0.env()
>>> env.reset(seed=7)
>>> env.last()[0]["action_mask"].sum() > 1
np.True_
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pettingzoo.utils import wrappers

import mjenv

if TYPE_CHECKING:
    from mjenv.envs.aec import MahjongEnv


def raw_env(**options: Any) -> MahjongEnv:
    """Return the bare environment (safe by itself and several times faster); options as in ``mjenv.make``."""
    return mjenv.make("hebei", **options)


def env(**options: Any) -> wrappers.OrderEnforcingWrapper:
    """Return the environment in PettingZoo's usual wrappers."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(**options)))
