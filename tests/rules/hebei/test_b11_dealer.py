"""B11: the first dealer; the dealer stays after its own win and after a draw, otherwise the next seat deals."""

from collections import Counter

import pytest

from tests.builder import hand, position, start
from tests.rules.hebei.wins import PLAIN, RULES, on_discard, self_draw

pytestmark = pytest.mark.nojit
MATCHES = 80


def first_dealers(rules):
    tables = [start(1, rules, {"match_seed": (seed, 11)}) for seed in range(MATCHES)]
    return Counter(int(table.state["dealer"]) for table in tables)


def test_in_classic_seat_0_deals_first():
    assert first_dealers("classic") == {0: MATCHES}


def test_in_online_the_first_dealer_is_drawn_at_random():
    found = first_dealers("online")
    assert sorted(found) == [0, 1, 2, 3]
    assert min(found.values()) > MATCHES // 10


@RULES
@pytest.mark.parametrize("dealer", range(4))
def test_a_dealer_that_is_given_deals(dealer, rules):
    table = start(1, rules, {"dealer": dealer})
    assert (table.state["dealer"], table.actor) == (dealer, dealer)


def following(table):
    end = table.last("end_hand")["next"]
    assert table.last("start_hand")["dealer"] == end["dealer"]
    assert table.last("start_hand")["carry"]["draws"] == end["draws"]
    return end["dealer"], end["draws"]


@RULES
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("winner", range(4))
def test_after_a_win_by_self_draw(winner, dealer, rules):
    table = self_draw(*PLAIN, drew="8p", winner=winner, dealer=dealer, draws=2, hands=2, rules=rules)
    assert following(table) == (dealer if winner == dealer else (dealer + 1) % 4, 0)


@RULES
@pytest.mark.parametrize(
    ("winner", "giver", "dealer", "expected"), [(1, 2, 1, 1), (1, 2, 2, 3), (1, 2, 3, 0), (3, 0, 0, 1)]
)
def test_after_a_win_with_a_discard(winner, giver, dealer, expected, rules):
    table = on_discard(*PLAIN, tile="8p", winner=winner, giver=giver, dealer=dealer, hands=2, rules=rules)
    assert following(table) == (expected, 0)


@RULES
@pytest.mark.parametrize("dealer", range(4))
def test_after_a_draw_the_dealer_stays(dealer, rules):
    table = position(hand("...", drew="5m"), left=0, dealer=dealer, draws=2, hands=2, rules=rules)
    table.play("0 discard 5m")
    assert following(table) == (dealer, 3)


@pytest.mark.parametrize(("dealer", "expected"), [(0, 1), (1, 1), (2, 2), (3, 0)])
def test_after_a_win_of_several(dealer, expected):
    seats = [hand("...", drew="5m"), hand("34m 123p 678p 22s", "pung 444z"), hand("46m 345p 678s 77z", "pung 333z")]
    table = position(*seats, dealer=dealer, hands=2, rules="online")
    table.play("0 discard 5m", "1 hu", "2 hu")
    assert following(table) == (expected, 0)
