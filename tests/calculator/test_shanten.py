"""Shanten: against brute force, against waits, and against itself one draw further."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

import mjenv
from mjenv.calculator.distance import count_orphans, count_pairs, count_standard
from mjenv.calculator.holding import HandError, parse_melds
from mjenv.calculator.shanten import Distance
from mjenv.engine.shanten import shape_shanten
from mjenv.engine.tiles import format_tiles, parse_tile

FOUR = [4] * 34
OPEN_MELDS = {"four_bao": "pung 111s", "single_bao": "chow 789p", "classic": "kong 1111p", "qiaoma": "pung 222z"}


def draw_hand(rng, size, kinds, taken=()):
    """A random hand of some kinds, near to something as there are few of them."""
    pool = [kind for kind in kinds for _ in range(4)]
    for kind in taken:
        pool.remove(kind)
    return sorted(rng.sample(pool, size))


def counts(tiles):
    """Copies of each kind."""
    return np.bincount(tiles, minlength=34).tolist()


def finished_hands(kinds, sets):
    """Every way to have some sets and a pair of these kinds, four copies each, as counts."""
    groups = [(kind,) * 3 for kind in kinds]
    groups += [(k, k + 1, k + 2) for k in kinds if k < 27 and k % 9 < 7 and {k + 1, k + 2} <= set(kinds)]
    found = set()
    for chosen in itertools.combinations_with_replacement(groups, sets):
        for pair in kinds:
            hand = counts([pair, pair, *itertools.chain(*chosen)])
            if max(hand) <= 4:
                found.add(tuple(hand))
    return np.array(sorted(found))


KINDS = (0, 1, 2, 3, 27, 28)


@pytest.mark.parametrize("sets", [2, 3])
def test_standard_shape_against_every_finished_hand(sets):
    """Limits below four stand for the copies in the seat's own melds."""
    rng = random.Random(sets)
    finished = finished_hands(KINDS, sets)
    for _ in range(60):
        limits = [rng.choice((1, 3, 4, 4)) if kind in KINDS else 0 for kind in range(34)]
        pool = [kind for kind in KINDS for _ in range(limits[kind])]
        hand = counts(rng.sample(pool, min(3 * sets + 1, len(pool))))
        allowed = finished[(finished <= limits).all(axis=1)]
        expected = np.maximum(allowed - hand, 0).sum(axis=1).min(initial=99)
        assert count_standard(hand, limits, sets) == expected


def test_standard_shape_is_the_engines_where_no_meld_uses_copies_up():
    rng = random.Random(3)
    for _ in range(20):
        hand = counts(draw_hand(rng, 13, range(34)))
        assert count_standard(hand, FOUR, 4) - 1 == shape_shanten(np.array(hand))


@pytest.mark.parametrize(
    ("tiles", "missing"),
    [
        ([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6], 1),
        ([0, 0, 0, 0, 2, 2, 3, 3, 4, 4, 5, 5, 6], 1),  # four of a kind are two pairs
        ([0, 0, 0, 2, 2, 2, 3, 3, 3, 4, 4, 4, 6], 3),  # thrice three: each fourth copy makes a pair
        ([*range(13)], 7),
        ([0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3], 1),
    ],
)
def test_seven_pairs(tiles, missing):
    assert count_pairs(counts(tiles)) == missing


def test_thirteen_orphans_need_a_pair_that_the_rules_allow():
    terminals = [0, 8, 9, 17, 18, 26, *range(27, 34)]
    assert count_orphans(counts(terminals), any_pair=False) == 1
    assert count_orphans(counts([*terminals[1:], 8]), any_pair=True) == 1
    assert count_orphans(counts([*terminals[1:], 8]), any_pair=False) == 2
    assert count_orphans(counts([*terminals, 33]), any_pair=False) == 0


