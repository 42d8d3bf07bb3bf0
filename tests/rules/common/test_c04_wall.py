"""C4: normal draws take the lowest index that is left, replacements the highest that is not set aside."""

import pytest

from tests.builder import deal, hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def test_draws_come_from_the_head_in_wall_order():
    table = deal()
    wall = table.last("start_hand")["wall"]
    while table.count("draw") < 12:
        table.default()
    draws = [event for event in table.events if event["type"] == "draw"]
    assert [event["tile"] for event in draws] == wall[53:65]
    assert {event["from"] for event in draws} == {"head"}
    assert [event["left"] for event in draws] == [*range(54, 42, -1)]


def test_replacements_come_from_the_tail_backwards():
    table = deal("1111m 2222m 3333m 7z", tail="4m 5m 6m")
    wall = table.last("start_hand")["wall"]
    table.play("0 self_kong 1m", "0 self_kong 2m", "0 self_kong 3m")
    draws = [event for event in table.events if event["type"] == "draw"]
    assert [event["tile"] for event in draws] == wall[107:104:-1] == ["4m", "5m", "6m"]
    assert {event["from"] for event in draws} == {"tail"}
    assert [event["left"] for event in draws] == [54, 53, 52]


def test_head_and_tail_meet():
    table = position(hand("1111m 147p 258s 36m 7z", drew="9s"), tail="8s", wall="6p", left=2)
    table.play("0 self_kong 1m")
    assert (table.drawn, table.left) == ("8s", 1)
    table.play("0 discard 8s")
    assert (table.drawn, table.left) == ("6p", 0)
    table.default()
    assert table.last("end_hand")["result"] == "draw"
