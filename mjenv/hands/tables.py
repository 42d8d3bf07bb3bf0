"""Small tables for the plain distance to the standard shape, made from the table behind ``shanten``.

A *row* tells the tiles that the kinds of a suit are missing to each number of sets, without and with a pair: cell
``2 * sets + pair``. There are 130 rows of suits, so that a row is a byte, and what two suits come to together is
looked up as well. Made when this module is imported, which is when the first hand is asked about.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.shanten_table import MAX_TILES, NUM_CODES, ROW_HONOUR, TILE, UNREACHABLE, load_table

CELLS: Final = 10  # 0 to 4 sets, without and with a pair
FAR: Final = 30  # cannot be reached; two of them still fit a byte
NUM_HONOURS: Final = 7
LOW_RANKS: Final = 5  # a suit's number is read as its five low and its four high digits
LOW_CODES: Final = 5**LOW_RANKS

# A place for each of the 405,350 suits of at most 14 tiles ----------------------------------------------


def _count_digits(ranks: int) -> np.ndarray:
    """Return the tiles of each base-5 number of so many ranks."""
    digits: np.ndarray = np.stack([np.arange(5**ranks) // 5**rank % 5 for rank in range(ranks)])
    counts: np.ndarray = digits.sum(axis=0)
    return counts


_LOW, _HIGH = _count_digits(LOW_RANKS), _count_digits(9 - LOW_RANKS)
#: ROOM[high]: tiles that the low ranks may hold.
ROOM: Final = np.maximum(MAX_TILES - _HIGH, 0).astype(np.uint8)
_FITS: Final = np.arange(MAX_TILES + 1)[:, None] >= _LOW
#: PLACE[room, low]: place of the low ranks among those that fit the room.
PLACE: Final = (np.cumsum(_FITS, axis=1) - 1).astype(np.uint16)
#: FIRST[high]: place of the first suit with these high ranks.
FIRST: Final = np.concatenate([[0], np.cumsum(np.where(_HIGH <= MAX_TILES, _FITS.sum(1)[ROOM], 0))]).astype(np.int32)


def list_places() -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of all suits of at most 14 tiles, and their places."""
    high, low = np.divmod(np.arange(NUM_CODES), LOW_CODES)
    codes = np.flatnonzero(_HIGH[high] + _LOW[low] <= MAX_TILES)
    high, low = high[codes], low[codes]
    return codes, FIRST[high] + PLACE[ROOM[high], low]


@njit
def find_place(hand, first):
    """Place of the suit that begins with a kind; the suit has at most 14 tiles, four of a kind."""
    low = int(hand[first]) + 5 * int(hand[first + 1]) + 25 * int(hand[first + 2])
    low += 125 * int(hand[first + 3]) + 625 * int(hand[first + 4])
    high = int(hand[first + 5]) + 5 * int(hand[first + 6]) + 25 * int(hand[first + 7]) + 125 * int(hand[first + 8])
    return int(FIRST[high]) + int(PLACE[int(ROOM[high]), low])


# Rows ---------------------------------------------------------------------------------------------------


def join_rows(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the rows [n, 10] of what rows [n, 10] of two suits come to together."""
    joined = np.full(one.shape, FAR, np.uint8)
    for a in range(CELLS):
        for b in range(CELLS - a):
            if not a & b & 1:  # a second pair is none
                joined[:, a + b] = np.minimum(joined[:, a + b], one[:, a] + other[:, b])
    return joined


def _number(rows: np.ndarray, dtype: type) -> tuple[np.ndarray, np.ndarray]:
    """Return the different rows, and which of them each row is."""
    different, which = np.unique(rows.reshape(-1, CELLS), axis=0, return_inverse=True)
    return different, which.reshape(rows.shape[:-1]).astype(dtype)


def _join_all(one: np.ndarray, other: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the different rows of all pairs of rows, and which of them each pair has."""
    pairs = join_rows(np.repeat(one, len(other), axis=0), np.tile(other, (len(one), 1)))
    rows, which = _number(pairs.reshape(len(one), len(other), CELLS), np.uint16)
    return rows, which


def _plain(rows: np.ndarray) -> np.ndarray:
    """Return the tiles missing by costs, whatever the features."""
    costs = rows.reshape(-1, CELLS, 8)[:, :, 0].astype(np.int64)
    return np.where(costs == UNREACHABLE, FAR, (costs + TILE - 1) // TILE).astype(np.uint8)


def _suit_rows() -> tuple[np.ndarray, np.ndarray]:
    """Return the different rows of suits, and the row of each place."""
    costs, row_of = load_table()
    different, which = _number(_plain(costs), np.uint8)
    codes, places = list_places()
    rows = np.zeros(len(places), np.uint8)
    rows[places] = which[row_of[codes]]
    return different, rows


def _honour_rows() -> tuple[np.ndarray, np.ndarray]:
    """Return the different rows of seven honours, and the row of each base-5 number of their copies."""
    costs, _ = load_table()
    kinds = _plain(costs[ROW_HONOUR : ROW_HONOUR + 5])
    rows, which = kinds, np.arange(5)
    for _ in range(NUM_HONOURS - 1):
        rows, joined = _join_all(kinds, rows)
        which = joined[:, which].ravel()
    return rows, which.astype(np.uint8)


SUIT_ROWS, SUIT_ROW = _suit_rows()
HONOUR_ROWS, HONOUR_ROW = _honour_rows()
#: What two suits, and what a suit and the honours, come to together.
TWO_ROWS, TWO_ROW = _join_all(SUIT_ROWS, SUIT_ROWS)
REST_ROWS, REST_ROW = _join_all(SUIT_ROWS, HONOUR_ROWS)


def _missing() -> np.ndarray:
    """Return uint8[sets, two, rest], the tiles missing to so many sets and a pair."""
    missing = np.full((CELLS // 2, len(TWO_ROWS), len(REST_ROWS)), FAR, np.uint8)
    for sets in range(CELLS // 2):
        for cell in range(2 * sets + 2):
            missing[sets] = np.minimum(missing[sets], TWO_ROWS[:, None, cell] + REST_ROWS[:, 2 * sets + 1 - cell])
    return missing


MISSING: Final = _missing()


@njit
def find_suit_row(hand, first):
    """Row of the suit that begins with a kind."""
    return int(SUIT_ROW[find_place(hand, first)])


@njit
def find_honour_row(hand):
    """Row of the honours."""
    code = int(hand[27]) + 5 * int(hand[28]) + 25 * int(hand[29]) + 125 * int(hand[30])
    return int(HONOUR_ROW[code + 625 * int(hand[31]) + 3125 * int(hand[32]) + 15625 * int(hand[33])])
