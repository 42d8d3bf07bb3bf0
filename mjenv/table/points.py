"""Where the points of a hand came from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine.codes import NUM_SEATS

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: The last axis of ``split_points``; what a seat's entries sum to are its points of the hand (C20).
SOURCES: Final = (
    "win",  # received as a winner
    "deal_in",  # paid to winners, by the seat that the winning tile came from
    "others_win",  # paid to winners by any other seat
    "kong",  # received and paid for kongs
    "cap",  # taken back by the cap (C23)
)
NO_POINTS: Final = np.zeros(len(SOURCES), np.int64)
NO_POINTS.flags.writeable = False


def split_points(states: np.ndarray) -> NDArray[np.int64]:
    """Return int64 [n, 4, 5], the points of each seat in the latest hand of some tables, by their source.

    >>> import mjenv
    >>> batch = mjenv.make_batch("classic", num_tables=64, seed=1)
    >>> while not batch.hand_done.any():
    ...     batch.step(batch.sample())
    >>> split = split_points(batch.states[batch.hand_done])
    >>> bool((split.sum(axis=2) == batch.states["points"][batch.hand_done]).all())
    True
    """
    seats = np.arange(NUM_SEATS)
    won = (states["winners"][:, None] >> seats & 1).astype(np.bool_)
    gave = ~won & (states["giver"][:, None] == seats)
    win, kong = states["win_points"], states["kong_points"]
    kinds = (won, gave, ~won & ~gave)
    return np.stack([*(win * kind for kind in kinds), kong, states["points"] - win - kong], axis=2, dtype=np.int64)
