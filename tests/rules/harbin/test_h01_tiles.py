"""H1: 112 tiles: three suits and four 红中, which is no suit and never in a chow."""

from collections import Counter

import pytest

from tests.builder import hand, position, start
from tests.scripted import full_set

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def test_the_wall():
    wall = start().last("start_hand")["wall"]
    assert len(wall) == 112
    suits = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
    assert Counter(wall) == Counter([*suits, "7z"] * 4)
    assert sum(full_set().values()) == 112


@pytest.mark.parametrize(
    ("tile", "held"),
    [("7z", "89s 369m 369m 369p 36p"), ("9s", "8s7z 369m 369m 369p 36p"), ("8s", "9s7z 369m 369m 369p 36p")],
)
def test_zhong_is_never_in_a_chow(tile, held):
    table = position(hand("258m 258p 147m 147p 3s", drew=tile), hand(held))
    events = table.play(f"0 discard {tile}")
    assert [event["type"] for event in events] == ["ask", "discard", "draw"]


def test_zhong_can_be_a_concealed_kong():
    assert position(hand("7777z ...", drew="1m")).may("self_kong") == "7z"
