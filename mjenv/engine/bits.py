"""64-bit words as sets: one bit a tile kind, an action or a seat."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit

ONE: Final = np.uint64(1)
U63: Final = np.uint64(63)
M1: Final = np.uint64(0x5555555555555555)
M2: Final = np.uint64(0x3333333333333333)
M4: Final = np.uint64(0x0F0F0F0F0F0F0F0F)
BYTE: Final = np.uint64(0xFF)
H01: Final = np.uint64(0x0101010101010101)
H80: Final = np.uint64(0x8080808080808080)
#: PLACES[byte, n]: number of the set bit of a byte with n set bits below it.
PLACES: Final = np.argsort(
    ~np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little"), axis=1, kind="stable"
).astype(np.int8)


@njit
def count_bits(word):
    """Number of set bits (Warren, Hacker's Delight, 5-1; LLVM makes one instruction of it)."""
    word = word - ((word >> ONE) & M1)
    word = (word & M2) + ((word >> np.uint64(2)) & M2)
    word = (word + (word >> np.uint64(4))) & M4
    return np.int64((word * H01) >> np.uint64(56))


@njit
def lowest_bit(word):
    """Number of the lowest set bit of a word that is not 0."""
    return count_bits((word & (~word + ONE)) - ONE)


@njit
def nth_bit(word, n):
    """Number of the set bit with n set bits below it; the word has more than n.

    By the byte that holds it, without a loop whose length nobody can foretell (Hacker's Delight, 5-1, for the sums).
    """
    sums = word - ((word >> ONE) & M1)
    sums = (sums & M2) + ((sums >> np.uint64(2)) & M2)
    sums = ((sums + (sums >> np.uint64(4))) & M4) * H01
    rank = np.uint64(n)
    first = np.uint64(8) * np.uint64(count_bits(((rank * H01 | H80) - sums) & H80))  # bytes whose sum is not above it
    before = ((sums << np.uint64(8)) >> first) & BYTE
    return np.int64(first) + PLACES[(word >> first) & BYTE, rank - before]


@njit
def has_bit(word, number):
    """Whether a bit is set."""
    return (word >> np.uint64(number)) & ONE != 0


@njit
def bit(number):
    """The word with one bit set."""
    return ONE << np.uint64(number)
