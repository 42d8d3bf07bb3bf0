"""Hands of every rule set: nothing is lost, nothing gets stuck, and the same seed gives the same bytes."""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

import mjenv
from mjenv.engine.menu import default_action
from mjenv.table.batch import Batch
from tests.table import random_play
from tests.table.policies import choose_eagerly

EAGER = pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])


def describe(batch):
    """Return a digest of all that a batch shows."""
    shown = (batch.states, batch.observation, batch.action_mask, batch.actor, batch.reward, batch.hand_done, batch.done)
    return hashlib.sha256(b"".join(array.tobytes() for array in shown)).hexdigest()


def digest(preset, *, seed=3, num_tables=3, steps=150, threads=1):
    """Return a digest of everything that some steps of eager play show."""
    batch = mjenv.make_batch(preset.id, num_tables=num_tables, hands=2, seed=seed, threads=threads)
    rng = np.random.default_rng(seed)
    shown = [describe(batch)]
    for _ in range(steps):
        batch.step(choose_eagerly(batch, rng))
        shown.append(describe(batch))
    return hashlib.sha256("".join(shown).encode()).hexdigest()


@EAGER
def test_many_hands(preset, eager):
    met = random_play.play(1000, rules=preset.id, eager=eager, num_tables=512)
    print(random_play.describe(met))
    assert met["hands"] >= 1000
    if eager:
        assert met["drawn"] < met["hands"]
        assert (met["ready"] > 0) == preset.has_ready


@pytest.mark.nojit
@pytest.mark.boundscheck
@EAGER
def test_a_few_hands(preset, eager):
    met = random_play.play(4, rules=preset.id, eager=eager, num_tables=2)
    assert met["hands"] >= 4
    assert preset.has_ready or met["ready"] == 0


def test_each_parameter_can_be_changed(override):
    preset, name, value = override
    assert mjenv.load_rules(preset.id, **{name: value}).changed == {name: value}
    met = random_play.play(20, rules=preset.id, eager=True, num_tables=16, **{name: value})
    assert met["hands"] >= 20


def test_the_default_action_leads_to_the_end(preset):
    batch = mjenv.make_batch(preset.id, num_tables=1, hands=3, seed=1)
    for _ in range(3 * random_play.LONGEST):
        if batch.done[0]:
            break
        batch.step([default_action(batch.states[0])])
    assert batch.done[0]


def test_a_table_plays_alike_in_a_batch_of_any_size_and_with_threads(preset):
    """Each table's own chance and choices; 257 tables make several blocks of rows."""
    large = mjenv.make_batch(preset.id, num_tables=257, hands=2, seed=5, threads=2)
    small = mjenv.make_batch(preset.id, num_tables=3, hands=2, seed=5)
    for _ in range(120):
        assert large.states[:3].tobytes() == small.states.tobytes()
        assert large.observation[:3].tobytes() == small.observation.tobytes()
        assert large.action_mask[:3].tobytes() == small.action_mask.tobytes()
        assert large.reward[:3].tobytes() == small.reward.tobytes()
        large.step(large.sample())
        small.step(small.sample())
    assert digest(preset, num_tables=257, steps=40, threads=2) == digest(preset, num_tables=257, steps=40)


def test_plain_python_gives_the_same_bytes(preset):
    code = (
        "from mjenv.variants.registry import find_preset; from tests.conformance.test_play import digest;"
        f"print(digest(find_preset({preset.id!r})))"
    )
    plain = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert plain.stdout.strip() == digest(preset)


def test_a_saved_batch_goes_on_alike(preset):
    batch = mjenv.make_batch(preset.id, num_tables=5, hands=2, seed=2)
    rng = np.random.default_rng(2)
    for _ in range(60):
        batch.step(choose_eagerly(batch, rng))
        saved = batch.save()
    twin = Batch(batch.rules, 5, hands=2)
    twin.load(saved)
    for _ in range(60):
        batch.step(batch.sample())
        twin.step(twin.sample())
        assert describe(twin) == describe(batch)


def test_every_action_outside_the_mask_is_refused(preset):
    batch = mjenv.make_batch(preset.id, num_tables=1, seed=4)
    for _ in range(8):
        before = batch.states.tobytes()
        for action in np.flatnonzero(batch.action_mask[0] == 0):
            with pytest.raises(mjenv.IllegalActionError):
                batch.step([action])
        assert batch.states.tobytes() == before
        batch.step(batch.sample())
