"""What a user may fix about a match: its seed, and the wall, dealer, dice and carry-over of its first hand."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.engine.codes import NUM_SEATS
from mjenv.engine.state import GIVEN_DEALER, GIVEN_DICE, GIVEN_WALL, STATE
from mjenv.engine.tiles import parse_tile
from mjenv.errors import MjenvError
from mjenv.variants import hooks
from mjenv.variants.params import nearest

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

OPTIONS: Final = ("match_seed", "wall", "dealer", "dice", "carry")
COUNT_MAX: Final = 2**30  # leaves room for what a long match adds
CARRY: Final = {"draws": (0, COUNT_MAX), "counter": (0, COUNT_MAX), "totals": (-(2**31) + 1, 2**31 - 1)}


def prepare_matches(rules: Rules, count: int, hands: int, options: Mapping[str, Any]) -> np.ndarray:
    """Return ``count`` states with the given values set, ready to be started.

    Each option is one value for all or has a first axis of ``count``. Raises ``MjenvError``.
    """
    for name in options:
        if name not in OPTIONS:
            message = f"option {name!r}{nearest(name, OPTIONS)}: known are {', '.join(OPTIONS)}"
            raise MjenvError(message)
    states = np.zeros(count, STATE)
    states["hands"] = hands
    if options.get("match_seed") is not None:
        states["seed"] = _array("match_seed", options["match_seed"], (2,), count, np.uint64)
    if options.get("wall") is not None:
        _set_wall(states, rules, options["wall"])
    if options.get("dealer") is not None:
        states["dealer"] = _ranged("dealer", options["dealer"], (), count, (0, NUM_SEATS - 1))
        states["given"] |= GIVEN_DEALER
    if options.get("dice") is not None:
        states["dice"] = _ranged("dice", options["dice"], (2,), count, (1, 6))
        states["given"] |= GIVEN_DICE
    carry = options.get("carry") or {}
    if not isinstance(carry, Mapping):
        message = f"option carry={carry!r:.80}: expected a mapping with some of {', '.join(CARRY)}"
        raise MjenvError(message)
    for name, value in carry.items():
        if name not in CARRY:
            message = f"carry {name!r}{nearest(name, list(CARRY))}: known are {', '.join(CARRY)}"
            raise MjenvError(message)
        states[name] = _ranged(f"carry {name}", value, (NUM_SEATS,) if name == "totals" else (), count, CARRY[name])
    return states


def drop_foreign(options: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the options without those of other tools, which PettingZoo's own tests pass; a misspelt one stays."""
    return {name: value for name, value in (options or {}).items() if name in OPTIONS or nearest(name, OPTIONS)}


def _array(name: str, value: object, shape: tuple[int, ...], count: int, dtype: type) -> np.ndarray:
    """Return ``value`` as an array of [count, *shape]."""
    with contextlib.suppress(ValueError, TypeError, OverflowError):  # what NumPy makes no array of
        array = np.asarray(value)
        fits = array.dtype.kind in "iu" and array.shape in (shape, (count, *shape))
        if fits and not (np.dtype(dtype).kind == "u" and (array < 0).any()):
            return np.broadcast_to(array.astype(dtype), (count, *shape))
    got = " ".join(repr(value).split())[:80]
    message = f"option {name}: expected whole numbers of shape {shape} or {(count, *shape)}, got {got}"
    raise MjenvError(message)


def _ranged(name: str, value: object, shape: tuple[int, ...], count: int, limits: tuple[int, int]) -> np.ndarray:
    array = _array(name, value, shape, count, np.int64)
    low, high = limits
    if ((array < low) | (array > high)).any():
        message = f"option {name}={value!r:.80}: expected from {low} to {high}"
        raise MjenvError(message)
    return array


def _set_wall(states: np.ndarray, rules: Rules, wall: object) -> None:
    """Set the wall of each state: kinds or tile names in wall order, the variant's tiles exactly."""
    full = np.zeros(states["wall"].shape[1], np.int8)
    length = int(hooks.build_wall(rules.record[0], full))
    try:
        named = np.asarray(wall)
        if named.dtype.kind in "US":
            named = np.vectorize(parse_tile, otypes=[np.int64])(named)
    except ValueError as error:
        message = f"option wall: {error}"
        raise MjenvError(message) from None
    walls = _array("wall", named, (length,), len(states), np.int64)
    if (np.sort(walls, axis=1) != np.sort(full[:length])).any():
        message = f"option wall: expected the {length} tiles of {rules.variant}, each kind as often as it exists"
        raise MjenvError(message)
    states["wall"][:, :length] = walls
    states["given"] |= GIVEN_WALL
