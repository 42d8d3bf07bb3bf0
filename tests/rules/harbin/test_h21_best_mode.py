"""H21, C18: of several modes the one that pays the winner most; of equals the 宝 mode."""

import pytest

from tests.builder import hand, position
from tests.rules.harbin.payments import GIVERS, LOSERS, WINNERS, self_draw, small_bao, standing

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("losers", "elements", "total"),
    [
        (["open", "open"], {"small_bao": 2}, 6),  # 6 either way
        (["standing", "open"], {"self_draw": 2}, 7),
        (["open", "standing"], {"self_draw": 2}, 7),
        (["standing", "standing"], {"self_draw": 2}, 8),
    ],
)
def test_a_natural_self_draw_may_beat_a_small_bao(losers, elements, total):
    table = small_bao("plain", losers, "2s")
    assert (table.last("hu")["elements"], table.points[0]) == (elements, total)


@pytest.mark.parametrize("losers", [["open", "open"], ["standing", "standing"]])
def test_without_a_wait_there_is_no_natural_self_draw(losers):
    assert small_bao("plain", losers, "4p").last("hu")["elements"] == {"small_bao": 2}


@pytest.mark.parametrize("count", range(4))
def test_a_big_bao_beats_a_natural_self_draw(count):
    assert self_draw("plain", standing(count), bao="2s").last("hu")["elements"] == {"big_bao": 4}


@pytest.mark.parametrize("losers", [["open", "open"], ["standing", "standing"]])
def test_bao_in_bao_beats_a_doubled_self_draw(losers):
    assert small_bao("kadang", losers, "3m").last("hu")["elements"] == {"small_bao_in_bao": 8}


def test_three_standing_losers():
    """Their amounts alone count: nobody but the ready owner of the 宝 need be open."""
    (tiles, *melds), _ = WINNERS["plain"]
    owner = hand(*GIVERS["ready"], ready=1)
    table = position(hand(tiles, *melds, drew="2s", ready=2), LOSERS["standing"], owner, LOSERS["standing"], bao="2s")
    table.play("0 hu")
    assert table.points == [8, -3, -2, -3]
