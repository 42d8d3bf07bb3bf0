"""Event logs as files: JSON Lines, written whole or not at all, read with limits."""

from __future__ import annotations

import contextlib
import gzip
import zlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, NoReturn, cast

from mjenv.errors import LogError
from mjenv.files import replacing
from mjenv.record.schema import Event, decode_event, encode_event

if TYPE_CHECKING:
    from collections.abc import Iterator

LINE_LIMIT: Final = 1 << 16  # bytes; the longest event, a deal, takes under 3,000
SIZE_LIMIT: Final = 1 << 32  # bytes after unpacking: more than 100,000 hands
GZIP_MAGIC: Final = b"\x1f\x8b"


@contextlib.contextmanager
def open_log(path: str | Path, *, force: bool = False) -> Iterator[LogWriter]:
    """Give a writer of a new log; the file appears, complete, when the block is left without an error.

    Raises ``LogError`` where the file exists and ``force`` is not given, or cannot be written.
    """
    path = Path(path)
    refuse_to_overwrite(path, force=force)
    if path.suffix == ".gz":
        raise LogError(f"log {path}: logs are written as plain .jsonl; compress the file afterwards")
    try:
        with replacing(path) as file:
            yield LogWriter(file)
            refuse_to_overwrite(path, force=force)
    except OSError as error:
        raise LogError(f"log {path}: cannot be written ({error.strerror})") from None


def refuse_to_overwrite(path: Path, *, force: bool) -> None:
    """Raise ``LogError`` where a file is in the way."""
    if path.is_dir():
        raise LogError(f"log {path}: that is a folder; name a file")
    if path.exists() and not force:
        raise LogError(f"log {path}: the file exists; use --force to overwrite it")


class LogWriter:
    """Writes events as lines of canonical JSON.

    >>> import io
    >>> file = io.BytesIO()
    >>> LogWriter(file).write({"type": "draw", "actor": 2, "tile": "5m", "from": "head", "left": 54})
    >>> file.getvalue().decode().splitlines()
    ['{"type":"draw","actor":2,"tile":"5m","from":"head","left":54}']
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def write(self, event: Event) -> None:
        """Append an event; raises ``LogError`` for one that is not well formed."""
        self._file.write(encode_event(event) + b"\n")


def read_log(path: str | Path, *, line_limit: int = LINE_LIMIT, size_limit: int = SIZE_LIMIT) -> Iterator[Event]:
    """Yield the events of a ``.jsonl`` or ``.jsonl.gz`` file: one match, from ``start_match`` to ``end_match``.

    Keys that are not known are left out. The file is read as it is consumed. Raises ``LogError`` that names
    the line: for bad JSON, an unknown event, a value that cannot be, a line longer than ``line_limit`` bytes,
    more than ``size_limit`` bytes after unpacking, an event out of place, a missing end.

    >>> events = list(read_log("tests/cli/four_bao_seed_9.jsonl"))
    >>> events[0]["rules"], events[-1]["type"]
    ('four_bao', 'end_match')
    """
    number = 0
    last = ""
    for number, event in scan_log(path, line_limit=line_limit, size_limit=size_limit):
        try:
            if isinstance(event, LogError):
                raise event
            _check_place(last, event["type"])
        except LogError as error:
            raise LogError(f"log {path}, line {number}: {error}") from None
        last = event["type"]
        yield event
    if last != "end_match":
        _fail(f"log {path}: ends after line {number} without `end_match`; expected a whole match")


def scan_log(
    path: str | Path, *, line_limit: int = LINE_LIMIT, size_limit: int = SIZE_LIMIT
) -> Iterator[tuple[int, Event | LogError]]:
    """Yield the number of each line, from 1 on, with its event, or with what is wrong with the line.

    Whether the events follow one another as they should is not looked at. Raises ``LogError`` where the file
    cannot be read any further: damaged gzip data, a line longer than ``line_limit`` bytes, more than
    ``size_limit`` bytes after unpacking.
    """
    try:
        with _open(Path(path)) as file:
            yield from _scan_lines(file, path, line_limit, size_limit)
    except (OSError, EOFError, zlib.error) as error:
        raise LogError(f"log {path}: cannot be read ({getattr(error, 'strerror', None) or error})") from None


def _open(path: Path) -> IO[bytes]:
    if "\0" in str(path):
        raise LogError(f"log {str(path)!r}: the name has a zero byte, no file's has")
    with path.open("rb") as file:
        packed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    return cast("IO[bytes]", gzip.open(path)) if packed else path.open("rb")


def _scan_lines(
    file: IO[bytes], path: str | Path, line_limit: int, size_limit: int
) -> Iterator[tuple[int, Event | LogError]]:
    number = size = 0
    while line := file.readline(line_limit + 1):
        number += 1
        size += len(line)
        if len(line) > line_limit:
            _fail(f"log {path}, line {number}: longer than {line_limit} bytes, no event is")
        if size > size_limit:
            _fail(
                f"log {path}, line {number}: the log is larger than {size_limit} bytes unpacked; "
                "pass a higher size_limit to read it"
            )
        yield number, _decode_line(line)


def _decode_line(line: bytes) -> Event | LogError:
    if line.isspace():
        return LogError("blank; expected one event a line")
    try:
        return decode_event(line)
    except LogError as error:
        return error


def _check_place(last: str, current: str) -> None:
    """Raise where an event cannot follow the one before it, ``""`` at the start of the file."""
    if (current == "start_match") != (not last):
        _fail(f"unexpected {current!r}; a log starts with one `start_match`")
    if last == "end_match":
        _fail(f"unexpected {current!r} after `end_match`, the last event of a log")


def _fail(message: str) -> NoReturn:
    raise LogError(message)
