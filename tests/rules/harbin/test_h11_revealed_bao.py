"""H11: the k-th ready seat reveals the k-th 宝 and owns it; ready seats see all revealed ones, others none."""

import pytest

from mjenv.engine.tiles import tile_name
from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
FIRST = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)
SECOND = hand("234m 567p 1s", "pung 222s", "chow 123p", drew="9m")
BAO = "5p 7m 1p 4s"


def seen(table, seat):
    """Return the 宝 that a seat sees, with the relative seats that own them."""
    view = table.observe(seat)
    shown = zip(view["bao"].tolist(), view["bao_owner"].tolist(), strict=True)
    return [(tile_name(kind), owner) for kind, owner in shown if kind >= 0]


def test_each_ready_seat_reveals_the_next():
    table = position(SECOND, None, FIRST, bao=BAO)
    assert [seen(table, seat) for seat in range(4)] == [[], [], [("5p", 0)], []]
    table.play("0 ting 9m")
    assert table.last("bao") == {"type": "bao", "actor": 0, "tile": "7m", "index": 1}
    assert seen(table, 0) == [("5p", 2), ("7m", 0)]
    assert seen(table, 2) == [("5p", 0), ("7m", 2)]
    assert seen(table, 1) == seen(table, 3) == []


def test_the_planes_show_own_and_other_bao():
    table = position(SECOND, None, FIRST, bao=BAO)
    table.play("0 ting 9m")
    planes = table.observe(0, "planes/1")[4]
    assert {tile_name(kind): int(planes[kind]) for kind in planes.nonzero()[0]} == {"5p": 1, "7m": 2}
    assert not table.observe(1, "planes/1")[4].any()


@pytest.mark.parametrize(("drew", "legal"), [("5p", True), ("7m", False), ("1p", False)])
def test_an_unrevealed_bao_has_no_power(drew, legal):
    table = position(hand(FIRST.tiles, *FIRST.melds, drew=drew, ready=1), bao=BAO, wall="9s")
    assert ("hu" in table.legal) == legal


def test_nothing_is_exchanged():
    table = position(hand("5m ...", drew="9m"), FIRST, bao="1s 7m", river="1s 1s 1s")
    table.play("0 discard 9m")
    assert seen(table, 1) == [("1s", 0)]
    assert table.count("bao_exchange") == 0
