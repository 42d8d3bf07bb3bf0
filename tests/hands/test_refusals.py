"""What cannot be is refused, in one sentence, one hand or many."""

import copy

import numpy as np
import pytest

from mjenv.engine.tiles import parse_tiles
from mjenv.hands import HandError, Hands

pytestmark = pytest.mark.nojit
HAND = np.bincount(parse_tiles("123m456m78m11z777p"), minlength=34).astype(np.int8)
NO_MELD = np.zeros((4, 2), np.int8)


def changed(kind, copies):
    hand = HAND.copy()
    hand[kind] += copies
    return hand


def made(*rows):
    return np.array([*rows, *[(0, 0)] * (4 - len(rows))], np.int8)


def refused(ask, *given):
    with pytest.raises(HandError) as caught:
        ask(*given)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("rules", "given", "reason"),
    [
        ("classic", (changed(0, 4),), "5 concealed copies of 1m, expected 0 to 4"),
        ("classic", (changed(0, -2),), "-1 concealed copies of 1m"),
        ("classic", (changed(20, 2),), "15 concealed tiles beside 0 melds, expected 13 or 14"),
        ("qiaoma", (changed(33, 1),), "1 concealed copies of 7z, expected none"),
        ("four_bao", (HAND,), "2 concealed copies of 1z, expected none"),
        ("classic", (HAND, made((2, 31))), "13 concealed tiles beside 1 melds, expected 10 or 11"),
        ("classic", (HAND, made((1, 3))), "no chow (B1)"),
        ("qiaoma", (HAND, made((1, 7))), "no run of three begins with 8m"),
        ("qiaoma", (HAND, made((1, 27))), "no run of three begins with 1z"),
        ("qiaoma", (HAND, made((2, 33))), "33 is no kind of tile"),
        ("qiaoma", (HAND, made((6, 3))), "the type of a meld is 1 chow"),
        ("qiaoma", (HAND, made((0, 0), (2, 3))), "follows an empty place"),
        ("qiaoma", (HAND, made((4, 15))), "7 copies of 7p in hand and melds, 4 exist"),
        ("classic", (HAND.astype(float),), "hands of type float64"),
        ("classic", (HAND.astype(int) * 1000,), "fit int8"),
        ("classic", ("123m",), "hands of type"),
        ("classic", ([[1, 2], [3]],), "rows of different lengths"),
        ("classic", (HAND[:33],), "hands of shape [33]: expected [34] or [n, 34]"),
        ("classic", (HAND[None, None],), "hands of shape [1, 1, 34]"),
        ("classic", (HAND[None], NO_MELD), "melds of shape [4, 2]: expected [1, 4, 2]"),
        ("classic", (HAND, NO_MELD[:3]), "melds of shape [3, 2]: expected [4, 2]"),
    ],
)
def test_what_cannot_be(rules, given, reason):
    assert reason in refused(Hands(rules).shanten, *given)


def test_the_first_of_many_is_named():
    hands = np.array([HAND, changed(0, 4), changed(0, 4)])
    for ask in (Hands("classic").shanten, Hands("classic").waits):
        assert refused(ask, hands).startswith("hands[1]: 5 concealed copies of 1m")


def test_waits_are_of_13_tiles_and_wins_of_14():
    hands = Hands("qiaoma")
    assert "14 concealed tiles beside 0 melds, expected 13" in refused(hands.waits, changed(20, 1))
    assert "13 concealed tiles beside 0 melds, expected 14" in refused(hands.is_win, HAND)


@pytest.mark.parametrize("form", [np.int64, np.uint8, "list", "strided", "read-only", "reversed"])
def test_other_integer_arrays_are_converted(form):
    melds = np.zeros((4, 2), np.int8)
    if form == "list":
        given, melds = HAND.tolist(), melds.tolist()
    elif form == "strided":
        given = np.repeat(HAND, 2)[::2]
    elif form == "reversed":
        given = HAND[::-1].copy()[::-1]
    elif form == "read-only":
        given = HAND.copy()
        given.flags.writeable = False
    else:
        given, melds = HAND.astype(form), melds.astype(form)
    hands = Hands("classic")
    for ask in (hands.shanten, hands.waits):
        assert ask(given) == ask(given, melds) == ask(HAND)
        assert ask([given, given]).tolist() == [ask(HAND)] * 2


def test_hands_are_left_as_they_are():
    hand, melds = np.bincount(parse_tiles("78m222p77s456m"), minlength=34).astype(np.int8), made((1, 0))
    before = hand.copy()
    assert Hands("four_bao").shanten(hand, melds) == 0
    assert (hand == before).all()


def test_no_hands_at_all_are_no_error():
    hands, none = Hands("classic"), np.zeros((0, 34), np.int8)
    assert hands.shanten(none).shape == hands.waits(none, np.zeros((0, 4, 2), np.int8)).shape == (0,)


def test_copies_know_their_rules():
    hands = Hands("classic", thirteen_orphans_pair="any")
    other = copy.deepcopy(hands)
    assert (other.rules.changed, other.shanten(HAND)) == (hands.rules.changed, hands.shanten(HAND))
    assert "0 waits" in other.shanten.__doc__
