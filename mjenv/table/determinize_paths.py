"""Hands that lack one tile, drawn with exactly the chance that a deal of the unseen tiles has of giving them.

A hand is read kind by kind, as a path through the nodes of a small graph. A node says which runs have been begun,
how many sets, which pair and which missing tile are still due; seven pairs and thirteen orphans have nodes of their
own. ``fill_values`` sums, backwards, the weights of all paths from each node; ``draw_path`` then walks forward. A
hand is met once for each way to finish it, which ``count_paths`` counts, so that its caller can make up for it.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import MAX_MELDS, NUM_KINDS
from mjenv.engine.rng import next_sample
from mjenv.engine.tiles import FIRST_HONOUR

MAX_COPIES: Final = 4
RUNS: Final = 3  # 0, 1 or 2 equal runs: three are three triplets
PAIRS: Final = 6  # that seven pairs without one tile have

# Nodes: (runs that need this kind as their second tile, as their third, sets due, pair due, missing tile due) …
STANDARD_NODES: Final = RUNS * RUNS * (MAX_MELDS + 1) * 2 * 2
# … (pairs due, odd tile due) …
FIRST_PAIRS_NODE: Final = STANDARD_NODES
# … (a kind may be missing, a kind must be doubled: both or neither happens).
FIRST_ORPHANS_NODE: Final = FIRST_PAIRS_NODE + 2 * (PAIRS + 1)
NUM_NODES: Final = FIRST_ORPHANS_NODE + 4
START_PAIRS: Final = FIRST_PAIRS_NODE + 2 * PAIRS + 1
START_ORPHANS: Final = FIRST_ORPHANS_NODE + 3
#: The ends: nothing is due.
ENDS: Final = (0, FIRST_PAIRS_NODE, FIRST_ORPHANS_NODE, FIRST_ORPHANS_NODE + 3)

# Classes of kinds
INNER: Final = 0  # 2-7 of a suit
FIRST: Final = 1  # 1 of a suit
EIGHT: Final = 2  # starts no run
LAST: Final = 3  # 9s and honours
NUM_CLASSES: Final = 4
CLASS_OF: Final = np.array(
    [LAST if kind >= FIRST_HONOUR else {0: FIRST, 7: EIGHT, 8: LAST}.get(kind % 9, INNER) for kind in range(NUM_KINDS)],
    np.int64,
)
#: CHOOSE[n, k]: ways to take k of n copies.
CHOOSE: Final = np.array(
    [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0], [1, 2, 1, 0, 0], [1, 3, 3, 1, 0], [1, 4, 6, 4, 1]], np.float64
)


def _standard_node(second: int, third: int, sets: int, pair: int, missing: int) -> int:
    return (((second * RUNS + third) * (MAX_MELDS + 1) + sets) * 2 + pair) * 2 + missing


#: Node that a hand starts from, by the number of concealed sets it will have.
START: Final = np.array([_standard_node(0, 0, sets, 1, 1) for sets in range(MAX_MELDS + 1)], np.int64)


def _standard_edges(starts_runs: bool) -> list[tuple[int, int, int]]:
    """Return (node, copies, next node) of the standard shape for a kind at which runs may begin or not."""
    edges = []
    for node in range(STANDARD_NODES):
        rest, missing = divmod(node, 2)
        rest, pair = divmod(rest, 2)
        rest, sets = divmod(rest, MAX_MELDS + 1)
        second, third = divmod(rest, RUNS)
        for runs in range(RUNS if starts_runs else 1):
            for triplet in range(2):
                for paired in range(pair + 1):
                    for lacks in range(missing + 1):
                        tiles = second + third + runs + 3 * triplet + 2 * paired
                        if runs + triplet <= sets and lacks <= tiles <= MAX_COPIES:
                            after = _standard_node(runs, second, sets - runs - triplet, pair - paired, missing - lacks)
                            edges.append((node, tiles - lacks, after))
    return edges


def _pairs_edges() -> list[tuple[int, int, int]]:
    """Return the edges of seven pairs, four of a kind being two of them."""
    edges = []
    for pairs in range(PAIRS + 1):
        for odd in range(2):
            for copies in range(MAX_COPIES + 1):
                if copies // 2 <= pairs and copies % 2 <= odd:
                    after = 2 * (pairs - copies // 2) + odd - copies % 2
                    edges.append((FIRST_PAIRS_NODE + 2 * pairs + odd, copies, FIRST_PAIRS_NODE + after))
    return edges


def _orphans_edges(is_orphan: bool) -> list[tuple[int, int, int]]:
    """Return the edges of thirteen orphans."""
    edges = []
    for node in range(4):
        steps = [(1, node), (0, node & 1), (2, node & 2)] if is_orphan else [(0, node)]
        for copies, after in steps:
            if copies == 1 or not is_orphan or after != node:
                edges.append((FIRST_ORPHANS_NODE + node, copies, FIRST_ORPHANS_NODE + after))
    return edges


def _build() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where the edges of (class, node) begin, and the copies and next nodes of all edges."""
    begins = np.zeros(NUM_CLASSES * NUM_NODES + 1, np.int64)
    copies = []
    after = []
    for kinds in range(NUM_CLASSES):
        edges = _standard_edges(kinds in (INNER, FIRST)) + _pairs_edges() + _orphans_edges(kinds in (FIRST, LAST))
        of_node: list[list[tuple[int, int]]] = [[] for _ in range(NUM_NODES)]
        for node, taken, then in edges:
            of_node[node].append((taken, then))
        for node, steps in enumerate(of_node):
            copies += [taken for taken, _ in steps]
            after += [then for _, then in steps]
            begins[kinds * NUM_NODES + node + 1] = len(copies)
    return begins, np.array(copies, np.int8), np.array(after, np.int16)


