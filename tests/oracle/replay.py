"""Play single hands and matches by the oracle, and check whole logs against it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from .books import find_book
from .table import Choose, Event, Table

Deal = tuple[list[str], tuple[int, int]]  # wall, dice
NO_CARRY = {"draws": 0, "counter": 0, "totals": [0, 0, 0, 0]}
CARRY_KEYS = ("dealer", "draws", "counter", "totals")


class LogMismatchError(Exception):
    """The log's choices do not fit the decisions that the oracle reaches."""


def replay_hand(
    *,
    rules: str,
    params: dict[str, object],
    wall: list[str],
    dealer: int,
    dice: tuple[int, int],
    carry: dict,
    hand: int,
    choose: Choose,
) -> list[Event]:
    """Play one hand and return its events, from `start_hand` to `end_hand`."""
    book = find_book(rules, params)
    return Table(book, wall=wall, dealer=dealer, dice=dice, carry=carry, hand=hand, choose=choose).play()


class OracleMatch:
    """A match of several hands, each carrying over into the next (C21)."""

    def __init__(
        self,
        *,
        rules: str,
        params: dict[str, object] | None = None,
        hands: int,
        deals: Iterable[Deal],
        choose: Choose,
        dealer: int = 0,
        carry: dict | None = None,
        names: list[str] | None = None,
        seed: object = 0,
    ) -> None:
        self.book = find_book(rules, params)
        preset = find_book(rules).params
        self.params = {key: value for key, value in (params or {}).items() if value != preset[key]}
        self.hands = hands
        self.deals = iter(deals)
        self.choose = choose
        self.dealer = dealer
        self.carry = carry or NO_CARRY
        self.names = names or [f"player_{seat}" for seat in range(4)]
        self.seed = seed
        self.table: Table | None = None

    def play(self) -> list[Event]:
        """All events of the match, `start_match` and `end_match` included."""
        events: list[Event] = [
            {
                "type": "start_match",
                "version": 1,
                "variant": self.book.variant,
                "rules": self.book.rules,
                "params": self.params,
                "hands": self.hands,
                "names": self.names,
                "seed": self.seed,
            }
        ]
        for number in range(self.hands):
            wall, dice = next(self.deals)
            self.table = Table(
                self.book,
                wall=wall,
                dealer=self.dealer,
                dice=dice,
                carry=self.carry,
                hand=number,
                choose=self.choose,
            )
            events += self.table.play()
            following = events[-1]["next"]
            self.dealer = following["dealer"]
            self.carry = {key: following[key] for key in ("draws", "counter", "totals")}
        events.append({"type": "end_match", "totals": list(self.carry["totals"])})
        return events


# --- checking a log ---


def check_log(events: list[Event]) -> list[str]:
    """Human-readable differences between a whole log and the oracle; empty when all events are equal."""
    if not events or events[0].get("type") != "start_match":
        return ["the log does not begin with start_match"]
    start, found = events[0], []
    hands, outside = split_hands(events[1:])
    for first, hand in hands:
        found += [f"event {first + index}: {text}" for index, text in check_hand(start, hand)]
    found += check_carry([hand for _, hand in hands])
    found += check_frame(start, [hand for _, hand in hands], outside)
    return found


def split_hands(events: list[Event]) -> tuple[list[tuple[int, list[Event]]], list[Event]]:
    """The hands with the log index of their first event, and the events outside of hands."""
    hands: list[tuple[int, list[Event]]] = []
    outside: list[Event] = []
    is_inside = False
    for index, event in enumerate(events, start=1):
        if event.get("type") == "start_hand":
            hands.append((index, []))
            is_inside = True
        if is_inside:
            hands[-1][1].append(event)
        else:
            outside.append(event)
        if event.get("type") == "end_hand":
            is_inside = False
    return hands, outside


