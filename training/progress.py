
from __future__ import annotations

from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

    from rich.console import Console

LINES_WITHOUT_TERMINAL = 10


class TrainingProgress:
    """A bar on a terminal; elsewhere a line now and then. A context manager."""

    def __init__(self, console: Console, updates: int, done: int) -> None:
        self.console = console
        self.updates = updates
        self.bar = Progress(
            TextColumn("training"),
            BarColumn(bar_width=20),
            MofNCompleteColumn(),
            TextColumn("{task.fields[numbers]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(elapsed_when_finished=False),
            console=console,
            disable=not console.is_terminal,
        )
        self.task = self.bar.add_task("training", total=updates, completed=done, numbers="")

    def __enter__(self) -> Self:
        self.bar.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.bar.stop()

    def show(self, record: Mapping[str, float]) -> None:
        """Show the numbers of one more update."""
        update = int(record["update"])
        self.bar.update(self.task, completed=update, numbers=describe(record))
        often = max(1, self.updates // LINES_WITHOUT_TERMINAL)
        if not self.console.is_terminal and (update % often == 0 or update in (1, self.updates)):
            self.console.print(f"update {update}/{self.updates}: {describe(record)}", soft_wrap=True)


def describe(record: Mapping[str, float]) -> str:
    """Return the numbers of an update in one line.

    >>> describe({"hands_per_second": 310.2, "decisions_per_second": 20411.0, "entropy": 0.71, "won": 0.42})
    '310 hands/s, 20411 decisions/s, 42% of hands won, entropy 0.71'
    """
    parts = [
        f"{record['hands_per_second']:.0f} hands/s",
        f"{record['decisions_per_second']:.0f} decisions/s",
        f"{record['won']:.0%} of hands won",
        *(
            f"{value:+.2f} points/hand against {name.removeprefix('points_')}"
            for name, value in record.items()
            if name.startswith("points_")
        ),
        f"entropy {record['entropy']:.2f}",
    ]
    return ", ".join(parts)
