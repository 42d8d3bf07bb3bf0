"""Whether a data file has the decisions that playing again gives."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from mjenv.offline.columns import Block, regroup, unpack_mask, unpack_observation

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class Comparison:
    """``rows`` that were compared and found equal, and where the first difference is, empty if there is none."""

    rows: int
    difference: str


def compare(encoder: str, found: Iterable[Block], expected: Iterable[Block]) -> Comparison:
    """Compare every column of two streams of decisions, up to the first difference."""
    rows = 0
    for one, other in zip_longest(regroup(found), regroup(expected)):
        if one is None or other is None:
            return Comparison(rows, f"row {rows}: the file {'ends' if one is None else 'goes on'}")
        count = min(len(one["seat"]), len(other["seat"]))
        row, name = find_difference(one, other, count)
        if name:
            return Comparison(
                rows + row, f"row {rows + row} ({place(other, row)}), {tell(encoder, name, one, other, row)}"
            )
        if len(one["seat"]) != len(other["seat"]):
            ends = len(one["seat"]) < len(other["seat"])
            return Comparison(rows + count, f"row {rows + count}: the file {'ends' if ends else 'goes on'}")
        rows += count
    return Comparison(rows, "")


def find_difference(one: Block, other: Block, count: int) -> tuple[int, str]:
    """Return the first of ``count`` rows that differs and its column, ``(count, "")`` where none does."""
    first, where = count, ""
    for name, column in other.items():
        differs = (one[name][:count] != column[:count]).reshape(count, -1).any(axis=1)
        if differs[:first].any():
            first, where = int(differs.argmax()), name
    return first, where


def place(block: Block, row: int) -> str:
    """Return in words which decision a row is."""
    return ", ".join(f"{name} {block[name][row]}" for name in ("match", "hand", "seat", "decision"))


def tell(encoder: str, name: str, one: Block, other: Block, row: int) -> str:
    """Return in words how a row of the file (``one``) differs in a column."""
    cells = [block[name][row : row + 1] for block in (one, other)]
    if name == "action_mask":
        cells = [unpack_mask(cell) for cell in cells]
    elif name == "observation":
        cells = [unpack_observation(encoder, cell) for cell in cells]
    at = np.argwhere(cells[0][0] != cells[1][0])
    index = tuple(at[0].tolist()) if len(at) else ()
    label = name + (str(list(index)) if index else "")
    return f"{label}: expected {cells[1][0][index]}, found {cells[0][0][index]}"
