"""Plain distances: what two other libraries say, and the known traps."""

from pathlib import Path

import numpy as np
import pytest

from mjenv.engine.codes import MELD_CHOW, MELD_CONCEALED_KONG, MELD_PUNG
from mjenv.engine.tiles import parse_tiles
from mjenv.hands import HandError, Hands, has_kinds, shape_shanten

pytestmark = pytest.mark.nojit
SAMPLE = (Path(__file__).parent / "shanten_sample.txt").read_text(encoding="utf-8").splitlines()[1:]


def hand(text):
    return np.bincount(parse_tiles(text), minlength=34).astype(np.int8)


def melds(*made):
    return np.array([*made, *[(0, 0)] * (4 - len(made))], np.int8)


def kinds(bits):
    return np.flatnonzero(has_kinds(bits)).tolist()


@pytest.mark.boundscheck
def test_what_two_other_libraries_say():
    """`benchmarks/shanten_peers.py --sample` wrote it; four of a kind are two pairs here and not there."""
    lines = [line.split() for line in SAMPLE]
    held = np.array([[*map(int, line[0])] for line in lines], np.int8)
    assert len(held) > 300
    for column, shape in enumerate(("standard", "seven_pairs", "thirteen_orphans"), 1):
        ours = shape_shanten(held, shape).tolist()
        assert all(line[column] in {str(number), "-"} for line, number in zip(lines, ours, strict=True))


@pytest.mark.parametrize(
    ("text", "distance"),
    [
        ("1111m2222m3333m44z", -1),  # 123m four times beside the pair
        ("1111m222333m444z1p", 0),  # 1p alone, or a 1m to take apart
        ("1111z2222z3333z4z", 3),  # the fourth copies of honours are of no use
        ("1111m5555p9999s1z", 2),  # those of suit tiles may begin a run
        ("111122223333m4z", 0),
        ("1111222233334m", 0),
        ("11112345678999m", -1),
        ("1112345678999m", 0),
    ],
)
def test_fours_of_a_kind(text, distance):
    assert shape_shanten(hand(text)) == distance


def test_a_wait_on_a_fifth_copy_is_none():
    """C19: 1p waits on itself, all four of which are held."""
    held = hand("1111p234567m888s")
    assert shape_shanten(held) == 1
    assert kinds(Hands("classic").waits(held)) == []


def test_copies_in_own_melds_are_used_up():
    held, made = hand("23m567p789s11s"), melds((MELD_CONCEALED_KONG, 0))
    assert kinds(Hands("qiaoma").waits(held, made)) == [3]
    assert shape_shanten(hand("89m567p789s11s"), melds=melds((MELD_CONCEALED_KONG, 6))) == 1
    pair = hand("123m5p"), melds((MELD_PUNG, 13), (MELD_CHOW, 0), (MELD_CHOW, 21))
    assert kinds(Hands("four_bao").waits(*pair)) == []
    assert Hands("four_bao").shanten(*pair) == 1


def test_seven_pairs_hold_four_of_a_kind_twice():
    held = hand("1111m2222p3333s55z")
    assert (shape_shanten(held, "seven_pairs"), Hands("classic").is_win(held)) == (-1, True)
    assert not Hands("qiaoma").is_win(hand("1111m2222p3333s44z"))


def test_thirteen_orphans_need_the_pair_that_the_rules_allow():
    held = hand("119m19p19s1234567z")
    assert [shape_shanten(held, "thirteen_orphans"), Hands("classic").shanten(held)] == [-1, 0]
    assert Hands("classic", thirteen_orphans_pair="any").is_win(held)


def test_harbin_wins_only_beside_an_open_meld_with_four_concealed_tiles():
    hands = Hands("four_bao")
    held = hand("456m78m222p77s9m")
    assert hands.is_win(held, melds((MELD_CHOW, 0)))
    assert not hands.is_win(hand("123456m78m222p77s9m"))
    assert not hands.is_win(hand("55p"), melds((MELD_PUNG, 0), (MELD_CHOW, 1), (MELD_CHOW, 19), (MELD_PUNG, 8)))


def test_only_three_shapes_are_known():
    with pytest.raises(HandError, match="shape 'pairs': expected standard, seven_pairs, thirteen_orphans"):
        shape_shanten(hand("1234567m123456p"), "pairs")
    with pytest.raises(HandError, match="there are none in seven_pairs"):
        shape_shanten(hand("1234567m123p"), "seven_pairs", melds((MELD_PUNG, 0)))
