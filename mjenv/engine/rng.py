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
CONSTANTS: Final = np.frombuffer(b"expand 16-byte k", np.uint32).astype(np.uint64)
#: The four words that each quarter round mixes: columns, then diagonals.
QUARTERS: Final = np.array(
    [
        [0, 4, 8, 12],
        [1, 5, 9, 13],
        [2, 6, 10, 14],
        [3, 7, 11, 15],
        [0, 5, 10, 15],
        [1, 6, 11, 12],
        [2, 7, 8, 13],
        [3, 4, 9, 14],
    ],
    np.int64,
)
WORD: Final = np.uint64(0xFFFFFFFF)
HALF: Final = np.uint64(32)
U7, U8, U12, U16, U20, U24, U25 = (np.uint64(n) for n in (7, 8, 12, 16, 20, 24, 25))


@njit
def mix_quarter(x, a, b, c, d):
    """ChaCha's quarter round on words a, b, c, d of x."""
    x[a] = (x[a] + x[b]) & WORD
    x[d] ^= x[a]
    x[d] = ((x[d] << U16) | (x[d] >> U16)) & WORD
    x[c] = (x[c] + x[d]) & WORD
    x[b] ^= x[c]
    x[b] = ((x[b] << U12) | (x[b] >> U20)) & WORD
    x[a] = (x[a] + x[b]) & WORD
    x[d] ^= x[a]
    x[d] = ((x[d] << U8) | (x[d] >> U24)) & WORD
    x[c] = (x[c] + x[d]) & WORD
    x[b] ^= x[c]
    x[b] = ((x[b] << U7) | (x[b] >> U25)) & WORD


@njit
def fill_block(seed, stream, index, block, out_words):
    """Write 16 random 32-bit words of block ``block`` of (seed, stream, index) into out_words[0:16]."""
    start = np.empty(16, np.uint64)
    for i in range(4):
        start[i] = CONSTANTS[i]
    for i in range(2):
        start[4 + 2 * i] = start[8 + 2 * i] = seed[i] & WORD
        start[5 + 2 * i] = start[9 + 2 * i] = seed[i] >> HALF
    start[12] = np.uint64(block)
    start[13] = np.uint64(stream)
    start[14] = np.uint64(index) & WORD
    start[15] = np.uint64(index) >> HALF
    for i in range(16):
        out_words[i] = start[i]
    for _ in range(DOUBLE_ROUNDS):
        for q in range(8):
            mix_quarter(out_words, QUARTERS[q, 0], QUARTERS[q, 1], QUARTERS[q, 2], QUARTERS[q, 3])
    for i in range(16):
        out_words[i] = (out_words[i] + start[i]) & WORD


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
            if (product & WORD) >= (np.uint64(1 << 32) % bound):
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
