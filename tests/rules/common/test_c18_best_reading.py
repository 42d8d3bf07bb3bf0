"""C18: the decomposition that pays most; of equals the one with most triplets, then the first as text.

The choice between modes of a win is tested with H21.
"""

import pytest

from tests.builder import hand, position

pytestmark = pytest.mark.nojit


def groups(tiles, *melds, drew):
    table = position(hand(tiles, *melds, drew=drew, ready=1))
    table.play("0 hu")
    return table.last("hu")["groups"]


def test_most_triplets():
    expected = ["123p", "333m", "444m", "555m", "77z"]
    assert groups("33344455m 77z", "chow 123p", drew="5m") == expected


def test_most_triplets_of_the_hand_not_of_its_lowest_tiles():
    """111 234 555 before 123 … does not fit; 555 comes after runs in the text."""
    expected = ["123p", "222m", "345m", "666m", "77z"]
    assert groups("22234566m 77z", "chow 123p", drew="6m") == expected


def test_the_first_as_text():
    expected = ["777z", "123p", "22m", "345m", "345m"]
    assert groups("2233445m", "pung 777z", "chow 123p", drew="5m") == expected


def test_groups_are_compared_in_their_order_as_text_with_the_pair_among_them():
    """As sets, 11m 123m 444m has the lower pair."""
    expected = ["234p", "999s", "111m", "234m", "44m"]
    assert groups("1112344m", "chow 234p", "pung 999s", drew="4m") == expected


def test_only_legal_readings_count():
    """H6: a triplet and a run are needed, whatever has more triplets."""
    assert groups("11122233m 99p", "chow 123s", drew="3m") == ["123s", "111m", "222m", "333m", "99p"]
    assert groups("11122233m 99p", "pung 222s", drew="3m") == ["222s", "123m", "123m", "123m", "99p"]


def test_melds_stand_as_they_were_made():
    expected = ["2222s", "5555p", "123m", "234m", "99p"]
    assert groups("12324m 99p", "added 2222s", "concealed 5555p", drew="3m") == expected
