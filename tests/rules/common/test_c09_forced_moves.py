"""C9: a seat is asked only when it has a choice; a single legal action is carried out by the engine."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
READY = hand("234m 567p 1s", "pung 222s", "chow 123p", ready=1)


def test_a_ready_seat_discards_what_it_drew():
    table = position(hand("9m ...", drew="9m"), READY, wall="8m")
    events = table.play("0 discard 9m")
    assert [(event["type"], event.get("actor")) for event in events] == [
        ("ask", 0),
        ("discard", 0),
        ("draw", 1),
        ("discard", 1),
        ("draw", 2),
    ]
    forced = {"type": "discard", "actor": 1, "tile": "8m", "drawn": True, "ready": False, "auto": True}
    assert events[3] == forced
    assert table.actor == 2


def test_a_ready_seat_with_a_choice_is_asked():
    table = position(hand("9m ...", drew="9m"), READY, wall="1s")
    table.play("0 discard 9m")
    assert (table.actor, table.legal) == (1, ["discard 1s", "hu"])
    chosen = table.play("1 discard 1s")[1]
    assert chosen == {"type": "discard", "actor": 1, "tile": "1s", "drawn": True, "ready": False}


def test_the_only_ready_discard_after_a_ready_claim():
    table = position(hand("19m ...", drew="5m"), None, hand("55m 123p 456p 11s 24s 7s"))
    events = table.play("0 discard 5m", "2 ting_pung")
    assert [event["type"] for event in events] == ["ask", "discard", "ask", "pung", "discard", "bao", "draw"]
    assert events[4] == {"type": "discard", "actor": 2, "tile": "7s", "drawn": False, "ready": True, "auto": True}


def test_nobody_is_asked_about_a_tile_that_nobody_can_claim():
    events = position(hand("9m ...", drew="9m")).play("0 discard 9m")
    assert [event["type"] for event in events] == ["ask", "discard", "draw"]
