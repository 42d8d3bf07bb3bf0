"""Greedy play of Hebei: what it makes for, what it claims and kongs, when it wins."""

from __future__ import annotations

import pytest

from tests.agents.positions import answer, play_against_random, play_and_compare
from tests.builder import hand, position

RULES = pytest.mark.parametrize("rules", ["classic", "online"])


def turn(*held, drew, rules="classic", **place):
    return answer(position(hand(*held, drew=drew), rules=rules, **place))


def asked(tile, *held, rules="classic", **place):
    """Return seat 1's answer to a tile that seat 0 draws and discards."""
    table = position(hand("...", drew=tile), hand(*held), rules=rules, **place)
    return answer(table, f"0 discard {tile}")


@RULES
def test_wins_whenever_it_can(rules):
    assert turn("123456789m 1122p", drew="1p", rules=rules) == "hu"
    assert asked("1p", "123456789m 1122p", rules=rules) == "hu"
    assert turn("1133m 5577p 2266s 4z", drew="4z", rules=rules) == "hu"
    assert turn("19m 19p 19s 1234567z", drew="7z", rules=rules) == "hu"


def test_does_not_lock_its_hand_by_a_ready_that_brings_nothing():
    table = position(hand("123456m 789p 45s 11z", drew="9m"), rules="online")
    assert "ting 9m" in table.legal
    assert answer(table) == "discard 9m"


@RULES
def test_does_not_break_a_wait(rules):
    assert turn("123456m 789p 45s 11z", drew="9s", rules=rules) == "discard 9s"


def test_keeps_pairs_for_seven_pairs():
    assert turn("1199m 2288p 5577s 4z", drew="6z") in {"discard 4z", "discard 6z"}
    assert turn("1199m 2288p 55s 467s", drew="6s") in {"discard 4s", "discard 7s"}


def test_does_not_break_seven_pairs_for_a_pung():
    assert asked("5s", "1199m 2288p 5577s 4z") == "pass"


def test_goes_for_thirteen_orphans_when_they_are_near():
    assert turn("19m 19p 19s 123456z 5m", drew="3p") in {"discard 5m", "discard 3p"}


def test_pungs_where_that_brings_it_nearer():
    assert asked("5z", "34589m 234p 8s 3355z") == "pung"


def test_does_not_claim_what_does_not_help():
    assert asked("5m", "55678m 234p 22256s") == "pass"


def test_keeps_a_hand_of_one_suit():
    assert turn("1123455679m 11z 8p", drew="4m") == "discard 8p"


@RULES
def test_kongs_for_the_payment_where_that_costs_nothing(rules):
    assert turn("1111z 345m 67p 2258s", drew="9s", rules=rules) == "self_kong 1z"
    assert turn("345m 67p 22s 79s 5z", "pung 555z from 1", drew="9m", rules=rules) == "self_kong 5z"
    assert asked("5z", "34589m 234p 79s 555z", rules=rules) == "kong"


def test_a_ready_seat_makes_the_kongs_that_its_menu_has():
    table = position(hand("111z 345m 67p 22258s", drew="1z"), rules="online")
    assert answer(table) == "self_kong 1z"


@pytest.mark.nojit
@pytest.mark.parametrize("rules", ["classic", "online"])
def test_never_an_illegal_action_and_the_same_in_any_batch(rules):
    play_and_compare(rules)


@pytest.mark.boundscheck
@pytest.mark.parametrize("params", [{}, {"thirteen_orphans_pair": "any", "concealed_with_special": False}])
def test_it_is_far_better_than_random_and_its_own_games_end_in_wins(params):
    points, won = play_against_random("classic", **params)
    assert points.mean() - 3 * points.std() / len(points) ** 0.5 > 5
    assert won.mean() > 0.95
