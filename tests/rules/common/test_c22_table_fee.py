"""C22: `table_fee` is taken from the totals each hand and reported apart from the settlement."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
WINNER = hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1)


@pytest.mark.parametrize("table_fee", [0, 5])
def test_table_fee(table_fee):
    table = position(WINNER, totals=(1, 2, 3, 4), table_fee=table_fee)
    table.play("0 hu")
    end = table.last("end_hand")
    assert end["points"] == [12, -4, -4, -4]
    assert end.get("fee") == ([5] * 4 if table_fee else None)
    expected = [13 - table_fee, -2 - table_fee, -1 - table_fee, -table_fee]
    assert end["next"]["totals"] == expected == table.last("end_match")["totals"]
    assert table.state["reward"].tolist() == [12, -4, -4, -4]


def test_the_fee_is_due_after_a_draw_too():
    table = position(hand("19m ...", drew="5m"), left=0, table_fee=3)
    table.play("0 discard 5m")
    assert table.last("end_hand")["next"]["totals"] == [-3] * 4
    assert table.last("end_hand")["points"] == [0] * 4
