"""S8: a discarded kind may not be chowed or punged until the seat's next draw or claim; the fourth meld is exempt."""

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import PLAIN, qiaoma, types

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
MELDS = ["pung 111s", "concealed 7777s", "pung 333s"]


@pytest.mark.parametrize(("gives", "asked"), [("5m", False), ("9s", True)])
def test_pung(gives, asked):
    """Seat 0 discards one tile of three; a fourth is discarded before it draws."""
    table = qiaoma(hand("55m 9s ...", drew=gives), wall="5m")
    table.play(f"0 discard {gives}", "1 discard 5m")
    assert (table.actor, table.legal == ["pung", "pass"]) == ((0, True) if asked else (2, False))


@pytest.mark.parametrize("held", ["46m", "34m", "67m"])
@pytest.mark.parametrize(("gives", "asked"), [("5m", False), ("9s", True)])
def test_chow(gives, asked, held):
    table = qiaoma(hand(f"{held} 9s ...", drew=gives), wall="1z 2z 5m")
    table.play(f"0 discard {gives}", "1 discard 1z", "2 discard 2z", "3 discard 5m")
    assert (table.actor, "pass" in table.legal) == (0, asked)


@pytest.mark.parametrize(("tile", "action"), [("2m", "chow_low"), ("8m", "chow_high")])
def test_the_kind_that_is_claimed_counts(tile, action):
    table = qiaoma(hand("3467m 9s ...", drew="5m"), wall=f"1z 2z {tile}")
    table.play("0 discard 5m", "1 discard 1z", "2 discard 2z", f"3 discard {tile}")
    assert table.legal == [action, "pass"]


@pytest.mark.parametrize("count", [2, 3])
def test_the_fourth_meld_is_exempt(count):
    rest = "58p 1z" if count == 2 else ""
    table = qiaoma(hand(f"55m 46m {rest}", *MELDS[:count], drew="5m"), wall="5m")
    table.play("0 discard 5m", "1 discard 5m")
    assert (table.actor == 0 and table.legal == ["pung", "pass"]) == (count == 3)
    table = qiaoma(hand(f"59m 46m {rest}", *MELDS[:count], drew="5m"), wall="1z 2z 5m")
    table.play("0 discard 5m", "1 discard 1z", "2 discard 2z", "3 discard 5m")
    assert (table.actor == 0 and table.legal == ["chow_mid", "pass"]) == (count == 3)


def test_until_the_next_draw():
    table = qiaoma(hand("55m 9s ...", drew="5m"), wall="1z 2z 3z 4z 5m")
    table.play("0 discard 5m", "1 discard 1z", "2 discard 2z", "3 discard 3z", "0 discard 4z", "1 discard 5m")
    assert (table.actor, table.legal) == (0, ["pung", "pass"])


def test_until_the_next_claim_whose_discard_begins_a_new_ban():
    seat = hand("55m 77p 999s 28m 1234z", drew="5m")
    for comes, asked in (("5m", True), ("9s", False)):
        table = qiaoma(seat, wall=f"7p {comes}")
        table.play("0 discard 5m", "1 discard 7p", "0 pung", "0 discard 9s", f"1 discard {comes}")
        assert (table.actor == 0 and table.legal == ["pung", "pass"]) == asked


def test_a_new_discard_takes_the_place_of_the_old():
    table = qiaoma(hand("55m 99s ...", drew="5m"), wall="1z 2z 3z 9s 9s")
    table.play("0 discard 5m", "1 discard 1z", "2 discard 2z", "3 discard 3z", "0 discard 9s", "1 discard 9s")
    assert table.actor == 2


def test_other_seats_are_not_barred():
    table = qiaoma(hand("55m 9s ...", drew="5m"), None, hand("46m ..."), wall="5m")
    table.play("0 discard 5m", "1 discard 5m")
    assert (table.actor, table.legal) == (2, ["chow_mid", "pass"])


def test_a_win_is_not_barred():
    table = qiaoma(hand(*PLAIN, drew="8p"), wall="8p")
    table.play("0 ting 8p", "1 discard 8p")
    assert (table.actor, table.legal) == (0, ["hu", "pass"])


def test_the_next_hand_begins_without_bans():
    table = qiaoma(hand("...", drew="9m"), left=0, hands=2)
    assert types(table.play("0 discard 9m"))[:3] == ["discard", "end_hand", "start_hand"]
    assert table.state["own_ban"].tolist() == [-1] * 4
    assert not table.state["barred"].any()
