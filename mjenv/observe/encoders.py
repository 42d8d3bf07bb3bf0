"""The encoders by name: what array they fill and which kernel fills it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NOTHING, NUM_KINDS
from mjenv.errors import MjenvError
from mjenv.observe.flat import FLAT_SIZE, FLAT_VERSION, flatten_views
from mjenv.observe.planes import NUM_CELLS, NUM_PLANES, PLANES_VERSION, fill_planes
from mjenv.observe.tokens import NUM_FEATURES, TOKENS_LENGTH, TOKENS_VERSION, tokenise_views
from mjenv.observe.view import VIEW, VIEW_VERSION, fill_view
from mjenv.variants.params import nearest

if TYPE_CHECKING:
    from collections.abc import Callable

VIEWS_AT_ONCE: Final = 256  # views held between the two kernels of an encoder: they stay in the second-level cache


@njit
def encode_views(states, rules, rows, seats, out_views):
    """Write the view of ``seats[k]`` at table ``rows[k]``; seat NOTHING leaves an empty record."""
    for k in range(len(rows)):
        if seats[k] != NOTHING:
            fill_view(states[rows[k]], rules[0], seats[k], out_views[k])


@njit
def encode_planes(states, rules, rows, seats, out_planes):
    """Write the planes of ``seats[k]`` at table ``rows[k]``; seat NOTHING gives zeros."""
    flat = out_planes.reshape(len(out_planes), NUM_CELLS)
    for k in range(len(rows)):
        if seats[k] == NOTHING:
            flat[k] = 0
        else:
            fill_planes(states[rows[k]], rules[0], seats[k], flat[k])


def from_views(write: Callable[[np.ndarray, np.ndarray], None]) -> Callable[..., None]:
    """Return a kernel as those above, made of ``encode_views`` and of one that sees nothing but the views."""

    def encode(states: np.ndarray, rules: np.ndarray, rows: np.ndarray, seats: np.ndarray, out: np.ndarray) -> None:
        views = np.zeros(min(len(rows), VIEWS_AT_ONCE), VIEW)
        for start in range(0, len(rows), VIEWS_AT_ONCE):
            part = slice(start, start + VIEWS_AT_ONCE)
            seen = views[: len(rows[part])]
            encode_views(states, rules, rows[part], seats[part], seen)
            write(seen, out[part])
        out[seats == NOTHING] = 0

    return encode


@dataclass(frozen=True)
class Encoder:
    """A versioned encoding of the view."""

    name: str
    shape: tuple[int, ...]
    dtype: np.dtype[Any]
    kernel: Callable[..., None]

    def new_array(self, count: int) -> np.ndarray:
        """Return room for ``count`` observations."""
        return np.zeros((count, *self.shape), self.dtype)

    def __reduce__(self) -> tuple[Callable[[str], Encoder], tuple[str]]:
        return find_encoder, (self.name,)  # a pickle names the kernel, it does not hold its code


ENCODERS: Final = (
    Encoder(PLANES_VERSION, (NUM_PLANES, NUM_KINDS), np.dtype(np.int8), encode_planes),
    Encoder(VIEW_VERSION, (), VIEW, encode_views),
    Encoder(FLAT_VERSION, (FLAT_SIZE,), np.dtype(np.int16), from_views(flatten_views)),
    Encoder(TOKENS_VERSION, (TOKENS_LENGTH, NUM_FEATURES), np.dtype(np.int16), from_views(tokenise_views)),
)


def find_encoder(name: str) -> Encoder:
    """Return an encoder by name; raises ``MjenvError`` with the names that exist.

    >>> find_encoder("planes/1").shape
    (28, 34)
    """
    for encoder in ENCODERS:
        if encoder.name == name:
            return encoder
    names = [encoder.name for encoder in ENCODERS]
    message = f"unknown encoder {name!r}{nearest(name, names)}; known: {', '.join(names)}"
    raise MjenvError(message)