@pytest.mark.parametrize("rules", ["classic", "qiaoma"])
def test_zero_is_to_wait(rules):
    """Hands of few kinds, beside a meld that uses up copies and without."""
    rng = random.Random(5)
    waiting = 0
    for melds, taken, size in (("", (), 13), ("pung 222m", (1, 1, 1), 10), ("concealed 1111p", (9,) * 4, 10)):
        for _ in range(20):
            tiles = draw_hand(rng, size, (0, 1, 2, 3, 9, 10, 11, 27), taken)
            found = mjenv.shanten(rules, format_tiles(tiles), melds=melds)
            waits = mjenv.waits(rules, format_tiles(tiles), melds=melds).waiting.waits
            assert (found.shanten == 0) == bool(waits)
            if waits:
                assert [accepted.tile for accepted in found.accepts] == [wait.tile for wait in waits]
                waiting += 1
    assert waiting > 5


@pytest.mark.parametrize("rules", ["four_bao", "single_bao"])
def test_zero_is_to_be_ready_in_harbin(rules):
    rng = random.Random(6)
    chosen, ready = mjenv.load_rules(rules), 0
    for melds, taken in (("pung 222m", (1, 1, 1)), ("chow 123p", (9, 10, 11))):
        for _ in range(40):
            tiles = draw_hand(rng, 10, (0, 1, 2, 3, 9, 10, 11, 33), taken)
            table = Distance(chosen, parse_melds(melds, 0, chosen), Counter())
            missing = table.count_missing(np.array(counts(tiles)), table.melds)
            waiting = mjenv.waits(rules, format_tiles(tiles), melds=melds).waiting
            assert (missing == 1) == waiting.may_be_ready
            ready += waiting.may_be_ready
    assert ready > 5


@pytest.mark.parametrize("rules", OPEN_MELDS)
def test_one_more_than_after_the_best_draw(rules):
    """The kinds that are accepted are those after which a finished hand is one tile nearer."""
    rng = random.Random(7)
    chosen = mjenv.load_rules(rules)
    melds = parse_melds(OPEN_MELDS[rules], 0, chosen)
    taken = [kind for meld in melds for kind in meld.kinds]
    table = Distance(chosen, melds, Counter())
    for _ in range(5):
        tiles = draw_hand(rng, 10, sorted({*range(27), *taken}), taken)
        found = mjenv.shanten(rules, format_tiles(tiles), melds=OPEN_MELDS[rules])
        after = {}
        for kind in range(27):
            if (tiles + taken).count(kind) < 4:
                held = np.bincount([*tiles, kind], minlength=34)
                after[format_tiles([kind])] = table.count_missing(held, melds) - 1
        assert found.shanten == 1 + min(after.values())
        nearer = {name for name, shanten in after.items() if shanten < found.shanten}
        assert {accepted.tile for accepted in found.accepts if parse_tile(accepted.tile) < 27} == nearer


def test_a_copy_in_the_own_kong_cannot_be_drawn():
    found = mjenv.shanten("classic", "23m 567p 789s 11s", melds="kong 1111m")
    assert [accepted.tile for accepted in found.accepts] == ["4m"]
    assert mjenv.shanten("classic", "89m 567p 789s 11s", melds="concealed 7777m").shanten == 1


def test_discards_that_keep_the_distance():
    found = mjenv.shanten("qiaoma", "13m57p99s2z3z", melds="pung 444z, pung 222p")
    assert found.shanten == 1
    assert [(option.discard, option.left) for option in found.discards] == [("2z", 8), ("3z", 8)]


def test_a_finished_hand_is_minus_one():
    assert mjenv.shanten("classic", "123m456m789m11z", melds="pung 777p").shanten == -1


def test_harbin_without_an_open_meld_is_brought_nearer_by_claims():
    found = mjenv.shanten("four_bao", "123m 456m 78m 222p 77s")
    assert (found.shanten, found.shapes["standard"]) == (1, 0)
    assert {accepted.by for accepted in found.accepts} == {"claim"}
    assert "9m" in {accepted.tile for accepted in found.accepts}


def test_harbin_with_four_melds_can_no_longer_win():
    assert mjenv.shanten("four_bao", "1m", melds="pung 222m, pung 333m, pung 444m, pung 555s").shanten is None


def test_what_is_not_regarded_is_said():
    assert (
        "not regarded" in mjenv.shanten("four_bao", "78m222p77s456m", melds="chow 123m", sequence_at_ting=True).target
    )


def test_impossible_hands_are_refused():
    with pytest.raises(HandError, match="12 concealed tiles"):
        mjenv.shanten("classic", "123456789m123p")
