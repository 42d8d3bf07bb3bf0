"""H2: the last four wall tiles are 宝; 55 tiles can be drawn, replacements from index 107 downwards."""

import pytest

from tests.builder import deal, hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def test_the_last_four_tiles_are_bao():
    table = deal(bao="1m 5p 9s 7z")
    assert table.last("start_hand")["wall"][108:] == ["1m", "5p", "9s", "7z"]
    while table.actor >= 0:
        table.default()
    assert table.last("end_hand")["bao"] == ["1m", "5p", "9s", "7z"]


def test_55_tiles_can_be_drawn():
    table = deal()
    assert table.left == 55
    while table.actor >= 0:
        table.default()
    draws = [event for event in table.events if event["type"] == "draw"]
    assert len(draws) == 55
    assert draws[-1]["left"] == 0
    wall = table.last("start_hand")["wall"]
    assert [event["tile"] for event in draws] == wall[53:108]


def test_the_first_replacement_is_index_107():
    table = deal("1111m", tail="9p")
    table.play("0 self_kong 1m")
    assert (table.drawn, table.last("start_hand")["wall"][107]) == ("9p", "9p")


def test_the_kth_ready_seat_shows_the_kth():
    seats = [
        hand("234m 567p 8m", "pung 222s", "chow 123p", drew="9s"),
        hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1),
    ]
    table = position(*seats, bao="1m 5p 9s 7z")
    table.play("0 ting 9s")
    assert table.last("bao") == {"type": "bao", "actor": 0, "tile": "5p", "index": 1}
