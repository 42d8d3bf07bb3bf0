"""B10: kongs are paid whenever the hand is won, those of every seat; never when it is drawn."""

import pytest

from tests.builder import hand, position
from tests.rules.hebei.wins import PLAIN, RULES

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
WINNER = hand(*PLAIN, drew="8p")


def kongs_of(*seats, rules, **options):
    """Return the kong payments of a hand that seat 0, the dealer, wins by self-draw."""
    table = position(WINNER, *seats, rules=rules, **options)
    table.play("0 hu")
    end = table.last("end_hand")
    assert table.last("hu")["payments"] == [12, -4, -4, -4]
    assert table.points == end["points"] == [one + two for one, two in zip([12, -4, -4, -4], end["kongs"], strict=True)]
    return end["kongs"]


@RULES
@pytest.mark.parametrize(
    ("seat", "meld", "expected"),
    [
        (1, "kong 9999s from 0", [-3, 3, 0, 0]),
        (1, "kong 9999s from 2", [0, 3, -3, 0]),
        (1, "kong 9999s from 3", [0, 3, 0, -3]),
        (3, "kong 9999s from 1", [0, -3, 0, 3]),
        (1, "added 9999s from 0", [-1, 3, -1, -1]),  # whoever fed the pung
        (2, "added 9999s from 3", [-1, -1, 3, -1]),
        (1, "concealed 9999s", [-2, 6, -2, -2]),
        (3, "concealed 1111z", [-2, -2, -2, 6]),
        (2, "pung 999s", [0, 0, 0, 0]),
    ],
)
def test_the_kong_of_a_loser(seat, meld, expected, rules):
    assert kongs_of(*[None] * (seat - 1), hand("...", meld), rules=rules) == expected


@RULES
@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("kong 4444z from 2", [3, 0, -3, 0]),
        ("added 4444z from 2", [3, -1, -1, -1]),
        ("concealed 4444z", [6, -2, -2, -2]),
    ],
)
def test_the_kong_of_the_winner(meld, expected, rules):
    table = position(hand(PLAIN[0], meld, drew="8p"), rules=rules)
    table.play("0 hu")
    assert table.last("end_hand")["kongs"] == expected


@RULES
def test_kongs_of_several_seats_add_up(rules):
    seats = [
        hand("...", "kong 1111z from 2", "added 3333z"),
        hand("...", "concealed 2222z"),
        hand("...", "kong 5555z from 1", "concealed 6666z", "concealed 7777z"),
    ]
    assert kongs_of(*seats, rules=rules) == [-1 - 2 - 4, 3 + 3 - 2 - 3 - 4, -3 - 1 + 6 - 4, -1 - 2 + 3 + 12]


@RULES
@pytest.mark.parametrize("meld", ["kong 9999s", "added 9999s", "concealed 9999s"])
def test_void_on_a_draw(meld, rules):
    table = position(hand("...", drew="5m"), hand("...", meld), left=0, rules=rules)
    table.play("0 discard 5m")
    end = table.last("end_hand")
    assert (end["result"], end["points"], end["kongs"]) == ("draw", [0] * 4, [0] * 4)


@RULES
def test_paid_with_a_win_on_a_discard_too(rules):
    seats = [hand("...", "concealed 1111z", drew="8p"), hand(*PLAIN), hand("...", "kong 9999s from 3")]
    table = position(*seats, rules=rules)
    table.play("0 discard 8p", "1 hu")
    assert table.last("end_hand")["kongs"] == [6, -2, -2 + 3, -2 - 3]
    assert table.points == [0, 4, 1, -5]


@RULES
def test_a_kong_that_is_made_in_the_hand(rules):
    maker = hand("234m 678m 79p 22s 444z")
    table = position(hand("...", drew="4z"), None, maker, tail="8p", dealer=3, rules=rules)
    table.play("0 discard 4z", "2 kong", "2 hu")
    assert table.last("hu")["payments"] == [-4, -4, 14, -6]
    assert table.last("end_hand")["kongs"] == [-3, 0, 3, 0]


def test_paid_once_where_several_win():
    seats = [
        hand("...", "kong 9999s from 2", drew="5m"),
        hand("34m 123p 678p 22s", "pung 444z"),
        hand("46m 345p 678s 77z", "concealed 3333z"),
    ]
    table = position(*seats, rules="online")
    table.play("0 discard 5m", "1 hu", "2 hu")
    assert table.last("end_hand")["kongs"] == [3 - 2, -2, -3 + 6, -2]
    assert [event["payments"] for event in table.events if event["type"] == "hu"] == [[-6, 6, 0, 0], [-13, 0, 13, 0]]
    assert table.points == [-18, 4, 16, -2]
