"""Rows of a batch: what each plays depends on the seed and its number, on nothing else."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import NOTHING, PASS
from mjenv.table.batch import match_seed
from tests.table.policies import play_eagerly

SMALL = pytest.mark.parametrize("size", [pytest.param(2, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 64])


def make(num_tables, seed=5, **options):
    return mjenv.make_batch("four_bao", num_tables=num_tables, seed=seed, **options)


def shown(batch, rows=slice(None)):
    """Return every byte that a batch shows of some rows."""
    names = ("observation", "action_mask", "actor", "reward", "hand_done", "done", "states")
    return [raw(getattr(batch, name))[rows].tobytes() for name in names]


def raw(array):
    """Return bytes [n, …] of an array of n rows; copies of records leave anything between their fields."""
    clean = np.zeros(array.shape, array.dtype)
    clean[...] = array
    return clean.view(np.uint8).reshape(len(array), -1)


@pytest.mark.parametrize("encoder", ["planes/1", "view/1"])
def test_bytes_depend_on_neither_batch_size_nor_threads(encoder):
    whole = make(64, encoder=encoder, threads=2)
    others = [make(size, encoder=encoder, threads=threads) for size in (1, 7, 64) for threads in (1, 2)]
    ended = 0
    for _ in range(150):
        whole.step(whole.sample())
        ended += whole.hand_done.sum()
        for batch in others:
            batch.step(batch.sample())
            assert shown(batch) == shown(whole, slice(batch.num_tables)), (batch.num_tables, batch.threads)
    assert ended > 64


@pytest.mark.nojit
def test_no_rows_are_reset_to_no_effect_and_none_twice():
    batch = play_eagerly(make(2), 5)
    before = shown(batch)
    batch.reset(seed=9, rows=np.zeros(0, int))
    batch.reset(rows=np.zeros(2, bool))
    assert shown(batch) == before
    with pytest.raises(mjenv.MjenvError, match=r"rows \[1, 1\]: expected each row once"):
        batch.reset(rows=[1, 1])


@SMALL
def test_rows_that_are_reset_leave_the_others_alone(size):
    batch = play_eagerly(make(size), 30)
    rows = np.arange(0, size, 2)
    kept = np.setdiff1d(np.arange(size), rows)
    before = shown(batch, kept)
    batch.reset(seed=9, rows=rows)
    assert shown(batch, kept) == before
    assert shown(batch, rows) == shown(make(size, seed=9), rows)
    assert not batch.done[rows].any()
    assert (batch.states["decisions"][rows] == 0).all()
    batch.reset(seed=9, rows=np.isin(np.arange(size), kept))
    assert shown(batch) == shown(make(size, seed=9))


@SMALL
def test_a_done_row_waits_a_step_and_begins_another_match(size):
    batch = make(size)
    while not batch.done.any():
        batch.step(batch.sample())
    row = int(np.argmax(batch.done))
    assert batch.hand_done[row]
    assert batch.actor[row] == NOTHING
    assert not batch.action_mask[row].any()
    assert not batch.observation[row].any()
    assert batch.sample()[row] == 0
    wall = batch.states["wall"][row].copy()
    actions = batch.sample()
    actions[row] = 10**9
    batch.step(actions)
    assert not batch.done[row]
    assert not batch.hand_done[row]
    assert not batch.reward[row].any()
    assert batch.action_mask[row].sum() > 1
    assert batch.observation[row].any()
    assert (batch.states["wall"][row] != wall).any()
    assert batch.states["seed"][row].tolist() == match_seed(5, row, 1).tolist()
    assert batch.states["totals"][row].tolist() == [0, 0, 0, 0]


def test_views_of_done_rows_are_empty():
    batch = make(8, encoder="view/1")
    while not batch.done.any():
        batch.step(batch.sample())
    idle = batch.observation[batch.done]
    assert idle.tobytes() == np.zeros_like(idle).tobytes()
    assert batch.encode("view/1")[batch.done].tobytes() == idle.tobytes()


def test_every_match_of_every_row_has_its_own_wall():
    batch = make(16)
    walls = {wall.tobytes() for wall in batch.states["wall"]}
    begun = 16
    while begun < 64:
        starting = batch.done.copy()
        batch.step(batch.sample())
        walls |= {wall.tobytes() for wall in batch.states["wall"][starting]}
        begun += starting.sum()
    assert len(walls) == begun


@pytest.mark.nojit
@pytest.mark.parametrize("seed", range(3))
def test_a_match_of_several_hands_goes_on_until_the_last(seed):
    batch = make(1, seed=seed, hands=3)
    ended, paid = 0, np.zeros(4, int)
    while not batch.done[0]:
        assert batch.states["hand_index"][0] == ended
        play_eagerly(batch, 1, seed=batch.states["decisions"][0])
        ended += int(batch.hand_done[0])
        paid += batch.reward[0]
        assert batch.reward[0].any() <= batch.hand_done[0]
    assert ended == 3
    assert paid.tolist() == batch.states["totals"][0].tolist()


@SMALL
def test_copies_of_a_batch_go_on_alike_and_independently(size):
    batch = play_eagerly(make(size, threads=2), 20)
    twins = [copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))]  # noqa: S301 - our own bytes
    before = shown(batch)
    for twin in twins:
        play_eagerly(twin, 30)
    assert shown(batch) == before
    play_eagerly(batch, 30)
    assert shown(twins[0]) == shown(twins[1]) == shown(batch) != before
    assert twins[0].save() == twins[1].save() == batch.save()


def test_the_same_match_seed_is_the_same_match_in_any_row():
    seeds = np.array([[1, 2], [3, 4], [1, 2]], np.uint64)
    batch = make(3)
    batch.reset(options={"match_seed": seeds})
    assert batch.states["wall"][0].tobytes() == batch.states["wall"][2].tobytes() != batch.states["wall"][1].tobytes()
    batch.reset(rows=[1], options={"match_seed": [1, 2]})
    assert shown(batch, 0) == shown(batch, 1)


def test_without_a_seed_batches_differ():
    assert shown(make(1, seed=None)) != shown(make(1, seed=None))
    batch = make(1)
    batch.reset()
    assert shown(batch) != shown(make(1))


SCRIPT = """
import hashlib
import mjenv
from tests.table.policies import play_eagerly
batch = mjenv.make_batch("four_bao", num_tables=2, seed=5, hands=2)
digest = hashlib.sha256()
for step in range(60):
    play_eagerly(batch, 4, seed=step)
    for array in (batch.states, batch.observation, batch.action_mask, batch.sample(), batch.encode("view/1")):
        digest.update(array.tobytes())
