"""Random numbers (ChaCha8) that depend on the match seed and a purpose, never on the order of events.

A wall is drawn from (seed, hand): the same for any batch order, thread count or choices of the players.
The cipher keeps the seed secret from a bot that sees its own tiles. ChaCha: D. J. Bernstein,
"ChaCha, a variant of Salsa20" (2008); the block layout is that of the 128-bit key version.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit

STREAM_WALL: Final = 0
STREAM_DICE: Final = 1
STREAM_DEALER: Final = 2
STREAM_SEED: Final = 3  # seeds of later matches
STREAM_SAMPLE: Final = 4

DOUBLE_ROUNDS: Final = 4
C0, C1, C2, C3 = (np.uint32(word) for word in np.frombuffer(b"expand 16-byte k", np.uint32))
WORD: Final = np.uint64(0xFFFFFFFF)
HALF: Final = np.uint64(32)


@njit
def rotate(word, places):
    """Rotate a 32-bit word to the left."""
    return np.uint32((word << np.uint32(places)) | (word >> np.uint32(32 - places)))


@njit
def mix_quarter(a, b, c, d):
    """ChaCha's quarter round of four 32-bit words."""
    a = np.uint32(a + b)
    d = rotate(np.uint32(d ^ a), 16)
    c = np.uint32(c + d)
    b = rotate(np.uint32(b ^ c), 12)
    a = np.uint32(a + b)
    d = rotate(np.uint32(d ^ a), 8)
    c = np.uint32(c + d)
    b = rotate(np.uint32(b ^ c), 7)
    return a, b, c, d


@njit
def fill_block(seed, stream, index, block, out_words):
    """Write 16 random 32-bit words of block ``block`` of (seed, stream, index) into out_words[0:16].

    The words are sixteen variables, which live in registers, and not an array: six times as fast.
    """
    k0, k1 = np.uint32(seed[0] & WORD), np.uint32(seed[0] >> HALF)
    k2, k3 = np.uint32(seed[1] & WORD), np.uint32(seed[1] >> HALF)
    n0, n1 = np.uint32(block), np.uint32(stream)
    n2, n3 = np.uint32(np.uint64(index) & WORD), np.uint32(np.uint64(index) >> HALF)
    x0, x1, x2, x3, x4, x5, x6, x7 = C0, C1, C2, C3, k0, k1, k2, k3
    x8, x9, x10, x11, x12, x13, x14, x15 = k0, k1, k2, k3, n0, n1, n2, n3
    for _ in range(DOUBLE_ROUNDS):  # columns, then diagonals
        x0, x4, x8, x12 = mix_quarter(x0, x4, x8, x12)
        x1, x5, x9, x13 = mix_quarter(x1, x5, x9, x13)
        x2, x6, x10, x14 = mix_quarter(x2, x6, x10, x14)
        x3, x7, x11, x15 = mix_quarter(x3, x7, x11, x15)
        x0, x5, x10, x15 = mix_quarter(x0, x5, x10, x15)
        x1, x6, x11, x12 = mix_quarter(x1, x6, x11, x12)
        x2, x7, x8, x13 = mix_quarter(x2, x7, x8, x13)
        x3, x4, x9, x14 = mix_quarter(x3, x4, x9, x14)
    write_words(out_words, 0, x0 + C0, x1 + C1, x2 + C2, x3 + C3)
    write_words(out_words, 4, x4 + k0, x5 + k1, x6 + k2, x7 + k3)
    write_words(out_words, 8, x8 + k0, x9 + k1, x10 + k2, x11 + k3)
    write_words(out_words, 12, x12 + n0, x13 + n1, x14 + n2, x15 + n3)


@njit
def write_words(out_words, first, one, two, three, four):
    """Write four 32-bit words."""
    out_words[first] = np.uint32(one)
    out_words[first + 1] = np.uint32(two)
    out_words[first + 2] = np.uint32(three)
    out_words[first + 3] = np.uint32(four)


@njit
def shuffle(seed, stream, index, out_tiles, count):
    """Shuffle out_tiles[0:count] in place: Fisher-Yates over unbiased numbers (Lemire 2019, rejection)."""
    words = np.empty(16, np.uint64)
    block = 0
    used = 16
    for i in range(count - 1, 0, -1):
        bound = np.uint64(i + 1)
        while True:
            if used == 16:
                fill_block(seed, stream, index, block, words)
                block += 1
                used = 0
            product = words[used] * bound
            used += 1
            low = product & WORD
            if low >= bound or low >= np.uint64(1 << 32) % bound:  # the division is hardly ever due
                break
        j = np.int64(product >> HALF)
        held = out_tiles[i]
        out_tiles[i] = out_tiles[j]
        out_tiles[j] = held


@njit
def random_below(seed, stream, index, bound):
    """Return one unbiased number in [0, bound) of (seed, stream, index)."""
    words = np.empty(16, np.uint64)
    limit = np.uint64(bound)
    block = 0
    while True:
        fill_block(seed, stream, index, block, words)
        for i in range(16):
            product = words[i] * limit
            if (product & WORD) >= (np.uint64(1 << 32) % limit):
                return np.int64(product >> HALF)
        block += 1


@njit
def derive_seed(seed, index, out_seed):
    """Write the 128-bit seed number ``index`` that follows from ``seed``."""
    words = np.empty(16, np.uint64)
    fill_block(seed, STREAM_SEED, index, 0, words)
    out_seed[0] = words[0] | (words[1] << HALF)
    out_seed[1] = words[2] | (words[3] << HALF)


@njit
def next_sample(state):
    """Return 64 random bits of the table's sampling stream (splitmix64, Steele et al. 2014)."""
    state["sample_key"] = state["sample_key"] + np.uint64(0x9E3779B97F4A7C15)
    z = np.uint64(state["sample_key"])
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
