"""The comparison can fail: a single fact changed in a true log of the engine is noticed, whatever the rule set."""

from __future__ import annotations

import copy
import random
from functools import cache

import pytest

from .duel import Match, play_match
from .plan import RULE_SETS, find_positions
from .replay import check_log
from .table import Event

PARAMS: dict[str, object] = {"table_fee": 1, "cap": 6}
HARBIN, HEBEI, SHANGHAI = ("four_bao", "single_bao"), ("classic", "online"), ("qiaoma",)
SEVERAL_WINNERS = ("classic", "online", "qiaoma")


@cache
def true_logs(rules: str) -> tuple[list[Event], ...]:
    """Two matches, and each constructed position once."""
    matches = [Match(rules, 4, seed, dict(PARAMS)) for seed in (1, 2)]
    matches += [position.deal(rules, random.Random(7)) for position in find_positions(rules)]
    return tuple(play_match(match) for match in matches)


def shifted(points: list[int]) -> list[int]:
    """Points off by one that still sum to zero."""
    return [points[0] + 1, points[1] - 1, *points[2:]]


def next_seat(seat: int) -> int:
    """The seat after a seat."""
    return (seat + 1) % 4


def negated(flag: bool) -> bool:
    """The other of two."""
    return not flag


def change(*path: object, by: object):
    """A change of the value at the path in an event: `by` is added to numbers, or called."""

    def apply(event: Event) -> bool:
        holder = event
        for key in path[:-1]:
            holder = holder[key]
        if isinstance(holder, dict) and path[-1] not in holder:
            return False
        old = holder[path[-1]]
        holder[path[-1]] = by(old) if callable(by) else old + by
        return holder[path[-1]] != old

    return apply


def drop_choice(event: Event) -> bool:
    """A menu without an entry that was not chosen."""
    others = [action for action in event["legal"] if action != event["action"]]
    event["legal"] = [action for action in event["legal"] if action != others[-1]]
    return True


def add_choice(event: Event) -> bool:
    """A menu with a kong that it has not, or has twice."""
    event["legal"] = [*event["legal"][:1], "kong", *event["legal"][1:]]
    return True


def other_tile(tile: str) -> str:
    """Another tile of the same suit."""
    return f"{int(tile[0]) % 4 + 1}{tile[1]}"


def drop_element(event: Event) -> bool:
    """A win without its last element."""
    return bool(event["elements"]) and bool(event["elements"].popitem())


def raise_element(event: Event) -> bool:
    """An element of another value."""
    for key in event["elements"]:
        event["elements"][key] += 1
    return bool(event["elements"])


def regroup(event: Event) -> bool:
    """The concealed groups are others."""
    return bool(event["groups"]) and bool(event["groups"].pop())


def plant_task(event: Event) -> bool:
    """A task for which nothing was done."""
    event["tasks"] = {"bao_run": 0} if not event["tasks"] else {}
    return True


OTHER_MODE = {"self_draw": "discard", "discard": "self_draw", "robbed_kong": "discard"}

