"""A progress bar for whatever takes longer than two seconds."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE: Final = 2.0  # seconds before the bar appears


@contextlib.contextmanager
def show_progress(what: str, patience: float = PATIENCE) -> Iterator[Callable[[int, int], None]]:
    """Give a function to call with the numbers done and in all; after ``patience`` seconds it draws a bar.

    The bar goes to stderr, if that is a terminal, and is gone when the block is left.
    """
    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn(what),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    console = Console(stderr=True)
    bar = progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
    task = bar.add_task(what)
    start = time.monotonic()

    def update(done: int, total: int) -> None:
        if time.monotonic() - start > patience:
            bar.start()
            bar.update(task, completed=done, total=total)

    try:
        yield update
    finally:
        if bar.live.is_started:
            bar.stop()
