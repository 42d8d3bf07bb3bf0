"""C21: a match is a number of hands with carry-over; a hand can be started from any carry-over."""

import pytest

from tests.builder import hand, position, start

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def test_totals_dealer_and_draws_are_carried_over():
    winner = hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1)
    table = position(None, None, winner, turn=2, dealer=1, draws=2, totals=(10, -10, 5, -5), hands=2)
    table.play("2 hu")
    end, begin = table.last("end_hand"), table.last("start_hand")
    assert end["next"] == {"dealer": 2, "draws": 0, "counter": 0, "totals": [6, -14, 17, -9]}
    assert (begin["hand"], begin["dealer"]) == (1, 2)
    assert begin["carry"] == {"draws": 0, "counter": 0, "totals": [6, -14, 17, -9]}
    assert table.actor == 2


def test_the_next_hand_is_dealt_afresh():
    winner = hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1)
    table = position(winner, river="5m 5m", hands=2)
    table.play("0 hu")
    view = table.observe(0)
    assert (view["river_count"], view["left"], view["hand_index"]) == (0, 55, 1)
    assert not view["meld_count"].any()
    assert not view["ready"].any()
    assert view["hand_size"].tolist() == [14, 13, 13, 13]
    assert table.state["kongs"] == table.state["visible"].sum() == table.state["waits"].sum() == 0


def test_a_hand_is_over_and_paid_in_the_step_that_ends_it():
    winner = hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1)
    table = position(winner, dealer=1, hands=2)
    table.play("0 hu")
    assert (table.state["hand_over"], table.state["reward"].tolist()) == (1, [12, -4, -4, -4])
    table.default()
    assert (table.state["hand_over"], table.state["reward"].tolist()) == (0, [0, 0, 0, 0])
    assert table.points == [12, -4, -4, -4]


@pytest.mark.parametrize("number", [1, 3])
def test_a_match_has_the_planned_number_of_hands(number):
    table = start(number=number)
    while table.actor >= 0:
        table.default()
    assert [event["hand"] for event in table.events if event["type"] == "start_hand"] == [*range(number)]
    assert table.count("end_hand") == number
    assert table.count("end_match") == 1
    totals = [sum(event["points"][seat] for event in table.events if event["type"] == "end_hand") for seat in range(4)]
    assert table.last("end_match")["totals"] == totals


def test_a_hand_may_start_from_any_carry_over():
    carry = {"draws": 3, "counter": 2, "totals": [40, -20, -30, 10]}
    table = start(options={"carry": carry, "dealer": 2})
    assert table.last("start_hand")["carry"] == carry
    view = table.observe(1)
    assert (view["draws"], view["counter"], view["totals"].tolist()) == (3, 2, [-20, -30, 10, 40])


def test_the_first_dealer_is_drawn_at_random_unless_given():
    dealers = [start(options={"match_seed": [seed, 0]}).actor for seed in range(40)]
    assert set(dealers) == {0, 1, 2, 3}
    assert {start(options={"match_seed": [seed, 0], "dealer": 3}).actor for seed in range(8)} == {3}


def test_walls_differ_from_hand_to_hand_and_follow_from_the_seed():
    walls = []
    for _ in range(2):
        table = start(number=2, options={"match_seed": [5, 6], "dealer": 0})
        while table.actor >= 0:
            table.default()
        walls.append([event["wall"] for event in table.events if event["type"] == "start_hand"])
    assert walls[0] == walls[1]
    assert walls[0][0] != walls[0][1]
