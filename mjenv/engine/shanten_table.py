"""The table behind ``shanten``: how far the tiles of one suit are from being parts of a finished hand.

A *row* belongs to the tiles of a suit. Its cell for (j, p, f), at ``(2 * j + p) * 8 + f``, is the cheapest way to
hold j sets and p pairs in that suit which together have at least the features f (a run, a triplet, a terminal).
A *cost* is one number:

    16 * (tiles to be had yet) - (groups among which they spread; 2 stands for more)

so costs of suits add up, the least number of tiles wins, and of equal numbers the one that spreads most. The
405,350 possible suits have 4,574 different rows. The table takes seconds to build, so it is built on first use and
kept in the cache folder.
"""

from __future__ import annotations

import hashlib
import itertools
import sys
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from mjenv.engine._jit import find_cache_folder
from mjenv.engine.shapes import HAS_RUN, HAS_TRIPLET
from mjenv.files import replacing

if TYPE_CHECKING:
    from pathlib import Path

HAS_TERMINAL: Final = 4
ALL_FEATURES: Final = HAS_RUN | HAS_TRIPLET | HAS_TERMINAL
UNREACHABLE: Final = 255
TILE: Final = 16  # cost of a tile to be had yet
MAX_TILES: Final = 14
NUM_CODES: Final = 5**9
CELLS: Final = 80  # of a row: 0 to 4 sets, 0 or 1 pair, 8 sets of features
NUM_ROWS: Final = 4574

# Rows of one honour kind with 0 to 4 copies follow those of the suits.
ROW_HONOUR: Final = NUM_ROWS  # a plain honour: its triplet is a triplet
ROW_ZHONG: Final = ROW_HONOUR + 5  # 红中 where its pair stands in for a triplet (H6)
ROW_ZHONG_PLAIN: Final = ROW_ZHONG + 5  # 红中 where it does not

FILE_NAME: Final = "shanten-1.npy"
#: SHA-256 of the table's bytes: it has no other content.
DIGEST: Final = "854b331e246b10c021bef9d0edec3a0421d42ca5ced5d364d1d17c56e74753e5"


class Table(NamedTuple):
    """``rows`` uint8[n, 80]; ``row_of`` uint16[5**9], the row of each suit code of at most 14 tiles."""

    rows: np.ndarray
    row_of: np.ndarray


@cache
def load_table() -> Table:
    """Return the table, from the cache folder where it is there and sound, else built and kept there."""
    folder = find_cache_folder()
    path = folder / FILE_NAME if folder else None
    data = read_table(path) if path else None
    if data is None:
        print("mjenv: building the shanten table, once, a few seconds", file=sys.stderr, flush=True)  # noqa: T201
        data = build_table()
        if path:
            write_table(path, data)
    suits = data[2 * NUM_CODES :].reshape(NUM_ROWS, CELLS)
    return Table(np.concatenate([suits, honour_rows()]), data[: 2 * NUM_CODES].view(np.uint16))


def read_table(path: Path) -> np.ndarray | None:
    """Return the bytes of a kept table, None where it is missing or not exactly the one that is built."""
    try:
        data = np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    if data.dtype != np.uint8 or data.shape != (2 * NUM_CODES + NUM_ROWS * CELLS,):
        return None
    return data if hashlib.sha256(data).hexdigest() == DIGEST else None


def write_table(path: Path, data: np.ndarray) -> None:
    """Keep a table: written under another name and renamed; a full or read-only disk is no error."""
    try:
        with replacing(path) as file:
            np.save(file, data)
    except OSError:
        return


