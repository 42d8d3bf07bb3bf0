"""Standard winning shapes by table (C17): a suit's concealed tiles are one base-5 number.

A suit is *complete* when its tiles split into runs and triplets, with at most one pair. For each complete
number a set of four bits says what its splits can contain: bit 0 nothing, bit 1 a run, bit 2 a triplet,
bit 3 a run and a triplet (a split is one bit; sets of two suits join with ``JOIN``).
The tables are a bit set with a running count (rank), so that the flags need one byte a complete number:
small enough to stay in the L2 cache.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE, U63, count_bits
from mjenv.engine.tiles import HONOUR_SUIT

SUIT_CODES: Final = 5**9  # honours follow at this offset, with 5**7 codes
ALL_CODES: Final = SUIT_CODES + 5**7
MAX_CONCEALED: Final = 14

HAS_RUN: Final = 1
HAS_TRIPLET: Final = 2
ANY_SPLIT: Final = 0b1111


def _complete_suits(ranks: int, with_runs: bool) -> dict[int, int]:
    """Return {code: set of splits} of every complete suit of at most 14 tiles."""
    weight = [5**rank for rank in range(ranks)]
    groups = [(3 * weight[r], HAS_TRIPLET) for r in range(ranks)]
    if with_runs:
        groups += [(weight[r] + weight[r + 1] + weight[r + 2], HAS_RUN) for r in range(ranks - 2)]
    level = {(0, 0)}
    reached = set(level)
    for _ in range(4):
        level = {
            (code + group, flags | flag) for code, flags in level for group, flag in groups if _fits(code, group, ranks)
        }
        reached |= level
    table: dict[int, int] = {}
    for code, flags in reached:
        for pair in (0, *(2 * w for w in weight)):
            if _fits(code, pair, ranks):
                table[code + pair] = table.get(code + pair, 0) | 1 << flags
    return table


def _fits(code: int, more: int, ranks: int) -> bool:
    """Whether no rank of the sum exceeds four copies (so that base 5 does not carry)."""
    for _ in range(ranks):
        if code % 5 + more % 5 > 4:
            return False
        code //= 5
        more //= 5
    return True


def _build() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    suits = _complete_suits(9, with_runs=True)
    honours = _complete_suits(7, with_runs=False)
    table = suits | {SUIT_CODES + code: flags for code, flags in honours.items()}
    bits = np.zeros(-(-ALL_CODES // 64) * 64, np.uint8)
    bits[list(table)] = 1
    words = np.packbits(bits, bitorder="little").view(np.uint64)
    rank = np.concatenate(([0], np.cumsum(bits.reshape(-1, 64).sum(1, dtype=np.uint16))))[:-1].astype(np.uint16)
    splits = np.array([table[code] for code in sorted(table)], np.uint8)
    return words, rank, splits


COMPLETE_WORDS, COMPLETE_RANK, SPLITS = _build()
#: JOIN[a, b]: splits of two suits together, one split of each at a time.
JOIN: Final = np.array(
    [
        [sum({1 << (x | y) for x in range(4) if a >> x & 1 for y in range(4) if b >> y & 1}) for b in range(16)]
        for a in range(16)
    ],
    np.uint8,
)


@njit
def is_complete(suit, code):
    """Whether a suit's tiles split into melds with at most one pair."""
    index = np.uint64(code + SUIT_CODES if suit == HONOUR_SUIT else code)
    return (COMPLETE_WORDS[index >> np.uint64(6)] >> (index & U63)) & ONE != 0


@njit
def splits_of(suit, code):
    """What the splits of a suit can contain, as a set of four bits; 0 if it is not complete."""
    index = np.uint64(code + SUIT_CODES if suit == HONOUR_SUIT else code)
    word = COMPLETE_WORDS[index >> np.uint64(6)]
    bit = ONE << (index & U63)
    if word & bit == 0:
        return 0
    return np.int64(SPLITS[np.int64(COMPLETE_RANK[index >> np.uint64(6)]) + count_bits(word & (bit - ONE))])
