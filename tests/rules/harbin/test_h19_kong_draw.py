"""H19: kongs score nothing; 杠开 is a self-draw, or 摸宝 or 宝中宝 where the replacement is the 宝."""

import pytest

from tests.builder import hand, position

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("tiles", "melds", "drew", "kong"),
    [
        ("24m 555p 77z", ("pung 888s", "chow 123s"), "5p", "5p"),  # concealed
        ("24m 555p 77z", ("pung 888s", "chow 123s"), "8s", "8s"),  # added
    ],
)
@pytest.mark.parametrize(
    ("tail", "bao", "elements"),
    [
        ("3m", "1m", {"self_draw": 2, "kadang": 2, "kong_draw": 0}),
        ("9p", "9p", {"big_bao": 4, "kadang": 2, "kong_draw": 0}),
        ("3m", "3m", {"big_bao_in_bao": 16, "kong_draw": 0}),
    ],
)
def test_kong_draw(tiles, melds, drew, kong, tail, bao, elements):
    table = position(hand(tiles, *melds, drew=drew, ready=1), tail=tail, bao=bao)
    table.play(f"0 self_kong {kong}", "0 hu")
    assert table.last("hu")["elements"] == elements
    assert table.last("hu")["mode"] == "self_draw"
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]


def test_a_later_self_draw_is_no_kong_draw():
    table = position(hand("24m 555p 77z", "pung 888s", "chow 123s", drew="5p", ready=1), tail="9m", wall="1s 1s 1s 3m")
    table.play("0 self_kong 5p")
    table.run_to(0)
    table.play("0 hu")
    assert table.last("hu")["elements"] == {"self_draw": 2, "kadang": 2}


def test_kongs_score_nothing():
    table = position(hand("14m 258p 369s 7z 9p", "pung 555m from 2", drew="5m"), left=2)
    table.play("0 self_kong 5m")
    while table.actor >= 0:
        table.default()
    end = table.last("end_hand")
    assert (end["result"], end["points"], end["kongs"]) == ("draw", [0] * 4, [0] * 4)
