"""The progress bar of a run: speed, reward, entropy and the time left."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Self

    from rich.console import Console

LINES_WITHOUT_TERMINAL: Final = 10
SMOOTHED: Final = 10  # updates that the shown numbers are means of
POINTS: Final = "points_"  # before the name of an opponent


class TrainingProgress:
    """A bar on a terminal; elsewhere a line now and then. A context manager."""

    def __init__(self, console: Console, updates: int, done: int) -> None:
        self.console = console
        self.updates = updates
        self.recent: deque[Mapping[str, float]] = deque(maxlen=SMOOTHED)
        self.bar = Progress(
            BarColumn(bar_width=12),
            MofNCompleteColumn(),
            TextColumn("{task.fields[numbers]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
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
        """Show the numbers of one more update, as means over the latest ones."""
        self.recent.append(record)
        update = int(record["update"])
        numbers = describe(self.recent)
        self.bar.update(self.task, completed=update, numbers=numbers)
        often = max(1, self.updates // LINES_WITHOUT_TERMINAL)
        if not self.console.is_terminal and (update % often == 0 or update in (1, self.updates)):
            self.console.print(f"update {update}/{self.updates}: {numbers}")


def describe(records: Iterable[Mapping[str, float]]) -> str:
    """Return the means of the numbers of some updates in one line; points are the learner's, a hand.

    >>> record = {"hands_per_second": 310.2, "decisions_per_second": 20411.0, "entropy": 0.7, "points_greedy": -2.0}
    >>> describe([record, record | {"points_greedy": -1.0}])
    '310 hands/s, 20411 decisions/s, reward -1.50 against greedy, entropy 0.70'
    """
    sums: dict[str, list[float]] = {}
    for record in records:
        for name, value in record.items():
            sums.setdefault(name, []).append(value)
    mean = {name: sum(values) / len(values) for name, values in sums.items()}
    rewards = [
        f"reward {value:+.2f} against {name.removeprefix(POINTS)}" for name, value in mean.items() if POINTS in name
    ]
    speed = [f"{mean['hands_per_second']:.0f} hands/s", f"{mean['decisions_per_second']:.0f} decisions/s"]
    return ", ".join([*speed, *rewards, f"entropy {mean['entropy']:.2f}"])