EDGES_BEGIN, EDGE_COPIES, EDGE_AFTER = _build()


@njit
def fill_values(unseen, out_values):
    """Write the weight of all paths from each kind and node on; ``out_values`` is float64 [35, NUM_NODES]."""
    out_values[NUM_KINDS] = 0
    for end in ENDS:
        out_values[NUM_KINDS, end] = 1
    for kind in range(NUM_KINDS - 1, -1, -1):
        base = CLASS_OF[kind] * NUM_NODES
        for node in range(NUM_NODES):
            total = 0.0
            for edge in range(EDGES_BEGIN[base + node], EDGES_BEGIN[base + node + 1]):
                total += CHOOSE[unseen[kind], EDGE_COPIES[edge]] * out_values[kind + 1, EDGE_AFTER[edge]]
            out_values[kind, node] = total


@njit
def random_unit(state):
    """Return a uniformly random number in [0, 1)."""
    return np.float64(next_sample(state) >> np.uint64(11)) * 2.0**-53


@njit
def random_index(state, count):
    """Return a uniformly random number from 0 to ``count`` - 1 (bias below 2**-55)."""
    return np.int64(next_sample(state) % np.uint64(count))


@njit
def weigh_starts(values, sets):
    """Weight of all paths of a hand with ``sets`` concealed sets due."""
    total = values[0, START[sets]]
    if sets == MAX_MELDS:
        total += values[0, START_PAIRS] + values[0, START_ORPHANS]
    return total


@njit
def draw_path(state, unseen, values, sets, out_hand):
    """Draw a hand that lacks one tile, each path by its weight; return whether there is one."""
    total = weigh_starts(values, sets)
    if total <= 0.0:
        return False
    node = START[sets]
    mark = random_unit(state) * total - values[0, node]
    if sets == MAX_MELDS and mark >= 0.0:
        node = START_PAIRS if mark < values[0, START_PAIRS] else START_ORPHANS
    for kind in range(NUM_KINDS):
        mark = random_unit(state) * values[kind, node]
        base = CLASS_OF[kind] * NUM_NODES + node
        chosen = -1
        for edge in range(EDGES_BEGIN[base], EDGES_BEGIN[base + 1]):
            weight = CHOOSE[unseen[kind], EDGE_COPIES[edge]] * values[kind + 1, EDGE_AFTER[edge]]
            if weight > 0.0:
                chosen = edge  # the last possible one where rounding leaves a rest
                mark -= weight
                if mark < 0.0:
                    break
        if chosen < 0:
            return False
        out_hand[kind] = EDGE_COPIES[chosen]
        node = EDGE_AFTER[chosen]
    return True


@njit
def count_paths(hand, sets, scratch):
    """Number of paths of a hand; ``scratch`` is float64 [2, NUM_NODES]."""
    scratch[:] = 0
    scratch[0, START[sets]] = 1
    if sets == MAX_MELDS:
        scratch[0, START_PAIRS] = 1
        scratch[0, START_ORPHANS] = 1
    now = 0
    for kind in range(NUM_KINDS):
        base = CLASS_OF[kind] * NUM_NODES
        scratch[1 - now] = 0
        for node in range(NUM_NODES):
            ways = scratch[now, node]
            if ways > 0.0:
                for edge in range(EDGES_BEGIN[base + node], EDGES_BEGIN[base + node + 1]):
                    if EDGE_COPIES[edge] == hand[kind]:
                        scratch[1 - now, EDGE_AFTER[edge]] += ways
        now = 1 - now
    total = 0.0
    for end in ENDS:
        total += scratch[now, end]
    return total
