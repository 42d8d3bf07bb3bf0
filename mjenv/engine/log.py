"""What happened, as rows of integers: the kernels' side of the event stream.

A log is kept apart from the table and only on request: one ``LOG`` record a table, or a single disabled one
for a batch that keeps none. ``mjenv.record`` turns rows into events.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NOTHING

LOG_ROWS: Final = 1024  # more than the longest hand followed by the deal of the next
LOG_WIDTH: Final = 16
LOG = np.dtype(
    [("enabled", np.int32), ("count", np.int32), ("rows", np.int32, (LOG_ROWS, LOG_WIDTH))],
    align=True,
)

# Rows are (event, actor, target, tile, a0 … a11); below, what a0 … mean.
EV_START_HAND: Final = 1  # actor the dealer; hand, dice, dice, draws, counter, totals x4
EV_WALL: Final = 2  # tile = index of the first; twelve wall tiles (several rows after EV_START_HAND)
EV_FLOWER: Final = 3
EV_DRAW: Final = 4  # 1 from the tail, left
EV_ASK: Final = 5  # legal actions as four 32-bit words from id 0 up, action taken
EV_DISCARD: Final = 6  # drawn, ready, auto
EV_CHOW: Final = 7  # consumed, consumed, ready
EV_PUNG: Final = 8  # consumed, consumed, ready
EV_KONG: Final = 9
EV_ADDED_KONG: Final = 10
EV_CONCEALED_KONG: Final = 11
EV_BAO: Final = 12  # index
EV_BAO_EXCHANGE: Final = 13  # old, new
EV_HU: Final = 14  # WIN_, flowers, payments x4
EV_ELEMENT: Final = 15  # of the EV_HU before: number of the element in the rule book, value
EV_WIN_HAND: Final = 16  # concealed tiles with the winning tile, from the column `target` on, then NOTHING
EV_GROUPS: Final = 17  # concealed groups: k a run from k, 34 + k a triplet, 68 + k a pair, then NOTHING
EV_END_HAND: Final = 18  # actor 1 a win, 0 a draw; points x4, kongs x4, fee x4
EV_TASK: Final = 19  # number of the task in the rule book, reward
EV_SHOWN_BAO: Final = 20  # tile one 宝 of the hand, in order (one row each, after EV_END_HAND)
EV_NEXT: Final = 21  # dealer, draws, counter, totals x4
EV_END_MATCH: Final = 22  # totals x4


@njit
def new_row(log, event, actor, target, tile):
    """Append a row and return its number, or NOTHING where no log is kept."""
    if log["enabled"] == 0:
        return NOTHING
    row = log["count"]
    log["count"] = row + 1
    rows = log["rows"]
    rows[row, 0] = event
    rows[row, 1] = actor
    rows[row, 2] = target
    rows[row, 3] = tile
    for column in range(4, LOG_WIDTH):
        rows[row, column] = NOTHING
    return row


@njit
def set_values(log, row, column, one, two, three):
    """Write three values of a row, from ``a<column>`` on."""
    if row != NOTHING:
        log["rows"][row, 4 + column] = one
        log["rows"][row, 5 + column] = two
        log["rows"][row, 6 + column] = three


@njit
def set_array(log, row, column, values):
    """Write an array of values of a row, from ``a<column>`` on."""
    if row != NOTHING:
        for i in range(len(values)):
            log["rows"][row, 4 + column + i] = values[i]


@njit
def log_element(log, number, value):
    """Append a scoring element of the win before it."""
    set_values(log, new_row(log, EV_ELEMENT, NOTHING, NOTHING, NOTHING), 0, number, value, NOTHING)


def new_logs(count: int) -> np.ndarray:
    """Return ``count`` empty logs, or a single disabled one for ``count`` 0.

    >>> new_logs(0)["enabled"].tolist(), new_logs(2)["enabled"].tolist()
    ([0], [1, 1])
    """
    logs = np.zeros(max(count, 1), LOG)
    logs["enabled"] = count > 0
    return logs
