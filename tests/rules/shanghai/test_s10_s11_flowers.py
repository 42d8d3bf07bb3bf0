"""S10: what counts as flowers, and 无花果; S11: wind triplets, and kongs in place of their pungs."""

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import PLAIN, elements, flowers_of, qiaoma, win

pytestmark = pytest.mark.nojit
REST = "234m 678m 79p 22s"  # waits on 8p; a fourth group is missing
PICTURES = [f"{number}f" for number in range(1, 9)]


@pytest.mark.parametrize("flower", [*PICTURES, "5z", "6z", "7z"])
def test_each_flower_tile_counts_one(flower):
    assert flowers_of(*PLAIN, flowers=flower) == 2


@pytest.mark.parametrize(
    ("flowers", "count"), [("55z", 3), ("5555z", 5), ("567z", 4), ("18f 567z", 6), ("12345678f 555566667777z", 21)]
)
def test_flower_tiles_add_up(flowers, count):
    assert flowers_of(*PLAIN, flowers=flowers) == count


@pytest.mark.parametrize("mode", ["discard", "self_draw"])
@pytest.mark.parametrize("wind", ["1z", "2z", "3z", "4z"])
@pytest.mark.parametrize(("word", "count"), [("pung", 1), ("kong", 2), ("added", 2), ("concealed", 3)])
def test_winds_on_the_table(word, count, wind, mode):
    size = 3 if word == "pung" else 4
    assert flowers_of(REST, f"{word} {wind[0] * size}z", mode=mode) == 1 + count


@pytest.mark.parametrize("kind", ["4m", "1m", "4p", "1p", "1s", "9s"])
@pytest.mark.parametrize(("word", "count"), [("kong", 1), ("added", 1), ("concealed", 2)])
def test_kongs_of_suit_tiles(word, count, kind):
    rest = "234s 678s 79p 22z" if kind[1] == "m" else "234m 678m 79p 22z"
    assert flowers_of(rest, f"{word} {kind[0] * 4}{kind[1]}") == 1 + count


@pytest.mark.parametrize("wind", ["1z", "2z", "3z", "4z"])
def test_wind_triplets_in_the_hand(wind):
    triplet = wind[0] * 3 + "z"
    assert flowers_of(f"{REST} {triplet}") == 2
    assert flowers_of(f"{REST} {triplet}", mode="self_draw") == 2


def test_two_and_three_wind_triplets():
    assert flowers_of("79p 22s 111z 222z 678m") == 3
    assert flowers_of("79p 22s 111z 333z", "pung 444z") == 4
    assert flowers_of("79p 22s 111z", "concealed 4444z", "kong 2222z") == 1 + 1 + 3 + 2


@pytest.mark.parametrize("mode", ["discard", "self_draw"])
def test_a_wind_triplet_finished_by_the_winning_tile(mode):
    assert flowers_of("234m 678m 123p 22s 44z", tile="4z", mode=mode) == 2
    assert flowers_of("234m 678m 123p 22s 44z", tile="2s", mode=mode, flowers="1f") == 2  # a pair counts nothing


def test_a_wind_pair_and_a_single_wind_count_nothing():
    assert flowers_of("234m 678m 79p 44z 123s", flowers="1f") == 2
    assert flowers_of("234m 678m 123p 123s 4z", tile="4z", flowers="1f") == 2


@pytest.mark.parametrize(("tiles", "meld"), [(REST, "pung 555s"), (REST, "chow 123s"), (f"{REST} 555s", "")])
def test_pungs_chows_and_triplets_of_suits_count_nothing(tiles, meld):
    assert flowers_of(tiles, *filter(None, [meld]), flowers="1f") == 2
    assert flowers_of(tiles, *filter(None, [meld])) == 10


def test_a_kong_counts_in_place_of_its_pung():
    table = qiaoma(hand(REST, "pung 444z", drew="4z", ready=1), tail="8p")
    table.play("0 self_kong 4z", "0 hu")
    assert table.last("hu")["flowers"] == 3


@pytest.mark.parametrize("mode", ["discard", "self_draw", "robbed_kong"])
def test_no_flower_is_exactly_ten(mode):
    won = win(*PLAIN, mode=mode).last("hu")
    assert (won["flowers"], won["elements"]) == (10, {"no_flower": 10})


@pytest.mark.parametrize(
    ("melds", "flowers"),
    [
        (("chow 123s",), "1f"),
        (("chow 123s",), "5z"),
        (("pung 444z",), ""),
        (("kong 4444s",), ""),
        (("concealed 4444s",), ""),
    ],
)
def test_any_flower_beside_the_base_rules_it_out(melds, flowers):
    assert "no_flower" not in elements(REST, *melds, flowers=flowers)
    assert flowers_of(REST, *melds, flowers=flowers) < 10


def test_ten_flowers_that_were_counted_are_not_no_flower():
    won = win(*PLAIN, flowers="12345678f 5z").last("hu")
    assert (won["flowers"], won["elements"]) == (10, {})


def test_flowers_of_other_seats_do_not_count():
    held = hand(*PLAIN, ready=1, flowers="1f")
    table = qiaoma(hand("...", drew="8p", flowers="23f"), held, None, hand("...", flowers="555z"))
    table.play("0 discard 8p", "1 hu")
    assert table.last("hu")["flowers"] == 2
