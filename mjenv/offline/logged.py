"""The hands of event logs: how each was dealt, what was asked and answered, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NoReturn

import numpy as np

from mjenv.engine.codes import NUM_SEATS
from mjenv.engine.tiles import parse_tile
from mjenv.errors import LogError, RulesError
from mjenv.offline.columns import MASK_BYTES
from mjenv.record.log import read_log
from mjenv.record.log_check import find_impossible_carry, find_impossible_wall
from mjenv.record.replay import ACTION_IDS
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules

LARGEST: Final = 2**30  # points of a hand or a match: more than any has, and far from the end of 32 bits
LONGEST: Final = 1000  # decisions of a hand: more than any has


@dataclass
class LoggedHand:
    """A hand of a log."""

    path: Path
    match: int  # number of the log
    number: int
    planned: int  # hands of the match
    opening: dict[str, Any]  # dealer, dice, carry, wall
    actors: list[int] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    masks: list[bytes] = field(default_factory=list)  # legal actions, packed
    points: list[int] = field(default_factory=list)
    carry: dict[str, Any] = field(default_factory=dict)  # what the next hand starts with
    later: list[int] = field(default_factory=list)  # points of each seat in the hands after this one

    def fail(self, what: str) -> NoReturn:
        """Raise that the log departs from the rules in this hand."""
        fail(self.path, f"hand {self.number}: {what}")


def fail(path: Path, what: str) -> NoReturn:
    """Raise ``LogError`` that says where more can be learnt."""
    raise LogError(f"log {path}, {what}; `mjenv verify {path}` tells how it departs from the rules")


def open_match(path: Path) -> tuple[Rules, int, Iterator[Event]]:
    """Return the rules of a log, the number of hands planned, and the events after the first."""
    events = read_log(path)
    start = next(events)
    try:
        rules = load_rules(start["variant"], start["rules"], **start["params"])
    except RulesError as error:
        raise LogError(f"log {path}, line 1: {error}") from None
    return rules, start["hands"], events


def read_hands(path: Path, match: int, rules: Rules) -> list[LoggedHand]:
    """Return the hands of a log; raises ``LogError`` where it is of other rules or does not hold together."""
    found, planned, events = open_match(path)
    if found.hash != rules.hash:
        raise LogError(
            f"log {path}: its rules are {describe(found)}, those of the first log {describe(rules)}; "
            "a data file has one rule set"
        )
    first = next(events)
    hands: list[LoggedHand] = []
    for event in chain([first], events):
        if event["type"] == "start_hand":
            hands.append(open_hand(path, match, planned, event, rules, hands))
        elif event["type"] in _TAKE:
            if not hands:
                fail(path, f"{event['type']!r} comes before the first hand")
            _TAKE[event["type"]](hands[-1], event)
    if len(hands) != planned:
        fail(path, f"its hands are {len(hands)}, of {planned} planned")
    if not hands[-1].carry:
        hands[-1].fail("it does not end")
    add_later(hands)
    return hands


def describe(rules: Rules) -> str:
    """Return a rule set with the parameters that were changed."""
    return " ".join([rules.preset.id, *(f"{name}={value}" for name, value in rules.changed.items())])


def open_hand(path: Path, match: int, planned: int, event: Event, rules: Rules, before: list[LoggedHand]) -> LoggedHand:
    """Return the hand that a ``start_hand`` event begins."""
    if "wall" not in event:
        raise LogError(
            f"log {path}, hand {event['hand']}: it has no `wall`, so this is what one seat saw; "
            "a data set is made of full logs, such as `mjenv play --log` writes"
        )
    number = len(before)
    if event["hand"] != number:
        fail(path, f"hand {event['hand']}: expected hand {number}")
    fault = find_impossible_carry(event["carry"]) or find_impossible_wall(rules, event["wall"])
    opening = {"dealer": event["dealer"], "dice": event["dice"], "carry": event["carry"], "wall": ()}
    hand = LoggedHand(path, match, number, planned, opening)
    if fault:
        hand.fail(f"{fault[0]} cannot be")
    if before and before[-1].carry != {"dealer": event["dealer"], **event["carry"]}:
        hand.fail("it does not start with what the hand before carried over")
    opening["wall"] = np.array([parse_tile(tile) for tile in event["wall"]], np.int64)
    return hand


def _take_ask(hand: LoggedHand, event: Event) -> None:
    place = len(hand.actors)
    names = [event.get("action", "nothing"), *event["legal"]]
    unknown = [name for name in names if name not in ACTION_IDS]
    if unknown or place == LONGEST:
        hand.fail(f"decision {place}: {unknown[0]!r:.80} is no action" if unknown else "it has too many decisions")
    hand.actors.append(event["actor"])
    hand.actions.append(ACTION_IDS[names[0]])
    bits = sum({1 << ACTION_IDS[name] for name in names[1:]})
    hand.masks.append(bits.to_bytes(MASK_BYTES, "little"))


def _take_end(hand: LoggedHand, event: Event) -> None:
    if not all(-LARGEST <= points <= LARGEST for points in event["points"]):
        hand.fail("end_hand.points cannot be")
    hand.points, hand.carry = event["points"], event["next"]


_TAKE: Final = {"ask": _take_ask, "end_hand": _take_end}


def add_later(hands: list[LoggedHand]) -> None:
    """Note what each seat gets in the hands after each one."""
    later = [0] * NUM_SEATS
    for hand in reversed(hands):
        hand.later = later
        later = [sum(pair) for pair in zip(later, hand.points, strict=True)]
        if not all(-LARGEST <= points <= LARGEST for points in later):
            hand.fail("the points of the match cannot be")
