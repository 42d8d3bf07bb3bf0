"""H3, `single_bao`: the last wall tile is the 宝; 58 tiles can be drawn, replacements from index 110 downwards."""

import pytest

from tests.builder import deal

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def test_58_tiles_can_be_drawn_and_the_last_is_the_bao():
    table = deal(bao="5p", rules="single_bao")
    assert table.left == 58
    while table.actor >= 0:
        table.default()
    draws = [event for event in table.events if event["type"] == "draw"]
    wall = table.last("start_hand")["wall"]
    assert [event["tile"] for event in draws] == wall[53:111]
    assert draws[-1]["left"] == 0
    assert table.last("end_hand")["bao"] == wall[111:] == ["5p"]


def test_the_first_replacement_is_index_110():
    table = deal("1111m", tail="9p", bao="5p", rules="single_bao")
    table.play("0 self_kong 1m")
    assert table.drawn == table.last("start_hand")["wall"][110] == "9p"
