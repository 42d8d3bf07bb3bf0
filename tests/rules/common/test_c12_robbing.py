"""C12: an added kong, and only that, can be robbed; a robbed kong counts nowhere."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
MAKER = hand("14m 258p 369s 7z 9p", "pung 555m from 2", drew="5m")
MIDDLE = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)  # waits on 5m
OUTER = hand("34m 11p 567p", "pung 222s", "chow 123s", ready=2)  # waits on 2m 5m


def test_the_kong_is_shown_before_the_asking():
    table = position(MAKER, MIDDLE)
    events = table.play("0 self_kong 5m")
    assert [event["type"] for event in events] == ["ask", "added_kong"]
    assert (table.actor, table.legal) == (1, ["hu", "pass"])


def test_a_robbed_kong_counts_nowhere():
    table = position(MAKER, MIDDLE, left=30)
    events = table.play("0 self_kong 5m", "1 hu")
    assert "draw" not in [event["type"] for event in events]
    won = table.last("hu")
    assert (won["actor"], won["target"], won["tile"], won["mode"]) == (1, 0, "5m", "robbed_kong")
    view = table.observe(0)
    assert view["meld_type"][0, 0] == 2  # still a pung
    assert table.left == 30
    assert table.state["kongs"] == 0
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]
    assert table.hand(0) == "14m2589p369s7z"
    assert table.hand(1) == "456m34599p"


def test_a_kong_that_is_not_robbed():
    table = position(MAKER, MIDDLE, tail="3m", left=30)
    table.play("0 self_kong 5m", "1 pass")
    assert (table.actor, table.drawn, table.left) == (0, "3m", 29)
    assert table.state["kongs"] == 1
    view = table.observe(1)
    assert view["meld_type"][3, 0] == 4
    assert view["unseen"][4] == 0


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_any_ready_seat_may_rob(seat):
    table = position(MAKER, *[None] * (seat - 1), MIDDLE)
    table.play("0 self_kong 5m")
    assert table.actor == seat
    table.play(f"{seat} hu")
    assert table.last("hu")["actor"] == seat


def test_only_a_ready_seat_that_waits_on_the_tile_is_asked():
    asleep = hand(MIDDLE.tiles, *MIDDLE.melds)
    elsewhere = hand("34m 11p 567p", "pung 222s", "chow 123s", ready=1)
    table = position(hand("14m 258p 369s 7z 4p", "pung 777m", drew="7m"), asleep, elsewhere)
    assert [event["type"] for event in table.play("0 self_kong 7m")] == ["ask", "added_kong", "draw"]


def test_a_concealed_kong_is_not_robbed():
    table = position(hand("5555m 258p 369s 77z 9p", drew="3p"), hand("46m 11p 678p", "pung 888s", "chow 789s", ready=1))
    events = table.play("0 self_kong 5m")
    assert [event["type"] for event in events] == ["ask", "concealed_kong", "draw"]


def test_an_exposed_kong_is_not_robbed():
    table = position(hand("19m ...", drew="5m"), None, hand("555m ..."), MIDDLE)
    events = table.play("0 discard 5m", "2 kong", "3 pass")
    assert [event["type"] for event in events[-2:]] == ["kong", "draw"]


def test_one_seat_robs_the_nearest():
    table = position(MAKER, MIDDLE, OUTER)
    table.play("0 self_kong 5m", "1 hu")
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == [1]
    table = position(MAKER, MIDDLE, OUTER)
    table.play("0 self_kong 5m", "1 pass", "2 hu")
    assert table.last("hu")["actor"] == 2
