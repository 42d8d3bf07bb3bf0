"""H15: 卡当: one wait kind alone, and it finishes a legal hand as the middle of a run."""

import pytest

from tests.builder import hand, position

pytestmark = pytest.mark.nojit
MELDS = ("pung 222s", "chow 123p")
THREE = (*MELDS, "chow 456p")


def is_kadang(tiles, melds, tile, **params):
    """Win on a drawn tile; 卡当 doubles (H17)."""
    table = position(hand(tiles, *melds, drew=tile, ready=1), bao="1m", **params)
    table.play("0 hu")
    elements = table.last("hu")["elements"]
    assert elements.get("kadang", 2) == 2
    return "kadang" in elements


@pytest.mark.parametrize("edge_is_kadang", [False, True])
@pytest.mark.parametrize(
    ("tiles", "melds", "tile", "plain", "with_edge"),
    [
        ("7889m", THREE, "8m", True, True),
        ("67789m 55s", MELDS, "8m", False, False),  # 5 and 8
        ("67789m 55s", MELDS, "5m", False, False),
        ("67789m 11p", ("concealed 5555m", "chow 123p"), "8m", True, True),  # all four 5s
        ("78889m 55p", MELDS, "8m", False, False),  # 8 and the pair's 5p
        ("24m 567p 11s", MELDS, "3m", True, True),
        ("13m 567p 11s", MELDS, "2m", True, True),
        ("79p 567m 11s", MELDS, "8p", True, True),
        ("46s 567m 11p", ("pung 222s", "chow 123m"), "5s", True, True),
        ("234m 567p 1s", MELDS, "1s", False, False),  # a pair
        ("44m 567p 11s", MELDS, "4m", False, False),  # 对倒
        ("34m 567p 11s", MELDS, "2m", False, False),
        ("34m 567p 11s", MELDS, "5m", False, False),
        ("12m 555p 33s", MELDS, "3m", False, True),  # edges
        ("89m 555p 33s", MELDS, "7m", False, True),
        ("1233m 555p", MELDS, "3m", False, True),  # also a pair of 3 beside 123
        ("23m 567p 99s", ("concealed 4444m", "pung 111p"), "1m", False, False),  # one wait is left of two: no edge
        ("67m 567p 99s", ("concealed 5555m", "chow 123p"), "8m", False, False),
        ("3445m 555p", MELDS, "4m", True, True),  # also a pair of 4 beside 345
        ("2444m 567p", MELDS, "3m", False, False),  # 2 as well, for the pair
        ("22244m 55s", MELDS, "4m", False, False),
    ],
)
def test_edge_is_kadang(tiles, melds, tile, plain, with_edge, edge_is_kadang):
    expected = with_edge if edge_is_kadang else plain
    assert is_kadang(tiles, melds, tile, edge_is_kadang=edge_is_kadang) is expected
