"""Whether a log follows the rules: the engine plays it again, and every event must be the one that it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mjenv.errors import LogError, RulesError
from mjenv.record.differences import END, Difference, Words
from mjenv.record.log import scan_log
from mjenv.record.log_check import LogCheck
from mjenv.record.replay import LAST_HAND
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from mjenv.record.schema import Event

    Progress = Callable[[int, int], None]

GIVE_UP: Final = 2048  # lines after a difference within which the next hand must begin: more than a hand has


@dataclass(frozen=True)
class Report:
    """What the check of a log has found.

    ``seeded``: walls and dice are those of the match seed; otherwise they were taken as the log gives them.
    ``complete``: the log was read to its end.
    """

    rules: str
    hands: int
    events: int
    seeded: bool
    complete: bool
    differences: tuple[Difference, ...]


def verify_log(path: str | Path, *, limit: int, progress: Progress | None = None) -> Report:
    """Check a log; see ``mjenv.verify``."""
    lines = _scan(path)
    check = _begin(path, next(lines)[1])
    complete = False
    for line, item in lines:
        if isinstance(item, Words):
            check.close(line, item)
            complete = item is END
            break
        _refuse_seat_view(path, check, line, item)
        check.take(line, item)
        if check.ended_twice or len(check.differences) >= limit or check.skipped > GIVE_UP:
            break
        if progress and isinstance(item, dict) and item["type"] == "start_hand":
            progress(check.hands, min(check.planned, LAST_HAND))
    return Report(
        rules=check.rules.preset.id,
        hands=check.hands,
        events=check.events,
        seeded=check.seed_holds,
        complete=complete,
        differences=tuple(check.differences),
    )


def _scan(path: str | Path) -> Iterator[tuple[int, Event | LogError | Words]]:
    """Yield the lines of a log, and behind them why there are no more."""
    line = 0
    try:
        for line, item in scan_log(path):
            yield line, item
    except LogError as error:
        if line == 0:
            raise
        yield line + 1, Words(str(error))
    else:
        yield line + 1, END


def _begin(path: str | Path, first: Event | LogError | Words) -> LogCheck:
    """Return the check of a log that begins with ``first``; raise ``LogError`` where no match begins so."""
    if isinstance(first, dict) and first["type"] == "start_match":
        try:
            return LogCheck(load_rules(first["variant"], first["rules"], **first["params"]), first)
        except RulesError as error:
            reason = str(error)
    elif isinstance(first, dict):
        reason = f"unexpected {first['type']!r}; a log starts with one `start_match`"
    else:
        reason = f"expected `start_match`, found {first.text}" if isinstance(first, Words) else str(first)
    raise LogError(f"log {path}, line 1: {reason:.1000}")


def _refuse_seat_view(path: str | Path, check: LogCheck, line: int, item: Event | LogError) -> None:
    """Raise ``LogError`` at the first hand of a log that hides the walls."""
    if check.hands or check.seed is not None or isinstance(item, LogError):
        return
    if item["type"] == "start_hand" and "wall" not in item:
        raise LogError(
            f"log {path}, line {line}: neither a seed nor a `wall`, so this is what one seat saw and its hidden "
            "tiles cannot be checked; verify the full log, such as `mjenv play --log` writes"
        )
