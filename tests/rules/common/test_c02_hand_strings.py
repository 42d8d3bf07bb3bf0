"""C2: hand strings group by suit; what is impossible is refused with a message that names the bad part."""

import pytest

from mjenv.engine.tiles import format_tiles, parse_tiles
from tests.builder import deal_wall, hand, position
from tests.scripted import PLAYED

pytestmark = pytest.mark.nojit
HELD = "123m 456p 789s 77z"


@pytest.mark.parametrize(
    ("text", "kinds"),
    [("123m55z", [0, 1, 2, 31, 31]), ("9s1m", [0, 26]), (" 19p 7z ", [9, 17, 33]), ("", []), ("18f", [34, 41])],
)
def test_hand_strings(text, kinds):
    assert parse_tiles(text) == kinds
    assert parse_tiles(format_tiles(kinds)) == kinds


@pytest.mark.parametrize(
    ("text", "bad_part"),
    [
        ("12x", "'x' at position 3"),
        ("m12", "'m' at position 1"),
        ("12m3", "'3' at the end"),
        ("0m", "0m"),
        ("8z", "8z"),
        ("9f", "9f"),
        ("1z", "1z is not a tile of this variant"),
        ("55555m", "5 copies of 5m, at most 4"),
        ("555m 55m", "5 copies of 5m, at most 4"),
        ("77777z", "5 copies of 7z, at most 4"),
    ],
)
def test_impossible_hand_strings(text, bad_part):
    with pytest.raises(ValueError, match=f"hand '{text}'.*{bad_part}"):
        parse_tiles(text, PLAYED["harbin"])


def test_flowers_exist_once():
    with pytest.raises(ValueError, match="2 copies of 3f, at most 1"):
        parse_tiles("33f")


@pytest.mark.parametrize(
    ("seats", "options", "bad_part"),
    [
        ([hand("5555m 123p 789s 77z", drew="5m")], {}, "5 copies of 5m"),
        ([hand("5555m 123p 789s 77z", drew="1p"), hand("5m 147p 147s 1112223z")], {}, "1z is not"),
        ([hand("5555m 123p 789s 777z", drew="1p")], {"wall": "5m"}, "5 copies of 5m"),
        ([hand("5555m 123p 789s 777z", drew="1p")], {"tail": "5m"}, "5 copies of 5m"),
        ([hand("5555m 123p 789s 777z", drew="1p")], {"bao": "5m"}, "5 copies of 5m"),
        ([hand("5555m 123p 789s 777z", drew="1p")], {"river": "5m"}, "5 copies of 5m"),
        ([hand("5555m 123p 777z", "chow 567m", drew="1p")], {}, "5 copies of 5m"),
        ([hand(HELD, drew="1p")], {}, "makes 12, not 14"),
        ([hand(HELD + "11m", drew="1p"), hand(HELD)], {}, "seat 1: .* makes 11, not 13"),
        ([hand(HELD + "11m", drew="1p"), hand(HELD + "2m", drew="1p")], {}, "seat 1: drew 1p"),
        ([hand(HELD + "11m", drew="1p", ready=1)], {}, "may not be ready"),
        ([hand("123m 456p 9s 77z1m", "pung 888s", drew="1p", ready=2)], {}, "expected 1, 2"),
        ([hand("123m 456p 789s 1m", "pong 777z", drew="1p")], {}, "meld 'pong 777z'"),
        ([hand("123m 456p 789s 1m", "chow 777z", drew="1p")], {}, "meld 'chow 777z'"),
        ([hand("123m 456p 789s 1m", "pung 77z", drew="1p")], {}, "meld 'pung 77z'"),
        ([hand(HELD + "11m", drew="1p")], {"left": 60}, "left=60"),
    ],
)
def test_impossible_positions_are_refused(seats, options, bad_part):
    with pytest.raises(ValueError, match=bad_part):
        position(*seats, **options)


def test_an_impossible_wall_is_refused():
    with pytest.raises(ValueError, match="5 copies of 5m"):
        deal_wall("5555m", draws="5m")
