"""S3: chow from the previous seat, pung, all three kongs; `hu` > `kong` = `pung` > `chow`."""

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import qiaoma, types

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def claims(tile, held, seat=1):
    """Return what a seat may do with seat 0's discard."""
    table = qiaoma(hand("...", drew=tile), *[None] * (seat - 1), hand(held))
    table.play(f"0 discard {tile}")
    return [name for name in table.legal if name != "pass"] if table.actor == seat and "pass" in table.legal else []


@pytest.mark.parametrize(
    ("tile", "held", "expected"),
    [
        ("5m", "67m ...", ["chow_low"]),
        ("5m", "46m ...", ["chow_mid"]),
        ("5m", "34m ...", ["chow_high"]),
        ("5m", "3467m ...", ["chow_low", "chow_mid", "chow_high"]),
        ("5m", "55m ...", ["pung"]),
        ("5m", "555m ...", ["pung", "kong"]),
        ("5m", "3455567m ...", ["chow_low", "chow_mid", "chow_high", "pung", "kong"]),
        ("5m", "5m ...", []),
        ("5m", "37m ...", []),
        ("1m", "23m ...", ["chow_low"]),
        ("2m", "134m ...", ["chow_low", "chow_mid"]),
        ("8m", "679m ...", ["chow_mid", "chow_high"]),
        ("9m", "78m ...", ["chow_high"]),
        ("9m", "8m 1247p 147s 1234z 3s", []),  # no run goes on in the next suit
        ("1p", "89m 2p 147s 147p 1234z", []),
        ("1p", "23p ...", ["chow_low"]),
        ("9p", "78p ...", ["chow_high"]),
        ("9p", "8p 1247s 147m 1234z 3m", []),
        ("1s", "23s ...", ["chow_low"]),
        ("9s", "78s ...", ["chow_high"]),
        ("9s", "8s 1247p 147m 1234z 3m", []),
        ("2z", "134z ...", []),  # winds make no run
        ("1z", "23z ...", []),
        ("4z", "23z ...", []),
        ("1z", "11z ...", ["pung"]),
        ("4z", "444z ...", ["pung", "kong"]),
    ],
)
def test_claims_of_the_next_seat(tile, held, expected):
    assert claims(tile, held) == expected


@pytest.mark.parametrize("seat", [2, 3])
def test_other_seats_may_not_chow(seat):
    assert claims("5m", "3467m ...", seat) == []
    assert claims("5m", "34555m ...", seat) == ["pung", "kong"]


@pytest.mark.parametrize(
    ("action", "consumed"), [("chow_low", ["6m", "7m"]), ("chow_mid", ["4m", "6m"]), ("chow_high", ["3m", "4m"])]
)
def test_a_chow(action, consumed):
    table = qiaoma(hand("...", drew="5m"), hand("3467m ..."))
    event = table.play("0 discard 5m", f"1 {action}")[-1]
    assert (event["type"], event["tile"], event["consumed"], event["target"]) == ("chow", "5m", consumed, 0)
    assert {name.split()[0] for name in table.legal} == {"discard"}


def test_concealed_and_added_kong():
    table = qiaoma(hand("1111m 22z ...", "pung 333s", drew="3s"), tail="9p 8p")
    assert table.may("self_kong") == "1m 3s"
    assert types(table.play("0 self_kong 3s", "0 self_kong 1m")) == ["added_kong", "draw", "concealed_kong", "draw"]


@pytest.mark.parametrize(
    ("moves", "taker"),
    [
        ("1 chow_mid, 2 pung, 3 hu", ("hu", 3)),
        ("1 chow_mid, 2 pung, 3 pass", ("pung", 2)),
        ("1 chow_mid, 2 pass, 3 pass", ("chow", 1)),
        ("1 pass, 2 pass, 3 hu", ("hu", 3)),
        ("1 pass, 2 pass, 3 pass", ("draw", 1)),
    ],
)
def test_priority(moves, taker):
    ready = hand("46m 123p 555p 777s 88s", ready=1)
    table = qiaoma(hand("...", drew="5m"), hand("46m ..."), hand("55m ..."), ready)
    events = table.play("0 discard 5m", *moves.split(", "))
    event = next(event for event in events if event["type"] in {"hu", "pung", "chow", "draw"})
    assert (event["type"], event["actor"]) == taker


def test_a_kong_of_a_discard_ranks_as_a_pung():
    table = qiaoma(hand("...", drew="5m"), hand("46m ..."), hand("555m ..."), tail="9s")
    assert types(table.play("0 discard 5m", "1 chow_mid", "2 kong")) == ["discard", "kong", "draw"]
    assert (table.actor, table.drawn) == (2, "9s")


def test_who_answers_last_is_left_out_where_nothing_changes():
    """C13: after a pung a chow is no matter; a `hu` is."""
    table = qiaoma(hand("46m ..."), hand("...", drew="5m"), hand("..."), hand("55m ..."), turn=1)
    table.play("1 discard 5m")
    assert table.actor == 3
    ready = hand("46m 123p 555p 777s 88s", ready=1)
    table = qiaoma(hand("...", drew="5m"), hand("55m ..."), None, ready)
    table.play("0 discard 5m", "1 pung")
    assert (table.actor, table.legal) == (3, ["hu", "pass"])
    table.play("3 pass")
    assert (table.last("pung")["actor"], table.actor) == (1, 1)
    table = qiaoma(hand("...", drew="5m"), ready, hand("55m ..."))
    table.play("0 discard 5m", "1 hu")  # the seat with a pung is not asked
    assert [event["type"] for event in table.events[-3:]] == ["hu", "end_hand", "end_match"]
