"""Thousands of moments where hidden tiles are dealt anew: ``python -m tests.hidden --positions 5000``.

Each moment is compared with a table drawn by ``determinize`` and with one swapped by plain Python: what its seat is
shown must be the same bytes. The drawn tables must be valid, and play on to the end of the hand.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np

from mjenv.engine.state import new_states
from mjenv.table.batch import Batch
from mjenv.table.checks import check_states
from mjenv.table.determinize import DRAWN, determinize
from tests.hidden.positions import HANDS, RULES, reached, swapped, with_states
from tests.hidden.sights import CHANNELS, count_differences, show
from tests.table.random_play import check_step

LONGEST = 300  # decisions of a hand, more than any can have


def draw_all(moments, seed):
    """Return the tables that ``determinize`` draws, how many it fails at, and the seconds of each draw."""
    rng = np.random.default_rng(seed)
    out = new_states(len(moments))
    seconds, failed = [], 0
    for row, seat in enumerate(moments.seats):
        start = time.perf_counter()
        status = determinize(moments.states, row, int(seat), rng, out[row : row + 1], rules=moments.rules)
        seconds.append(time.perf_counter() - start)
        if status != DRAWN:
            failed += 1
            out[row] = moments.states[row]  # so that it can be left out of no count
    return out, failed, np.array(seconds[1:])


def play_on(moments, states):
    """Play tables at random to the end of their hands, checked at every step; return the number of decisions."""
    batch = Batch(moments.rules, len(states), hands=HANDS)
    batch.states[:] = states
    batch._publish()
    ended = np.zeros(len(states), bool)
    decisions = 0
    for _ in range(LONGEST):
        decisions += int((~ended).sum())
        batch.step(batch.sample())
        check_step(batch)
        ended |= batch.hand_done
        if ended.all():
            return decisions
    raise AssertionError(f"{int((~ended).sum())} hands do not end")


def check(name, count, hidden, seed):
    """Check ``count`` moments of a rule set; return the number of differences and failures, and print a line."""
    moments = reached(name, count, seed=seed, concealed_kong_hidden=hidden)
    states, failed, seconds = draw_all(moments, seed)
    check_states(moments.rules, HANDS, states)
    decisions = play_on(moments, states)
    differences = 0
    for source in (states, swapped(moments, seed)):
        twins = with_states(moments, source)
        differences += sum(count_differences(show(moments, kind), show(twins, kind)) for kind in CHANNELS)
    ready = sum(
        int((np.delete(state["ready"], seat) > 0).any())
        for state, seat in zip(moments.states, moments.seats, strict=True)
    )
    print(
        f"{name}, concealed kongs {'hidden' if hidden else 'shown'}: {count} moments, {ready} with ready opponents, "
        f"{differences} differences, {failed} not drawn; {1000 * seconds.mean():.2f} ms a draw (99%: "
        f"{1000 * np.quantile(seconds, 0.99):.2f}, most {1000 * seconds.max():.1f}); "
        f"played on for {decisions} decisions",
        flush=True,
    )
    return differences + failed


def main():
    """Check every rule set with concealed kongs shown and hidden."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000, help="moments of each rule set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", nargs="+", default=RULES)
    chosen = parser.parse_args()
    wrong = 0
    for name in chosen.rules:
        for hidden in (False, True):
            wrong += check(name, chosen.positions // 2, hidden, chosen.seed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
