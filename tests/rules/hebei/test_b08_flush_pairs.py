"""B8: seven pairs with a flush are one fan of their own; a 豪华 hand adds the flush."""

import pytest

from tests.rules.hebei.wins import RULES, fan, on_discard, self_draw

pytestmark = pytest.mark.nojit


@RULES
@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize(
    ("tiles", "tile", "expected"),
    [
        ("1133557799m 11z 2z", "2z", {"half_flush_seven_pairs": 4}),
        ("1133557799m 2m 11z", "2m", {"half_flush_seven_pairs": 4}),
        ("113355779922m 8m", "8m", {"full_flush_seven_pairs": 5}),
        ("1111335577m 11z 2z", "2z", {"half_flush": 2, "luxury_1": 8}),
        ("111133335577m 1z", "1z", {"half_flush": 2, "luxury_2": 16}),
        ("1111333355m 555z", "5z", {"half_flush": 2, "luxury_3": 32}),
        ("111133557788m 9m", "9m", {"full_flush": 3, "luxury_1": 8}),
        ("111133335577m 9m", "9m", {"full_flush": 3, "luxury_2": 16}),
        ("111133337777m 9m", "9m", {"full_flush": 3, "luxury_3": 32}),
    ],
)
def test_seven_pairs_of_one_suit(tiles, tile, expected, suit, rules):
    tiles, tile = tiles.replace("m", suit), tile.replace("m", suit)
    assert fan(self_draw(tiles, drew=tile, rules=rules)) == {"concealed": 2} | expected
    assert fan(on_discard(tiles, tile=tile, rules=rules)) == {"concealed": 2} | expected


@RULES
@pytest.mark.parametrize(
    ("tiles", "tile", "expected"),
    [
        ("1122334455667z", "7z", {"seven_pairs": 2, "all_honours": 3}),
        ("1111223344556z", "6z", {"luxury_1": 8, "all_honours": 3}),
        ("1133557799m 11p 2z", "2z", {"seven_pairs": 2}),
        ("1111335577m 11p 2p", "2p", {"luxury_1": 8}),
    ],
)
def test_honours_alone_and_two_suits(tiles, tile, expected, rules):
    assert fan(self_draw(tiles, drew=tile, rules=rules)) == {"concealed": 2} | expected


@RULES
def test_what_the_combined_fan_are_worth(rules):
    assert self_draw("1133557799m 11z 2z", drew="2z", rules=rules).points == [-10, 26, -8, -8]
    assert self_draw("113355779922m 8m", drew="8m", rules=rules).points == [-11, 29, -9, -9]