def check_hand(start: Event, log: list[Event]) -> list[tuple[int, str]]:
    """Replay one hand with the log's wall and choices; differences with their index in the hand."""
    head = log[0]
    try:
        table = Table(
            find_book(str(start["rules"]), dict(start["params"])),
            wall=head["wall"],
            dealer=head["dealer"],
            dice=tuple(head["dice"]),
            carry=head["carry"],
            hand=head["hand"],
            choose=chooser_of(log),
        )
    except (KeyError, ValueError) as error:
        return [(0, f"the hand cannot be replayed: {error!r}")]
    stopped = None
    try:
        table.play()
    except LogMismatchError as error:
        stopped = str(error)
    place = f"hand {head['hand']}"
    for index, found in enumerate(log):
        if index >= len(table.events):
            reason = stopped or "the oracle's hand has ended"
            return [(index, f"{place}, event {index} of the hand: found {found!r}; {reason}")]
        difference = compare(table.events[index], found)
        if difference:
            return [(index, f"{place}, event {index} of the hand: {difference}")]
    if len(table.events) > len(log):
        missing = table.events[len(log)]
        return [(len(log), f"{place}: the log's hand ends, expected {missing!r}")]
    return [(len(log), f"{place}: {stopped}")] if stopped else []


def chooser_of(log: list[Event]) -> Choose:
    """Answers from the `ask` events of a hand, in order."""
    asks = iter([event for event in log if event.get("type") == "ask"])

    def choose(actor: int, legal: list[str]) -> str:
        ask = next(asks, None)
        if ask is None:
            raise LogMismatchError(f"the oracle asks seat {actor} about {legal}, the log has no ask left")
        if ask["actor"] != actor or ask["action"] not in legal:
            raise LogMismatchError(f"the oracle asks seat {actor} about {legal}, the log's next ask is {ask!r}")
        return str(ask["action"])

    return choose


def compare(expected: Event, found: Event) -> str:
    """What differs between two events, key by key and in key order; empty when equal."""
    if list(expected) != list(found):
        return f"keys expected {list(expected)}, found {list(found)} (expected {expected!r}, found {found!r})"
    parts = []
    for key, value in expected.items():
        other = found[key]
        is_equal = sorted(value) == sorted(other) if key == "groups" else is_same(value, other)
        if not is_equal:
            parts.append(f"{key} expected {value!r}, found {other!r}")
    if not parts:
        return ""
    return f"{expected['type']} of {expected.get('actor', 'the table')}: " + "; ".join(parts)


def is_same(expected: object, found: object) -> bool:
    """Equality that tells booleans from numbers and minds the order of keys."""
    if isinstance(expected, dict):
        return (
            isinstance(found, dict)
            and list(expected) == list(found)
            and all(is_same(value, found[key]) for key, value in expected.items())
        )
    if isinstance(expected, list):
        return isinstance(found, list) and len(expected) == len(found) and all(map(is_same, expected, found))
    return type(expected) is type(found) and expected == found


def check_carry(hands: list[list[Event]]) -> list[str]:
    """Each hand must start from what the hand before it left."""
    found = []
    for number, (before, after) in enumerate(pairwise(hands), start=1):
        expected = before[-1].get("next", {})
        head = after[0]
        got = {"dealer": head["dealer"], **head["carry"]}
        found += [
            f"hand {number}: {key} expected {expected.get(key)!r}, found {got.get(key)!r}"
            for key in CARRY_KEYS
            if expected.get(key) != got.get(key)
        ]
        if head["hand"] != before[0]["hand"] + 1:
            found.append(f"hand {number}: numbered {head['hand']} after {before[0]['hand']}")
    return found


def check_frame(start: Event, hands: list[list[Event]], outside: list[Event]) -> list[str]:
    """What lies outside the hands: one `end_match` with the last totals, after the planned hands."""
    if [event.get("type") for event in outside] != ["end_match"]:
        return [f"outside the hands expected one end_match, found {outside!r}"]
    found = []
    if len(hands) != start["hands"]:
        found.append(f"{start['hands']} hands planned, {len(hands)} found")
    if hands and hands[0][0]["hand"] != 0:
        found.append(f"hand 0 is numbered {hands[0][0]['hand']}")
    totals = hands[-1][-1].get("next", {}).get("totals") if hands else [0, 0, 0, 0]
    if not is_same({"type": "end_match", "totals": totals}, outside[0]):
        found.append(f"end_match expected totals {totals!r}, found {outside[0]!r}")
    return found
