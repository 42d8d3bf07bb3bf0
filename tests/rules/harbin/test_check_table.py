"""The check table of the rule page, each row without and with 卡当 (H16, H17, H18)."""

import pytest

from tests.rules.harbin.payments import on_discard, robbed_kong, self_draw, small_bao, standing

pytestmark = pytest.mark.nojit
KADANG = pytest.mark.parametrize(("winner", "factor"), [("plain", 1), ("kadang", 2)])


def times(factor, points):
    return [factor * amount for amount in points]


# Winner is seat 1, discarder seat 0.
@KADANG
@pytest.mark.parametrize("giver", ["ready", "declares"])
@pytest.mark.parametrize(
    ("losers", "points"),
    [
        (["open", "open"], [-1, 3, -1, -1]),
        (["open", "standing"], [-1, 5, -1, -3]),
        (["standing", "open"], [-1, 5, -3, -1]),
        (["standing", "standing"], [-1, 7, -3, -3]),
    ],
)
def test_discard_by_a_ready_seat(losers, points, giver, winner, factor):
    assert on_discard(winner, giver, losers).points == times(factor, points)


@KADANG
@pytest.mark.parametrize("giver", ["open", "standing", "kong"])
@pytest.mark.parametrize(
    ("losers", "points"),
    [
        (["open", "open"], [-5, 5, 0, 0]),
        (["open", "standing"], [-7, 7, 0, 0]),
        (["standing", "open"], [-7, 7, 0, 0]),
        (["standing", "standing"], [-9, 9, 0, 0]),
    ],
)
def test_discard_by_a_seat_that_is_not_ready(losers, points, giver, winner, factor):
    assert on_discard(winner, giver, losers).points == times(factor, points)


@KADANG
@pytest.mark.parametrize(("count", "total"), [(0, 6), (1, 7), (2, 8), (3, 9)])
def test_self_draw(count, total, winner, factor):
    table = self_draw(winner, standing(count), bao="1m")
    assert table.points[0] == total * factor
    assert sorted(table.points[1:]) == times(factor, [-3] * count + [-2] * (3 - count))


@pytest.mark.parametrize(("winner", "factor"), [("open_run", 1), ("kadang", 2)])
def test_robbed_kong(winner, factor):
    assert robbed_kong(winner, ["open", "standing"]).points == times(factor, [-2, 7, -2, -3])


@KADANG
def test_bao(winner, factor):
    assert self_draw(winner, standing(0), "4p", bao="4p").points == times(factor, [12, -4, -4, -4])
    assert small_bao(winner, standing(0, 2), "4p").points == times(factor, [6, -2, -2, -2])


def test_bao_in_bao():
    assert self_draw("kadang", standing(0), bao="3m").points == [48, -16, -16, -16]
    assert small_bao("kadang", standing(0, 2), "3m").points == [24, -8, -8, -8]
