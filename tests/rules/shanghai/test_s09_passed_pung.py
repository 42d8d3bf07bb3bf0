"""S9: a seat that did not take a pung it was offered may not pung that kind until its next draw or claim."""

import pytest

from mjenv.engine.tiles import parse_tile
from tests.builder import hand
from tests.rules.shanghai.tables import PLAIN, qiaoma

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("...", drew="5m")
MELDS = ["pung 111s", "concealed 7777s", "pung 333s"]


def test_the_same_kind_again():
    table = qiaoma(GIVER, None, hand("55m ..."), wall="5m")
    table.play("0 discard 5m", "2 pass", "1 discard 5m")
    assert (table.actor, table.last("draw")["actor"]) == (2, 2)  # not asked: it draws


def test_another_kind():
    table = qiaoma(GIVER, None, hand("55m 77p ..."), wall="7p")
    table.play("0 discard 5m", "2 pass", "1 discard 7p")
    assert (table.actor, table.legal) == (2, ["pung", "pass"])


@pytest.mark.parametrize("comes", ["5m", "7p", "9s"])
def test_two_kinds_at_once(comes):
    table = qiaoma(GIVER, None, None, hand("55m 77p 99s 12z 1234z 1p"), wall=f"7p {comes}")
    table.play("0 discard 5m", "3 pass", "1 discard 7p", "3 pass", f"2 discard {comes}")
    assert ("pass" in table.legal) == (comes == "9s")


def test_a_chow_is_not_barred():
    table = qiaoma(GIVER, None, hand("4556m ..."), wall="5m")
    table.play("0 discard 5m", "2 pass", "1 discard 5m")
    assert (table.actor, table.legal) == (2, ["chow_mid", "pass"])


def test_until_the_next_draw():
    table = qiaoma(GIVER, None, hand("55m ..."), wall="1z 2z 5m")
    table.play("0 discard 5m", "2 pass", "1 discard 1z", "2 discard 2z", "3 discard 5m")
    assert (table.actor, table.legal) == (2, ["pung", "pass"])


def test_until_the_next_claim():
    table = qiaoma(GIVER, None, hand("55m 77p 9s ..."), wall="7p 5m")
    table.play("0 discard 5m", "2 pass", "1 discard 7p", "2 pung", "2 discard 9s", "3 discard 5m")
    assert (table.actor, table.legal) == (2, ["pung", "pass"])


def test_another_answer_that_gets_the_tile_lifts_the_ban_at_once():
    table = qiaoma(GIVER, hand("4556m 9s ..."), wall="5m")
    table.play("0 discard 5m", "1 chow_mid", "1 discard 9s", "2 discard 5m")
    assert (table.actor, table.legal) == (1, ["pung", "pass"])


@pytest.mark.parametrize("count", [1, 3])
def test_the_fourth_meld_is_no_exemption(count):
    rest = "1z 9p 2369p 14z"[: 5 if count == 3 else None]
    table = qiaoma(GIVER, None, hand(f"55m {rest}", *MELDS[:count]), wall="5m")
    table.play("0 discard 5m", "2 pass", "1 discard 5m")
    assert table.last("draw")["actor"] == 2


def test_other_seats_are_not_barred():
    table = qiaoma(GIVER, None, hand("55m ..."), hand("46m ..."), wall="1z 5m")
    table.play("0 discard 5m", "2 pass", "1 discard 1z", "2 discard 5m")
    assert (table.actor, table.legal) == (3, ["chow_mid", "pass"])


def test_only_what_was_offered_counts():
    """The seat itself sees what it may not claim."""
    table = qiaoma(hand("...", drew="8p"), None, hand("88p ..."), hand(*PLAIN, ready=1))
    table.play("0 discard 8p", "2 pass", "3 pass")
    assert [int(table.observe(seat)["barred"]) for seat in (2, 3)] == [1 << parse_tile("8p"), 0]
