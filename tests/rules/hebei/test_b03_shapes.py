"""B3: winning shapes: standard, seven pairs, thirteen orphans."""

import pytest

from tests.builder import hand, position, waits
from tests.rules.hebei.wins import RULES

pytestmark = pytest.mark.nojit
ORPHANS = "19m 19p 19s 1234567z"


@RULES
@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("123m 456p 789s 22z 34m", (), "25m"),
        ("123m 456p 789s 22z 13m", (), "2m"),
        ("123m 456p 789s 22z 12m", (), "3m"),
        ("123m 456p 789s 22z 19m", (), ""),
        ("123m 456p 789s 222z 5m", (), "5m"),
        ("123m 456p 789s 11z 55m", (), "5m1z"),
        ("111m 222p 333s 444z 5z", (), "5z"),  # four triplets
        ("11m 222p 333s 444z 55z", (), "1m5z"),
        ("111m 222p 5z", ("pung 333s", "concealed 4444z"), "5z"),
        ("5z", ("pung 333s", "concealed 4444z", "kong 1111m", "added 2222p"), "5z"),
        ("1112345678999m", (), "123456789m"),
        ("23z 111222333m 55s", (), ""),  # winds make no run
        ("57z 111222333m 55s", (), ""),  # nor dragons
        ("89m 1p 111222333s 5m", (), ""),  # nor the end of a suit with the next
    ],
)
def test_standard(tiles, melds, expected, rules):
    assert waits(tiles, *melds, rules=rules) == expected


@RULES
@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("1199m 2288p 33s 55z 7z", (), "7z"),
        ("1199m 2288p 33s 55z 4s", (), "4s"),
        ("1111m 2288p 33s 55z 7z", (), "7z"),  # four of a kind as two pairs
        ("1111m 8888p 3333s 7z", (), "7z"),
        ("111m 2288p 3344s 55z", (), "1m"),  # the fourth
        ("111m 8888p 3333s 77z", (), "1m"),
        ("1199m 2288p 33s 5z 67z", (), ""),
        ("111m 222p 3s 55z 66z 77z", (), ""),  # three of a kind
        ("1199m 228p", ("concealed 3333s", "concealed 5555z"), ""),  # fully concealed
        ("1199m 228p", ("pung 333s", "pung 555z"), ""),
        ("1122334455667m", (), "147m"),
    ],
)
def test_seven_pairs(tiles, melds, expected, rules):
    assert waits(tiles, *melds, rules=rules) == expected


@RULES
@pytest.mark.parametrize("thirteen_orphans_pair", ["dragons", "any"])
@pytest.mark.parametrize(
    ("tiles", "dragons", "any_pair"),
    [
        (ORPHANS, "567z", "19m19p19s1234567z"),
        ("9m 19p 19s 1234567z 5z", "1m", "1m"),
        ("9m 19p 19s 1234567z 6z", "1m", "1m"),
        ("9m 19p 19s 1234567z 7z", "1m", "1m"),
        ("9m 19p 19s 1234567z 4z", "", "1m"),
        ("99m 19p 19s 1234567z", "", "1m"),
        ("19m 19p 19s 123456z 4z", "", "7z"),  # the doubled tile, not the winning one
        ("19m 19p 19s 123456z 6z", "7z", "7z"),
        ("19m 19p 19s 12345z 55z", "", ""),  # three of a kind
        ("9m 19p 9s 1234567z 66z", "", ""),
        ("9m 19p 19s 123457z 77z", "", ""),
        ("9m 19p 19s 123456z 66z", "", ""),
        ("19m 19p 19s 123455z 6z", "7z", "7z"),
        ("19m 19p 9s 1z 2345567z", "1s", "1s"),
        ("19m 19p 18s 1234567z", "", ""),
        ("9m 19p 19s 1234567z 2m", "", ""),
    ],
)
def test_thirteen_orphans_pair(tiles, dragons, any_pair, thirteen_orphans_pair, rules):
    expected = dragons if thirteen_orphans_pair == "dragons" else any_pair
    assert waits(tiles, rules=rules, thirteen_orphans_pair=thirteen_orphans_pair) == expected


@RULES
@pytest.mark.parametrize(
    ("tiles", "meld"), [("19m 19p 19s 1234z", "concealed 7777z"), ("19m 19p 19s 1234z", "pung 777z")]
)
def test_thirteen_orphans_are_fully_concealed(tiles, meld, rules):
    assert waits(tiles, meld, rules=rules, thirteen_orphans_pair="any") == ""


@RULES
@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("2222m 456p 789s 22z 3m", (), "14m"),  # 22m 234m ... and 222m 23m
        ("4444m 123p 555p 678p", (), ""),
        ("24m 567p 99s 789s", ("concealed 3333m",), ""),
        ("24m 567p 99s 789s", ("pung 333m",), "3m"),
        ("5z 123m 456p 789s", ("pung 555z",), ""),
        ("1111m 2222p 3333s 4z", (), "4z"),
        ("5555m 1199p 2288s 3z", (), "3z"),
    ],
)
def test_no_wait_on_a_fifth_copy(tiles, melds, expected, rules):
    """C19."""
    assert waits(tiles, *melds, rules=rules) == expected


@RULES
def test_copies_elsewhere_do_not_matter(rules):
    """C19: what is won with in `classic` is what a tile completes."""
    table = position(hand("...", drew="7z"), hand(ORPHANS), river="5z 5z 6z 6z", rules=rules)
    table.play("0 discard 7z")
    assert (table.actor, table.legal) == (1, ["hu", "pass"])


@RULES
def test_every_shape_wins_by_self_draw_and_with_a_discard(rules):
    for tiles, tile in (("123m 456p 789s 22z 34m", "5m"), ("1199m 2288p 33s 55z 7z", "7z"), (ORPHANS, "6z")):
        assert "hu" in position(hand(tiles, drew=tile), rules=rules).legal
        table = position(hand("...", drew=tile), None, hand(tiles), rules=rules)
        table.play(f"0 discard {tile}")
        assert (table.actor, table.legal) == (2, ["hu", "pass"])
