"""H6: a run and, besides, a triplet or kong or a pair of 红中; asked of the finished hand, wait by wait."""

import pytest

from tests.builder import waits

pytestmark = pytest.mark.nojit
RUNS = ("chow 678p", "chow 123s")


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("4445m 123p", RUNS, "5m"),  # 345m 44m and 44m 456m have no triplet
        ("4445m 222p", RUNS, "356m"),
        ("44m 66p 789s", RUNS, "4m6p"),  # 对倒 supplies the only triplet
        ("44m 66p 789s", ("pung 111s", "chow 678p"), "4m6p"),
        ("234m 567p 7z", RUNS, "7z"),  # 单吊红中
        ("234m 567p 5s", RUNS, ""),  # runs only
        ("234m 567p 5s", ("pung 999m", "chow 123s"), "5s"),
        ("234m 567p 5s", ("kong 9999m", "chow 123s"), "5s"),
        ("234m 567p 5s", ("concealed 9999m", "chow 123s"), "5s"),
        ("234m 567p 777z 5s", ("chow 678p",), "5s"),  # 红中 is triplet and terminal at once
        ("234m 567p 5s", ("pung 777z", "chow 678p"), "5s"),
        ("234m 34p 55s", ("pung 777z", "chow 678p"), "25p"),
        ("444m 55p 66s", ("pung 111s", "pung 999p"), ""),  # all triplets never win
        ("444m 555p 6s", ("pung 111s", "pung 999p"), ""),
        ("444m 55p 66s", ("pung 111s", "chow 789p"), "5p6s"),
        ("444456m 7z", RUNS, "7z"),
        ("23m 44p 555p", ("pung 888s", "pung 999s"), "14m"),  # the winning tile makes the only run
        ("33m 44p 555p", ("pung 888s", "pung 999s"), ""),
    ],
)
def test_waits(tiles, melds, expected):
    assert waits(tiles, *melds) == expected


@pytest.mark.parametrize("zhong_pair_for_triplet", [True, False])
@pytest.mark.parametrize(
    ("tiles", "melds", "with_pair", "without"),
    [
        ("234m 567p 7z", RUNS, "7z", ""),
        ("23m 567p 77z", RUNS, "14m", ""),
        ("55m 567p 77z", RUNS, "5m7z", "5m7z"),  # 对倒 with 红中
        ("33345m 77z", RUNS, "36m7z", "36m7z"),
        ("3334m 567p", RUNS, "4m", "4m"),
        ("234m 55p 77z", RUNS, "5p7z", "5p7z"),
        ("234m 567p 7z", ("pung 888s", "chow 678p"), "7z", "7z"),
        ("23m 888p 77z", ("pung 888s", "pung 999s"), "14m", "14m"),
    ],
)
def test_zhong_pair_for_triplet(tiles, melds, with_pair, without, zhong_pair_for_triplet):
    expected = with_pair if zhong_pair_for_triplet else without
    assert waits(tiles, *melds, zhong_pair_for_triplet=zhong_pair_for_triplet) == expected


TRIPLETS = ("pung 888s", "pung 999s")


@pytest.mark.parametrize("sequence_at_ting", [False, True])
@pytest.mark.parametrize(
    ("tiles", "melds", "plain", "strict"),
    [
        ("23m 555p 77z", TRIPLETS, "14m", ""),  # either wait makes the only run
        ("24m 555p 77z", TRIPLETS, "3m", ""),
        ("89m 555p 77z", TRIPLETS, "7m", ""),
        ("12m 555p 77z", TRIPLETS, "3m", ""),
        ("23m 555p 77z", ("pung 888s", "chow 123s"), "14m", "14m"),  # a run is on the table
        ("23m 678p 55p", TRIPLETS, "14m", "14m"),  # a run is in hand
        ("24m 678p 55p", TRIPLETS, "3m", "3m"),
        ("2345m 555p", TRIPLETS, "25m", "25m"),  # the pair is missing
        ("234m 567p 7z", ("chow 678p", "chow 123s"), "7z", "7z"),
        ("44m 66p 789p", TRIPLETS, "4m6p", "4m6p"),  # 对倒 beside a run
        ("44m 66p 789s", ("chow 678p", "chow 123s"), "4m6p", "4m6p"),
        ("33345m 22p", TRIPLETS, "36m2p", "36m2p"),  # 2p finishes 222p, with 345m in hand
        ("3334m 555p", TRIPLETS, "25m", ""),  # 234m 33m or 333m 345m: the tile makes the run
        ("67m 567p 55s", ("pung 111s", "pung 999p"), "58m", "58m"),
    ],
)
def test_sequence_at_ting(tiles, melds, plain, strict, sequence_at_ting):
    expected = strict if sequence_at_ting else plain
    assert waits(tiles, *melds, sequence_at_ting=sequence_at_ting) == expected


def test_sequence_at_ting_asks_of_legal_waits_only():
    """2s would leave 678p complete, but only 9p brings the terminal that the hand lacks (H5)."""
    late = {"terminal_from_winning_tile": True}
    assert waits("66678p 22s", "pung 555m", "pung 444s", **late) == "9p"
    assert waits("66678p 22s", "pung 555m", "pung 444s", **late, sequence_at_ting=True) == ""


def test_sequence_at_ting_with_a_pair_of_zhong_in_place_of_the_triplet():
    assert waits("234m 567p 7z", "chow 678p", "chow 123s", sequence_at_ting=True) == "7z"
    no_pair = {"sequence_at_ting": True, "zhong_pair_for_triplet": False}
    assert waits("234m 567p 7z", "chow 678p", "chow 123s", **no_pair) == ""
    assert waits("234m 555p 7z", "pung 888s", "pung 999s", **no_pair) == "7z"
