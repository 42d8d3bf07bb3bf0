"""Data files as Parquet, by pyarrow (the extra ``export``), the only module that needs it."""

from __future__ import annotations

import contextlib
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.entry_points import describe_missing
from mjenv.errors import MjenvError
from mjenv.offline.columns import GROUP_ROWS, Block, Column, list_columns
from mjenv.offline.header import METADATA_KEY, Header, decode_header, encode_header

if TYPE_CHECKING:
    from collections.abc import Iterator

MAGIC: Final = b"PAR1"
MOST_GROUP_ROWS: Final = 1 << 16  # of a foreign file; ours have GROUP_ROWS
LEVEL: Final = 3  # of zstd


def load_pyarrow() -> Any:  # noqa: ANN401 - pyarrow has no types
    """Return pyarrow; raises ``MjenvError`` that says how to install it, and what works without."""
    try:
        import pyarrow.parquet
    except ImportError:
        raise MjenvError(f"a .parquet file {describe_missing('pyarrow')}, or write .npz") from None
    return pyarrow


def make_schema(encoder: str, metadata: bytes) -> Any:  # noqa: ANN401
    """Return the schema of a file."""
    arrow = load_pyarrow()
    fields = [arrow.field(column.name, arrow_type(column), nullable=False) for column in list_columns(encoder)]
    return arrow.schema(fields, {METADATA_KEY: metadata})


def arrow_type(column: Column) -> Any:  # noqa: ANN401
    """Return the type of a column: a number, or bytes of fixed width."""
    arrow = load_pyarrow()
    return arrow.binary(column.width) if column.width else arrow.from_numpy_dtype(column.dtype)


@contextlib.contextmanager
def open_writer(file: IO[bytes], header: Header) -> Iterator[ParquetSink]:
    """Give a sink of blocks that writes one row group a block."""
    arrow = load_pyarrow()
    schema = make_schema(header.encoder, encode_header(header))
    writer = arrow.parquet.ParquetWriter(
        file,
        schema,
        compression="zstd",
        compression_level=LEVEL,
        use_dictionary=[column.name for column in list_columns(header.encoder) if not column.width],
        use_byte_stream_split=["observation", "action_mask"],  # rows differ little: 1/3 of the bytes
        write_page_checksum=True,
    )
    try:
        yield ParquetSink(writer, schema, list_columns(header.encoder))
    finally:
        writer.close()


class ParquetSink:
    """Writes blocks."""

    def __init__(self, writer: Any, schema: Any, columns: tuple[Column, ...]) -> None:  # noqa: ANN401
        self._writer = writer
        self._schema = schema
        self._columns = columns

    def write(self, block: Block) -> None:
        """Append a block as a row group."""
        arrow = load_pyarrow()
        count = len(block["seat"])
        arrays = []
        for column in self._columns:
            cells = np.ascontiguousarray(block[column.name])
            if column.width:
                buffers = [None, arrow.py_buffer(cells)]
                arrays.append(arrow.FixedSizeBinaryArray.from_buffers(arrow_type(column), count, buffers))
            else:
                arrays.append(arrow.array(cells, arrow_type(column)))
        self._writer.write_table(arrow.Table.from_arrays(arrays, schema=self._schema), row_group_size=GROUP_ROWS)


@contextlib.contextmanager
def reading(file: IO[bytes]) -> Iterator[Any]:
    """Give the open Parquet file; raises ``MjenvError`` for what pyarrow cannot read."""
    arrow = load_pyarrow()
    try:
        yield arrow.parquet.ParquetFile(file, page_checksum_verification=True)
    except (arrow.ArrowException, OSError, ValueError, OverflowError) as error:
        raise MjenvError(f"it is damaged or no Parquet file ({' '.join(str(error).split())[:200]})") from None


def read_header(file: IO[bytes]) -> tuple[Header, int]:
    """Return the metadata and the number of rows of a file whose columns are as they should be."""
    with reading(file) as opened:
        schema = opened.schema_arrow
        header = decode_header((schema.metadata or {}).get(METADATA_KEY.encode(), b""))
        expected = make_schema(header.encoder, b"")
        if list(schema) != list(expected):
            told = ", ".join(f"{field.name} {field.type}" for field in expected)
            raise MjenvError(f"its columns are not those of {header.format} with {header.encoder}: {told}")
        for group in range(opened.num_row_groups):
            rows = opened.metadata.row_group(group).num_rows
            if rows > MOST_GROUP_ROWS:
                raise MjenvError(f"row group {group} has {rows} rows, expected {MOST_GROUP_ROWS} at most")
        return header, int(opened.metadata.num_rows)


def read_blocks(file: IO[bytes], header: Header) -> Iterator[Block]:
    """Yield the row groups of a file that ``read_header`` has looked at."""
    columns = list_columns(header.encoder)
    with reading(file) as opened:
        for group in range(opened.num_row_groups):
            table = opened.read_row_group(group)
            yield {column.name: to_numpy(table.column(column.name), column) for column in columns}


def to_numpy(chunks: Any, column: Column) -> np.ndarray:  # noqa: ANN401
    """Return a column of a row group as an array."""
    if chunks.null_count:
        raise MjenvError(f"column {column.name} has empty cells")
    parts = []
    for chunk in chunks.chunks:
        if column.width:
            start = chunk.offset * column.width
            parts.append(np.frombuffer(chunk.buffers()[1], np.uint8, len(chunk) * column.width, start))
        else:
            parts.append(np.asarray(chunk.to_numpy(zero_copy_only=False), column.dtype))
    joined = np.concatenate(parts) if parts else np.zeros(0, column.dtype)
    return joined.reshape(column.shape(len(chunks)))
