"""C7: chow, pung, exposed, added and concealed kong; a meld remembers the seat that fed it."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("19m ...", drew="5m")


def melds(table, seat):
    """Return (type, lowest kind, claimed tile, feeder) of each meld, as the seat itself sees them."""
    view = table.observe(seat)
    fields = ("meld_type", "meld_kind", "meld_tile", "meld_from")
    return [tuple(int(view[field][0, slot]) for field in fields) for slot in range(view["meld_count"][0])]


@pytest.mark.parametrize(
    ("held", "action", "consumed"),
    [("67m", "chow_low", ["6m", "7m"]), ("46m", "chow_mid", ["4m", "6m"]), ("34m", "chow_high", ["3m", "4m"])],
)
def test_chow(held, action, consumed):
    table = position(GIVER, hand(held + "369p 147s 2p8p4s6s7z"))
    assert table.play("0 discard 5m", f"1 {action}")[-1] == {
        "type": "chow",
        "actor": 1,
        "target": 0,
        "tile": "5m",
        "consumed": consumed,
        "ready": False,
    }
    lowest = {"chow_low": 4, "chow_mid": 3, "chow_high": 2}[action]
    assert melds(table, 1) == [(1, lowest, 4, 3)]
    assert table.hand(1) == "23689p14467s7z"


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_pung_and_exposed_kong_from_any_seat(seat):
    held = hand("555m 369p 147s 28p 6s 7z")
    for action, size in (("pung", 2), ("kong", 3)):
        table = position(GIVER, *[None] * (seat - 1), held, tail="9m")
        events = table.play("0 discard 5m", f"{seat} {action}")
        claim = next(event for event in events if event["type"] == action)
        assert claim["consumed"] == ["5m"] * size
        assert (claim["actor"], claim["target"]) == (seat, 0)
        assert melds(table, seat) == [({"pung": 2, "kong": 3}[action], 4, 4, 4 - seat)]
    assert (table.drawn, table.state["kongs"]) == ("9m", 1)


def test_added_kong_keeps_the_feeder():
    table = position(hand("5m 369p 147s 28p 6s", "pung 777z from 2", drew="7z"), tail="9m")
    events = table.play("0 self_kong 7z")
    assert [event["type"] for event in events] == ["ask", "added_kong", "draw"]
    assert melds(table, 0) == [(4, 33, 33, 2)]


def test_the_fourth_tile_may_be_added_on_a_later_turn():
    table = position(hand("369p 147s 28p 6s 7z", "pung 777z from 2", drew="5m"))
    assert table.may("self_kong") == "7z"


def test_only_an_own_pung_takes_a_fourth_tile():
    other = hand("69p 147s 28p 6s 58m", "pung 333p")
    table = position(hand("3p 147s 28p 6s 25m 7z", "chow 678p", drew="7m"), other)
    assert table.may("self_kong") == ""


def test_concealed_kong():
    table = position(hand("5555m 369p 147s 28p 6s", drew="1p"), tail="9m")
    assert table.may("self_kong") == "5m"
    events = table.play("0 self_kong 5m")
    assert [event["type"] for event in events] == ["ask", "concealed_kong", "draw"]
    assert melds(table, 0) == [(5, 4, 4, 0)]
    assert table.hand(0) == "9m123689p1467s"
    assert table.state["kongs"] == 1


def test_three_in_hand_are_no_concealed_kong():
    assert position(hand("555m 369p 147s 28p 6s 7z", drew="1p")).may("self_kong") == ""
