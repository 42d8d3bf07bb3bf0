"""The calculator against hands that the engine played: ``python -m tests.calculator.compare --hands 2000``.

The calculator is told what the events of a hand say about each win and must answer with the same elements, groups
and payments. The hands are those that engine and oracle are compared on.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from mjenv.calculator.scoring import score
from tests.calculator.facts import tell_wins
from tests.oracle.duel import play_match
from tests.oracle.plan import CONSTRUCTED, OVERRIDES, PRESET, RULE_SETS, Shard, plan_matches


def compare(shard):
    """Compare the wins of a shard; return how many there were of each sort."""
    met = Counter()
    for match in plan_matches(shard):
        for rules, won, end in tell_wins(play_match(match)):
            for (tiles, tile, facts), event in won:
                found = score(rules, tiles, tile, **facts)
                check(found, event, end, alone=len(won) == 1)
                met.update(["wins", event["mode"], *event["elements"]])
    return met


def check(found, event, end, *, alone):
    """Assert that a score is what the engine did; where several won, points are not those of one win."""
    assert {element.key: element.value for element in found.elements} == event["elements"]
    assert list(found.payments) == event["payments"]
    assert list(found.groups) == event["groups"]
    assert found.flowers == event.get("flowers")
    assert list(found.kongs) == end["kongs"]
    assert {task.key: task.value for task in found.tasks} == end["tasks"]
    assert found.tile in found.waits or not found.groups or len(found.groups) > 5
    if alone:
        assert list(found.points) == end["points"]
    for seat in range(4):
        income = sum(row[seat] for row in found.transfers)
        assert income - sum(found.transfers[seat]) == found.points[seat]


def main():
    """Compare hands of each rule set, and the constructed positions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=list(RULE_SETS))
    parser.add_argument(
        "--hands", type=int, default=500, help="hands of each rule set, and as many with parameters varied"
    )
    parser.add_argument("--walls", type=int, default=2, help="deals of each constructed position")
    chosen = parser.parse_args()
    for rules in chosen.rules:
        shards = [Shard(rules, PRESET, 0, chosen.hands), Shard(rules, OVERRIDES, 0, chosen.hands)]
        met = sum(map(compare, [*shards, Shard(rules, CONSTRUCTED, 0, chosen.walls)]), Counter())
        print(
            f"{rules}: {met.pop('wins')} wins agree;",
            *(f"{name} {count}" for name, count in met.most_common()),
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
