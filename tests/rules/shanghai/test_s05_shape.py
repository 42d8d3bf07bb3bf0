"""S5: the standard shape only, without a minimum; a kind that the seat holds four times is no wait (C17, C19)."""

import pytest

from tests.builder import hand, waits
from tests.rules.shanghai.tables import PLAIN, RULES, qiaoma, win

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123m 456m 789p 123s 4z", [], "4z"),
        ("123m 456m 789p 123s 9s", [], "9s"),
        ("222m 333p 444s 111z 4z", [], "4z"),  # triplets only
        ("222m 333p 44s 11z", ["pung 777s"], "4s1z"),
        ("1112345678999m", [], "123456789m"),
        ("1122334455667m", [], "147m"),  # runs and a pair, not seven pairs
        ("11335577m 1133p 2s", [], ""),  # seven pairs
        ("1155m 2277p 3388s 4z", [], ""),
        ("19m 19p 19s 1234z 345m", [], ""),
        ("119m 19p 19s 1234z 23m", [], ""),  # no orphans either
        ("234m 23z 123p 55s", ["chow 123s"], ""),  # winds make no run
        ("89m 123p 456p 777s 11s", [], "7m"),
        ("89m 456p 777s 11z 234s", [], "7m"),
        ("12m 456p 777s 11z 234s", [], "3m"),
        ("11z 22z 456p 777s 234s", [], "12z"),
    ],
)
def test_waits(tiles, melds, expected):
    assert waits(tiles, *melds, rules=RULES) == expected


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("4444m 123p 456p 789s", [], ""),  # four in the hand
        ("4m 123p 456p 789s", ["pung 444m"], ""),
        ("23m 456p 789s 99p", ["pung 111m"], "14m"),
        ("23m 456p 99p", ["pung 111m", "chow 123m"], "4m"),  # three in the pung, one in the chow
        ("67m 456p 99p", ["kong 8888m", "chow 123s"], "5m"),
        ("67m 456p 99p", ["added 8888m", "chow 123s"], "5m"),
        ("67m 456p 99p", ["concealed 8888m", "chow 123s"], "5m"),
        ("4z 456p 123m 789s", ["pung 444z"], ""),
    ],
)
def test_own_copies_used_up(tiles, melds, expected):
    assert waits(tiles, *melds, rules=RULES) == expected


def test_copies_elsewhere_do_not_matter():
    table = qiaoma(hand(*PLAIN, drew="1z"), river="8p 8p 8p 8p")
    assert "ting 1z" in table.legal


def test_no_minimum():
    """One flower besides the base, no fan."""
    table = win(*PLAIN, flowers="1f")
    assert (table.last("hu")["elements"], table.points) == ({}, [-2, 2, 0, 0])


@pytest.mark.parametrize(
    ("tiles", "melds", "tile", "groups"),
    [
        ("222333444m 5p", ["chow 678s"], "5p", ["678s", "222m", "333m", "444m", "55p"]),  # most triplets (C18)
        ("22234566m 11z 444s", [], "6m", ["11z", "222m", "345m", "444s", "666m"]),
        ("2233445m 123p", ["chow 789s"], "5m", ["789s", "123p", "22m", "345m", "345m"]),  # the first as text
    ],
)
def test_the_reading_that_is_named(tiles, melds, tile, groups):
    assert win(tiles, *melds, tile=tile).last("hu")["groups"] == groups
