"""What chance decides: walls, dealers and dice, from the match seed and the number of the hand alone."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from tests.table.policies import exceeds_chance, play_eagerly

MATCHES = 4000


@pytest.fixture(scope="module")
def fresh():
    """Return the states of many matches that have just begun."""
    batch = mjenv.make_batch("four_bao", num_tables=MATCHES, seed=1)
    return batch.states


def test_first_dealers_are_uniform(fresh):
    assert not exceeds_chance(np.bincount(fresh["dealer"], minlength=4), MATCHES / 4)


def test_dice_are_uniform_and_independent(fresh):
    pairs = np.zeros((6, 6))
    np.add.at(pairs, tuple(fresh["dice"].T - 1), 1)
    assert pairs.sum() == MATCHES
    assert not exceeds_chance(pairs, MATCHES / 36)


def test_dice_are_independent_of_the_dealer(fresh):
    table = np.zeros((4, 6))
    np.add.at(table, (fresh["dealer"], fresh["dice"][:, 0] - 1), 1)
    assert not exceeds_chance(table, MATCHES / 24)


@pytest.mark.parametrize("place", [0, 1, 52, 53, 107, 108, 111])
def test_every_place_of_the_wall_holds_every_kind_equally_often(fresh, place):
    kinds = np.bincount(fresh["wall"][:, place], minlength=34)[[*range(27), 33]]
    assert kinds.sum() == MATCHES
    assert not exceeds_chance(kinds, MATCHES / 28)


def test_neighbours_in_the_wall_are_independent(fresh):
    same = (fresh["wall"][:, 0:110:2] == fresh["wall"][:, 1:111:2]).sum()
    trials = MATCHES * 55
    assert not exceeds_chance(np.array([same, trials - same]), trials * np.array([3 / 111, 108 / 111]))


def test_no_two_matches_or_hands_share_a_wall(fresh):
    walls = {wall.tobytes() for wall in fresh["wall"]}
    assert len(walls) == MATCHES
    batch = mjenv.make_batch("four_bao", num_tables=8, hands=4, seed=1)
    seen = {wall.tobytes() for wall in batch.states["wall"]}
    hands = 8
    while not batch.done.any():
        batch.step(batch.sample())
        dealt = batch.hand_done & ~batch.done
        seen |= {wall.tobytes() for wall in batch.states["wall"][dealt]}
        hands += dealt.sum()
    assert len(seen) == hands > 16


def test_walls_and_dice_do_not_depend_on_what_is_played():
    def deals(play):
        batch = mjenv.make_batch("four_bao", num_tables=4, hands=3, seed=8)
        found = {}
        for step in range(1000):
            for row in range(4):
                state = batch.states[row]
                if not batch.done[row] and state["seed"].tolist() == batch.states["seed"][row].tolist():
                    deal = (state["wall"].tobytes(), state["dice"].tobytes())
                    found.setdefault((row, *state["seed"].tolist(), int(state["hand_index"])), set()).add(deal)
            play(batch, step)
        return found

    random, eager = deals(lambda batch, _: batch.step(batch.sample())), deals(lambda b, s: play_eagerly(b, 1, seed=s))
    shared = random.keys() & eager.keys()
    assert len(shared) > 20
    assert all(random[key] == eager[key] and len(random[key]) == 1 for key in shared)
