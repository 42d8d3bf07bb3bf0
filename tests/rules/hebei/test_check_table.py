"""The check table of the rule page (B7, B8, B10)."""

import pytest

from tests.rules.hebei.wins import PLAIN, RULES, fan, on_discard, robbed_kong, self_draw

pytestmark = pytest.mark.nojit


@RULES
def test_a_concealed_full_flush_by_self_draw(rules):
    table = self_draw("1122344456888p", drew="3p", rules=rules)
    assert fan(table) == {"concealed": 2, "full_flush": 3}
    assert table.points == [-9, 23, -7, -7]


@RULES
def test_the_dealers_straight_with_an_exposed_pung_on_a_discard(rules):
    table = on_discard("123456m 78m 55s", "pung 222p", tile="9m", winner=0, rules=rules)
    assert fan(table) == {"straight": 2}
    assert table.points == [10, 0, -10, 0]


@RULES
def test_seven_pairs_on_the_dealers_discard(rules):
    table = on_discard("1144m 2277p 335s 66z", tile="5s", giver=0, rules=rules)
    assert fan(table) == {"concealed": 2, "seven_pairs": 2}
    assert table.points == [-10, 10, 0, 0]


@RULES
def test_a_kong_of_a_non_dealer_is_robbed_by_an_open_plain_hand(rules):
    table = robbed_kong(*PLAIN, tile="8p", rules=rules)
    assert fan(table) == {"robbed_kong": 2}
    assert table.points == [0, 7, -7, 0]
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]


@RULES
def test_one_four_seven_pairs_in_one_suit_by_self_draw(rules):
    table = self_draw("1111335577889m", drew="9m", rules=rules)
    assert fan(table) == {"concealed": 2, "full_flush": 3, "luxury_1": 8}
    assert table.points == [-17, 47, -15, -15]


@RULES
def test_the_dealers_single_hang_by_self_draw(rules):
    melds = ("pung 111m", "pung 222p", "pung 333s", "pung 444z")
    table = self_draw("5s", *melds, drew="5s", winner=0, rules=rules)
    assert fan(table) == {"all_triplets": 3, "single_hang": 2}
    assert table.points == [27, -9, -9, -9]
