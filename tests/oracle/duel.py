"""Engine against oracle: the engine plays, the oracle replays the log and must agree on every event."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

import mjenv
from mjenv.arena.report import describe_machine, write_document
from mjenv.engine.menu import action_id
from mjenv.record.events import EventDecoder, start_match
from mjenv.table.rows import legal_names

from .paths import count_paths
from .player import GreedyPlayer
from .replay import check_log


def play_match(rules: str, hands: int, seed: int, params: dict[str, object]) -> list[dict]:
    """Play one match with mildly greedy players and return its full event stream."""
    batch = mjenv.make_batch(rules, num_tables=1, hands=hands, seed=seed, record=True, **params)
    decoder = EventDecoder(batch.rules)
    player = GreedyPlayer(random.Random(seed), claim_rate=0.5 + 0.4 * (seed % 2))
    events = [start_match(batch.rules, hands, [f"player_{seat}" for seat in range(4)], batch.states["seed"][0])]
    events += decoder.decode(batch.logs[0]["rows"][: batch.logs[0]["count"]])
    while not batch.done[0]:
        batch.step([action_id(player(int(batch.actor[0]), legal_names(batch.states, 0)))])
        events += decoder.decode(batch.logs[0]["rows"][: batch.logs[0]["count"]])
    return events


def duel(rules: str, matches: int, hands: int, seed: int, params: dict[str, object]) -> tuple[list[str], Counter[str]]:
    """Compare some matches; return the differences and the rule paths exercised."""
    differences: list[str] = []
    paths: Counter[str] = Counter()
    for match in range(matches):
        events = play_match(rules, hands, seed + match, params)
        differences += [f"seed {seed + match}: {difference}" for difference in check_log(events)]
        paths += count_paths(events)
    return differences, paths


def main() -> int:
    """Compare and print; exit code 1 where the two differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=["four_bao"])
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--hands", type=int, default=10, help="hands a match")
    parser.add_argument("--seed", type=int, default=1, help="of the first match")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a rule parameter")
    parser.add_argument("--paths", action="store_true", help="print how often each path through the rules was taken")
    parser.add_argument("--json", type=Path, help="result file for the README")
    chosen = parser.parse_args()
    params = dict(item.split("=", 1) for item in chosen.set)
    rows = []
    for rules in chosen.rules:
        differences, paths = duel(rules, chosen.matches, chosen.hands, chosen.seed, params)
        if chosen.paths:
            print(*(f"{name:32} {count}" for name, count in sorted(paths.items())), sep="\n")
        print(*differences[:20], sep="\n", end="\n" if differences else "")
        events = sum(count for name, count in paths.items() if name.startswith("event:"))
        rows.append([rules, chosen.matches * chosen.hands, events, len(differences)])
        print(f"{rows[-1][1]} hands, {events} events of {rules}: {len(differences)} differences", flush=True)
    if chosen.json:
        document = {
            "title": "Engine against oracle: every menu, event, settlement and carry-over compared",
            "command": "python -m tests.oracle.duel " + " ".join(sys.argv[1:]),
            "machine": describe_machine(),
            "columns": ["rules", "hands", "events", "differences"],
            "rows": rows,
        }
        write_document(chosen.json, document)
    return int(any(row[-1] for row in rows))


if __name__ == "__main__":
    sys.exit(main())
