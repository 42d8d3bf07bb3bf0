"""The spaces of the environments. Each environment makes its own: a space holds the state of its sampler."""

from __future__ import annotations

import operator
from typing import Final

import numpy as np
from gymnasium import spaces

from mjenv.engine.codes import NOTHING, NUM_ACTIONS
from mjenv.errors import MjenvError
from mjenv.observe.encoders import ENCODERS, find_encoder
from mjenv.observe.perfect import PERFECT_SHAPE

LARGEST: Final = 2**63 - 1


def observation_space(encoder: str) -> spaces.Dict:
    """Return ``Dict(observation, action_mask)`` of an encoder.

    >>> observation_space("tokens/1")["observation"].shape
    (256, 6)
    """
    found = find_encoder(encoder)
    if found.dtype.kind != "i":
        fitting = ", ".join(other.name for other in ENCODERS if other.dtype.kind == "i")
        message = f"encoder {encoder!r} fills records, for which Gymnasium has no space; expected one of {fitting}"
        raise MjenvError(message)
    limits = np.iinfo(found.dtype)
    return spaces.Dict(
        {
            "observation": spaces.Box(limits.min, limits.max, found.shape, found.dtype.type),
            "action_mask": spaces.Box(0, 1, (NUM_ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """Return the action space, the same for all variants."""
    return spaces.Discrete(NUM_ACTIONS)


def action_number(action: object) -> int:
    """Return an action as a 64-bit number; NOTHING, which is never legal, for what is no such number.

    >>> action_number(np.int32(5)), action_number(2.5), action_number(None)
    (5, -1, -1)
    """
    try:
        number = operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        return NOTHING
    return number if -LARGEST <= number <= LARGEST else NOTHING


def perfect_space() -> spaces.Box:
    """Return the space of the perfect-information array."""
    return spaces.Box(-128, 127, PERFECT_SHAPE, np.int8)
