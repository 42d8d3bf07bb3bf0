"""C20: a hand ends in a win or in a draw; the settlement sums to zero."""

import random

import pytest

from mjenv.engine.menu import action_id
from tests.builder import hand, position, start

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
LAST = hand("19m ...", drew="5m")


def last_discard(*seats):
    table = position(LAST, *seats, left=0)
    table.play("0 discard 5m")
    return table


def test_drawn_when_a_tile_is_due_and_none_is_left():
    table = last_discard()
    assert table.actor == -1
    end = table.last("end_hand")
    assert (end["result"], end["points"], end["tasks"]) == ("draw", [0, 0, 0, 0], {})
    assert table.count("hu") == 0


def test_not_drawn_while_a_tile_is_left():
    table = position(LAST, left=1)
    table.play("0 discard 5m")
    assert table.actor == 1
    assert table.play(f"1 discard {table.drawn}")[-2]["result"] == "draw"


@pytest.mark.parametrize(
    ("held", "claims"),
    [
        (hand("46m ..."), ["chow_mid", "pass"]),
        (hand("555m ..."), ["pung", "pass"]),  # no kong
        (hand("46m 123p 555p 777s 68s"), ["chow_mid", "ting_chow_mid", "pass"]),
        (hand("5m 123p 567p", "pung 222s", "chow 789s", ready=1), ["hu", "pass"]),
    ],
)
def test_claims_on_the_last_discard(held, claims):
    table = last_discard(held)
    assert (table.actor, table.legal) == (1, claims)
    table.play("1 pass")
    assert table.last("end_hand")["result"] == "draw"


def test_a_claim_of_the_last_discard_puts_off_the_draw():
    table = last_discard(None, hand("55m ..."))
    table.play("2 pung")
    assert table.actor == 2
    events = table.play(f"2 {table.legal[0]}")
    assert [event["type"] for event in events[-3:]] == ["discard", "end_hand", "end_match"]
    assert table.last("end_hand")["result"] == "draw"


def test_what_a_result_names():
    table = position(hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1), bao="1m 2m 3m 4p")
    _, won, end, over = table.play("0 hu")
    assert won == {
        "type": "hu",
        "actor": 0,
        "target": None,
        "tile": "5m",
        "mode": "self_draw",
        "elements": {"self_draw": 2, "kadang": 2},
        "hand": ["4m", "5m", "6m", "3p", "4p", "5p", "9p", "9p"],
        "groups": ["888s", "789s", "345p", "456m", "99p"],
        "payments": [12, -4, -4, -4],
    }
    assert end == {
        "type": "end_hand",
        "result": "win",
        "points": [12, -4, -4, -4],
        "kongs": [0, 0, 0, 0],
        "tasks": {},
        "bao": ["1m", "2m", "3m", "4p"],
        "next": {"dealer": 0, "draws": 0, "counter": 0, "totals": [12, -4, -4, -4]},
    }
    assert over == {"type": "end_match", "totals": [12, -4, -4, -4]}


def test_points_sum_to_zero_and_every_hand_ends():
    """Played at random, with claims that lead to ready and wins taken."""
    chance = random.Random(20)
    table = start(number=12)
    while table.actor >= 0:
        best = [name for name in table.legal if name == "hu" or "ting" in name]
        claims = [name for name in table.legal if name in {"pung", "chow_mid", "chow_low", "chow_high"}]
        table.apply(action_id(chance.choice(best or claims or table.legal)))
    ends = [event for event in table.events if event["type"] == "end_hand"]
    assert len(ends) == 12
    assert {"win", "draw"} == {event["result"] for event in ends}
    assert {sum(event["points"]) for event in ends} == {0}
    assert {event["points"] == [0] * 4 for event in ends if event["result"] == "win"} == {False}
