"""C19: a kind of which a seat has all four copies itself is no wait; copies seen elsewhere do not matter."""

import pytest

from tests.builder import hand, position, waits

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("234m 567p 2s", ["pung 222s", "chow 123p"], ""),  # three in the pung
        ("234m 567p 2s", ["chow 123s", "pung 777z"], "2s"),
        ("4444m 123p 555p", ["chow 678p"], ""),  # four in hand
        ("2277889999m", ["pung 888s"], "26m"),
        ("23m 7777z 567p 1m", ["pung 888s"], ""),
        ("23m 567p 99s", ["pung 111m", "chow 123m"], "4m"),  # three in the pung, one in the chow
        ("23m 567p 99s", ["pung 888s", "chow 123m"], "14m"),
        ("111m 23m 567p 99s", ["chow 123m"], "4m9s"),  # three in hand, one in the chow
        ("67m 567p 99s", ["kong 8888m", "chow 123s"], "5m"),  # four in an exposed kong
        ("67m 567p 99s", ["added 8888m", "chow 123s"], "5m"),
        ("67m 567p 99s", ["concealed 8888m", "chow 123s"], "5m"),
        ("24m 567p 99s", ["concealed 3333m", "chow 123s"], ""),
        ("24m 567p 99s", ["concealed 8888m", "chow 123s"], "3m"),
    ],
)
def test_own_copies_used_up(tiles, melds, expected):
    assert waits(tiles, *melds) == expected


@pytest.mark.parametrize("rank", [3, 4, 5])
def test_every_tile_of_a_chow_counts(rank):
    """Three copies in a pung and one in a chow of another seat's tiles."""
    assert waits(f"{rank}m 567p 123s", f"pung {rank}{rank}{rank}p", "chow 345m") == f"{rank}m"
    held = {3: "45m", 4: "35m", 5: "34m"}[rank]
    other = {3: "6m", 4: "", 5: "2m"}[rank]
    assert waits(f"{held} 567p 99s", f"pung {rank}{rank}{rank}m", "chow 345m") == other


def test_copies_elsewhere_do_not_matter():
    table = position(hand("234m 567p 1s", "pung 222s", "chow 123p", drew="9m"), river="1s 1s 1s")
    assert "ting 9m" in table.legal
    table.play("0 ting 9m")
    assert table.waits(0) == "1s"
