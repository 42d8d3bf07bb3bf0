"""``planes/1`` packed into bits, uint8 [417] in place of int8 [28, 34]: for replay buffers, files and transfer.

A tile kind is 88 bits: the 26 planes one after another, each of the width that its largest value needs
(``PLANE_BITS``). The first 18 planes fill a 64-bit word, little-endian; the 34 words come first, then the other 24 bits
of each kind, then the 43 scalars, a byte each. Nothing is cut: ``pack`` refuses a value that does not fit.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import BYTE
from mjenv.engine.codes import NOTHING, NUM_KINDS
from mjenv.errors import MjenvError
from mjenv.observe.planes import FROM_HAND, NUM_CELLS, NUM_PLANES, PLANES_VERSION, SCALAR_PLANES, SCALARS

#: Bits of each plane of kinds: copies 0-4, codes, ages of up to 112 discards.
PLANE_BITS: Final = (3, 2, 3, 1, 2, 1, *[3] * 4, *[7] * 4, *[3] * 4, *[3] * 4, *[3] * 4)
#: Lowest bit of each plane among the 88 of a kind.
PLANE_SHIFTS: Final = tuple(sum(PLANE_BITS[:plane]) for plane in range(SCALAR_PLANES))
SPLIT: Final = FROM_HAND + 4  # the first plane of the second part
LOW_BYTES: Final = 8
HIGH_BYTES: Final = 3
LOW_END: Final = LOW_BYTES * NUM_KINDS
HIGH_END: Final = LOW_END + HIGH_BYTES * NUM_KINDS
NUM_SCALARS: Final = sum(width for _, width, _ in SCALARS)
PACKED_BYTES: Final = HIGH_END + NUM_SCALARS
FIRST_SCALAR: Final = NUM_KINDS * SCALAR_PLANES

_BITS: Final = np.array(PLANE_BITS, np.int64)
_SHIFTS: Final = np.array([shift % 64 for shift in PLANE_SHIFTS], np.uint64)


def pack(planes: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Return ``planes/1`` observations, int8 [n, 28, 34], as uint8 [n, 417].

    Raises ``MjenvError`` where a value does not fit: no observation of a game has one.

    >>> planes = np.zeros((2, 28, 34), np.int8)
    >>> planes[0, 10, 5] = 112
    >>> packed = pack(planes)
    >>> packed.shape, bool((unpack(packed) == planes).all())
    ((2, 417), True)
    """
    _check("planes", planes, (NUM_PLANES, NUM_KINDS), np.int8)
    packed = np.empty((len(planes), PACKED_BYTES), np.uint8) if out is None else out
    _check("out", packed, (PACKED_BYTES,), np.uint8, len(planes))
    row = int(pack_rows(planes.reshape(len(planes), NUM_CELLS), _BITS, _SHIFTS, packed))
    if row != NOTHING:
        raise MjenvError(f"planes[{row}]: no {PLANES_VERSION} observation: a value is beyond the bits of its plane")
    return packed


def unpack(packed: np.ndarray, out: np.ndarray | None = None) -> np.ndarray:
    """Return the observations, int8 [n, 28, 34], that ``pack`` packed; ``out`` is written where it is given."""
    _check("packed", packed, (PACKED_BYTES,), np.uint8)
    planes = np.empty((len(packed), NUM_PLANES, NUM_KINDS), np.int8) if out is None else out
    _check("out", planes, (NUM_PLANES, NUM_KINDS), np.int8, len(packed))
    unpack_rows(packed, _BITS, _SHIFTS, planes.reshape(len(packed), NUM_CELLS))
    return planes


def _check(name: str, array: np.ndarray, shape: tuple[int, ...], dtype: type, count: int | None = None) -> None:
    """Refuse what the kernels cannot take."""
    fits = isinstance(array, np.ndarray) and array.dtype == dtype and array.flags.c_contiguous
    if not fits or array.shape[1:] != shape or count not in (None, len(array)):
        first = "n" if count is None else str(count)
        raise MjenvError(
            f"{name}: expected a contiguous array [{', '.join([first, *map(str, shape)])}] of {np.dtype(dtype)}"
        )


@njit
def pack_rows(planes, bits, shifts, out_packed):
    """Write the bits of each observation; return the first row that does not fit, NOTHING if all do."""
    words = np.zeros((2, NUM_KINDS), np.uint64)
    failed = NOTHING
    for row in range(len(planes)):
        words[:] = 0
        beyond = np.int64(0)
        for plane in range(SCALAR_PLANES):
            part = words[1 if plane >= SPLIT else 0]
            cells = planes[row, NUM_KINDS * plane : NUM_KINDS * (plane + 1)]
            for kind in range(NUM_KINDS):
                value = np.int64(cells[kind])
                beyond |= value >> bits[plane]
                part[kind] |= np.uint64(value) << shifts[plane]
        for place in range(FIRST_SCALAR + NUM_SCALARS, NUM_CELLS):
            beyond |= np.int64(planes[row, place])
        if beyond != 0 and failed == NOTHING:
            failed = row
        write_row(words, planes[row], out_packed[row])
    return failed


@njit
def write_row(words, cells, out_bytes):
    """Write the words and scalars of an observation as bytes."""
    for kind in range(NUM_KINDS):
        for place in range(LOW_BYTES):
            out_bytes[LOW_BYTES * kind + place] = (words[0, kind] >> np.uint64(8 * place)) & BYTE
        for place in range(HIGH_BYTES):
            out_bytes[LOW_END + HIGH_BYTES * kind + place] = (words[1, kind] >> np.uint64(8 * place)) & BYTE
    for place in range(NUM_SCALARS):
        out_bytes[HIGH_END + place] = np.int64(cells[FIRST_SCALAR + place]) & 0xFF


@njit
def unpack_rows(packed, bits, shifts, out_planes):
    """Write each observation."""
    words = np.zeros((2, NUM_KINDS), np.uint64)
    for row in range(len(packed)):
        read_words(packed[row], words)
        for plane in range(SCALAR_PLANES):
            part = words[1 if plane >= SPLIT else 0]
            mask = np.uint64((1 << bits[plane]) - 1)
            for kind in range(NUM_KINDS):
                out_planes[row, NUM_KINDS * plane + kind] = (part[kind] >> shifts[plane]) & mask
        for place in range(NUM_SCALARS):
            byte = np.int64(packed[row, HIGH_END + place])
            out_planes[row, FIRST_SCALAR + place] = byte - 256 * (byte > 127)
        for place in range(FIRST_SCALAR + NUM_SCALARS, NUM_CELLS):
            out_planes[row, place] = 0


@njit
def read_words(packed, out_words):
    """Read the two words of each kind."""
    for kind in range(NUM_KINDS):
        low = np.uint64(0)
        for place in range(LOW_BYTES):
            low |= np.uint64(packed[LOW_BYTES * kind + place]) << np.uint64(8 * place)
        high = np.uint64(0)
        for place in range(HIGH_BYTES):
            high |= np.uint64(packed[LOW_END + HIGH_BYTES * kind + place]) << np.uint64(8 * place)
        out_words[0, kind] = low
        out_words[1, kind] = high
