"""Nothing is lost or paid twice: through every adapter the rewards of a match are the points paid in it."""

from __future__ import annotations

import copy
from functools import partial

import pytest

from tests.envs.games import ByMenu
from tests.envs.points import through_aec, through_make, through_make_vec, through_sb3

ADAPTERS = {
    "env": partial(through_aec, maker="env"),
    "raw_env": partial(through_aec, maker="raw_env"),
    "make": through_make,
    "make_vec-NextStep": partial(through_make_vec, mode="NextStep"),
    "make_vec-SameStep": partial(through_make_vec, mode="SameStep"),
    "sb3": through_sb3,
}
PLAYERS = {"random": "random", "greedy": "greedy", "mixed": ["greedy", "random", ByMenu("view/1")]}
CASES = [
    (adapter, players) for adapter in ADAPTERS for players in PLAYERS if players != "mixed" or "env" not in adapter
]


@pytest.mark.parametrize(("adapter", "players"), CASES)
def test_rewards_are_the_points_paid(preset, adapter, players):
    paid = []
    for hands, matches in ((1, 4), (3, 2)):
        rewarded, ended = ADAPTERS[adapter](preset, copy.deepcopy(PLAYERS[players]), hands, matches)
        assert rewarded == ended
        assert min(map(len, ended)) >= matches
        paid += [points for row in ended for points in row]
    assert any(paid) or players == "random"  # wins are rare there
