"""The columns of a data file: one row a decision, what the seat saw in packed form."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from mjenv.engine.codes import NUM_ACTIONS, NUM_SEATS
from mjenv.errors import MjenvError
from mjenv.observe.encoders import Encoder, find_encoder
from mjenv.observe.flat import FLAT_VERSION
from mjenv.observe.packing import PACKED_BYTES, pack, unpack
from mjenv.observe.planes import PLANES_VERSION
from mjenv.observe.tokens import TOKENS_VERSION
from mjenv.variants.params import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: Columns by name, each with a first axis of n decisions.
Block = dict[str, np.ndarray]
#: Encoders that a data file can have.
EXPORTED: Final = (PLANES_VERSION, FLAT_VERSION, TOKENS_VERSION)
MASK_BYTES: Final = (NUM_ACTIONS + 7) // 8
GROUP_ROWS: Final = 1 << 14  # decisions written and read at a time


class Column(NamedTuple):
    """A column: its name, the type of a cell, the cells of a row (0: a single value), its meaning."""

    name: str
    dtype: np.dtype[Any]
    width: int
    doc: str

    @property
    def row_bytes(self) -> int:
        """Bytes of a row."""
        return int(self.dtype.itemsize) * max(self.width, 1)

    def shape(self, count: int) -> tuple[int, ...]:
        """Return the shape for ``count`` rows."""
        return (count, self.width) if self.width else (count,)


def _single(name: str, dtype: str, doc: str) -> Column:
    return Column(name, np.dtype(dtype), 0, doc)


SINGLES: Final = (
    _single("match", "<i4", "number of the match, from 0"),
    _single("hand", "<i4", "number of the hand within the match, from 0"),
    _single("seat", "|i1", "seat that decides, 0-3"),
    _single("decision", "<i2", "number of the decision within the hand, those of all seats counted, from 0"),
    _single("action", "|i1", "action taken, 0-112"),
    _single("points", "<i4", "points that the seat receives from here to the end of the hand"),
    _single("match_points", "<i4", "points that the seat receives from here to the end of the match"),
    _single("hand_end", "|b1", "the seat decides nothing more in this hand"),
)


def check_exported(name: str) -> Encoder:
    """Return an encoder that a data file can have; raises ``MjenvError`` for another.

    >>> check_exported("flat/1").shape
    (1300,)
    """
    if name not in EXPORTED:
        raise MjenvError(f"encoder {name!r}{nearest(name, EXPORTED)}: data files have {' or '.join(EXPORTED)}")
    return find_encoder(name)


def list_columns(encoder: str) -> tuple[Column, ...]:
    """Return the columns of a file with an encoder, in order.

    >>> [(column.name, column.row_bytes) for column in list_columns("planes/1")][-2:]
    [('action_mask', 15), ('observation', 417)]
    """
    found = check_exported(encoder)
    plain = found.dtype.itemsize * int(np.prod(found.shape))
    width = PACKED_BYTES if encoder == PLANES_VERSION else plain
    byte = np.dtype(np.uint8)
    return (
        *SINGLES,
        Column("action_mask", byte, MASK_BYTES, "legal actions, action k is bit k % 8 of byte k // 8"),
        Column("observation", byte, width, "what the seat saw, packed or as little-endian bytes"),
    )


def row_bytes(encoder: str) -> int:
    """Bytes of a decision in memory, packed."""
    return sum(column.row_bytes for column in list_columns(encoder))


def pack_observation(encoder: str, observation: np.ndarray) -> np.ndarray:
    """Return observations [n, …] as they are kept, uint8 [n, width]."""
    if encoder == PLANES_VERSION:
        return pack(observation)
    plain = np.ascontiguousarray(observation, dtype=observation.dtype.newbyteorder("<"))
    return plain.reshape(len(plain), -1).view(np.uint8)


def unpack_observation(encoder: str, packed: np.ndarray) -> np.ndarray:
    """Return the observations [n, …] of ``encoder`` that were packed.

    >>> flat = np.arange(2600, dtype=np.int16).reshape(2, 1300)
    >>> bool((unpack_observation("flat/1", pack_observation("flat/1", flat)) == flat).all())
    True
    """
    found = check_exported(encoder)
    if encoder == PLANES_VERSION:
        return unpack(np.ascontiguousarray(packed))
    plain = np.ascontiguousarray(packed).view(found.dtype.newbyteorder("<"))
    observation: np.ndarray = plain.reshape(len(packed), *found.shape).astype(found.dtype, copy=False)
    return observation


def pack_mask(mask: np.ndarray) -> np.ndarray:
    """Return masks int8 [n, 113] as they are kept, uint8 [n, 15]."""
    return np.packbits(mask.astype(np.bool_), axis=1, bitorder="little")


def unpack_mask(packed: np.ndarray) -> np.ndarray:
    """Return the masks, int8 [n, 113], that were packed.

    >>> mask = np.eye(3, 113, dtype=np.int8)
    >>> bool((unpack_mask(pack_mask(mask)) == mask).all())
    True
    """
    return np.unpackbits(packed, axis=1, count=NUM_ACTIONS, bitorder="little").view(np.int8)


def find_fault(block: Block) -> tuple[int, str] | None:
    """Return the first row whose numbers cannot be, and why; None where all can.

    >>> good = {"seat": [0], "match": [0], "hand": [0], "decision": [0], "action": [0], "action_mask": [[1] + [0] * 14]}
    >>> find_fault({name: np.array(cells, np.uint8) for name, cells in good.items()})
    >>> find_fault({name: np.array(cells, np.uint8) for name, cells in (good | {"action": [9]}).items()})
    (0, 'action 9 is not legal by its action_mask')
    """
    for name in ("match", "hand", "decision", "seat"):
        high = NUM_SEATS if name == "seat" else np.iinfo(block[name].dtype).max
        wrong = (block[name] < 0) | (block[name] >= high)
        if wrong.any():
            row = int(wrong.argmax())
            return row, f"{name} {block[name][row]} cannot be"
    action = block["action"].astype(np.int64)
    inside = (action >= 0) & (action < NUM_ACTIONS)
    settled = np.where(inside, action, 0)
    bits = block["action_mask"][np.arange(len(action)), settled >> 3] >> (settled & 7) & 1
    wrong = ~inside | (bits == 0)
    if not wrong.any():
        return None
    row = int(wrong.argmax())
    return row, f"action {action[row]} is not legal by its action_mask"


def join(blocks: list[Block]) -> Block:
    """Return blocks one behind another."""
    return {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}


def regroup(blocks: Iterable[Block], rows: int = GROUP_ROWS) -> Iterator[Block]:
    """Yield the same rows in blocks of ``rows`` each, the last of what is left.

    >>> [len(block["seat"]) for block in regroup([{"seat": np.zeros(5)}, {"seat": np.zeros(4)}], 4)]
    [4, 4, 1]
    """
    held: list[Block] = []
    count = 0
    for block in blocks:
        held.append(block)
        count += len(block["seat"])
        if count < rows:
            continue
        whole = join(held)
        start = 0
        for start in range(0, count - rows + 1, rows):
            yield {name: column[start : start + rows] for name, column in whole.items()}
        rest = {name: column[start + rows :] for name, column in whole.items()}
        held, count = [rest], len(rest["seat"])
    if count:
        yield join(held)
