"""H13: a ready seat that draws a revealed 宝 may win whatever its waits; any other way it is an ordinary tile.

A 宝 cannot be robbed in ``four_bao``: with one copy set aside nobody can have four.
"""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
TILES = ("46m 99p 345p", "pung 888s", "chow 789s")  # waits on 5m
OTHER = hand("234m 567p 1s", "pung 222s", "chow 123p", ready=1)


@pytest.mark.parametrize(("drew", "legal"), [("1s", True), ("2s", False)])
def test_drawn(drew, legal):
    table = position(hand(*TILES, drew=drew, ready=1), bao="1s", wall="9m")
    assert ("hu" in table.legal) == legal


def test_it_wins_on_no_wait():
    table = position(hand(*TILES, drew="1s", ready=1), bao="1s")
    table.play("0 hu")
    won = table.last("hu")
    assert (won["tile"], won["mode"], won["groups"]) == ("1s", "self_draw", [])
    assert won["hand"] == ["4m", "6m", "3p", "4p", "5p", "9p", "9p", "1s"]


def test_another_seats_bao_counts_too():
    table = position(hand(*TILES, drew="2p", ready=2), OTHER, bao="2p 3m")
    assert "hu" in table.legal


def test_it_may_be_declined():
    table = position(hand(*TILES, drew="1s", ready=1), bao="1s")
    assert table.legal == ["discard 1s", "hu"]
    assert table.play("0 discard 1s")[-1]["type"] == "draw"


def test_a_drawn_replacement_counts():
    table = position(hand("555p 23m 77z", "pung 888s", "chow 123s", drew="5p", ready=1), bao="9m", tail="9m")
    table.play("0 self_kong 5p")
    assert table.legal == ["discard 9m", "hu"]
    table.play("0 hu")
    assert table.last("hu")["elements"] == {"big_bao": 4, "kong_draw": 0}


def test_a_discarded_bao_is_an_ordinary_tile():
    table = position(hand("9m ...", drew="1s"), hand(*TILES, ready=1), bao="1s")
    assert [event["type"] for event in table.play("0 discard 1s")[:3]] == ["ask", "discard", "draw"]


def test_a_discarded_bao_that_is_waited_on_wins_as_a_discard():
    table = position(hand("9m ...", drew="5m"), hand(*TILES, ready=1), bao="5m")
    table.play("0 discard 5m", "1 hu")
    assert table.last("hu")["elements"] == {"discard_win": 1, "kadang": 2}


def test_a_bao_drawn_before_being_ready_is_an_ordinary_tile():
    table = position(hand("246m 99p 34p", *TILES[1:], drew="5p"), bao="5p", wall="7z 7z 7z 3s")
    assert "hu" not in table.legal
    table.play("0 ting 2m", "1 discard 7z", "2 discard 7z", "3 discard 7z")
    assert table.hand(0) == "46m34599p"
    assert (table.last("discard")["actor"], table.last("discard")["auto"]) == (0, True)


@pytest.mark.parametrize("ready", [0, 1])
def test_only_a_ready_seat_may(ready):
    table = position(hand(*TILES, drew="1s", ready=ready), bao="1s")
    assert ("hu" in table.legal) == bool(ready)
    other = hand("234m 567p 1s", "pung 222s", "chow 123p", ready=2 if ready else 1)
    table = position(hand(*TILES, drew="2p", ready=ready), None, other, bao="2p 3m")
    assert ("hu" in table.legal) == bool(ready)
