"""Uniformly random legal actions drawn with NumPy from a mask, as a learner without compiled code would."""

from __future__ import annotations

import numpy as np


def draw_actions(mask: np.ndarray, generator: np.random.Generator) -> np.ndarray:
    """Return int64 [n], a legal action of each row of a mask int8 [n, actions]; any number where a row has none.

    The positions of all ones are listed in order, and one of each row's own is picked. (Of the ways tried it is the
    fastest of a few lines: a third of the time of an argmax over random numbers, half that of cumulative sums.)

    >>> draw_actions(np.array([[0, 1, 0], [0, 0, 1]], np.int8), np.random.default_rng(1)).tolist()
    [1, 2]
    """
    tables, width = mask.shape
    starts = np.arange(tables) * width
    legal = np.flatnonzero(mask.view(np.bool_))
    if not legal.size:
        return np.zeros(tables, np.int64)
    first = np.searchsorted(legal, starts)
    count = np.diff(first, append=len(legal))
    place = first + (generator.random(tables) * count).astype(np.int64)
    return legal[np.minimum(place, len(legal) - 1)] - starts
