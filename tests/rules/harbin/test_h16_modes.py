"""H16: the modes of a win and what each loser pays. The check table is in test_check_table."""

import itertools

import pytest

from tests.builder import hand, position
from tests.rules.harbin.payments import on_discard, robbed_kong, self_draw, small_bao, standing

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("key", "winner", "tile", "bao", "open_pays", "standing_pays"),
    [
        ("self_draw", "plain", "2s", "1m", 2, 3),
        ("big_bao", "plain", "4p", "4p", 4, 4),
        ("big_bao_in_bao", "kadang", "3m", "3m", 16, 16),
    ],
)
@pytest.mark.parametrize("count", range(4))
def test_what_open_and_standing_losers_pay(key, winner, tile, bao, open_pays, standing_pays, count):
    for losers in sorted(set(itertools.permutations(standing(count)))):
        table = self_draw(winner, losers, tile, bao=bao)
        pays = [standing_pays if loser == "standing" else open_pays for loser in losers]
        assert table.points == [sum(pays), *(-amount for amount in pays)]
        assert table.last("hu")["elements"] == {key: open_pays}


@pytest.mark.parametrize(
    ("key", "winner", "tile", "amount"), [("small_bao", "plain", "4p", 2), ("small_bao_in_bao", "kadang", "3m", 8)]
)
@pytest.mark.parametrize("count", range(3))
def test_small_bao(key, winner, tile, amount, count):
    table = small_bao(winner, standing(count, losers=2), tile)
    assert table.points == [3 * amount, -amount, -amount, -amount]
    assert table.last("hu")["elements"] == {key: amount}


def test_a_concealed_kong_does_not_open():
    assert self_draw("plain", ["kong", "open", "open"]).points == [7, -3, -2, -2]
    assert on_discard("plain", "ready", ["kong", "open"]).points == [-1, 5, -3, -1]


@pytest.mark.parametrize("meld", ["chow 456s", "pung 666s", "kong 6666s", "added 6666s"])
def test_every_other_meld_opens(meld):
    table = position(hand("234m 567p 2s", "pung 888s", "chow 123p", drew="2s", ready=1), hand("9m ...", meld))
    table.play("0 hu")
    assert table.points[1] == -2


@pytest.mark.parametrize("rob_payer", ["all", "kong_maker"])
@pytest.mark.parametrize(("winner", "factor"), [("open_run", 1), ("kadang", 2)])
@pytest.mark.parametrize(
    ("losers", "pays"),
    [(["open", "open"], [2, 2, 2]), (["open", "standing"], [2, 2, 3]), (["standing", "kong"], [2, 3, 3])],
)
def test_rob_payer(losers, pays, winner, factor, rob_payer):
    table = robbed_kong(winner, losers, rob_payer=rob_payer)
    total = factor * sum(pays)
    if rob_payer == "all":
        assert table.points == [-pays[0] * factor, total, -pays[1] * factor, -pays[2] * factor]
    else:
        assert table.points == [-total, total, 0, 0]
    kadang = {"kadang": 2} if factor == 2 else {}
    assert table.last("hu")["elements"] == {"self_draw": 2, **kadang, "robbed_kong": 0}
