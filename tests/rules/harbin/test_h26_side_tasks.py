"""H26: side tasks look at the revealed 宝 only, belong to the winner, and are no part of the settlement."""

import pytest

from tests.builder import hand, position

pytestmark = pytest.mark.nojit
WINNER = ("24m 567p 99s", "pung 888s", "chow 123p")  # 卡当 on 3m
READY = [
    ("46m 99p 345p", "pung 222s", "chow 678p"),
    ("34s 789m 11s", "pung 888p", "chow 456s"),
    ("67p 88m 345m", "pung 111m", "chow 345s"),
]


def tasks(bao, revealed, drew="3m", place=1, **params):
    """Return the tasks of a win by the ``place``-th of ``revealed`` ready seats, on a tile that it draws."""
    others = [number for number in range(1, revealed + 1) if number != place]
    ready = [hand(*held, ready=number) for held, number in zip(READY, others, strict=False)]
    table = position(hand(*WINNER, drew=drew, ready=place), *ready, bao=bao, **params)
    table.play("0 hu")
    assert sum(table.points) == 0
    return table.last("end_hand")["tasks"]


@pytest.mark.parametrize(
    ("bao", "revealed", "drew", "expected"),
    [
        ("4p 5p 6p 1m", 3, "4p", {"bao_run": 0}),
        ("6p 4p 5p 1m", 3, "6p", {"bao_run": 0}),
        ("6p 1m 5p 4p", 4, "4p", {"bao_run": 0}),  # any three of the four
        ("4p 5p 6p 1m", 3, "5p", {"bao_run": 0}),  # 摸小宝
        ("1p 2p 3p 1m", 3, "1p", {"bao_run": 0}),
        ("7s 8s 9s 1m", 3, "7s", {"bao_run": 0}),
        ("3m 4m 5m 9m", 3, "3m", {"bao_run": 0}),  # 大宝中宝
        ("4m 3m 5m 9m", 3, "3m", {"bao_run": 0}),  # 小宝中宝
        ("4p 5p 6p 1m", 3, "3m", {}),  # won without a 宝
        ("4p 5p 6p 1m", 2, "4p", {}),  # the third is shown at the end only
        ("4p 5p 1m 6p", 3, "4p", {}),
        ("4p 5p 6s 1m", 3, "4p", {}),  # two suits
        ("8m 9m 1p 1m", 3, "9m", {}),
        ("9m 1p 2p 1m", 3, "9m", {}),
        ("4p 6p 5m 1m", 3, "4p", {}),
        ("4p 4p 5p 1m", 3, "4p", {}),
    ],
)
def test_task_bao_run(bao, revealed, drew, expected):
    assert tasks(bao, revealed, drew) == expected


@pytest.mark.parametrize(
    ("bao", "revealed", "expected"),
    [
        ("9m 9p 7m 7s", 4, {"bao_two_pairs": 0}),
        ("9m 7s 9p 7m", 4, {"bao_two_pairs": 0}),
        ("1m 2p 2s 1p", 4, {"bao_two_pairs": 0}),
        ("9m 9m 7s 7s", 4, {"bao_two_pairs": 0}),
        ("9m 9p 9s 9m", 4, {"bao_two_pairs": 0}),  # four equal ranks
        ("9m 9p 7m 7s", 3, {}),
        ("9m 9p 7m 8s", 4, {}),
        ("9m 9p 9s 8s", 4, {}),
        ("9m 1p 7m 8s", 4, {}),
        ("1p 3p 5p 7p", 4, {}),
        ("7z 7z 7m 7s", 4, {}),  # 红中 has no rank
        ("7z 7m 9m 9p", 4, {}),
        ("9m 9p 7z 7z", 4, {}),
        ("7z 7z 7z 7z", 4, {}),
    ],
)
def test_task_bao_two_pairs(bao, revealed, expected):
    assert tasks(bao, revealed) == expected


def test_two_pairs_on_a_discard():
    giver = hand(*READY[0], drew="3m", ready=2)
    others = [hand(*held, ready=number) for held, number in zip(READY[1:], (3, 4), strict=True)]
    table = position(giver, hand(*WINNER, ready=1), *others, bao="9m 9p 7m 7s")
    table.play("1 hu")
    assert table.last("end_hand")["tasks"] == {"bao_two_pairs": 0}


@pytest.mark.parametrize(
    ("bao", "place", "drew", "expected"),
    [
        ("3m 1m", 1, "3m", {"bao_in_bao": 0}),
        ("3m 1m", 2, "3m", {"bao_in_bao": 0}),
        ("4p 1m", 1, "4p", {}),
        ("4p 1m", 2, "4p", {}),
        ("9m 1m", 1, "3m", {}),
    ],
)
def test_task_bao_in_bao(bao, place, drew, expected):
    assert tasks(bao, 2, drew, place) == expected


RUN_AND_IN_BAO = ("3m 4m 5m 9m", 3)
PAIRS_AND_IN_BAO = ("3m 3p 9m 9p", 4)


@pytest.mark.parametrize(
    ("bao", "rewards", "expected"),
    [
        (RUN_AND_IN_BAO, {}, {"bao_run": 0}),  # the first listed on a tie
        (RUN_AND_IN_BAO, {"task_bao_run": 5, "task_bao_in_bao": 9}, {"bao_in_bao": 9}),
        (RUN_AND_IN_BAO, {"task_bao_run": 9, "task_bao_in_bao": 5}, {"bao_run": 9}),
        (RUN_AND_IN_BAO, {"task_bao_run": 5, "task_bao_in_bao": 5}, {"bao_run": 5}),
        (RUN_AND_IN_BAO, {"task_bao_two_pairs": 5}, {"bao_run": 0}),  # not satisfied
        (PAIRS_AND_IN_BAO, {}, {"bao_two_pairs": 0}),
        (PAIRS_AND_IN_BAO, {"task_bao_two_pairs": 1}, {"bao_two_pairs": 1}),
        (PAIRS_AND_IN_BAO, {"task_bao_in_bao": 1}, {"bao_in_bao": 1}),
    ],
)
def test_only_the_highest_reward_counts(bao, rewards, expected):
    assert tasks(*bao, **rewards) == expected


def test_rewards_are_no_part_of_the_settlement():
    table = position(hand(*WINNER, drew="3m", ready=1), bao="3m", task_bao_in_bao=100)
    table.play("0 hu")
    end = table.last("end_hand")
    assert (end["tasks"], end["points"]) == ({"bao_in_bao": 100}, [48, -16, -16, -16])
    assert end["next"]["totals"] == [48, -16, -16, -16]


def test_a_drawn_hand_has_no_tasks():
    ready = [hand(*held, ready=number) for held, number in zip(READY, (2, 3, 4), strict=True)]
    table = position(hand(*WINNER, drew="7z", ready=1), *ready, bao="9m 9p 7m 7s", left=0)
    assert (table.last("end_hand")["result"], table.last("end_hand")["tasks"]) == ("draw", {})
