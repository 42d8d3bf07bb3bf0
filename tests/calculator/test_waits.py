"""Waits: what completes a hand, what is left of it, what it scores."""

import pytest

import mjenv
from mjenv.calculator.holding import HandError

pytestmark = pytest.mark.nojit
RULES = ["four_bao", "single_bao", "classic", "online", "qiaoma"]
#: A hand that may be ready everywhere (Hebei takes no chow): 13 tiles, and the discard that leaves it.
HAND, MELD, ODD = "234m 567p 789s 1s", "pung 222p", "5m"


def kinds(waiting):
    """Tiles and copies left."""
    return [(wait.tile, wait.left) for wait in waiting.waits]


@pytest.mark.parametrize("rules", RULES)
def test_thirteen_tiles(rules):
    found = mjenv.waits(rules, HAND, melds=MELD)
    assert kinds(found.waiting) == [("1s", 3)]
    assert found.waiting.may_be_ready is (None if rules == "classic" else True)
    assert found.discards == {}


@pytest.mark.parametrize("rules", RULES)
def test_fourteen_tiles_are_asked_for_each_discard(rules):
    found = mjenv.waits(rules, HAND + ODD, melds=MELD)
    assert found.waiting is None
    assert kinds(found.discards["5m"]) == [("1s", 3)]


def test_tiles_seen_elsewhere_are_not_left():
    assert kinds(mjenv.waits("online", HAND, melds=MELD, seen="1s 1s").waiting) == [("1s", 1)]


def test_a_fourth_copy_of_ones_own_is_no_wait():
    assert kinds(mjenv.waits("classic", "23m 567p 789s 11s", melds="kong 1111m").waiting) == [("4m", 4)]


def test_a_hand_that_waits_but_may_not_be_ready_says_why():
    found = mjenv.waits("four_bao", "234m 567p 222p 789s 1s")
    assert kinds(found.waiting) == [("1s", 3)]
    assert (found.waiting.may_be_ready, found.waiting.not_ready_because) == (False, "it has no open meld")


def test_scores_of_each_wait():
    found = mjenv.waits("classic", "123m456m78m11z", melds="pung 777p", scores=True, dealer=1)
    assert [(wait.tile, wait.self_draw, wait.discard) for wait in found.waiting.waits] == [
        ("3m", 8, 6),
        ("6m", 8, 6),
        ("9m", 14, 8),
    ]


def test_a_hand_that_may_not_be_ready_has_no_scores():
    wait = mjenv.waits("four_bao", "234m 567p 222p 789s 1s", scores=True).waiting.waits[0]
    assert (wait.self_draw, wait.discard) == (None, None)


def test_nothing_waits():
    assert mjenv.waits("qiaoma", "147m 258p 369s 1234z").waiting.waits == ()
    assert mjenv.waits("qiaoma", "147m 258p 369s 11234z").discards == {}


@pytest.mark.parametrize(("hand", "reason"), [("123m", "3 concealed tiles beside 0 melds"), ("1234z 5z", "5z is not")])
def test_impossible_hands_are_refused(hand, reason):
    with pytest.raises(HandError, match=reason):
        mjenv.waits("qiaoma", hand)


def test_too_many_seen_are_refused():
    with pytest.raises(HandError, match="5 copies of 1s"):
        mjenv.waits("online", HAND, melds=MELD, seen="1111s")
