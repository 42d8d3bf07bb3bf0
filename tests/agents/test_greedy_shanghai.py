"""Greedy play of Shanghai: ready, flowers and fan, claims and kongs, and the bans."""

from __future__ import annotations

import pytest

from tests.agents.positions import answer, play_against_random, play_and_compare
from tests.builder import hand, position

FLOWERS = "1f 2f 55z"


def turn(*held, drew, flowers=FLOWERS, ready=0):
    return answer(position(hand(*held, drew=drew, flowers=flowers, ready=ready), rules="qiaoma"))


def asked(tile, *held, flowers=FLOWERS, ready=0):
    """Return seat 1's answer to a tile that seat 0 draws and discards."""
    seats = hand("...", drew=tile), hand(*held, flowers=flowers, ready=ready)
    return answer(position(*seats, rules="qiaoma"), f"0 discard {tile}")


def test_wins_whenever_it_can():
    assert turn("123456789m 1122p", drew="1p", ready=1) == "hu"
    assert asked("1p", "123456789m 1122p", ready=1) == "hu"


def test_declares_ready_as_soon_as_a_discard_leaves_a_live_wait():
    assert turn("12345m 678p 345s 22p", drew="4z") == "ting 4z"
    assert turn("123m 45s 22z", "pung 111z from 2", "chow 678p", drew="9s") == "ting 9s"


def test_waits_for_more_live_tiles():
    assert turn("23445m 678p 345s 22p", drew="9s") == "ting 9s"
    assert turn("12334m 678p 345s 22p", drew="9s") == "ting 9s"


def test_does_not_lock_its_hand_on_a_dead_wait():
    dead = position(hand("123m 678p 345s 111z 4m", drew="4z"), hand("...", "pung 444m from 2"), rules="qiaoma")
    assert not answer(dead).endswith("4z") or answer(dead) == "ting 4m"


def test_chows_and_pungs_where_that_brings_it_nearer():
    assert asked("3m", "12m 689p 3358s 2z", "pung 111z from 3") == "chow_high"
    assert asked("1z", "2457m 24p 3668s 113z") == "pung"


def test_does_not_claim_what_does_not_help():
    assert asked("3m", "123m 567p 34s 5588s 3z") == "pass"


def test_does_not_discard_what_a_chow_bars():
    table = position(
        hand("...", drew="3m"), hand("123m 67p 335s 22z", "pung 111z from 3", flowers=FLOWERS), rules="qiaoma"
    )
    table.play("0 discard 3m", "1 chow_high")
    assert answer(table) not in {"discard 3m", "ting 3m"}


def test_kongs_where_that_costs_nothing():
    assert turn("1111z 345m 67p 2258s", drew="9s") == "self_kong 1z"
    assert asked("1z", "345m 34p 79s 111z", "chow 234p from 0") == "kong"


def test_a_ready_seat_kongs_for_the_flowers_and_not_where_it_has_none():
    held = "111s 345m 67p 22p 456s"
    assert turn(held, drew="1s", ready=1) == "self_kong 1s"
    assert turn(held, drew="1s", ready=1, flowers="") == "discard 1s"


def test_keeps_a_hand_of_one_suit():
    assert turn("45789m 56p", "pung 111m from 2", "pung 222z from 3", drew="8m") in {"discard 5p", "discard 6p"}


def test_far_from_ready_it_discards_what_a_ready_seat_let_pass():
    far = hand("1458m 258p 1479s 23z", flowers=FLOWERS)
    ready = hand("345678m 11p 345s 56s", drew="5p", ready=1)
    table = position(ready, far, rules="qiaoma", wall="8m")
    assert answer(table) == "discard 5p"


@pytest.mark.nojit
def test_never_an_illegal_action_and_the_same_in_any_batch():
    play_and_compare("qiaoma")


@pytest.mark.boundscheck
@pytest.mark.parametrize("params", [{}, {"fan_mode": "linear", "force_win": True}])
def test_it_is_far_better_than_random_and_its_own_games_end_in_wins(params):
    points, won = play_against_random("qiaoma", **params)
    assert points.mean() - 3 * points.std() / len(points) ** 0.5 > 5
    assert won.mean() > 0.95