#: Name, type of the event, change, rule sets (all unless said otherwise).
PLANTS = [
    ("points off by one", "end_hand", change("points", by=shifted), RULE_SETS),
    ("winner paid one more", "hu", change("payments", by=shifted), RULE_SETS),
    ("kong payments off by one", "end_hand", change("kongs", by=shifted), RULE_SETS),
    ("fee of another amount", "end_hand", change("fee", by=lambda old: [2, *old[1:]]), RULE_SETS),
    ("fee taken twice", "end_hand", change("next", "totals", 0, by=-1), RULE_SETS),
    ("result the other way round", "end_hand", change("result", by={"win": "draw", "draw": "win"}.get), RULE_SETS),
    ("another seat deals next", "end_hand", change("next", "dealer", by=next_seat), RULE_SETS),
    ("a draw more carried over", "end_hand", change("next", "draws", by=1), RULE_SETS),
    ("the counter carried over wrongly", "end_hand", change("next", "counter", by=1), RULE_SETS),
    ("a task", "end_hand", plant_task, RULE_SETS),
    ("the 宝 shown in another order", "end_hand", change("bao", by=lambda old: [*old[1:], "9s"]), HARBIN),
    ("a menu without an entry", "ask", drop_choice, RULE_SETS),
    ("a menu with an entry more", "ask", add_choice, RULE_SETS),
    ("another seat asked", "ask", change("actor", by=next_seat), RULE_SETS),
    ("another tile drawn", "draw", change("tile", by=other_tile), RULE_SETS),
    ("a tile left more", "draw", change("left", by=1), RULE_SETS),
    ("drawn from the other end", "draw", change("from", by=lambda old: "tail" if old == "head" else "head"), RULE_SETS),
    ("another seat draws", "draw", change("actor", by=next_seat), RULE_SETS),
    ("not the tile just drawn", "discard", change("drawn", by=negated), RULE_SETS),
    ("ready or not", "discard", change("ready", by=negated), RULE_SETS),
    ("another tile discarded", "discard", change("tile", by=other_tile), RULE_SETS),
    ("a pung from another seat", "pung", change("target", by=next_seat), RULE_SETS),
    ("a pung with other tiles", "pung", change("consumed", 0, by=other_tile), RULE_SETS),
    ("a pung that is a ready claim or not", "pung", change("ready", by=negated), RULE_SETS),
    ("a chow with other tiles", "chow", change("consumed", 0, by=other_tile), (*HARBIN, *SHANGHAI)),
    ("a kong that is a pung", "kong", change("type", by=lambda _: "pung"), RULE_SETS),
    ("a kong added that is concealed", "added_kong", change("type", by=lambda _: "concealed_kong"), RULE_SETS),
    ("another concealed kong", "concealed_kong", change("tile", by=other_tile), RULE_SETS),
    ("another flower", "flower", change("tile", by=lambda old: "1f" if old != "1f" else "2f"), SHANGHAI),
    ("a flower more", "hu", change("flowers", by=1), SHANGHAI),
    ("another 宝", "bao", change("tile", by=other_tile), HARBIN),
    ("the 宝 of another seat", "bao", change("actor", by=next_seat), HARBIN),
    ("another new 宝", "bao_exchange", change("new", by=other_tile), ("single_bao",)),
    ("a win of another sort", "hu", change("mode", by=lambda old: OTHER_MODE[old]), RULE_SETS),
    ("a win without an element", "hu", drop_element, RULE_SETS),
    ("an element of another value", "hu", raise_element, RULE_SETS),
    ("a win in other groups", "hu", regroup, RULE_SETS),
    ("a win with another tile", "hu", change("hand", 0, by=other_tile), RULE_SETS),
    ("other totals at the end", "end_match", change("totals", 3, by=1), RULE_SETS),
    ("another hand number", "start_hand", change("hand", by=1), RULE_SETS),
    ("a tile dealt to another seat", "start_hand", change("hands", by=lambda old: old[::-1]), RULE_SETS),
]  # fmt: skip

CASES = [
    pytest.param(rules, type_, plant, id=f"{rules}-{name}")
    for name, type_, plant, rule_sets in PLANTS
    for rules in rule_sets
]


@pytest.mark.parametrize("rules", RULE_SETS)
def test_true_logs_have_no_differences(rules):
    for log in true_logs(rules):
        assert check_log(log) == []


@pytest.mark.parametrize(("rules", "type_", "plant"), CASES)
def test_a_changed_event_is_noticed(rules, type_, plant):
    """Changed in the first, a middle and the last event of its type, each in a log of its own."""
    places = [
        (log, index)
        for log in true_logs(rules)
        for index, event in enumerate(log)
        if event["type"] == type_ and plant(copy.deepcopy(event))
    ]
    for log, index in (places[0], places[len(places) // 2], places[-1]):
        broken = [*log[:index], copy.deepcopy(log[index]), *log[index + 1 :]]
        plant(broken[index])
        assert check_log(broken) != [], broken[index]


@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize(
    "type_", ["draw", "ask", "discard", "pung", "kong", "added_kong", "concealed_kong", "hu", "end_hand", "end_match"]
)
def test_a_missing_event_is_noticed(rules, type_):
    log, index = next(
        (log, index) for log in true_logs(rules) for index, event in enumerate(log) if event["type"] == type_
    )
    assert check_log([*log[:index], *log[index + 1 :]])


@pytest.mark.parametrize("rules", SEVERAL_WINNERS)
def test_a_missing_winner_is_noticed(rules):
    found = 0
    for log in true_logs(rules):
        for index in range(1, len(log)):
            if log[index]["type"] == log[index - 1]["type"] == "hu":
                found += 1
                assert check_log([*log[:index], *log[index + 1 :]])
    assert found


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_carry_over_that_does_not_fit_is_noticed(rules):
    log = copy.deepcopy(true_logs(rules)[0])
    second = [event for event in log if event["type"] == "start_hand"][1]
    second["carry"]["draws"] += 1
    assert any("draws" in difference for difference in check_log(log))


def test_other_dice_are_noticed():
    log = copy.deepcopy(true_logs("qiaoma")[0])
    first = next(event for event in log if event["type"] == "start_hand")
    first["dice"] = [4, 4] if first["dice"] != [4, 4] else [1, 2]
    assert check_log(log)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_parameter_left_out_is_noticed(rules):
    log = copy.deepcopy(true_logs(rules)[0])
    del log[0]["params"]["table_fee"]
    assert check_log(log)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_missing_hand_is_noticed(rules):
    log = true_logs(rules)[0]
    starts = [index for index, event in enumerate(log) if event["type"] == "start_hand"]
    assert check_log([*log[: starts[-1]], log[-1]])
