"""H9: with three melds a seat claims nothing and makes no concealed kong; an added kong stays allowed."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("19m ...", drew="5m")
TWO = ("chow 123p", "pung 777s")
THREE = (*TWO, "chow 456s")


@pytest.mark.parametrize("tiles", ["4655m", "5559m", "46m 88p"])
def test_no_claim_with_three_melds(tiles):
    table = position(GIVER, hand(tiles, *THREE))
    assert [event["type"] for event in table.play("0 discard 5m")] == ["ask", "discard", "draw"]


def test_claims_with_two_melds():
    table = position(GIVER, hand("45556m 99p", *TWO))
    table.play("0 discard 5m")
    assert table.legal == ["chow_mid", "pung", "kong", "ting_chow_mid", "ting_pung", "pass"]


def test_a_ready_seat_with_three_melds_may_win():
    table = position(GIVER, hand("46m 99p", *THREE, ready=1))
    table.play("0 discard 5m")
    assert table.legal == ["hu", "pass"]


def test_no_concealed_kong_with_three_melds():
    assert position(hand("5555m", *THREE, drew="1m")).may("self_kong") == ""
    assert position(hand("5555m 19p 1s", *TWO, drew="1m")).may("self_kong") == "5m"


@pytest.mark.parametrize("added_kong_with_three_melds", [True, False])
def test_added_kong_with_three_melds(added_kong_with_three_melds):
    param = {"added_kong_with_three_melds": added_kong_with_three_melds}
    table = position(hand("19m 99p", *THREE, drew="7s"), **param)
    assert table.may("self_kong") == ("7s" if added_kong_with_three_melds else "")
    table = position(hand("19m 99p 258s", *TWO, drew="7s"), **param)
    assert table.may("self_kong") == "7s"


def test_four_concealed_tiles_remain_after_an_added_kong():
    table = position(hand("19m 99p", *THREE, drew="7s"), tail="5p")
    table.play("0 self_kong 7s", "0 discard 5p")
    assert table.observe(0)["hand_size"][0] == 4
