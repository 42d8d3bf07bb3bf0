"""C6: two dice, 1-6 each, at the start of each hand, recorded."""

import pytest

from tests.builder import start

pytestmark = pytest.mark.nojit


def throw(seed):
    return start(options={"match_seed": [seed, 0]}).last("start_hand")["dice"]


def test_both_dice_show_every_number():
    thrown = [throw(seed) for seed in range(80)]
    for die in range(2):
        assert {dice[die] for dice in thrown} == set(range(1, 7))
    assert any(first != second for first, second in thrown)


def test_dice_may_be_given():
    table = start(options={"dice": (2, 5)})
    assert table.last("start_hand")["dice"] == [2, 5]
    assert table.observe(3)["dice"].tolist() == [2, 5]


def test_each_hand_has_its_own_throw():
    table = start(number=4)
    while table.actor >= 0:
        table.default()
    thrown = [tuple(event["dice"]) for event in table.events if event["type"] == "start_hand"]
    assert len(thrown) == 4
    assert len(set(thrown)) > 1
