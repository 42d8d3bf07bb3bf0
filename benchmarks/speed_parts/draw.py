"""Uniformly random legal actions drawn with NumPy from a mask, as a learner without compiled code would."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

ROOM: Final = 128  # actions a row: 16 bytes of bits, in eight parts of 16
PARTS: Final = 8
PART: Final = ROOM // PARTS
ONES: Final = 0x0101010101010101  # times a word: each byte becomes the sum of all bytes up to it
HIGH: Final = 0x8080808080808080  # the highest bit of each byte
TOP_BYTE: Final = 56


@cache
def list_places() -> np.ndarray:
    """Return uint8 [65536 * 16]: by 16 bits and a rank, the place of the bit of that rank among those that are set."""
    bits = np.unpackbits(np.arange(1 << PART, dtype="<u2").view(np.uint8).reshape(-1, 2), axis=1, bitorder="little")
    return np.argsort(1 - bits, axis=1, kind="stable").astype(np.uint8).ravel()


class Draw:
    """Draws a legal action of each row of masks int8 [n, width], width <= 128: int64 [n], rewritten by the next call.

    The mask is packed into bits, and the ones of each 16 bits are counted; then the 16 that hold the one of a random
    rank, and its place in them, are found. A row without any gets any number.

    That is intricate, and half of what NumPy takes for 1,024 rows is the calls themselves: so all is written into
    arrays that are kept, and types are not mixed. Listing the positions of all ones takes twice as long.

    >>> draw = Draw(2, 3, np.random.default_rng(1))
    >>> draw(np.array([[0, 1, 0], [0, 0, 1]], np.int8)).tolist()
    [1, 2]
    """

    def __init__(self, rows: int, width: int, generator: np.random.Generator) -> None:
        self.random = generator.random
        self.room = np.zeros((rows, ROOM), np.bool_)
        self.mask = self.room[:, :width]
        self.counts = np.zeros(PARTS * rows, np.uint8)  # by part: its ones
        self.first = np.arange(0, PARTS * rows, PARTS)  # by row: its first part
        self.ones, self.high, self.top, self.byte = (
            np.full(rows, value, np.uint64) for value in (ONES, HIGH, TOP_BYTE, 8)
        )
        self.sums, self.word, self.rank = (np.zeros(rows, np.uint64) for _ in range(3))
        self.part, self.at, self.action = (np.zeros(rows, np.int64) for _ in range(3))
        self.few, self.before = (np.zeros(rows, np.uint8) for _ in range(2))
        self.bits = np.zeros(rows, np.uint16)
        self.unit, self.total = (np.zeros(rows) for _ in range(2))
        self.sixteen = np.full(rows, PART)

    def __call__(self, mask: np.ndarray) -> np.ndarray:
        """Return an action of each row."""
        np.copyto(self.mask, mask.view(np.bool_))
        packed = np.packbits(self.room, bitorder="little").view("<u2")
        np.bitwise_count(packed, self.counts)
        np.multiply(self.counts.view("<u8"), self.ones, self.sums)  # byte by byte: ones in this part and those before
        self.draw_rank()
        self.find_part()
        packed.take(self.at, None, self.bits, "clip")
        np.left_shift(self.sums, self.byte, self.sums)
        self.sums.view(np.uint8).take(self.at, None, self.before, "clip")
        np.copyto(self.at, self.bits)
        np.multiply(self.at, self.sixteen, self.at)
        np.add(self.at, self.rank.view(np.int64), self.at)
        np.subtract(self.at, self.before, self.at)
        np.copyto(self.action, list_places().take(self.at, None, None, "clip"))
        np.multiply(self.part, self.sixteen, self.part)
        return np.add(self.action, self.part, self.action)

    def draw_rank(self) -> None:
        """Draw a rank among the ones of each row."""
        np.right_shift(self.sums, self.top, self.word)
        np.copyto(self.total, self.word)
        self.random(out=self.unit)
        np.multiply(self.unit, self.total, self.unit)
        np.copyto(self.rank, self.unit, casting="unsafe")

    def find_part(self) -> None:
        """Count the parts whose sum does not exceed the rank: as many lie before the one that is wanted."""
        np.multiply(self.rank, self.ones, self.word)
        np.bitwise_or(self.word, self.high, self.word)  # so that no byte borrows from the next
        np.subtract(self.word, self.sums, self.word)
        np.bitwise_and(self.word, self.high, self.word)
        np.bitwise_count(self.word, self.few)
        np.copyto(self.part, self.few)
        np.add(self.first, self.part, self.at)
