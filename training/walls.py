"""Which walls a training run used, so that an evaluation can prove that it used none of them."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final

import numpy as np

from agents.neural import Walls
from mjenv.table.batch import match_seed

if TYPE_CHECKING:
    from mjenv.table.batch import Batch

TRAIN: Final = "train"
SEED_BYTES: Final = 16


def base_seed(seed: int) -> int:
    """Return the 128-bit seed of the batch of a training run: SHA-256 of "train/seed".

    >>> base_seed(1) != base_seed(2)
    True
    """
    return int.from_bytes(hashlib.sha256(f"{TRAIN}/{seed}".encode()).digest()[:SEED_BYTES], "little")


class Ledger:
    """Counts the matches begun at each table; match m of table t has the seed ``match_seed(base_seed, t, m)``."""

    def __init__(self, seed: int, tables: int) -> None:
        self.seed = seed
        self.begun = np.ones(tables, np.int64)

    def __str__(self) -> str:
        """Return the range of match seeds."""
        return f"{TRAIN}/{self.seed}, {int(self.begun.sum())} matches at {len(self.begun)} tables"

    def count(self, batch: Batch) -> None:
        """Note the matches that ended in the latest step: others take their place."""
        self.begun += batch.done

    def describe(self) -> Walls:
        """Return what a checkpoint says about its walls."""
        return Walls(label=TRAIN, seed=self.seed, tables=len(self.begun), matches=self.begun.tolist())

    def seeds(self) -> set[tuple[int, int]]:
        """Return every match seed used."""
        base = base_seed(self.seed)
        return {
            tuple(match_seed(base, table, match).tolist())
            for table, matches in enumerate(self.begun.tolist())
            for match in range(matches)
        }

    def count_shared(self, seeds: np.ndarray) -> int:
        """Return how many of uint64[k, 2] match seeds this run used too."""
        return len(self.seeds().intersection(map(tuple, seeds.tolist())))
