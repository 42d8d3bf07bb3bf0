"""Data files: written whole or not at all, read with checks, as Parquet or npz."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final, Protocol

import numpy as np

from mjenv.errors import MjenvError
from mjenv.files import follow, replacing
from mjenv.offline import npz, parquet
from mjenv.offline.columns import Block, find_fault, list_columns, row_bytes
from mjenv.offline.decisions import Decisions

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from mjenv.offline.header import Header

SUFFIXES: Final = (".parquet", ".npz")
SIZE_LIMIT: Final = 1 << 34  # bytes of the packed columns in memory


class Sink(Protocol):
    """What blocks are written to."""

    def write(self, block: Block) -> None:
        """Append a block."""


def check_target(path: Path, *, force: bool) -> None:
    """Raise ``MjenvError`` where no data file could be written to ``path`` in the end."""
    if path.suffix not in SUFFIXES:
        raise MjenvError(f"data {path}: expected a name that ends with {' or '.join(SUFFIXES)}")
    if path.suffix == ".parquet":
        parquet.load_pyarrow()
    if not path.parent.is_dir():
        raise MjenvError(f"data {path}: there is no folder {path.parent}")
    if follow(path).exists() and not force:
        raise MjenvError(f"data {path}: the file exists; use --force to overwrite it")


@contextlib.contextmanager
def open_data(path: str | Path, header: Header, *, force: bool = False) -> Iterator[Sink]:
    """Give a sink of blocks; the file appears, complete, when the block is left without an error.

    Raises ``MjenvError`` where the file exists and ``force`` is not given, or cannot be written.
    """
    path = Path(path)
    check_target(path, force=force)
    try:
        with replacing(path) as file:
            if path.suffix == ".parquet":
                with parquet.open_writer(file, header) as sink:
                    yield sink
            else:
                with npz.open_writer(file, header, path.parent) as sink:
                    yield sink
            check_target(path, force=force)
    except OSError as error:
        raise MjenvError(f"data {path}: cannot be written ({error.strerror or error})") from None


def read_header(path: str | Path) -> Header:
    """Return the metadata of a data file. Raises ``MjenvError`` for what is no data file."""
    with _reading(path) as file:
        header: Header = _format(file).read_header(file)[0]
        return header


def read_blocks(path: str | Path) -> Iterator[Block]:
    """Yield a data file some rows at a time, packed columns by name (see ``docs/offline-data.md``).

    Raises ``MjenvError`` for what is no data file, is damaged, or has rows that cannot be.
    """
    with _reading(path) as file:
        header, _ = _format(file).read_header(file)
        yield from _blocks(file, header)


def read_decisions(path: str | Path, *, size_limit: int = SIZE_LIMIT) -> Decisions:
    """Return a whole data file. Raises ``MjenvError`` as ``read_blocks``, and beyond ``size_limit`` bytes in memory."""
    with _reading(path) as file:
        header, count = _format(file).read_header(file)
        size = count * row_bytes(header.encoder)
        if size > size_limit:
            raise MjenvError(
                f"its {count} decisions take {size} bytes in memory, more than size_limit={size_limit}; "
                "pass a higher one, or read it with read_blocks"
            )
        blocks = list(_blocks(file, header))
    columns = list_columns(header.encoder)
    whole = {
        column.name: np.concatenate(
            [np.zeros(column.shape(0), column.dtype), *(block.pop(column.name) for block in blocks)]
        )
        for column in columns
    }
    return Decisions(header, whole)


def _blocks(file: IO[bytes], header: Header) -> Iterator[Block]:
    """Yield the blocks, with what their numbers say looked at."""
    start = 0
    for block in _format(file).read_blocks(file, header):
        fault = find_fault(block)
        if fault:
            raise MjenvError(f"row {start + fault[0]}: {fault[1]}")
        start += len(block["seat"])
        yield block


def _format(file: IO[bytes]) -> ModuleType:
    """Return the module that reads a file, by its first bytes."""
    file.seek(0)
    magic = file.read(4)
    file.seek(0)
    if magic == parquet.MAGIC:
        return parquet
    if magic[:2] == npz.MAGIC:
        return npz
    raise MjenvError("it is neither Parquet nor npz")


@contextlib.contextmanager
def _reading(path: str | Path) -> Iterator[IO[bytes]]:
    """Give an open file; errors name it."""
    path = Path(path)
    try:
        if not follow(path).exists():
            raise FileNotFoundError(2, "No such file or directory")
        with path.open("rb") as file:
            yield file
    except OSError as error:
        raise MjenvError(f"data {path}: cannot be read ({error.strerror or error})") from None
    except MjenvError as error:
        raise MjenvError(f"data {path}: {error}") from None
