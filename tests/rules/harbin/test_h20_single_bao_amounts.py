"""H20, `single_bao`: 摸宝 pays `bao_fan`, 宝中宝 `bao_in_bao_fan`, whoever was ready first."""

import pytest

from tests.builder import hand, position
from tests.rules.harbin.payments import GIVERS, LOSERS, WINNERS, standing

pytestmark = pytest.mark.nojit


def won(winner, tile, bao, place=1, losers=("open", "open"), **params):
    """Return elements and points of a win of seat 0 on a drawn tile; seat 1 is ready too and open."""
    (tiles, *melds), _ = WINNERS[winner]
    owner = hand(*GIVERS["ready"], ready=3 - place)
    others = [LOSERS[loser] for loser in losers]
    table = position(hand(tiles, *melds, drew=tile, ready=place), owner, *others, bao=bao, rules="single_bao", **params)
    table.play("0 hu")
    return table.last("hu")["elements"], table.points


@pytest.mark.parametrize("place", [1, 2])
@pytest.mark.parametrize("count", [0, 2])
def test_whoever_was_ready_first(place, count):
    losers = standing(count, losers=2)
    assert won("plain", "4p", "4p", place, losers) == ({"bao": 4}, [12, -4, -4, -4])
    assert won("kadang", "4p", "4p", place, losers) == ({"bao": 4, "kadang": 2}, [24, -8, -8, -8])
    assert won("kadang", "3m", "3m", place, losers) == ({"bao_in_bao": 16}, [48, -16, -16, -16])


@pytest.mark.parametrize("bao_fan", [4, 7])
def test_bao_fan(bao_fan):
    assert won("plain", "4p", "4p", bao_fan=bao_fan) == ({"bao": bao_fan}, [3 * bao_fan, *[-bao_fan] * 3])


@pytest.mark.parametrize("bao_in_bao_fan", [16, 20])
def test_bao_in_bao_fan(bao_in_bao_fan):
    elements, points = won("kadang", "3m", "3m", bao_in_bao_fan=bao_in_bao_fan)
    assert (elements, points[0]) == ({"bao_in_bao": bao_in_bao_fan}, 3 * bao_in_bao_fan)


@pytest.mark.parametrize(
    ("winner", "tile", "params", "elements"),
    [
        ("plain", "2s", {"bao_fan": 2}, {"bao": 2}),  # as much as a self-draw: the 宝 mode is named
        ("plain", "2s", {"bao_fan": 1}, {"self_draw": 2}),
        ("plain", "4p", {"bao_fan": 1}, {"bao": 1}),  # no wait
        ("kadang", "3m", {"bao_in_bao_fan": 8}, {"bao_in_bao": 8}),  # as much as 4, doubled
        ("kadang", "3m", {"bao_in_bao_fan": 7}, {"bao": 4, "kadang": 2}),
        ("kadang", "3m", {"bao_in_bao_fan": 3, "bao_fan": 1}, {"self_draw": 2, "kadang": 2}),
        ("kadang", "3m", {"bao_in_bao_fan": 3, "bao_fan": 2}, {"bao": 2, "kadang": 2}),
    ],
)
def test_the_mode_that_pays_most(winner, tile, params, elements):
    """H21, C18."""
    assert won(winner, tile, tile, **params)[0] == elements
