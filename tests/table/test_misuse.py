"""A batch that is used in unusual ways."""

import numpy as np
import pytest

import mjenv
from mjenv.table.batch import Batch


@pytest.mark.nojit
def test_before_the_first_reset_all_rows_are_done_and_a_step_starts_matches():
    rules = mjenv.load_rules("four_bao")
    walls = set()
    for _ in range(2):
        batch = Batch(rules, 3)
        assert batch.done.all()
        assert batch.sample().tolist() == [0, 0, 0]
        batch.reset(seed=1, rows=[1])
        assert batch.done.tolist() == [True, False, True]
        batch.step(batch.sample())
        assert not batch.done.any()
        walls |= {batch.states["wall"][row].tobytes() for row in (0, 2)}
    assert len(walls) == 4  # drawn from the system


@pytest.mark.nojit
def test_a_match_seed_of_none_is_none():
    batch = mjenv.make_batch("four_bao", num_tables=4, seed=1)
    batch.reset(seed=1, options={"match_seed": None})
    assert len({wall.tobytes() for wall in batch.states["wall"]}) == 4


@pytest.mark.nojit
def test_actions_may_be_read_only_and_stay_the_callers():
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    other = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    actions = batch.sample()
    actions.flags.writeable = False
    batch.step(actions)
    other.step(other.sample().tolist())
    assert batch.save() == other.save()


@pytest.mark.nojit
def test_more_threads_than_tables_are_no_more_than_tables():
    batch = mjenv.make_batch("four_bao", num_tables=2, threads=1 << 30, seed=1)
    batch.step(batch.sample())
    batch.play(np.zeros(0, np.int64), np.zeros(2, np.int64))


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda batch: batch.load("text"), "saved batch: expected bytes, got str"),
        (lambda batch: batch.step([[1, 2], [3]]), "expected whole numbers"),
        (lambda batch: batch.reset(options=5), "options=5: expected a mapping"),
    ],
)
def test_what_is_no_array_is_refused_in_one_sentence(call, words):
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    before = batch.save()
    with pytest.raises(mjenv.MjenvError, match=words):
        call(batch)
    assert batch.save() == before
