"""Engine against oracle: the engine plays, the oracle replays the log and must agree on every event."""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

import mjenv
from mjenv.record.events import EventDecoder, start_match

from .paths import count_paths
from .player import GreedyPlayer, Look
from .replay import check_log
from .table import Choose, Event
from .tiles import ACTION_ID, ACTIONS

MakePlayer = Callable[[list[Event], Look], Choose]  # from the events so far, which grow, and what seats hold


@dataclass(frozen=True)
class Match:
    """A match to be compared. `options` are those of `Batch.reset`, for the first hand."""

    rules: str
    hands: int
    seed: int
    params: dict[str, object] = field(default_factory=dict)
    options: dict[str, object] = field(default_factory=dict)
    make_player: MakePlayer | None = None

    def __str__(self) -> str:
        changed = "".join(f" {name}={value}" for name, value in self.params.items())
        return f"{self.rules}{changed}, {self.hands} hands, seed {self.seed}"


def play_match(match: Match) -> list[Event]:
    """Play a match by the engine, with mildly greedy players unless it brings its own; return its full stream."""
    batch = mjenv.make_batch(match.rules, num_tables=1, hands=match.hands, seed=match.seed, record=True, **match.params)
    if match.options:
        batch.reset(seed=match.seed, options=match.options)
    decoder = EventDecoder(batch.rules)
    names = [f"player_{seat}" for seat in range(4)]
    events = [start_match(batch.rules, match.hands, names, batch.states["seed"][0])]

    def look(seat: int) -> list[int]:
        return batch.states["hand"][0, seat].tolist()

    if match.make_player is None:
        player: Choose = GreedyPlayer(random.Random(match.seed), claim_rate=0.5 + 0.4 * (match.seed % 2))
    else:
        player = match.make_player(events, look)
    log = batch.logs[0]
    events += decoder.decode(log["rows"][: log["count"]])
    while not batch.done[0]:
        legal = [ACTIONS[number] for number in batch.action_mask[0].nonzero()[0].tolist()]
        batch.step([ACTION_ID[player(int(batch.actor[0]), legal)]])
        events += decoder.decode(log["rows"][: log["count"]])
    return events


def compare_match(match: Match) -> tuple[list[str], Counter[str]]:
    """Play a match and replay it by the oracle; return the differences and the rule paths exercised."""
    events = play_match(match)
    return [f"{match}: {difference}" for difference in check_log(events)], count_paths(events)


def duel(rules: str, matches: int, hands: int, seed: int, params: dict[str, object]) -> tuple[list[str], Counter[str]]:
    """Compare some matches; return the differences and the rule paths exercised."""
    differences: list[str] = []
    paths: Counter[str] = Counter()
    for number in range(matches):
        found, taken = compare_match(Match(rules, hands, seed + number, params))
        differences += found
        paths += taken
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
    chosen = parser.parse_args()
    params = dict(item.split("=", 1) for item in chosen.set)
    number = 0
    for rules in chosen.rules:
        differences, paths = duel(rules, chosen.matches, chosen.hands, chosen.seed, params)
        number += len(differences)
        if chosen.paths:
            print(*(f"{name:42} {count}" for name, count in sorted(paths.items())), sep="\n")
        print(*differences[:20], sep="\n", end="\n" if differences else "")
        print(f"{chosen.matches * chosen.hands} hands of {rules}: {len(differences)} differences", flush=True)
    return int(number > 0)


if __name__ == "__main__":
    sys.exit(main())
