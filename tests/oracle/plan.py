"""What a run compares: shards of matches, from nothing but their names."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from mjenv.variants.registry import load_rules

from . import harbin_positions, hebei_positions, shanghai_positions
from .constructed import Position
from .duel import Look, MakePlayer, Match
from .player import AIMS, GreedyPlayer
from .table import Choose, Event

RULE_SETS = ("four_bao", "single_bao", "classic", "online", "qiaoma")
PRESET, OVERRIDES, CONSTRUCTED = "preset", "overrides", "constructed"

SHARD_HANDS = 250
HANDS_A_MATCH = range(1, 11)
VARIED_RATE = 0.2  # share of the other parameters that are varied besides the one whose turn it is
CARRY_RATE = 0.4  # share of the matches that begin from a dealer and carry-over of their own
PLAIN_RATE = 0.5  # share of the matches whose seats all play without an aim

#: Values for parameters that take any number; the others take each of their choices.
NUMBERS: dict[str, tuple[object, ...]] = {
    "cap": (20, 1, 7, None),
    "table_fee": (1, 7),
    "bao_fan": (1, 7),
    "bao_in_bao_fan": (1, 20),
    "task_bao_run": (1, 2),
    "task_bao_two_pairs": (1, 2),
    "task_bao_in_bao": (1, 2),
}


@dataclass(frozen=True)
class Shard:
    """Some matches of one rule set that are compared in one go."""

    rules: str
    kind: str  # PRESET, OVERRIDES or CONSTRUCTED
    number: int
    hands: int  # of CONSTRUCTED: different walls of each position

    @property
    def name(self) -> str:
        """The name of its result file."""
        return f"{self.rules}-{self.kind}-{self.number:03}"


def plan_shards(hands: int, walls: int, rule_sets: tuple[str, ...] = RULE_SETS) -> list[Shard]:
    """Shards for `hands` hands of each rule set, half of them with overrides, and every constructed position."""
    shards = []
    for rules in rule_sets:
        for kind, number in ((PRESET, hands - hands // 2), (OVERRIDES, hands // 2)):
            sizes = [SHARD_HANDS] * (number // SHARD_HANDS) + [number % SHARD_HANDS]
            shards += [Shard(rules, kind, place, size) for place, size in enumerate(sizes) if size]
        if walls:
            shards.append(Shard(rules, CONSTRUCTED, 0, walls))
    return shards


def plan_matches(shard: Shard) -> Iterator[Match]:
    """The matches of a shard, always the same."""
    rng = random.Random(shard.name)
    if shard.kind == CONSTRUCTED:
        for position in find_positions(shard.rules):
            for _ in range(shard.hands):
                yield position.deal(shard.rules, rng)
        return
    left, number = shard.hands, shard.number * SHARD_HANDS
    while left:
        hands = min(left, HANDS_A_MATCH[number % len(HANDS_A_MATCH)])
        params = draw_params(shard.rules, number, rng) if shard.kind == OVERRIDES else {}
        yield Match(
            rules=shard.rules,
            hands=hands,
            seed=rng.getrandbits(64),
            params=params,
            options=draw_start(shard.rules, rng) if rng.random() < CARRY_RATE else {},
            make_player=draw_players(rng),
        )
        left -= hands
        number += 1


@cache
def find_positions(rules: str) -> tuple[Position, ...]:
    """The constructed positions of a rule set."""
    books = (harbin_positions, hebei_positions, shanghai_positions)
    return tuple(position for book in books for position in book.POSITIONS if rules in position.rules)


@cache
def other_values(rules: str) -> tuple[tuple[str, object], ...]:
    """Every parameter of a rule set with each value that is not its default."""
    settled = load_rules(rules)
    pairs: list[tuple[str, object]] = []
    for param in settled.preset.params:
        values = NUMBERS.get(param.name, tuple(param.choices))
        pairs += [(param.name, value) for value in values if value != settled.values[param.name]]
    return tuple(pairs)


def draw_params(rules: str, number: int, rng: random.Random) -> dict[str, object]:
    """One value after the other as `number` goes up, with some others."""
    pairs = other_values(rules)
    params = dict(pair for pair in rng.sample(pairs, len(pairs)) if rng.random() < VARIED_RATE)
    name, value = pairs[number % len(pairs)]
    return {**params, name: value}


def draw_start(rules: str, rng: random.Random) -> dict[str, object]:
    """A dealer and carry-over to begin with: 包庄 and 荒番 hands are rare otherwise."""
    totals = [rng.randint(-50, 50) for _ in range(4)]
    counter = rng.randint(0, 3) if rules == "qiaoma" else 0
    return {
        "dealer": rng.randrange(4),
        "carry": {"draws": rng.choice((0, 1, 2, 3, 3, 4)), "counter": counter, "totals": totals},
    }


def draw_players(rng: random.Random) -> MakePlayer:
    """Four players of one temper, each with its aim."""
    seed, claim_rate, win_rate = rng.getrandbits(64), rng.choice((0.3, 0.5, 0.9)), rng.choice((0.5, 0.9, 1.0))
    aims = [AIMS[0]] * 4 if rng.random() < PLAIN_RATE else rng.choices(AIMS[1:], k=4)

    def make_player(_: list[Event], look: Look) -> Choose:
        return GreedyPlayer(random.Random(seed), claim_rate, win_rate, look, tuple(aims))

    return make_player
