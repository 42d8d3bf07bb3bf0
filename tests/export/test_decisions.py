"""Data files say what the tables showed, and nothing else."""

import numpy as np
import pytest

from mjenv.offline import read_decisions
from mjenv.offline.columns import join
from mjenv.offline.replay import LogSource
from tests.export.exported import ENCODERS, RULES, SUFFIXES, played, replay, source, write, write_log


@pytest.mark.parametrize("encoder", ENCODERS)
@pytest.mark.parametrize("rules", RULES)
def test_what_is_read_back_is_what_the_environment_shows(rules, encoder, tmp_path):
    block = played(rules, encoder)
    read = [
        read_decisions(write(tmp_path / f"a{suffix}", source(rules), block, encoder=encoder)) for suffix in SUFFIXES
    ]
    steps = list(replay(rules, encoder, block["action"]))
    for data in read:
        observation, mask = data.observation(), data.action_mask()
        assert len(data) == len(steps) > 100
        assert observation.dtype == steps[0]["observation"].dtype
        assert observation.tobytes() == b"".join(step["observation"].tobytes() for step in steps)
        assert mask.tobytes() == b"".join(step["action_mask"].tobytes() for step in steps)
        for name in ("match", "hand", "seat"):
            assert data[name].tolist() == [step[name] for step in steps]
        for name in block:
            assert data[name].tobytes() == block[name].tobytes()


@pytest.mark.parametrize("rules", RULES)
def test_points_to_come_are_those_of_the_steps_that_follow(rules):
    block = played(rules)
    steps = list(replay(rules, "planes/1", block["action"]))
    for row, step in enumerate(steps):
        seat = step["seat"]
        match = [other for other in steps[row:] if other["match"] == step["match"]]
        hand = [other for other in match if other["hand"] == step["hand"]]
        assert block["match_points"][row] == sum(other["paid"][seat] for other in match)
        assert block["points"][row] == sum(other["paid"][seat] for other in hand)
        assert block["hand_end"][row] == all(other["seat"] != seat for other in hand[1:])
    assert np.abs(block["points"]).sum() > 0


@pytest.mark.parametrize("rules", RULES)
def test_the_points_of_the_seats_sum_to_zero_in_each_hand(rules):
    made = source(rules, hands=12, match_hands=1)
    block = join(list(made.blocks("planes/1")))
    whole = 0
    for match in range(12):
        rows = np.flatnonzero(block["match"] == match)
        seats, first = np.unique(block["seat"][rows], return_index=True)
        points = block["points"][rows[first]]
        assert (block["points"][rows] == points[np.searchsorted(seats, block["seat"][rows])]).all()
        assert block["decision"][rows].tolist() == list(range(len(rows)))
        assert block["hand_end"][rows].sum() == len(seats)
        if len(seats) == 4:
            whole += 1
            assert points.sum() == 0
    assert whole > 6
    assert np.abs(block["points"]).sum() > 0


@pytest.mark.parametrize("tables", [1, 2, 64])
def test_rows_do_not_depend_on_the_number_of_tables(tables, tmp_path):
    made = source("qiaoma", hands=6, match_hands=2)
    blocks = list(made.blocks("planes/1", tables=tables, threads=1 + (tables == 2)))
    assert len(blocks) == -(-3 // tables)
    block, expected = join(blocks), join(list(made.blocks("planes/1", tables=3)))
    assert all(block[name].tobytes() == expected[name].tobytes() for name in expected)
    files = [write(tmp_path / f"{k}.npz", made, data).read_bytes() for k, data in enumerate((block, expected))]
    assert files[0] == files[1]


def test_another_seed_gives_other_hands():
    blocks = [join(list(source(seed=seed, hands=1, match_hands=1).blocks("planes/1"))) for seed in (1, 2)]
    assert blocks[0]["observation"][0].tobytes() != blocks[1]["observation"][0].tobytes()


@pytest.mark.parametrize("logged", [False, True], ids=["play", "logs"])
def test_the_rows_of_a_seat_are_those_among_all(logged, tmp_path):
    made = LogSource.open([write_log(tmp_path / "a.jsonl")]) if logged else source()
    whole = join(list(made.blocks("flat/1")))
    for seat in range(4):
        block = join(list(made.blocks("flat/1", seat)))
        rows = whole["seat"] == seat
        assert all(block[name].tobytes() == whole[name][rows].tobytes() for name in whole)
