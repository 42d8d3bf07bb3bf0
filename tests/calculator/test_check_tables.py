"""The check tables of the rule pages, row by row, through `mjenv.score`."""

import pytest

import mjenv

pytestmark = pytest.mark.nojit

# Harbin: the winner is seat 1; of two losers beside the discarder, seats 2 and 3, some stand ---------------------
HARBIN = {"plain": ("234m 567p 2s", "2s", 1), "kadang": ("24m 567p 99s", "3m", 2)}
MELDS = "pung 888s, chow 123p"
WINNER = pytest.mark.parametrize("winner", HARBIN)


def harbin(winner, rules="four_bao", tile=None, seat=1, **facts):
    """Points of a win, without what 卡当 multiplies."""
    hand, wait, factor = HARBIN[winner]
    won = mjenv.score(rules, hand, tile or wait, melds=MELDS, seat=seat, **facts)
    assert ("kadang" in [element.key for element in won.elements]) == (factor == 2)
    return [points // factor for points in won.points]


@WINNER
@pytest.mark.parametrize(
    ("ready", "standing", "points"),
    [
        ([1, 0], [], [-1, 3, -1, -1]),
        ([1, 0], [3], [-1, 5, -1, -3]),
        ([1, 0], [2, 3], [-1, 7, -3, -3]),
        ([1], [], [-5, 5, 0, 0]),
        ([1], [2], [-7, 7, 0, 0]),
        ([1], [0, 2, 3], [-9, 9, 0, 0]),
    ],
)
def test_harbin_discard(ready, standing, points, winner):
    assert harbin(winner, discard_from=0, ready=ready, standing=standing) == points


@WINNER
@pytest.mark.parametrize("standing", [[], [1], [1, 3], [1, 2, 3]])
def test_harbin_self_draw(standing, winner):
    points = harbin(winner, seat=0, self_draw=True, standing=standing)
    assert points == [6 + len(standing), *(-3 if seat in standing else -2 for seat in (1, 2, 3))]


def test_harbin_robbed_kong():
    facts = {"melds": MELDS, "seat": 1, "robbed_from": 0, "standing": [3]}
    assert mjenv.score("four_bao", "34m 567p 99s", "2m", **facts).points == (-2, 7, -2, -3)
    assert mjenv.score("four_bao", "24m 567p 99s", "3m", **facts).points == (-4, 14, -4, -6)
    assert mjenv.score("four_bao", "34m 567p 99s", "2m", rob_payer="kong_maker", **facts).points == (-7, 7, 0, 0)


@WINNER
def test_harbin_liable_dealer(winner):
    assert harbin(winner, "single_bao", self_draw=True, draws=3, dealer=2) == [0, 6, -6, 0]
    assert harbin(winner, "single_bao", self_draw=True, draws=3, dealer=1) == [-2, 6, -2, -2]


@WINNER
def test_harbin_bao(winner):
    assert harbin(winner, tile="4p", self_draw=True, bao="4p") == [-4, 12, -4, -4]
    assert harbin(winner, tile="4p", self_draw=True, ready=[0, 1], bao="4p ?") == [-2, 6, -2, -2]
    assert harbin(winner, "single_bao", tile="4p", self_draw=True, ready=[0, 1], bao="4p") == [-4, 12, -4, -4]


def test_harbin_bao_in_bao():
    facts = {"melds": MELDS, "self_draw": True}
    assert mjenv.score("four_bao", "24m 567p 99s", "3m", bao="3m", **facts).points == (48, -16, -16, -16)
    assert mjenv.score("four_bao", "24m 567p 99s", "3m", ready=[2, 0], bao="3m", **facts).points == (24, -8, -8, -8)
    assert mjenv.score("single_bao", "24m 567p 99s", "3m", bao="3m", **facts).points == (48, -16, -16, -16)


# Hebei: the dealer is seat 0 -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", ["classic", "online"])
@pytest.mark.parametrize(
    ("hand", "tile", "facts", "points"),
    [
        ("112233m 55m 777m 88m", "8m", {"seat": 1, "self_draw": True}, (-9, 23, -7, -7)),
        ("123456789m 1z", "1z", {"melds": "pung 222p", "discard_from": 2}, (10, 0, -10, 0)),
        ("11m 33m 55p 77p 99s 22z 3z", "3z", {"seat": 1, "discard_from": 0}, (-10, 10, 0, 0)),
        ("234m 678m 79p 22s", "8p", {"melds": "pung 444z", "seat": 1, "robbed_from": 2}, (0, 7, -7, 0)),
        ("1111m 22m 44m 66m 88m 9m", "9m", {"seat": 1, "self_draw": True}, (-17, 47, -15, -15)),
        ("5s", "5s", {"melds": ["pung 111p, pung 333s", "pung 777m, pung 222z"], "self_draw": True}, (27, -9, -9, -9)),
    ],
)
def test_hebei(hand, tile, facts, points, rules):
    assert mjenv.score(rules, hand, tile, **facts).points == points


def test_hebei_robbed_kong_pays_no_kong():
    assert mjenv.score("online", "234m 678m 79p 22s", "8p", melds="pung 444z", robbed_from=2).kongs == (0, 0, 0, 0)


def test_hebei_cap():
    facts = {"melds": "kong 4444z from 2", "discard_from": 2}
    uncapped = mjenv.score("online", "234m 678m 79p 22s", "8p", **facts)
    capped = mjenv.score("online", "234m 678m 79p 22s", "8p", cap=5, **facts)
    assert (uncapped.points, uncapped.kongs) == ((11, 0, -11, 0), (3, 0, -3, 0))
    assert (capped.points, capped.transfers[2][0], capped.payments) == ((5, 0, -5, 0), 5, (8, 0, -8, 0))


# Shanghai -------------------------------------------------------------------------------------------------------------
OPEN = {"melds": "chow 123p"}
PLAIN = "234m 678m 79p 22s"


@pytest.mark.parametrize(
    ("hand", "tile", "facts", "points"),
    [
        (PLAIN, "8p", {**OPEN, "flowers": 3, "discard_from": 1}, (4, -4, 0, 0)),
        (PLAIN, "8p", {**OPEN, "flowers": "1f 5f 7z", "self_draw": True}, (12, -4, -4, -4)),
        (PLAIN + "123p", "8p", {"self_draw": True}, (60, -20, -20, -20)),
        ("234m 678m 79m 22z 456m", "8m", {"flowers": 4, "discard_from": 3}, (20, 0, 0, -20)),
        ("5s", "5s", {"melds": "pung 111s, pung 333s, pung 777s, pung 999s", "flowers": 2, "self_draw": True}, (144,)),
        (PLAIN, "8p", {**OPEN, "flowers": 5, "robbed_from": 1}, (18, -18, 0, 0)),
        (
            "55s 22z",
            "2z",
            {"melds": "pung 111s, pung 333s, pung 777s", "flowers": 2, "discard_from": 1, "counter": 1},
            (32,),
        ),
        (PLAIN, "8p", {"melds": "concealed 4444z", "discard_from": 1}, (8, -8, 0, 0)),
    ],
)
def test_shanghai(hand, tile, facts, points):
    won = mjenv.score("qiaoma", hand, tile, **facts)
    assert won.points[: len(points)] == points


def test_shanghai_concealed_wind_kong_and_base_are_four_flowers():
    assert mjenv.score("qiaoma", PLAIN, "8p", melds="concealed 4444z", discard_from=1).flowers == 4
