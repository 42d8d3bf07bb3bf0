"""Data files of ``mjenv export`` as a PyTorch data set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import torch
from torch.utils.data import Dataset

from mjenv.errors import MjenvError
from mjenv.offline import Decisions, read_decisions
from mjenv.offline.store import SIZE_LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

Item = dict[str, torch.Tensor]
#: Columns of an item beside ``observation`` and ``action_mask``.
NUMBERS: Final = ("action", "points", "match_points", "hand_end", "match", "hand", "seat", "decision")


class DecisionData(Dataset[Item]):
    """The decisions of a file, map style: ``data[i]`` is one decision, ``data[[3, 1, 4]]`` a batch of three.

    An item has ``observation`` as the encoder publishes it (int8 or int16), ``action_mask`` int8 [113],
    ``hand_end`` bool and int64 numbers. The file is kept in memory, packed; a copy in another process (a worker of
    a ``DataLoader``) reads it anew. Raises ``MjenvError`` as ``read_decisions``.
    """

    def __init__(self, path: str | Path, *, size_limit: int = SIZE_LIMIT) -> None:
        self.path = path
        self.size_limit = size_limit
        self.decisions: Decisions = read_decisions(path, size_limit=size_limit)

    def __len__(self) -> int:
        return len(self.decisions)

    def __getitem__(self, index: int | slice | Sequence[int]) -> Item:
        if isinstance(index, slice):
            return self._batch(np.arange(len(self))[index])
        rows = np.asarray(index, dtype=np.int64)
        count = len(self)
        if ((rows < -count) | (rows >= count)).any():
            raise IndexError(f"decision {index!r:.80} of {count}")
        if rows.ndim == 0:
            return {name: tensor[0] for name, tensor in self._batch(rows[None]).items()}
        return self._batch(rows)

    def __getstate__(self) -> dict[str, Any]:
        return {"path": self.path, "size_limit": self.size_limit, "count": len(self), "header": self.decisions.header}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["path"], size_limit=kept["size_limit"])  # type: ignore[misc]
        if (len(self), self.decisions.header) != (kept["count"], kept["header"]):
            raise MjenvError(f"data {self.path}: the file was replaced by another while it was in use")

    def _batch(self, rows: np.ndarray) -> Item:
        """Return the decisions of some rows, each tensor with a first axis [k]."""
        decisions = self.decisions
        item = {
            "observation": torch.from_numpy(decisions.observation(rows)),
            "action_mask": torch.from_numpy(decisions.action_mask(rows)),
        }
        for name in NUMBERS:
            cells = decisions[name][rows]
            item[name] = torch.from_numpy(cells if name == "hand_end" else cells.astype(np.int64))
        return item
