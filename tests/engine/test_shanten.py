"""Shanten: the table against a plain search, and the Harbin distance against the rules' own test of being ready."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mjenv.engine import shanten_table
from mjenv.engine.codes import MELD_CHOW, MELD_CONCEALED_KONG, MELD_EXPOSED_KONG, MELD_PUNG
from mjenv.engine.melds import add_meld
from mjenv.engine.shanten import NEVER, harbin_shanten, shape_shanten
from mjenv.engine.state import new_states
from mjenv.engine.tiles import add_tile, parse_tiles
from mjenv.variants.harbin_ready import find_ready_waits
from mjenv.variants.registry import load_rules

HARBIN_KINDS = [*range(27), 33]
FOUR_BAO = load_rules("four_bao")


def tiles(text):
    return np.bincount(parse_tiles(text), minlength=34)


def chow(text):
    return MELD_CHOW, parse_tiles(text)[0]


def pung(text):
    return MELD_PUNG, parse_tiles(text)[0]


# Random hands -----------------------------------------------------------------------------------------


def random_hand(draw, kinds, melds=(0, 3)):
    """Return the concealed tiles and the melds of a seat that has not drawn, the nearer to ready by luck."""
    left = np.full(34, 4)
    made = [random_meld(draw, kinds, left) for _ in range(draw.randint(*melds))]
    hand = np.zeros(34, int)
    luck = draw.random()
    while hand.sum() < 13 - 3 * len(made):
        group = [draw.choice(kinds)]
        if draw.random() < luck:
            group = draw.choice([group * 2, group * 3, [group[0] + i for i in range(3)]])
        if fits(group, left) and hand.sum() + len(group) <= 13 - 3 * len(made):
            np.add.at(hand, group, 1)
            np.subtract.at(left, group, 1)
    return hand, made


def random_meld(draw, kinds, left):
    while True:
        kind = draw.choice(kinds)
        meld = draw.choice([MELD_CHOW, MELD_PUNG, MELD_PUNG, MELD_CONCEALED_KONG])
        group = tiles_of(meld, kind)
        if fits(group, left):
            np.subtract.at(left, group, 1)
            return meld, kind


def tiles_of(meld, kind):
    if meld == MELD_CHOW:
        return [kind, kind + 1, kind + 2]
    return [kind] * (3 if meld == MELD_PUNG else 4)


def fits(group, left):
    is_run = len(set(group)) > 1
    if is_run and (group[-1] > 26 or group[0] // 9 != group[-1] // 9):
        return False
    return all(left[kind] >= group.count(kind) for kind in group)


def own_tiles(hand, melds):
    own = hand.copy()
    for meld, kind in melds:
        np.add.at(own, tiles_of(meld, kind), 1)
    return own


NO_TERMINALS = [kind for kind in HARBIN_KINDS if kind % 9 not in {0, 8} and kind != 33]
POOLS = {
    "all": HARBIN_KINDS,
    "one suit": [*range(9), 33],
    "two suits": [*range(5), *range(9, 14)],
    "2 to 8": NO_TERMINALS,
}
pools = pytest.mark.parametrize("pool", POOLS.values(), ids=POOLS)


# Any shape --------------------------------------------------------------------------------------------


def search_shape(hand, melds):
    """Return the shanten of at most three copies of each kind, by taking out groups and parts of groups."""
    counts = [int(copies) for copies in hand]
    room = 4 - melds

    def search(kind, sets, parts, pair):
        best = 2 * (room - sets) - min(parts, room - sets) - pair
        while kind < 34 and counts[kind] == 0:
            kind += 1
        if kind == 34:
            return best
        steps = [((1, 0, 0), [kind] * 3), ((0, 1, 0), [kind] * 2), ((0, 0, 1), [kind] * 2), ((0, 0, 0), [kind])]
        if kind < 27:
            steps += [((0, 1, 0), [kind, kind + step]) for step in (1, 2) if kind % 9 + step < 9]
            steps += [((1, 0, 0), [kind, kind + 1, kind + 2])] if kind % 9 < 7 else []
        for (more_sets, more_parts, more_pair), group in steps:
            allowed = sets + more_sets <= room and parts + more_parts <= room and pair + more_pair <= 1
            if allowed and all(counts[k] >= group.count(k) for k in group):
                for k in group:
                    counts[k] -= 1
                best = min(best, search(kind, sets + more_sets, parts + more_parts, pair + more_pair))
                for k in group:
                    counts[k] += 1
        return best

    return search(0, 0, 0, 0)


@pytest.mark.boundscheck
def test_shape_shanten_agrees_with_a_plain_search():
    draw = random.Random(1)
    for _ in range(150):
        hand, melds = random_hand(draw, draw.sample(range(34), draw.randint(8, 34)))
        if draw.random() < 0.5:
            hand[draw.choice([kind for kind in range(34) if hand[kind] < 3])] += 1
        if hand.max() <= 3:
            assert shape_shanten(hand, len(melds)) == search_shape(hand, len(melds)), (hand, melds)


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("hand", "melds", "shanten"),
    [
        ("123456789m1112p", 0, 0),  # waits on 2p and 3p
        ("1111m", 3, 1),  # not on a fifth 1m
        ("11122m", 3, -1),
        ("1111m5p", 3, 0),
        ("1m", 4, 0),
        ("11m", 4, -1),
        ("19m19p19s1234567z", 0, 8),  # thirteen orphans are no standard shape
        ("1122334455667m7m", 0, -1),
        ("1133557799m113p", 0, 3),  # seven pairs neither: two sets and a pair are begun, and four pairs more
    ],
)
def test_shape_shanten_of_known_hands(hand, melds, shanten):
    assert shape_shanten(tiles(hand), melds) == shanten


# Harbin -----------------------------------------------------------------------------------------------


def can_be_ready(hand, melds, rules=FOUR_BAO):
    """Ask the rule book whether a seat with these tiles may declare ready (H5)."""
    state = new_states(1)[0]
    for kind in np.flatnonzero(hand):
        for _ in range(hand[kind]):
            add_tile(state, 0, kind)
    for meld, kind in melds:
        add_meld(state, 0, meld, kind, kind, 1)
    return int(find_ready_waits(state, rules.record[0], 0))


def steps_nearer(hand, melds):
    """Yield every hand and its melds one tile later: a tile drawn or claimed, and one discarded."""
    own = own_tiles(hand, melds)
    for kind in HARBIN_KINDS:
        if own[kind] == 4:
            continue
        drawn = hand + np.eye(34, dtype=int)[kind]
        yield from ((after, melds) for after in discards(drawn))
        if len(melds) < 3:
            for meld, low in [(MELD_PUNG, kind), *((MELD_CHOW, kind - place) for place in range(3))]:
                group = tiles_of(meld, low)
                if low >= 0 and fits(group, drawn):
                    left = drawn.copy()
                    np.subtract.at(left, group, 1)
                    yield from ((after, [*melds, (meld, low)]) for after in discards(left))


def discards(hand):
    for kind in np.flatnonzero(hand):
        yield hand - np.eye(34, dtype=int)[kind]


@pools
@pytest.mark.parametrize("params", [{}, {"terminal_from_winning_tile": True}, {"zhong_pair_for_triplet": False}])
def test_harbin_shanten_is_0_exactly_where_ready_may_be_declared(pool, params):
    draw = random.Random(2)
    rules = load_rules("four_bao", **params)
    found = []
    for _ in range(150):
        hand, melds = random_hand(draw, pool, (1, 3))
        found.append(bool(can_be_ready(hand, melds, rules)))
        assert (harbin_shanten(hand, melds, **params) == 0) == found[-1], (hand, melds)
    assert not all(found)
    assert any(found) or pool not in (POOLS["all"], POOLS["two suits"])


@pytest.mark.boundscheck
@pools
def test_harbin_shanten_is_one_more_than_that_of_the_best_next_hand(pool):
    """With the test above this settles every distance: opening, suits and terminals included."""
    draw = random.Random(3)
    seen = set()
    for _ in range(40):
        hand, melds = random_hand(draw, pool)
        shanten = harbin_shanten(hand, melds)
        if shanten in {0, NEVER}:
            continue
        nearest = min(harbin_shanten(*step) for step in steps_nearer(hand, melds))
        used_up = own_tiles(np.zeros(34, int), melds).max() > 2
        if used_up:  # by the own melds: then the distance may be too small by some tiles that cannot come
            assert nearest >= shanten - 1, (hand, melds)
        else:
            assert nearest == shanten - 1, (hand, melds)
            seen.add(shanten)
    assert len(seen) > 1


@pools
def test_drawing_lowers_harbin_shanten_by_one_at_most_and_discarding_raises_it_by_one_at_most(pool):
    draw = random.Random(4)
    for _ in range(40):
        hand, melds = random_hand(draw, pool)
        before = harbin_shanten(hand, melds)
        drawn = hand.copy()
        drawn[draw.choice([kind for kind in HARBIN_KINDS if own_tiles(hand, melds)[kind] < 4])] += 1
        between = harbin_shanten(drawn, melds)
        assert before - 1 <= between <= before
        after = [harbin_shanten(left, melds) for left in discards(drawn)]
        assert min(after) == max(between, 0)
        assert between == -1 or max(after) <= between + 1 or before == NEVER


def test_harbin_shanten_is_minus_1_exactly_for_a_finished_hand():
    draw = random.Random(5)
    finished = 0
    for _ in range(300):
        hand, melds = random_hand(draw, HARBIN_KINDS[:13], (1, 3))
        waits = can_be_ready(hand, melds)
        for kind in HARBIN_KINDS:
            if own_tiles(hand, melds)[kind] < 4 and waits:
                finished += waits >> kind & 1
                drawn = hand + np.eye(34, dtype=int)[kind]
                assert (harbin_shanten(drawn, melds) == -1) == bool(waits >> kind & 1)
    assert finished > 20


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("hand", "melds", "shanten"),
    [
        ("456m78m222p77s", [chow("123m")], 0),
        ("123456m78m222p77s", [], 1),  # a claimed set is wanting
        ("123456789m22p77s", [], 1),  # claims either pair and waits on the other
        ("123456789m222p7s", [], 1),  # claims from a finished set: the pair alone would not open it
        ("222m444p666s77z9p9m", [], 2),  # two tiles, but of one run: the opening takes a third
        ("456m78m22p777s", [chow("234m")], 1),  # no terminal, though 9m would bring one
        ("456m78m234p77z", [chow("123m")], 0),  # 红中 as the pair stands in for the triplet
        ("456m78m234p77s", [chow("123m")], 1),  # no triplet
        ("555m11122p22s", [pung("999m")], 1),  # no run
        ("456m78m222m77m", [chow("123m")], 1),  # one suit
        ("2355m", [pung("111m"), pung("999p"), pung("444m")], 0),
        ("5p", [pung("555p"), chow("123m"), chow("123m"), chow("456s")], NEVER),  # four melds (H5b)
        ("23m55p", [pung("111m"), (MELD_CONCEALED_KONG, 24), (MELD_EXPOSED_KONG, 16)], 0),
        ("23m55p", [(MELD_CONCEALED_KONG, kind) for kind in (20, 24, 16)], NEVER),  # can no longer open (H9)
        ("5567p", [pung("555p"), chow("123m"), chow("123m")], 0),  # 8p; the fifth 5p cannot come
        ("123m5p", [pung("555p"), chow("123m"), chow("456s")], 1),  # nor here, where nothing else is waited for
    ],
)
def test_harbin_shanten_of_known_hands(hand, melds, shanten):
    assert harbin_shanten(tiles(hand), melds) == shanten


@pytest.mark.nojit
@pytest.mark.parametrize(("hand", "melds"), [("123m", 0), ("123m", 5), ("123456789m111222p", 0), ("11m", 3)])
def test_a_hand_of_a_wrong_size_is_refused(hand, melds):
    with pytest.raises(ValueError, match=f"concealed tiles beside {melds} melds: expected"):
        shape_shanten(tiles(hand), melds)
    with pytest.raises(ValueError, match=f"concealed tiles beside {melds} melds: expected"):
        harbin_shanten(tiles(hand), [chow("123m")] * melds)


# The table --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built():
    return shanten_table.build_table()


def test_the_table_is_built_as_its_digest_says(built, tmp_path):
    shanten_table.write_table(tmp_path / "table.npy", built)
    assert [path.name for path in tmp_path.iterdir()] == ["table.npy"]
    assert np.array_equal(shanten_table.read_table(tmp_path / "table.npy"), built)


@pytest.mark.parametrize("damage", ["missing", "cut", "changed", "foreign", "pickle"])
def test_a_table_that_is_not_the_right_one_is_not_read(built, tmp_path, damage):
    path = tmp_path / "table.npy"
    data = built.copy()
    data[-1] ^= damage == "changed"
    if damage == "pickle":
        np.save(path, np.array([{}], object))
    elif damage != "missing":
        np.save(path, data.astype(np.int16) if damage == "foreign" else data)
        if damage == "cut":
            path.write_bytes(path.read_bytes()[:-1])
    assert shanten_table.read_table(path) is None


def test_a_folder_that_cannot_be_written_is_no_error(built, tmp_path):
    shanten_table.write_table(tmp_path / "no folder" / "table.npy", built)
    assert list(tmp_path.iterdir()) == []
