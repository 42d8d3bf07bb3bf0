"""Data files of logs: the same rows as of the play that wrote them, and nothing where a log departs from the rules."""

import copy

import numpy as np
import pytest

from mjenv.errors import LogError
from mjenv.offline.columns import join
from mjenv.offline.replay import LogSource
from mjenv.record.log import read_log
from mjenv.record.seat_view import seat_view
from tests.export.exported import ENCODERS, RULES, played, source, write_log
from tests.record.played import write_events


@pytest.mark.parametrize("tables", [1, 3, None])
@pytest.mark.parametrize("rules", RULES)
def test_logs_give_the_rows_of_the_play_that_wrote_them(rules, tables, tmp_path):
    logs = [write_log(tmp_path / f"{match}.jsonl", rules, match) for match in range(2)]
    block = join(list(LogSource.open(logs).blocks("planes/1", tables=tables)))
    expected = played(rules)
    assert all(block[name].tobytes() == expected[name].tobytes() for name in expected)
    assert len(np.unique(block["match_points"])) > 2


@pytest.mark.parametrize("encoder", ENCODERS)
def test_in_every_encoder(encoder, tmp_path):
    logs = [write_log(tmp_path / f"{match}.jsonl", "qiaoma", match) for match in range(2)]
    block = join(list(LogSource.open(logs).blocks(encoder)))
    assert block["observation"].tobytes() == played("qiaoma", encoder)["observation"].tobytes()


def test_parameters_and_fees_are_those_of_the_log(tmp_path):
    params = {"table_fee": 3, "cap": 5}
    log = write_log(tmp_path / "a.jsonl", **params)
    block = join(list(LogSource.open([log]).blocks("planes/1")))
    expected = next(source(**params).blocks("planes/1", tables=1))
    assert all(block[name].tobytes() == expected[name].tobytes() for name in expected)
    assert np.abs(block["points"]).max() == 5


@pytest.fixture(scope="module")
def events(tmp_path_factory):
    return list(read_log(write_log(tmp_path_factory.mktemp("logs") / "a.jsonl")))


def first(events, kind, place=0):
    return [event for event in events if event["type"] == kind][place]


def other_action(events):
    ask = first(events, "ask", 5)
    ask["action"] = next(name for name in ask["legal"] if name != ask["action"])


def illegal_action(events):
    first(events, "ask", 4)["action"] = "self_kong 7z"


def unknown_action(events):
    first(events, "ask", 4)["action"] = "sleep"


def no_action(events):
    del first(events, "ask", 4)["action"]


def another_choice(events):
    first(events, "ask", 3)["legal"].append("hu")


def another_seat(events):
    ask = first(events, "ask", 3)
    ask["actor"] = (ask["actor"] + 1) % 4


def other_points(events):
    first(events, "end_hand")["points"] = [9, -3, -3, -3]


def huge_points(events):
    first(events, "end_hand")["points"] = [10**30, -(10**30), 0, 0]


def other_totals(events):
    for event in (first(events, "end_hand")["next"], first(events, "start_hand", 1)["carry"]):
        event["totals"] = [1, 2, 3, 4]


def broken_carry(events):
    first(events, "start_hand", 1)["carry"]["draws"] = 3


def impossible_carry(events):
    first(events, "start_hand")["carry"]["counter"] = -1


def impossible_wall(events):
    wall = first(events, "start_hand")["wall"]
    wall[0] = next(tile for tile in wall if tile != wall[0])


def one_hand_less(events):
    del events[events.index(first(events, "start_hand", 1)) : -1]


def one_hand_more(events):
    events[-1:-1] = [first(events, "start_hand", 1) | {"hand": 7}]


def hand_without_end(events):
    del events[-2]


def late_decision(events):
    place = events.index(first(events, "end_hand"))
    events[place:place] = [first(events, "ask", 1)]


def early_ask(events):
    events[1:1] = [first(events, "ask")]


def one_decision_less(events):
    end = events.index(first(events, "end_hand"))
    asks = [place for place, event in enumerate(events[:end]) if event["type"] == "ask"]
    del events[asks[-1]]


def no_decisions(events):
    events[:] = [event for event in events if event["type"] != "ask"]


DAMAGES = [
    (other_action, "hand 0: decision "),
    (illegal_action, "hand 0: decision 4: 'self_kong 7z' is not legal"),
    (unknown_action, "hand 0: decision 4: 'sleep' is no action"),
    (no_action, "hand 0: decision 4: 'nothing' is no action"),
    (another_choice, "hand 0: decision 3: seat "),
    (another_seat, "hand 0: decision 3: seat "),
    (other_points, "hand 0: end_hand.points are [9, -3, -3, -3], by the rules "),
    (huge_points, "hand 0: end_hand.points cannot be"),
    (other_totals, "hand 0: end_hand.next is "),
    (broken_carry, "hand 1: it does not start with what the hand before carried over"),
    (impossible_carry, "hand 0: start_hand.carry.counter cannot be"),
    (impossible_wall, "hand 0: start_hand.wall cannot be"),
    (one_hand_less, "its hands are 1, of 2 planned"),
    (one_hand_more, "hand 7: expected hand 2"),
    (hand_without_end, "hand 1: it does not end"),
    (late_decision, "hand 0: it does not end where the rules end it"),
    (early_ask, "'ask' comes before the first hand"),
    (one_decision_less, "hand 0: "),
    (no_decisions, "hand 0: nobody is asked"),
]


@pytest.mark.parametrize(("damage", "reason"), DAMAGES, ids=[damage.__name__ for damage, _ in DAMAGES])
def test_a_log_that_departs_from_the_rules_is_refused(damage, reason, events, tmp_path):
    changed = copy.deepcopy(events)
    damage(changed)
    path = write_events(tmp_path / "a.jsonl", changed)
    with pytest.raises(LogError) as caught:
        list(LogSource.open([path]).blocks("planes/1"))
    message = str(caught.value)
    assert message.startswith(f"log {path}, {reason}")
    assert message.endswith(f"; `mjenv verify {path}` tells how it departs from the rules")
    assert "\n" not in message


def test_what_one_seat_saw_is_refused(events, tmp_path):
    path = write_events(tmp_path / "a.jsonl", seat_view(events, 2))
    with pytest.raises(LogError, match="this is what one seat saw"):
        list(LogSource.open([path]).blocks("planes/1"))


def test_logs_of_different_rules_are_refused(events, tmp_path):
    logs = [write_events(tmp_path / "a.jsonl", events), write_log(tmp_path / "b.jsonl", cap=7)]
    with pytest.raises(LogError, match=r"b.jsonl: its rules are hebei/online cap=7, those of the first log hebei/onl"):
        list(LogSource.open(logs).blocks("planes/1"))
    events = copy.deepcopy(events)
    events[0]["rules"] = "offline"
    with pytest.raises(LogError, match=r"line 1: hebei has no rule set 'offline'"):
        LogSource.open([write_events(tmp_path / "c.jsonl", events)])
