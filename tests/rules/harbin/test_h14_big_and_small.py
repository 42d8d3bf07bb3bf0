"""H14: the winner's own 宝 is 大, another's 小; the same kind revealed by both is 大."""

import pytest

from tests.builder import hand, position

pytestmark = pytest.mark.nojit
OTHER = ("234m 567p 1s", "pung 222s", "chow 123p")


@pytest.mark.parametrize(
    ("place", "bao", "key"),
    [
        (1, "8p 7m", "big_bao"),
        (1, "7m 8p", "small_bao"),
        (2, "8p 7m", "small_bao"),
        (2, "7m 8p", "big_bao"),
        (1, "8p 8p", "big_bao"),
        (2, "8p 8p", "big_bao"),
    ],
)
def test_big_and_small(place, bao, key):
    winner = hand("46m 99p 345p", "pung 888s", "chow 789s", drew="8p", ready=place)
    table = position(winner, None, hand(*OTHER, ready=3 - place), bao=bao)
    table.play("0 hu")
    amount = {"big_bao": 4, "small_bao": 2}[key]
    assert table.last("hu")["elements"] == {key: amount, "kadang": 2}
    assert table.last("hu")["payments"] == [6 * amount, -2 * amount, -2 * amount, -2 * amount]
