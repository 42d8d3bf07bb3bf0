"""Where the time of a step goes: each stage's kernel by itself over the same tables, beside a copy of its bytes."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Any

import numpy as np

from mjenv.engine._jit import njit
from mjenv.observe import planes
from mjenv.observe.encoders import encode_planes
from mjenv.table.batch import NO_PLANES
from mjenv.table.rows import choose_uniform, find_illegal, play_rows, publish_rows

from .numbers import three_digits
from .ours import spread_batch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mjenv.table.batch import Batch

STEPS = 200  # of each round
CACHE_LINE = 64
PAGE = 4096
NOTE = (
    "{tables:,} tables, one core, by the process's own time; the least of {repeats} medians of {steps} steps, "
    "nanoseconds a table. A stage by itself meets its memory cold, so that the parts add up to more than the step. "
    "A copy is one of as many bytes as the stage reads and writes"
)


@njit
def river_planes(states, rows, flat):
    """The discards' planes alone."""
    for i in rows:
        planes.fill_river(states[i], states[i]["actor"], flat[i])


@njit
def meld_planes(states, rules, rows, flat):
    """The melds' planes alone."""
    for i in rows:
        planes.fill_melds(states[i], rules[0], states[i]["actor"], flat[i])


@njit
def scalar_planes(states, rules, rows, flat):
    """The scalars' planes alone."""
    for i in rows:
        planes.fill_scalars(states[i], rules[0], states[i]["actor"], flat[i])


def stages_of(batch: Batch, actions: np.ndarray) -> dict[str, tuple[Callable[[], object], int]]:
    """Return what is timed, in the order of a step: a call, and the bytes of a table that it touches."""
    rows, record = np.arange(batch.num_tables), batch.rules.record
    flat = batch.observation.reshape(batch.num_tables, -1)
    shown = (batch.actor, batch.reward, batch._flags, batch._mask.view(np.uint64))
    table = (batch.states, record, batch.logs, rows, actions, batch._runs)
    state, seen, mask = batch.states.itemsize, flat.shape[1], batch._mask.shape[1]
    acting = np.flatnonzero(~batch.done)
    return {
        "draw actions": (lambda: choose_uniform(batch.states, actions), CACHE_LINE + 8),
        "check actions": (lambda: find_illegal(batch.states, batch._runs, actions), CACHE_LINE + 8),
        "play, without observing": (lambda: play_rows(*table, (*shown, NO_PLANES)), 2 * state + mask + 19),
        "publish mask and rewards": (lambda: publish_rows(batch.states, rows, *shown), 2 * CACHE_LINE + mask + 19),
        "observe": (
            lambda: encode_planes(batch.states, record, rows, batch.actor.astype(np.int64), batch.observation),
            state + seen,
        ),
        "… the rivers": (lambda: river_planes(batch.states, acting, flat), 4 * CACHE_LINE + 12 * 34),
        "… the melds": (lambda: meld_planes(batch.states, record, acting, flat), 2 * CACHE_LINE + 8 * 34),
        "… the scalars": (lambda: scalar_planes(batch.states, record, acting, flat), 6 * CACHE_LINE + 2 * 34),
        "`Batch.step` as a whole": (lambda: batch.step(actions), 2 * state + seen + mask + CACHE_LINE + 27),
    }


def time_stages(rules: str, tables: int) -> dict[str, tuple[float, int]]:
    """Return nanoseconds and bytes a table of each stage: medians over some steps."""
    batch = spread_batch(rules, tables, 1, 1, "planes/1")
    actions = batch.sample()
    taken: dict[str, list[float]] = {}
    size: dict[str, int] = {}
    for _ in range(STEPS):
        for name, (call, nbytes) in stages_of(batch, actions).items():
            if name.startswith(("play", "`")):
                batch.sample(out=actions)
            start = time.process_time_ns()
            call()
            taken.setdefault(name, []).append((time.process_time_ns() - start) / tables)
            size[name] = nbytes
    return {name: (statistics.median(values), size[name]) for name, values in taken.items()}


def time_copy(nbytes: int, tables: int) -> float:
    """Return the nanoseconds that NumPy takes to copy some bytes of each table.

    The copy lies half a page from where the source lies in its page: at the same place of a page, a processor that
    compares the lower bits of addresses takes ten times as long.
    """
    source, room = np.ones((tables, nbytes), np.uint8), np.ones(tables * nbytes + PAGE, np.uint8)
    start = (source.ctypes.data + PAGE // 2 - room.ctypes.data) % PAGE
    target = room[start : start + source.size].reshape(source.shape)
    taken = []
    for _ in range(STEPS):
        start = time.process_time_ns()
        np.copyto(target, source)
        taken.append((time.process_time_ns() - start) / tables)
    return statistics.median(taken)


def measure_stages(
    rules: Sequence[str], tables: int, repeats: int, progress: Callable[[int, int], None]
) -> dict[str, Any]:
    """Return the document of the stages of a step."""
    found: dict[str, list[dict[str, tuple[float, int]]]] = {name: [] for name in rules}
    for number in range(repeats):
        for place, name in enumerate(rules):
            found[name].append(time_stages(name, tables))
            progress(number * len(rules) + place + 1, repeats * len(rules))
    first = found[rules[0]][0]
    rows = [
        [
            stage,
            *(f"{min(run[stage][0] for run in found[name]):.0f} ns" for name in rules),
            f"{nbytes:,}",
            f"{min(time_copy(nbytes, tables) for _ in range(repeats)):.0f} ns",
        ]
        for stage, (_, nbytes) in first.items()
    ]
    whole = [min(run["`Batch.step` as a whole"][0] + run["draw actions"][0] for run in found[name]) for name in rules]
    rows.append(["drawn and stepped, decisions/s", *(f"{three_digits(1e3 / ns)} M" for ns in whole), "", ""])
    return {
        "title": "Where the time of a step goes",
        "columns": ["stage", *rules, "bytes", "a copy"],
        "rows": rows,
        "notes": NOTE.format(tables=tables, repeats=repeats, steps=STEPS),
    }
