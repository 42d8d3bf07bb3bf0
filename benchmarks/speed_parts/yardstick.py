"""A fixed amount of work to measure the engine against, in the same process: it makes figures of machines alike.

A yard is a copy of a megabyte that stays in the cache and a compiled walk through a table, which is what an engine
does most: move bytes, and branch on what it looked up.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np

import mjenv
from mjenv.engine._jit import njit

if TYPE_CHECKING:
    from collections.abc import Callable

    from mjenv.table.batch import Batch

#: Decisions a yard when the engine was last made faster; ``python -m benchmarks.speed_parts.yardstick`` measures them.
MEASURED = {"four_bao": 5000, "classic": 5000, "qiaoma": 5000}
TABLES = 256
WARM_UP = 100  # steps
BYTES = 1 << 20
PLACES = 1 << 15
WALK = 200_000  # steps
MULTIPLIER = np.uint64(6364136223846793005)
INCREMENT = np.uint64(1442695040888963407)
HIGH = np.uint64(49)  # leaves the 15 high bits, a place


@njit
def walk(table, steps):
    """Look up one place after another; each says where the next is and whether it counts."""
    word = np.uint64(1)
    count = 0
    for _ in range(steps):
        word = word * MULTIPLIER + INCREMENT
        place = np.int64(word >> HIGH)
        found = table[place]
        if found & 1:
            count += 1
            table[place] = found + 3
        else:
            word += np.uint64(found)
            table[place] = found + 1
    return count


def yard() -> Callable[[], None]:
    """Return the function that does the work of one yard."""
    source, target = np.zeros(BYTES, np.uint8), np.zeros(BYTES, np.uint8)
    table = np.arange(PLACES, dtype=np.int64)

    def work() -> None:
        for _ in range(8):
            np.copyto(target, source)
        walk(table, WALK)

    work()
    return work


def steps_of(batch: Batch, steps: int) -> Callable[[], None]:
    """Return a function that plays some steps of a batch with the compiled policy."""

    def work() -> None:
        for _ in range(steps):
            batch.step(batch.sample())

    work()
    return work


def decisions_per_yard(rules: str, steps: int = 20, times: int = 8) -> float:
    """Return how many decisions a batch plays in the time of one yard.

    The two take turns and the fastest of each counts: what disturbs only adds to a time.
    """
    batch = mjenv.make_batch(rules, num_tables=TABLES, seed=1)
    steps_of(batch, WARM_UP)()
    works = (yard(), steps_of(batch, steps))
    spent: tuple[list[float], list[float]] = ([], [])
    for _ in range(times):
        for work, so_far in zip(works, spent, strict=True):
            start = time.process_time()
            work()
            so_far.append(time.process_time() - start)
    return TABLES * steps * min(spent[0]) / min(spent[1])


if __name__ == "__main__":
    print({rules: round(decisions_per_yard(rules)) for rules in MEASURED})
