"""The log of a run: one JSON line an update, and the same numbers for TensorBoard.

The JSON lines are the truth: resuming cuts them back to the checkpoint and writes the TensorBoard log anew from
them, so that a killed run leaves neither torn nor double entries.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from mjenv.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

METRICS_FILE: Final = "metrics.jsonl"
TENSORBOARD_FOLDER: Final = "tensorboard"
Record = dict[str, float]


class MetricsLog:
    """Appends the numbers of each update to the log of the run in ``folder``."""

    def __init__(self, folder: Path, update: int) -> None:
        """Open the log after ``update`` updates; what was written about later ones is dropped."""
        from torch.utils.tensorboard import SummaryWriter  # slow to import

        self.records = [record for record in read_metrics(folder) if record["update"] <= update]
        lines = [msgspec.json.encode(record) + b"\n" for record in self.records]
        write_whole(folder / METRICS_FILE, b"".join(lines))
        shutil.rmtree(folder / TENSORBOARD_FOLDER, ignore_errors=True)
        self._file = (folder / METRICS_FILE).open("ab")
        self._board = SummaryWriter(folder / TENSORBOARD_FOLDER)
        for record in self.records:
            self._show(record)

    def add(self, record: Mapping[str, float]) -> None:
        """Append one update's numbers; ``record["update"]`` counts from 1."""
        self.records.append(dict(record))
        self._file.write(msgspec.json.encode(record) + b"\n")
        self._file.flush()
        self._show(record)

    def _show(self, record: Mapping[str, float]) -> None:
        for name, value in record.items():
            if name != "update":
                self._board.add_scalar(name, value, int(record["update"]))

    def close(self) -> None:
        """Flush and close both files."""
        self._file.close()
        self._board.close()


def read_metrics(folder: Path) -> list[Record]:
    """Return the records of a run; a last line that a kill tore is left out."""
    path = folder / METRICS_FILE
    if not path.exists():
        return []
    lines = path.read_bytes().split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=Record) for line in lines]