def build_table() -> np.ndarray:
    """Return index and rows of all suits as one array of bytes.

    Finished patterns are laid down together with what is left of them without up to three tiles (all tiles of one
    group at most, so from four tiles on the missing ones are spread). Then costs flow to suits with a tile less
    (for the cost of a tile) and, as more tiles do no harm, to suits with a tile more.
    """
    digits = np.stack([np.arange(NUM_CODES) // 5**rank % 5 for rank in range(9)], axis=1).astype(np.int8)
    codes = np.flatnonzero(digits.sum(1) <= MAX_TILES)
    place = np.full(NUM_CODES, -1)  # of a code among `codes`
    place[codes] = np.arange(codes.size)
    costs = np.full((codes.size, 5, 2, 8), UNREACHABLE, np.uint8)
    for sets, pairs in itertools.product(range(5), range(2)):
        lay_patterns(sets, pairs, place, costs)
    for bit in (HAS_RUN, HAS_TRIPLET, HAS_TERMINAL):
        for features in range(8):
            if not features & bit:
                np.minimum(costs[..., features], costs[..., features | bit], out=costs[..., features])
    cells = costs.reshape(codes.size, CELLS)
    spread_costs(cells, codes, digits[codes], place)
    rows, row = np.unique(cells.view(f"V{CELLS}").ravel(), return_inverse=True)
    index = np.zeros(NUM_CODES, np.uint16)
    index[codes] = row
    return np.concatenate([index.view(np.uint8), rows.view(np.uint8).ravel()])


def spread_costs(cells: np.ndarray, codes: np.ndarray, digits: np.ndarray, place: np.ndarray) -> None:
    """Let costs flow from each suit to those with a tile less and then to those with a tile more."""
    few = digits.sum(1) < MAX_TILES
    steps = [(np.flatnonzero(few & (digits[:, rank] == copies)), 5**rank) for rank in range(9) for copies in range(4)]
    for lower, weight in reversed(steps):
        more = np.minimum(cells[place[codes[lower] + weight]], UNREACHABLE - TILE) + np.uint8(TILE)
        cells[lower] = np.minimum(cells[lower], more)
    for lower, weight in steps:
        upper = place[codes[lower] + weight]
        cells[upper] = np.minimum(cells[upper], cells[lower])


def lay_patterns(sets: int, pairs: int, place: np.ndarray, costs: np.ndarray) -> None:
    """Write the costs of all patterns of so many sets and pairs in a suit, less up to three tiles."""
    tiles, features = list_patterns(sets, pairs)
    weights = 5 ** tiles.astype(np.int64)
    groups = [min(tile // 3, sets) for tile in range(tiles.shape[1])]
    flat = costs.reshape(-1)
    for missing in range(4):
        for left_out in itertools.combinations(range(tiles.shape[1]), missing):
            code = weights.sum(1) - weights[:, list(left_out)].sum(1)
            spread = min(len({groups[tile] for tile in left_out}), 2)
            cell = ((place[code] * 5 + sets) * 2 + pairs) * 8 + features
            flat[cell] = np.minimum(flat[cell], TILE * missing - spread)


def list_patterns(sets: int, pairs: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the ranks [n, tiles] and the features [n] of every pattern: group after group, the pair last."""
    groups = [(rank,) * 3 for rank in range(9)] + [(rank, rank + 1, rank + 2) for rank in range(7)]
    tiles = []
    features = []
    for chosen in itertools.combinations_with_replacement(groups, sets):
        for pair in [(rank,) * 2 for rank in range(9)] if pairs else [()]:
            pattern = [rank for group in (*chosen, pair) for rank in group]
            if any(pattern.count(rank) > 4 for rank in set(pattern)):
                continue
            tiles.append(pattern)
            kinds = {HAS_TRIPLET if group[0] == group[1] else HAS_RUN for group in chosen}
            features.append(sum(kinds) + (HAS_TERMINAL if {0, 8} & set(pattern) else 0))
    return np.array(tiles, np.int8).reshape(len(tiles), 3 * sets + 2 * pairs), np.array(features)


def honour_rows() -> np.ndarray:
    """Return uint8[15, 80]: rows of one honour kind, as ``ROW_HONOUR`` and the others tell."""
    rows = np.full((15, 5, 2, 8), UNREACHABLE, np.uint8)
    rows[:, 0, 0, 0] = 0
    for row in range(15):
        copies = row % 5
        pair_is_triplet = row // 5 == 1
        offer(rows[row, 0, 1], HAS_TERMINAL | (HAS_TRIPLET if pair_is_triplet else 0), 2 - copies)
        offer(rows[row, 1, 0], HAS_TERMINAL | HAS_TRIPLET, 3 - copies)
    return rows.reshape(15, CELLS)


def offer(cells: np.ndarray, features: int, missing: int) -> None:
    """Write the cost of one group into all cells whose features it has."""
    for wanted in range(8):
        if wanted & ~features == 0:
            cells[wanted] = TILE * missing - 1 if missing > 0 else 0
