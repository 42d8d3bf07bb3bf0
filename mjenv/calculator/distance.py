"""How many tiles a hand is missing, with its own melds' copies used up: standard shape, seven pairs, thirteen orphans.

Plain Python over a suit at a time: a suit is asked for once and remembered.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.melds import is_terminal
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_HONOUR

if TYPE_CHECKING:
    from collections.abc import Sequence

Costs = tuple[int, ...]
MAX_SETS: Final = 4
FAR: Final = 99  # cannot be reached
CELLS: Final = 2 * (MAX_SETS + 1)  # sets, and whether there is a pair
NOTHING_LEFT: Final = (0, *[FAR] * (CELLS - 1))
UNFINISHED: Final = (FAR,) * CELLS
TERMINALS: Final = tuple(kind for kind in range(NUM_KINDS) if is_terminal(kind))
#: What a kind can be beside its runs: nothing, a triplet, a pair.
OWN_GROUPS: Final = ((0, 0, 0), (3, 1, 0), (2, 0, 1))
RUNS_MAX: Final = 2  # equal runs: three of them are three triplets


@lru_cache(maxsize=1 << 17)
def count_suit(held: Costs, limits: Costs, begun: tuple[int, int] = (0, 0), *, with_runs: bool) -> Costs:
    """Return the tiles that the ranks of a suit are missing to each number of sets, without and with a pair.

    ``held``: concealed copies by rank; ``limits``: copies that can ever be concealed; ``begun``: runs that began
    two ranks and one rank below. The answer has the cell ``2 * sets + pair``; the upper ranks of many suits are
    alike, so that most of it is remembered.
    """
    if not held:
        return NOTHING_LEFT if begun == (0, 0) else UNFINISHED
    costs = [FAR] * CELLS
    for new in range(RUNS_MAX + 1 if with_runs and len(held) > 2 else 1):
        above = (begun[1], new)
        for tiles, sets, pair in OWN_GROUPS:
            total = sum(begun) + new + tiles
            if total > limits[0]:
                continue
            rest = count_suit(held[1:], limits[1:], above, with_runs=with_runs)
            missing = max(0, total - held[0])
            added = 2 * (new + sets) + pair
            for cell in range(0, CELLS - added, 1 + pair):  # a second pair is none
                costs[cell + added] = min(costs[cell + added], rest[cell] + missing)
    return tuple(costs)


def count_standard(held: Sequence[int], limits: Sequence[int], sets: int) -> int:
    """Return the tiles missing to ``sets`` sets and a pair (C17); FAR where the own melds hold too many copies."""
    joined = [0, *[FAR] * (CELLS - 1)]
    for start in range(0, NUM_KINDS, 9):
        stop = min(start + 9, NUM_KINDS)
        suit = count_suit(tuple(held[start:stop]), tuple(limits[start:stop]), with_runs=start < FIRST_HONOUR)
        more = [FAR] * CELLS
        for a, cost in enumerate(joined):
            for b in range(CELLS - a):
                if not (a % 2 and b % 2):
                    more[a + b] = min(more[a + b], cost + suit[b])
        joined = more
    return joined[2 * sets + 1]


def count_pairs(held: Sequence[int]) -> int:
    """Return the tiles missing to seven pairs, where four of a kind are two pairs (B3)."""
    costs = [cost for copies in held for cost in (max(0, 2 - copies), min(2, 4 - copies))]
    return sum(sorted(costs)[:7])


def count_orphans(held: Sequence[int], *, any_pair: bool) -> int:
    """Return the tiles missing to thirteen orphans with a pair that the rules allow (B3)."""
    doubled = TERMINALS if any_pair else range(FIRST_DRAGON, NUM_KINDS)
    missing = sum(held[kind] == 0 for kind in TERMINALS)
    return missing + (0 if any(held[kind] > 1 for kind in doubled) else 1)
