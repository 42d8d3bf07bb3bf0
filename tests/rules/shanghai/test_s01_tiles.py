"""S1: 144 tiles; pictures and dragons are set out at once and replaced from the tail, again while it is a flower."""

from collections import Counter

import pytest

from mjenv.engine.tiles import parse_tile
from tests.builder import hand, position, start
from tests.rules.shanghai.tables import RULES, qiaoma
from tests.scripted import FLOWERS

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
PLAYED = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + ["1z", "2z", "3z", "4z"]
PICTURES = [f"{number}f" for number in range(1, 9)]
DRAGONS = ["5z", "6z", "7z"]


def test_the_wall():
    wall = start(rules=RULES).last("start_hand")["wall"]
    assert len(wall) == 144
    assert Counter(wall) == Counter([*PLAYED, *DRAGONS] * 4 + PICTURES)


@pytest.mark.parametrize("flower", [*PICTURES, *DRAGONS])
def test_a_drawn_flower_is_set_out_and_replaced(flower):
    table = qiaoma(hand("...", drew="9m"), wall=flower, tail="3m")
    left = table.left
    events = table.play("0 discard 9m")[2:]
    assert events == [
        {"type": "draw", "actor": 1, "tile": flower, "from": "head", "left": left - 1},
        {"type": "flower", "actor": 1, "tile": flower},
        {"type": "draw", "actor": 1, "tile": "3m", "from": "tail", "left": left - 2},
    ]
    assert (table.actor, table.drawn) == (1, "3m")
    expected = [0] * 11
    expected[FLOWERS.index(parse_tile(flower))] = 1
    assert table.state["flowers"][1].tolist() == expected == table.observe(3)["flowers"][2].tolist()


def test_again_while_the_replacement_is_a_flower():
    table = qiaoma(hand("...", drew="9m"), wall="7z", tail="7z 4f 1z 9s")
    events = table.play("0 discard 9m")
    assert [(event["type"], event["tile"]) for event in events[2:]] == [
        ("draw", "7z"),
        ("flower", "7z"),
        ("draw", "7z"),
        ("flower", "7z"),
        ("draw", "4f"),
        ("flower", "4f"),
        ("draw", "1z"),
    ]
    assert table.drawn == "1z"  # a wind is played


def test_flowers_of_a_kongs_replacement_are_set_out_too():
    table = qiaoma(hand("1111m ...", drew="9m"), tail="5z 2p")
    events = table.play("0 self_kong 1m")
    assert [event["type"] for event in events[1:]] == ["concealed_kong", "draw", "flower", "draw"]
    assert table.drawn == "2p"


def test_no_flower_is_ever_in_a_hand():
    table = start(number=2, rules=RULES)
    while table.actor >= 0:
        for seat in range(4):
            assert not table.state["hand"][seat, 31:].any()
        assert not {f"discard {name}" for name in DRAGONS} & set(table.legal)
        table.default()
    assert table.state["flowers"].sum() > 0


def test_a_flower_cannot_be_held():
    with pytest.raises(ValueError, match="5z"):
        position(hand("5z ...", drew="9m"), rules=RULES)
