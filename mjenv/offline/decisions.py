"""The decisions of a data file as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mjenv.offline.columns import Block, unpack_mask, unpack_observation

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mjenv.offline.header import Header

    Rows = slice | NDArray[np.int64]

ALL: Rows = slice(None)


@dataclass(frozen=True)
class Decisions:
    """Decisions in memory, packed. ``decisions["points"]`` is a column [n]; see ``docs/offline-data.md``."""

    header: Header
    columns: Block

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.columns["seat"])

    def __getitem__(self, name: str) -> np.ndarray:
        """Return a column as it is kept, with a first axis [n]."""
        return self.columns[name]

    def observation(self, rows: Rows = ALL) -> np.ndarray:
        """Return what the seats saw in some rows (a slice or int64 [k]), as the encoder publishes it, [k, …]."""
        return unpack_observation(self.header.encoder, self.columns["observation"][rows])

    def action_mask(self, rows: Rows = ALL) -> np.ndarray:
        """Return the legal actions of some rows, int8 [k, 113]."""
        return unpack_mask(self.columns["action_mask"][rows])