print(digest.hexdigest(), int(batch.states["hand_index"].max()), int((batch.states["ready_count"] > 0).sum()))
"""


def test_plain_python_gives_the_bytes_of_compiled_kernels(monkeypatch):
    answers = []
    for flag in "01":
        monkeypatch.setenv("NUMBA_DISABLE_JIT", flag)
        answers.append(
            subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True).stdout
        )
    assert answers[0] == answers[1]
    assert int(answers[0].split()[1]) > 0


@pytest.mark.nojit
def test_impossible_options_are_refused_in_one_sentence():
    for options in (
        {"num_tables": 0},
        {"hands": 0},
        {"hands": 2.5},
        {"hands": 2**40},
        {"threads": -1},
        {"illegal": "no"},
    ):
        with pytest.raises(mjenv.MjenvError, match=r"^[^\n]*expected[^\n]*$"):
            make(**({"num_tables": 1} | options))
    batch = make(3)
    before = shown(batch)
    for arguments in ({"seed": -1}, {"seed": 2**128}, {"seed": 1.5}, {"rows": [3]}, {"rows": [-1]}, {"rows": [0.5]}):
        with pytest.raises(mjenv.MjenvError, match=r"^[^\n]*expected[^\n]*$"):
            batch.reset(**arguments)
    for seat in (4, -1, [0, 1, 4], [0, 1]):
        with pytest.raises(mjenv.MjenvError, match=r"^seat[^\n]*expected[^\n]*$"):
            batch.observe(seat)
    assert shown(batch) == before
    assert PASS not in batch.sample()
