"""H5: what the 13 tiles must have: an open meld, at most three, a terminal, two suits, a wait."""

import pytest

from tests.builder import hand, position, waits

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        (["chow 123p", "pung 222s"], "5s"),
        (["chow 123p", "concealed 2222s"], "5s"),
        (["pung 222s"], "5s"),
        (["kong 2222s"], "5s"),
        (["added 2222s"], "5s"),
        (["concealed 2222s"], ""),  # does not open
        ([], ""),
    ],
)
def test_a_an_open_meld(melds, expected):
    tiles = {0: "123p 222s", 1: "123p", 2: ""}[len(melds)]
    assert waits(f"123m 567p 5s {tiles}", *melds) == expected


def test_b_at_most_three_melds():
    three = ["chow 123m", "pung 222p", "chow 345p"]
    assert waits("5678s", *three) == "58s"
    table = position(hand("5s", *three, "chow 678s", drew="9m"))
    assert {name.split()[0] for name in table.legal} == {"discard"}


NO_TERMINAL = ("234m 78p 22s", ["pung 555m", "chow 678s"])  # 6p or 9p


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123m 78p 22s", ["pung 555m", "chow 678s"], "69p"),
        ("789m 78p 22s", ["pung 555m", "chow 678s"], "69p"),
        ("234m 78p 11s", ["pung 555m", "chow 678s"], "69p"),
        ("234m 78p 99s", ["pung 555m", "chow 678s"], "69p"),
        ("234m 78p 77z", ["pung 555m", "chow 678s"], "69p"),
        ("234m 23p 99p", ["pung 555m", "chow 678s"], "14p"),
        ("234m 78p 11p", ["pung 555m", "chow 678s"], "69p"),
        ("234m 78p 22s", ["pung 555m", "chow 123s"], "69p"),
        ("234m 78p 22s", ["pung 555m", "chow 789s"], "69p"),
        ("234m 78p 22s", ["pung 111m", "chow 678s"], "69p"),
        ("234m 78p 22s", ["pung 999m", "chow 678s"], "69p"),
        ("234m 78p 22s", ["pung 777z", "chow 678s"], "69p"),
        ("234m 78p 22s", ["kong 9999p", "chow 678s"], "6p"),
        ("234m 78p 22s", ["concealed 1111p", "chow 678s"], "69p"),
        ("234m 78p 22s", ["pung 555m", "chow 234s"], ""),
        (*NO_TERMINAL, ""),
    ],
)
def test_c_a_terminal(tiles, melds, expected):
    assert waits(tiles, *melds) == expected


def test_c_the_terminal_may_not_be_the_one_discarded():
    assert waits(NO_TERMINAL[0], *NO_TERMINAL[1], drew="1s") == ""
    assert waits(NO_TERMINAL[0], *NO_TERMINAL[1], drew="7z") == ""


@pytest.mark.parametrize("terminal_from_winning_tile", [False, True])
def test_terminal_from_winning_tile(terminal_from_winning_tile):
    param = {"terminal_from_winning_tile": terminal_from_winning_tile}
    assert waits(NO_TERMINAL[0], *NO_TERMINAL[1], **param) == ("9p" if terminal_from_winning_tile else "")
    assert waits("234m 23p 22s", "pung 555m", "chow 678s", **param) == ("1p" if terminal_from_winning_tile else "")
    assert waits("234m 567p 7z", "pung 555m", "chow 678s", **param) == "7z"
    assert waits("234m 45p 22s", "pung 555m", "chow 678s", **param) == ""
    assert waits("234m 78p 22s", "pung 999m", "chow 678s", **param) == "69p"


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123m 567m 2m", ["pung 999m", "chow 456m"], ""),
        ("123m 567m 7z", ["pung 999m", "chow 456m"], ""),  # 红中 is no suit
        ("123m 567m 2m", ["pung 777z", "chow 456m"], ""),
        ("123m 567m 2m", ["pung 999p", "chow 456m"], "2m"),
        ("123m 567m 2m", ["pung 999s", "chow 456m"], "2m"),
        ("123m 567m 2m", ["concealed 9999s", "chow 456m"], "2m"),
        ("123m 567m 2p", ["pung 999m", "chow 456m"], "2p"),
        ("123m 567m 2s", ["pung 999m", "chow 456m"], "2s"),
        ("123p 567p 2s", ["pung 999s", "chow 456p"], "2s"),
        ("123m 567p 2s", ["pung 999m", "chow 456m"], "2s"),
    ],
)
def test_d_two_suits(tiles, melds, expected):
    assert waits(tiles, *melds) == expected


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("123m 567p 5s", "5s"),
        ("123m 55p 57s", "6s"),
        ("123m 55p 59s", ""),
        ("13m 55p 567s", "2m"),
        ("14m 55p 567s", ""),
    ],
)
def test_e_a_wait(tiles, expected):
    assert waits(tiles, "pung 222s", "chow 123p") == expected


def test_the_tile_declared_with_must_leave_such_a_hand():
    table = position(hand("234m 567p 1s", "pung 222s", "chow 123p", drew="8m"))
    assert table.may("ting") == "8m 1s"
    table = position(hand("234m 567p 1s", "pung 222s", "chow 123p", drew="3m"))
    assert table.may("ting") == "3m 1s"
