"""128-bit seeds from a label, a seed and a number: uses with different labels never share a wall."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

EVALUATE: Final = "evaluate"


def match_seeds(label: str, seed: int, numbers: Iterable[int]) -> np.ndarray:
    """Return uint64[k, 2], the match seeds of some deals: SHA-256 of "label/seed/number".

    >>> match_seeds("evaluate", 7, range(2)).shape
    (2, 2)
    >>> bool((match_seeds("evaluate", 7, [3]) == match_seeds("evaluate", 7, range(4))[3]).all())
    True
    """
    digests = [hashlib.sha256(f"{label}/{seed}/{number}".encode()).digest()[:16] for number in numbers]
    return np.frombuffer(b"".join(digests), "<u8").astype(np.uint64).reshape(-1, 2)


def agent_seed(label: str, seed: int, index: int) -> int:
    """Return a 63-bit seed for the agent number ``index``: copies of one agent draw differently.

    >>> agent_seed("evaluate", 7, 0) == agent_seed("evaluate", 7, 1)
    False
    """
    digest = hashlib.sha256(f"{label}/{seed}/agent/{index}".encode()).digest()
    return int.from_bytes(digest[:8], "little") >> 1
