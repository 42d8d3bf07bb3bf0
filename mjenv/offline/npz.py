"""Data files as npz: one .npy member a column, readable by ``numpy.load`` without pickle."""

from __future__ import annotations

import contextlib
import tempfile
import zipfile
import zlib
from typing import IO, TYPE_CHECKING, Final

import numpy as np

from mjenv.errors import MjenvError
from mjenv.offline.columns import GROUP_ROWS, Block, Column, list_columns
from mjenv.offline.header import MAX_BYTES, Header, decode_header, encode_header

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

MAGIC: Final = b"PK"
LEVEL: Final = 4  # of deflate: three times as fast as the usual 6, for a tenth more bytes
METADATA: Final = "metadata"
CHUNK: Final = 1 << 20
METHODS: Final = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # that numpy.savez writes
MAX_HEADER: Final = 10_000  # letters of the header of a member


@contextlib.contextmanager
def open_writer(file: IO[bytes], header: Header, folder: Path) -> Iterator[NpzSink]:
    """Give a sink of blocks; columns wait in nameless files of ``folder``, as a member's length comes first."""
    columns = list_columns(header.encoder)
    with contextlib.ExitStack() as stack:
        spools = [stack.enter_context(tempfile.TemporaryFile(dir=folder)) for _ in columns]
        sink = NpzSink(columns, spools)
        yield sink
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL) as archive:
            data = np.array(encode_header(header))
            with archive.open(f"{METADATA}.npy", "w") as member:
                np.lib.format.write_array(member, data, allow_pickle=False)
            for column, spool in zip(columns, spools, strict=True):
                spool.seek(0)
                with archive.open(f"{column.name}.npy", "w", force_zip64=True) as member:
                    write_npy_header(member, column, sink.rows)
                    while chunk := spool.read(CHUNK):
                        member.write(chunk)


def write_npy_header(member: IO[bytes], column: Column, rows: int) -> None:
    """Write what stands before the numbers."""
    descr = np.lib.format.dtype_to_descr(column.dtype)
    np.lib.format.write_array_header_1_0(member, {"descr": descr, "fortran_order": False, "shape": column.shape(rows)})


class NpzSink:
    """Takes blocks."""

    def __init__(self, columns: tuple[Column, ...], spools: Sequence[IO[bytes]]) -> None:
        self.rows = 0
        self._columns = columns
        self._spools = spools

    def write(self, block: Block) -> None:
        """Append a block."""
        self.rows += len(block["seat"])
        for column, spool in zip(self._columns, self._spools, strict=True):
            cells = np.ascontiguousarray(block[column.name], dtype=column.dtype)
            spool.write(cells.data if cells.size else b"")


@contextlib.contextmanager
def reading(file: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """Give the open archive; raises ``MjenvError`` for what is damaged."""
    try:
        with zipfile.ZipFile(file) as archive:
            if any(info.compress_type not in METHODS for info in archive.infolist()):
                raise MjenvError("its members are packed otherwise than by deflate")
            yield archive
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError, RuntimeError) as error:
        raise MjenvError(f"it is damaged or no npz file ({' '.join(str(error).split())[:200]})") from None


def read_header(file: IO[bytes]) -> tuple[Header, int]:
    """Return the metadata and the number of rows of a file whose members are as they should be."""
    with reading(file) as archive:
        header = decode_header(read_metadata(archive))
        columns = list_columns(header.encoder)
        expected = sorted(f"{name}.npy" for name in (METADATA, *(column.name for column in columns)))
        if sorted(archive.namelist()) != expected:
            raise MjenvError(f"its members are not those of {header.format}: {', '.join(expected)}")
        counts = set()
        for column in columns:
            with archive.open(f"{column.name}.npy") as member:
                counts.add(read_npy_header(member, column))
        if len(counts) != 1:
            raise MjenvError(f"its columns differ in length: {', '.join(map(str, sorted(counts)))}")
        return header, counts.pop()


def read_metadata(archive: zipfile.ZipFile) -> bytes:
    """Return the metadata, of limited length."""
    try:
        info = archive.getinfo(f"{METADATA}.npy")
    except KeyError:
        raise MjenvError(f"it has no member {METADATA}.npy, so it is no data file of mjenv") from None
    if info.file_size > MAX_BYTES:
        raise MjenvError(f"its metadata has {info.file_size} bytes, expected {MAX_BYTES} at most")
    with archive.open(info) as member:
        shape, dtype = parse_npy_header(member)
        if shape != () or dtype.kind != "S":
            raise MjenvError(f"its metadata is {dtype}{list(shape)}, expected one text of bytes")
        return member.read(MAX_BYTES)


def parse_npy_header(member: IO[bytes]) -> tuple[tuple[int, ...], np.dtype]:
    """Return shape and type of a member that is kept row by row."""
    if np.lib.format.read_magic(member) != (1, 0):
        raise MjenvError("a member is no .npy of version 1.0")
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(member, max_header_size=MAX_HEADER)
    if fortran and len(shape) > 1:
        raise MjenvError("a member is kept column by column, expected row by row")
    return shape, dtype


def read_npy_header(member: IO[bytes], column: Column) -> int:
    """Return the number of rows; raises ``MjenvError`` where the member is not such a column."""
    shape, dtype = parse_npy_header(member)
    if not shape or shape[0] < 0 or shape != column.shape(shape[0]) or dtype != column.dtype:
        expected = ", ".join(map(str, ("n", *column.shape(0)[1:])))
        raise MjenvError(f"column {column.name} is {dtype}{list(shape)}, expected {column.dtype}[{expected}]")
    return shape[0]


def read_blocks(file: IO[bytes], header: Header) -> Iterator[Block]:
    """Yield the rows of a file that ``read_header`` has looked at, some at a time."""
    columns = list_columns(header.encoder)
    with reading(file) as archive, contextlib.ExitStack() as stack:
        members = [stack.enter_context(archive.open(f"{column.name}.npy")) for column in columns]
        rows = {read_npy_header(member, column) for member, column in zip(members, columns, strict=True)}.pop()
        for start in range(0, rows, GROUP_ROWS):
            count = min(GROUP_ROWS, rows - start)
            yield {
                column.name: read_rows(member, column, count) for member, column in zip(members, columns, strict=True)
            }
        for member, column in zip(members, columns, strict=True):
            if member.read(1):  # at the end the checksum is looked at
                raise MjenvError(f"column {column.name} goes on behind its {rows} rows")


def read_rows(member: IO[bytes], column: Column, count: int) -> np.ndarray:
    """Read some rows of a column."""
    data = member.read(count * column.row_bytes)
    if len(data) != count * column.row_bytes:
        raise MjenvError(f"column {column.name} is cut short")
    return np.frombuffer(data, column.dtype).reshape(column.shape(count))
