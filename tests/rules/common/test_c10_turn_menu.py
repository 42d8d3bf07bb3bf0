"""C10: on its turn a seat may win, kong, discard, or discard and declare ready."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def test_before_ready():
    table = position(hand("1111m 234p 55p 9s", "pung 777z", drew="9s"))
    assert table.legal == [
        *("discard 1m", "discard 2p", "discard 3p", "discard 4p", "discard 5p", "discard 9s"),
        *("ting 1m", "self_kong 1m"),
    ]


def test_every_kind_held_may_be_discarded_once():
    table = position(hand("11m 258p 369s 147s 7z4m", drew="9p"))
    assert {name.split()[0] for name in table.legal} == {"discard"}
    assert table.may("discard") == "1m 4m 2p 5p 8p 9p 1s 3s 4s 6s 7s 9s 7z"


def test_once_ready():
    table = position(hand("23m 555567p 77z", "chow 123s", drew="8p", ready=1), bao="8p")
    assert table.legal == ["discard 8p", "self_kong 5p", "hu"]


def test_discard_and_ting_are_the_same_discard():
    seat = hand("234m 567p 1s", "pung 222s", "chow 123p", drew="8m")
    for word, is_ready in (("discard", False), ("ting", True)):
        table = position(seat)
        event = next(event for event in table.play(f"0 {word} 8m") if event["type"] == "discard")
        assert (event["tile"], event["drawn"], event["ready"]) == ("8m", True, is_ready)
        assert table.hand(0) == "234m567p1s"
