"""H17: 卡当 doubles every mode but the two 宝中宝, which include it."""

import pytest

from tests.rules.harbin.payments import on_discard, robbed_kong, self_draw, small_bao, standing

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("table", "elements"),
    [
        (lambda: on_discard("kadang", "open", ["open", "open"]), {"discard_win": 1, "kadang": 2}),
        (lambda: self_draw("kadang", standing(0), bao="1m"), {"self_draw": 2, "kadang": 2}),
        (lambda: robbed_kong("kadang", ["open", "open"]), {"self_draw": 2, "kadang": 2, "robbed_kong": 0}),
        (lambda: self_draw("kadang", standing(0), "4p", bao="4p"), {"big_bao": 4, "kadang": 2}),
        (lambda: small_bao("kadang", standing(0, 2), "4p"), {"small_bao": 2, "kadang": 2}),
        (lambda: self_draw("kadang", standing(0), bao="3m"), {"big_bao_in_bao": 16}),
        (lambda: small_bao("kadang", standing(0, 2), "3m"), {"small_bao_in_bao": 8}),
    ],
)
def test_kadang_doubles_all_but_bao_in_bao(table, elements):
    table = table()
    assert table.last("hu")["elements"] == elements
    paid = [-points for points in table.points if points < 0]
    if "discard_win" not in elements:  # all losers are open
        amount, factor = next(iter(elements.values())), elements.get("kadang", 1)
        assert paid == [amount * factor] * 3


def test_bao_in_bao_needs_kadang():
    assert self_draw("plain", standing(0), bao="2s").last("hu")["elements"] == {"big_bao": 4}
    assert self_draw("open_run", standing(0), bao="2m").last("hu")["elements"] == {"big_bao": 4}
