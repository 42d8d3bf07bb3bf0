"""``mjenv verify``: play a log again and say where it does not follow the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def verify(
    log: Annotated[
        Path, typer.Argument(metavar="LOG", help="An event log (.jsonl or .jsonl.gz), as `mjenv play --log` writes it.")
    ],
    limit: Annotated[int, typer.Option(min=1, help="Stop after so many differences.")] = 100,
) -> None:
    """Play a log again: every menu, event, settlement and carry-over must be as the rules say.

    Each hand's first difference is shown with its line and clause; the exit code is 1 where there is one.
    """
    from mjenv import verify as verify_log
    from mjenv.cli.progress import show_progress

    with show_progress("verifying") as show:
        report = verify_log(log, limit=limit, progress=show)
    for difference in report.differences:
        typer.echo(str(difference))
    seen = f"{report.rules}: {count(report.hands, 'hand')}, {count(report.events, 'event')}"
    if report.differences or not report.complete:
        where = "" if report.complete else "; the rest of the log was not read"
        typer.echo(f"{seen}: {count(len(report.differences), 'difference')}{where}")
        raise typer.Exit(1)
    note = "" if report.seeded else " (the log names no seed; walls and dice were taken as given)"
    typer.echo(f"{seen}: all as the rules say{note}")


def count(number: int, thing: str) -> str:
    """Return a number of things.

    >>> count(1, "hand"), count(2, "hand")
    ('1 hand', '2 hands')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
