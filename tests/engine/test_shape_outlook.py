"""The outlook of a plain hand against the distance of each changed hand by itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mjenv.engine.shanten import shape_shanten
from mjenv.engine.shape_outlook import (
    ALL_SUITS,
    FORM,
    count_nearer,
    count_triplets,
    load_parts,
    missing_in_form,
    missing_to_triplets,
    prepare,
    win_chance,
)
from mjenv.engine.tiles import parse_tiles

ONE_OF = np.eye(34, dtype=int)


def look_at(hand, sets, suits=ALL_SUITS):
    form = np.zeros(1, np.dtype(FORM, align=True))[0]
    form["hand"], form["live"] = hand, 4 - hand
    form["sets"], form["suits"] = sets, suits
    prepare(*load_parts(), form)
    return form


def hands(seed, count, pool=range(34)):
    draw = random.Random(seed)
    for _ in range(count):
        sets = draw.choice([2, 3, 4])
        wall = [kind for kind in pool for _ in range(4)]
        yield np.bincount(draw.sample(wall, 3 * sets + 2), minlength=34), sets


@pytest.mark.parametrize("pool", [range(34), [*range(9), *range(27, 34)], range(12)])
def test_the_outlook_knows_the_distance_after_each_discard_and_the_live_tiles(pool):
    for hand, sets in hands(1, 3, pool):
        form = look_at(hand, sets)
        for kind in np.flatnonzero(hand)[:2]:
            form["hand"][kind] -= 1
            after = hand - ONE_OF[kind]
            missing = missing_in_form(*load_parts(), kind // 9, form)
            plain, claimed = count_nearer(*load_parts(), kind // 9, form, 10, 10)
            form["hand"][kind] += 1
            assert missing == shape_shanten(after, 4 - sets) + 1
            nearer = [k for k in range(34) if after[k] < 4 and shape_shanten(after + ONE_OF[k], 4 - sets) < missing - 1]
            near = [k for k in nearer if after[max(0, k - 2) : k + 3].any()]
            assert claimed == 10 * plain
            assert sum(form["live"][near]) >= plain > 0 or not near


def test_within_a_suit_other_tiles_do_not_count():
    hand = np.bincount(parse_tiles("12345m 55p 111z 789s"), minlength=34)
    assert missing_in_form(*load_parts(), 0, look_at(hand, 4)) == 1
    assert missing_in_form(*load_parts(), 0, look_at(hand, 4, 0b1001)) == 6


def test_claims_count_for_more():
    hand = np.bincount(parse_tiles("123m 55p 789s 23m 44s 1z"), minlength=34)
    plain, claimed = count_nearer(*load_parts(), 0, look_at(hand, 4), 30, 20)
    assert 10 * plain < claimed < 30 * plain


@pytest.mark.nojit
def test_triplets_take_the_kinds_held_most():
    assert missing_to_triplets(4, 1, 0, 4) == 0
    assert missing_to_triplets(3, 2, 0, 4) == 1
    assert missing_to_triplets(0, 0, 0, 4) == 14
    hand = np.bincount(parse_tiles("111m 222p 333s 44z 55z"), minlength=34)
    assert count_triplets(look_at(hand, 4), 30) == (1, 4, 120)


def test_a_chance_falls_with_each_missing_tile():
    usual = np.array([6.0, 14.0, 22.0])
    chances = [win_chance(missing, 10.0, 5.0, usual, 1.0) for missing in range(4)]
    assert chances[0] == 1.0
    assert chances == sorted(chances, reverse=True)
    assert win_chance(2, 10.0, 5.0, usual, 0.5) < chances[2]
