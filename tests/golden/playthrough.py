"""A match as text: at each decision what the seat sees, what it may do and what it does."""

from __future__ import annotations

import string
from pathlib import Path

import numpy as np

import mjenv
from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import format_tiles
from mjenv.observe.planes import PLANE_NAMES, SCALAR_PLANES, SCALARS
from mjenv.variants.registry import BOOKS
from mjenv.view.ansi import render_table
from mjenv.view.style import RenderStyle
from tests.table.policies import WEIGHTS

DIGITS = "·◉23456789" + string.ascii_letters + "+"  # 0 and 1 by sign; a is 10, A is 36, + more than 61
SUITS = (slice(0, 9), slice(9, 18), slice(18, 27), slice(27, 34))
#: A hand of each rule set that shows what is special in it.
SEEDS = {"four_bao": 784, "single_bao": 179, "classic": 387, "online": 90, "qiaoma": 35}


def golden_file(rules):
    """Return the file of a rule set's playthrough."""
    return Path(__file__).parent / f"{rules}.txt"


def write_playthrough(rules, seed=None):
    """Return the text of one hand between four players who claim, become ready and win where they can."""
    seed = SEEDS[rules] if seed is None else seed
    batch = mjenv.make_batch(rules, num_tables=1, seed=seed)
    lines = [f"{batch.rules.preset.id}, seed {seed}; written by: python -m tests.golden", ""]
    wall = batch.states["wall"][0, : BOOKS[batch.rules.variant].wall_length]
    lines += [f"wall {' '.join(format_tiles([kind]) for kind in wall)}", ""]
    number = 0
    while not batch.done[0]:
        number += 1
        action = choose(batch, number)
        lines += describe_decision(batch, number, action)
        batch.step([action])
    picture = render_table(batch.states, batch.rules, style=RenderStyle(tiles="ascii"))
    lines += [picture, "", f"rewards {batch.reward[0].tolist()}"]
    return "\n".join(lines) + "\n"


def choose(batch, number):
    """Return the seat's action: two times of three what gets it on, else any, by the batch's own chance alone."""
    action = int(batch.sample()[0])
    weights = batch.action_mask[0] * WEIGHTS
    best = np.flatnonzero(weights == weights.max())
    return int(best[action % len(best)]) if weights.max() > 1 and number % 3 else action


def describe_decision(batch, number, action):
    """Return the lines of one decision."""
    legal = [ACTION_NAMES[index] for index in np.flatnonzero(batch.action_mask[0])]
    planes = batch.observation[0]
    lines = [f"{number}. seat {batch.actor[0]}: {ACTION_NAMES[action]}", f"    legal        {', '.join(legal)}"]
    for name, plane in zip(PLANE_NAMES[:SCALAR_PLANES], planes, strict=False):
        if plane.any():
            lines.append(f"    {name:<12} {' '.join(draw_cells(plane[suit]) for suit in SUITS)}")
    return [*lines, f"    {describe_scalars(planes[SCALAR_PLANES:].ravel())}", ""]


def draw_cells(cells):
    """Return small numbers as one sign each.

    >>> draw_cells([0, 1, 2, 11])
    '·◉2b'
    """
    return "".join(DIGITS[min(cell, len(DIGITS) - 1)] for cell in cells)


def describe_scalars(cells):
    """Return the scalars that are not zero, by name."""
    parts, column = [], 0
    for name, width, _ in SCALARS:
        values = cells[column : column + width].tolist()
        column += width
        if any(values):
            parts.append(f"{name} {'/'.join(map(str, values))}")
    return ", ".join(parts)
