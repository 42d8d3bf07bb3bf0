"""C8: a kong takes a replacement and the turn goes on; a chow or pung is followed by a discard."""

import pytest

from tests.builder import deal, hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("19m ...", drew="5m")
KONGS = "5555m 369p 147s 28p 6s"


def test_after_a_kong_the_turn_goes_on():
    table = position(hand(KONGS, drew="1p"), tail="9m")
    table.play("0 self_kong 5m")
    assert table.actor == 0
    assert "discard 9m" in table.legal
    table.play("0 discard 9m")
    assert table.last("discard")["drawn"] is True


def test_a_replacement_may_make_the_next_kong():
    table = position(hand("5555m 999p 147s 28p 6s", drew="1p"), tail="9p 3m")
    table.play("0 self_kong 5m")
    assert table.may("self_kong") == "9p"
    table.play("0 self_kong 9p")
    assert table.drawn == "3m"


@pytest.mark.parametrize("left", [0, 1])
def test_a_concealed_kong_needs_a_replacement(left):
    assert position(hand(KONGS, drew="1p"), left=left).may("self_kong") == ("5m" if left else "")


@pytest.mark.parametrize("left", [0, 1])
def test_an_added_kong_needs_a_replacement(left):
    table = position(hand("369p 147s 28p 6s 5m", "pung 777z", drew="7z"), left=left)
    assert table.may("self_kong") == ("7z" if left else "")


@pytest.mark.parametrize("left", [0, 1])
def test_an_exposed_kong_needs_a_replacement(left):
    table = position(GIVER, hand("555m 369p 147s 28p 6s 7z"), left=left)
    table.play("0 discard 5m")
    assert table.legal == (["pung", "kong", "pass"] if left else ["pung", "pass"])


def test_an_exposed_kong_takes_its_replacement_from_the_tail():
    table = position(GIVER, None, hand("555m 369p 147s 28p 6s 7z"), tail="9m")
    events = table.play("0 discard 5m", "2 kong")
    draw = {"type": "draw", "actor": 2, "tile": "9m", "from": "tail", "left": 54}
    assert events[-1] == draw
    assert table.actor == 2


def test_a_kong_is_legal_after_the_replacement_of_an_exposed_kong():
    table = position(GIVER, hand("555m 9999p 147s 28p 6s"))
    table.play("0 discard 5m", "1 kong")
    assert table.may("self_kong") == "9p"


@pytest.mark.parametrize("kong_after_claim", [False, True])
@pytest.mark.parametrize("claim", ["pung", "chow_mid"])
def test_kong_after_claim(claim, kong_after_claim):
    held = hand("5546m 9999p 147s 2p6s") if claim == "pung" else hand("46m 9999p 147s 2p6s7z 3p")
    table = position(GIVER, held, kong_after_claim=kong_after_claim)
    table.play("0 discard 5m", f"1 {claim}")
    assert table.may("self_kong") == ("9p" if kong_after_claim else "")
    assert "hu" not in table.legal
    assert table.drawn == "?"


def test_a_kong_after_a_claim_takes_a_replacement_and_the_turn_goes_on():
    table = position(GIVER, hand("5546m 9999p 147s 2p6s"), tail="3m", kong_after_claim=True)
    table.play("0 discard 5m", "1 pung", "1 self_kong 9p")
    assert (table.actor, table.drawn) == (1, "3m")


def test_a_kong_makes_no_waits_before_ready():
    """H4: what remains would wait on 2s and 9s, but the seat is not ready."""
    table = position(hand("5555m 123p 456p 22s 9s", drew="9s"), tail="3m")
    table.play("0 self_kong 5m")
    assert (table.waits(0), table.observe(0)["waits"]) == ("", 0)


def test_after_a_claim_the_choices_are_discard_and_ting():
    table = position(GIVER, hand("55m 123p 456p 11s 24s 7s"))
    table.play("0 discard 5m", "1 pung")
    assert {name.split()[0] for name in table.legal} == {"discard", "ting"}
    assert table.may("discard") == "1p 2p 3p 4p 5p 6p 1s 2s 4s 7s"
    assert table.may("ting") == "7s"


def test_a_kong_is_legal_after_the_deal():
    assert deal("5555m").may("self_kong") == "5m"
