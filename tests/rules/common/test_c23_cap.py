"""C23: no seat's result of a hand leaves ±cap; payments are cut, then winnings given back."""

import random

import numpy as np
import pytest

from mjenv.engine.settlement import cap_payments, net_payments
from tests.builder import hand, position
from tests.oracle.settle import apply_cap

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def capped(cap, *payments):
    """Return {(payer, creditor): points} after the cap of payments (payer, creditor, points)."""
    table = np.zeros((4, 4), np.int64)
    for payer, creditor, points in payments:
        table[payer, creditor] += points
    cap_payments(table, cap)
    return {(payer, creditor): int(table[payer, creditor]) for payer, creditor in np.argwhere(table).tolist()}


def test_results_within_the_cap_stay():
    pays = {(1, 0): 3, (2, 0): 3, (3, 0): 4}
    assert capped(10, *[(*pair, points) for pair, points in pays.items()]) == pays


@pytest.mark.parametrize("payer", range(4))
def test_a_payers_creditors_are_served_in_turn_order(payer):
    following = [(payer + step) % 4 for step in (1, 2, 3)]
    payments = [(payer, seat, 6) for seat in following]
    assert capped(10, *payments) == {(payer, following[0]): 6, (payer, following[1]): 4}


@pytest.mark.parametrize("winner", range(4))
def test_winnings_are_given_back_in_rotation_from_the_next_seat(winner):
    following = [(winner + step) % 4 for step in (1, 2, 3)]
    payments = [(seat, winner, 5) for seat in following]
    kept = dict(zip(following, (3, 3, 4), strict=True))  # 5 too many: to the 1st, 2nd, 3rd, 1st, 2nd
    assert capped(10, *payments) == {(seat, winner): points for seat, points in kept.items()}


def test_the_rotation_passes_seats_that_pay_nothing():
    assert capped(5, (1, 0, 5), (3, 0, 1)) == {(1, 0): 4, (3, 0): 1}
    assert capped(5, (1, 0, 5), (3, 0, 4)) == {(1, 0): 3, (3, 0): 2}


def test_it_is_the_net_result_that_counts_for_winnings_and_the_gross_for_payments():
    assert capped(10, (1, 0, 9), (2, 0, 6), (0, 3, 5)) == {(1, 0): 9, (2, 0): 6, (0, 3): 5}
    assert capped(10, (0, 1, 12), (1, 0, 12)) == {(0, 1): 10, (1, 0): 10}


def test_only_the_seat_above_the_cap_gives_back():
    assert capped(4, (0, 1, 3), (2, 1, 4), (3, 0, 4)) == {(0, 1): 2, (2, 1): 2, (3, 0): 4}


def test_many_payments_against_the_oracle():
    chance = random.Random(23)
    for _ in range(300):
        cap = chance.randint(1, 20)
        pairs = [(payer, creditor) for payer in range(4) for creditor in range(4) if payer != creditor]
        payments = {pair: chance.choice((0, 0, chance.randint(1, 25))) for pair in pairs}
        result = capped(cap, *[(*pair, points) for pair, points in payments.items()])
        expected = {pair: points for pair, points in apply_cap(dict(payments), cap).items() if points}
        assert result == expected
        table = np.zeros((4, 4), np.int64)
        for pair, points in result.items():
            table[pair] = points
        net = np.zeros(4, np.int64)
        net_payments(table, net)
        assert net.sum() == 0
        assert abs(net).max() <= cap


@pytest.mark.parametrize(
    ("cap", "points"),
    [
        (None, [12, -4, -4, -4]),
        (12, [12, -4, -4, -4]),
        (11, [11, -3, -4, -4]),
        (7, [7, -2, -2, -3]),
        (3, [3, -1, -1, -1]),
    ],
)
def test_cap(cap, points):
    table = position(hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1), cap=cap)
    table.play("0 hu")
    assert table.last("hu")["payments"] == [12, -4, -4, -4]
    assert table.last("end_hand")["points"] == table.points == points
    assert table.last("end_hand")["next"]["totals"] == points
