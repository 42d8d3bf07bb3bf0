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
TERMINALS: Final = tuple(kind for kind in range(NUM_KINDS) if is_terminal(kind))
#: What a kind can be beside its runs: nothing, a triplet, a pair.
OWN_GROUPS: Final = ((0, 0, 0), (3, 1, 0), (2, 0, 1))
RUNS_MAX: Final = 2  # equal runs: three of them are three triplets


@lru_cache(maxsize=1 << 16)
def count_suit(held: Costs, limits: Costs, *, with_runs: bool) -> Costs:
    """Return the tiles that a suit is missing to each number of sets, without and with a pair.

    ``held``: concealed copies by rank; ``limits``: copies that can ever be concealed. The answer has the cell
    ``2 * sets + pair``.
    """
    ranks = len(held)
    level = {(0, 0, 0): 0}  # runs begun two ranks and one rank before, cell -> tiles missing
    for rank in range(ranks):
        following: dict[tuple[int, int, int], int] = {}
        runs = RUNS_MAX if with_runs and rank + 2 < ranks else 0
        for (two_before, one_before, cell), cost in level.items():
            for begun in range(runs + 1):
                for tiles, sets, pair in OWN_GROUPS:
                    total = two_before + one_before + begun + tiles
                    after = cell + 2 * (begun + sets) + pair
                    if total > limits[rank] or (pair and cell % 2) or after >= CELLS:
                        continue
                    key = (one_before, begun, after)
                    missing = cost + max(0, total - held[rank])
                    following[key] = min(missing, following.get(key, FAR))
        level = following
    costs = [FAR] * CELLS
    for (two_before, one_before, cell), cost in level.items():
        if two_before == one_before == 0:
            costs[cell] = min(costs[cell], cost)
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
