"""The array functions against the calculator for people, on random hands of every rule set."""

import random

import numpy as np
import pytest

import mjenv
from mjenv.calculator.shanten import Distance
from mjenv.calculator.waits import parse_holding, parse_seen
from mjenv.engine.tiles import parse_tile
from mjenv.hands import NEVER, Hands, has_kinds
from tests.hands.drawn import as_arrays, as_texts, draw_hand

CHANGED = {
    "harbin": {"zhong_pair_for_triplet": False, "terminal_from_winning_tile": True},
    "hebei": {"thirteen_orphans_pair": "any"},
}


def load(preset, changed):
    params = CHANGED.get(preset.variant, {}) if changed else {}
    return mjenv.load_rules(preset.id, **params)


def expected_shanten(rules, hand, melds):
    text, words = as_texts(hand, melds)
    kinds, made = parse_holding(rules, text, words, 0)
    table = Distance(rules, made, parse_seen(rules, "", kinds, made))
    missing = table.count_missing(np.bincount(kinds, minlength=34), made)
    return NEVER if missing >= NEVER else missing - 1


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("changed", [False, True])
def test_shanten_and_finished_hands(preset, changed, many):
    rules = load(preset, changed)
    hands, rng = Hands(rules), random.Random(f"{preset.id} {changed}")
    drawn = [(draw_hand(rng, rules, size), size) for size in (13, 14) for _ in range(many)]
    expected = [expected_shanten(rules, *held) for held, _ in drawn]
    arrays = [as_arrays(*held) for held, _ in drawn]
    assert [hands.shanten(*held) for held in arrays] == expected
    assert hands.shanten(*map(np.array, zip(*arrays, strict=True))).tolist() == expected
    full = [held for held, (_, size) in zip(arrays, drawn, strict=True) if size == 14]
    finished = [distance == -1 for distance in expected[-len(full) :]]
    assert [hands.is_win(*held) for held in full] == finished
    assert hands.is_win(*map(np.array, zip(*full, strict=True))).tolist() == finished


@pytest.mark.nojit
@pytest.mark.parametrize("changed", [False, True])
def test_waits(preset, changed, many):
    rules = load(preset, changed)
    hands, rng = Hands(rules), random.Random(f"waits {preset.id} {changed}")
    drawn = [draw_hand(rng, rules, 13) for _ in range(3 * many)]
    expected = []
    for held in drawn:
        text, melds = as_texts(*held)
        found = mjenv.waits(rules, text, melds=melds).waiting.waits
        expected.append([parse_tile(wait.tile) for wait in found])
    arrays = [as_arrays(*held) for held in drawn]
    singles = [hands.waits(*held) for held in arrays]
    bits = hands.waits(*map(np.array, zip(*arrays, strict=True)))
    assert singles == bits.tolist()
    assert [np.flatnonzero(row).tolist() for row in has_kinds(bits)] == expected
    assert any(expected)


@pytest.mark.nojit
def test_hands_without_melds_are_asked_about_without_them(preset, many):
    rules = mjenv.load_rules(preset.id)
    hands, rng = Hands(rules), random.Random(preset.id)
    drawn = [draw_hand(rng, rules, 13) for _ in range(4 * many)]
    closed = np.array([as_arrays(hand, [])[0] for hand, melds in drawn if not melds])
    none = np.zeros((len(closed), 4, 2), np.int8)
    assert len(closed) > 3
    for ask in (hands.shanten, hands.waits):
        assert ask(closed).tolist() == ask(closed, none).tolist() == [ask(hand) for hand in closed]
    full = closed + np.eye(34, dtype=np.int8)[(closed == 1).argmax(axis=1)]
    assert hands.is_win(full).tolist() == hands.is_win(full, none).tolist() == [hands.is_win(hand) for hand in full]
