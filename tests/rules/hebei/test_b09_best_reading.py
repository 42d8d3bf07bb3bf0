"""B9, C18: the reading with the highest sum; of equals the one with most triplets, then the first as text."""

import pytest

from tests.rules.hebei.wins import RULES, fan, groups, on_discard, self_draw

pytestmark = pytest.mark.nojit
HIGHEST = [
    ("11122233p 55s", "pung 555z", "3p", "555z 111p 222p 333p 55s", {"all_triplets": 3}),
    ("44455666m 11p", "pung 444z", "5m", "444z 11p 456m 456m 456m", {"catch_five": 5}),  # above 碰碰胡
    ("44455666m 11p", "pung 444z", "1p", "444z 111p 444m 55m 666m", {"all_triplets": 3}),
    ("123344556789m 2p", "", "2p", "123m 22p 345m 456m 789m", {"concealed": 2, "straight": 2}),
    ("11123456789m 55s", "", "5s", "11m 123m 456m 555s 789m", {"concealed": 2, "straight": 2}),
    ("44566m 112233p 99s", "", "5m", "123p 123p 456m 456m 99s", {"concealed": 2, "catch_five": 5}),  # above 七对
    ("445566m 112233p 9s", "", "9s", "11p 22p 33p 44m 55m 66m 99s", {"concealed": 2, "seven_pairs": 2}),
]
MOST_TRIPLETS = [
    ("22233344p 678s 9s 9s", "", "4p", "222p 333p 444p 678s 99s"),
    ("22234566m 11p", "pung 777z", "6m", "777z 11p 222m 345m 666m"),  # not 22m 234m 566m …
]
FIRST_AS_TEXT = [
    ("2233445m 444p", "pung 777z", "5m", "777z 22m 345m 345m 444p"),  # not 234m 234m 444p 55m
    ("1123344m 444p", "pung 777z", "2m", "777z 11m 234m 234m 444p"),  # not 123m 123m 444p 44m
]


@RULES
@pytest.mark.parametrize(("tiles", "meld", "tile", "expected", "elements"), HIGHEST)
def test_the_highest_sum(tiles, meld, tile, expected, elements, rules):
    for table in readings(tiles, meld, tile, rules):
        assert (" ".join(groups(table)), fan(table)) == (expected, elements)


@RULES
@pytest.mark.parametrize(("tiles", "meld", "tile", "expected"), MOST_TRIPLETS)
def test_of_equals_the_one_with_most_triplets(tiles, meld, tile, expected, rules):
    for table in readings(tiles, meld, tile, rules):
        assert " ".join(groups(table)) == expected


@RULES
@pytest.mark.parametrize(("tiles", "meld", "tile", "expected"), FIRST_AS_TEXT)
def test_then_the_first_as_text(tiles, meld, tile, expected, rules):
    for table in readings(tiles, meld, tile, rules):
        assert " ".join(groups(table)) == expected


def readings(tiles, meld, tile, rules):
    melds = [meld] if meld else []
    return self_draw(tiles, *melds, drew=tile, rules=rules), on_discard(tiles, *melds, tile=tile, rules=rules)


@RULES
def test_thirteen_orphans_have_no_groups(rules):
    assert groups(self_draw("19m 19p 19s 1234567z", drew="5z", rules=rules)) == []


@RULES
def test_seven_pairs_are_seven_groups(rules):
    table = self_draw("1111m 2288p 33s 55z 7z", drew="7z", rules=rules)
    assert groups(table) == ["11m", "11m", "22p", "33s", "55z", "77z", "88p"]


@RULES
@pytest.mark.parametrize(
    ("tiles", "tile", "is_straight"),
    [
        ("123456789m 345p 5s", "5s", True),
        ("123456789m 555z 5s", "5s", True),
        ("12345678999m 55s", "5s", True),  # 99m and 555s, or 999m and 55s
        ("123444567m 55s 89m", "7m", False),  # 123m 444m 567m 789m
        ("123455667m 89p 22s", "7p", False),  # 123m 456m 567m
    ],
)
def test_the_straight_stands_apart_from_the_rest(tiles, tile, is_straight, rules):
    assert ("straight" in fan(self_draw(tiles, drew=tile, rules=rules))) == is_straight
