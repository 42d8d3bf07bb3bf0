"""Saved batches: what ``save`` wrote is taken, anything else is refused, and nothing that is taken does harm."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import HU, NOTHING, PHASE_ACT, PHASE_CLAIM, PHASE_DONE, PHASE_ROB, SOURCE_CLAIM
from mjenv.engine.state import STATE
from mjenv.table.batch import SAVE_MAGIC
from mjenv.table.checks import DERIVED, FREE, LIMITS, check_states
from tests.table.policies import choose_eagerly, play_eagerly

SMALL = (pytest.mark.nojit, pytest.mark.boundscheck)


def make(num_tables=8, seed=3, **options):
    return mjenv.make_batch("four_bao", num_tables=num_tables, hands=2, seed=seed, **options)


@pytest.fixture(scope="module")
def positions():
    """Return the states of many moments of play, every phase among them."""
    batch = make(64)
    rng = np.random.default_rng(0)
    found = []
    for step in range(400):
        batch.step(choose_eagerly(batch, rng))
        if step % 7 == 0 or (batch.states["phase"] == PHASE_ROB).any():
            found.append(batch.states.copy())
    return np.concatenate(found)


@pytest.mark.parametrize("num_tables", [pytest.param(2, marks=SMALL), 32])
def test_a_saved_batch_goes_on_where_it_was(num_tables):
    batch, other = play_eagerly(make(num_tables), 50), make(num_tables, seed=99, threads=2)
    data = batch.save()
    other.load(data)
    assert other.save() == data
    for name in ("observation", "action_mask", "actor", "reward", "hand_done", "done"):
        assert (getattr(other, name) == getattr(batch, name)).all(), name
    for _ in range(60):
        batch.step(batch.sample())
        other.step(other.sample())
    assert other.save() == batch.save() != data


@pytest.mark.nojit
def test_what_is_not_of_these_tables_is_refused_and_changes_nothing():
    batch = play_eagerly(make(2), 5)
    data = batch.save()
    others = [
        b"",
        SAVE_MAGIC,
        data[:-1],
        data + b"\0",
        b"x" + data[1:],
        make(3).save(),
        mjenv.make_batch("four_bao", num_tables=2, hands=3, seed=3).save(),
        make(2, ting_pung=False).save(),
    ]
    for other in others:
        with pytest.raises(
            mjenv.MjenvError, match=r"^saved batch of \d+ bytes: expected one of 2 tables, 2 hands, rules "
        ):
            batch.load(other)
        assert batch.save() == data


@pytest.mark.nojit
def test_a_damaged_table_is_refused_and_changes_nothing():
    batch = play_eagerly(make(2), 30)
    data = batch.save()
    batch.states["tile"][1] = 77
    damaged = batch.save()
    batch.load(data)
    with pytest.raises(mjenv.MjenvError, match=r"^table 1 is damaged: tile is not from -1 to 33$"):
        batch.load(damaged)
    assert batch.save() == data


def test_every_moment_of_play_passes(positions):
    phases = np.bincount(positions["phase"], minlength=PHASE_DONE + 1)
    assert phases[[PHASE_ACT, PHASE_CLAIM, PHASE_ROB, PHASE_DONE]].all()
    assert (positions["ready"] > 0).any()
    check_states(mjenv.load_rules("four_bao"), 2, positions)


@pytest.mark.parametrize(
    ("rules", "params"),
    [
        *((rules, {}) for rules in mjenv.list_rules()),
        ("four_bao", {"kong_after_claim": True, "kong_after_ting": "still_ready"}),
        ("four_bao", {"cap": 3, "concealed_kong_hidden": True}),
    ],
    ids=str,
)
def test_every_moment_of_play_passes_under_all_rules(rules, params):
    batch = mjenv.make_batch(rules, num_tables=64, hands=2, seed=1, **params)
    rng = np.random.default_rng(0)
    for _ in range(400):
        batch.step(choose_eagerly(batch, rng))
        check_states(batch.rules, 2, batch.states)


def test_every_field_is_limited_free_or_derived():
    assert sorted([*LIMITS, *FREE, *DERIVED]) == sorted(STATE.names)


@pytest.mark.parametrize("field", [*LIMITS, *DERIVED])
def test_each_field_is_looked_at(positions, field):
    """Values just out of range, or the ends of the type, are noticed wherever they stand."""
    rules = mjenv.load_rules("four_bao")
    kind = np.iinfo(STATE[field].base)
    low, high = LIMITS.get(field, (0, kind.max - 1))
    values = [value for value in (low - 1, high + 1) if kind.min <= value <= kind.max]
    assert values or field in {"draws", "counter", "hand_index", "hands", "decisions"}
    for value in values:
        damaged = first(positions, PHASE_CLAIM)
        damaged[field] = value
        with pytest.raises(mjenv.MjenvError, match=rf"^table 0 is damaged: {field} "):
            check_states(rules, 2, damaged)


def first(positions, phase, condition=None):
    """Return a copy of one position of a phase."""
    chosen = positions[positions["phase"] == phase]
    return chosen[:1].copy() if condition is None else chosen[condition(chosen)][:1].copy()


def add_legal(state, action):
    state["legal"][action // 64] |= np.uint64(1) << np.uint64(action % 64)


def held(state, copies=1):
    """Return the kinds that the seat in turn holds, or that it lacks."""
    return np.flatnonzero(np.minimum(state["hand"][state["turn"]], 1) == copies)


def move_tile(state):
    state["hand"][state["turn"], held(state)[0]] -= 1
    state["hand"][state["turn"], held(state)[-1]] += 1


def add_tile(state):
    state["hand"][state["turn"], held(state)[0]] += 1


#: Things that are wrong though every field is in range, and the fault that each is called.
DAMAGE = {
    "a discard of nothing": (lambda state: add_legal(state, held(state, 0)[0]), "legal does not follow"),
    "a win for nothing": (lambda state: add_legal(state, HU), "legal does not follow"),
    "no choice": (lambda state: state["legal"].fill(0), "legal does not follow"),
    "a swapped tile": (move_tile, "a tile is there too often"),
    "a tile more": (add_tile, "hand has too few or too many tiles"),
    "a wall of one kind": (lambda state: state["wall"].fill(5), "wall does not hold"),
    "no wall": (lambda state: state.__setitem__("tail", state["head"] - 2), "head, tail and reserve"),
    "a full river": (lambda state: state.__setitem__("river_count", 112), "river_count is too high"),
    "a tile from nowhere": (lambda state: state.__setitem__("drawn", held(state, 0)[0]), "drawn is not in the hand"),
    "nothing drawn": (lambda state: state.__setitem__("drawn", NOTHING), "drawn does not fit source"),
    "no turn": (lambda state: state.__setitem__("actor", (state["turn"] + 1) % 4), "actor is not the seat to be asked"),
    "another sum": (lambda state: state["codes"][0].fill(7), "codes does not follow"),
    "waits of none": (lambda state: state["waits"].fill(7), "waits does not follow"),
    "a tile that lies nowhere": (lambda state: state["visible"].fill(1), "visible does not follow"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_what_is_in_range_but_impossible_is_refused(positions, what):
    def is_plain(states):
        return (states["source"] != SOURCE_CLAIM) & (states["ready_count"] == 0)

    states = first(positions, PHASE_ACT, is_plain)
    rules = mjenv.load_rules("four_bao")
    check_states(rules, 2, states)
    change, fault = DAMAGE[what]
    change(states[0])
    with pytest.raises(mjenv.MjenvError, match=rf"^table 0 is damaged: {fault}"):
        check_states(rules, 2, states)


def test_answers_that_were_not_open_are_refused(positions):
    rules = mjenv.load_rules("four_bao")
    states = first(positions, PHASE_CLAIM, lambda states: states["asked"] > 1)
    earlier = (int(states["turn"][0]) + 1) % 4
    states["answers"][0, earlier] = HU
    with pytest.raises(mjenv.MjenvError, match="answers holds what was not offered"):
        check_states(rules, 2, states)


@pytest.mark.parametrize(
    ("rules", "num_tables", "tries"),
    [
        pytest.param("four_bao", 1, 60, marks=SMALL),
        *(pytest.param(rules, 4, 500, marks=pytest.mark.boundscheck) for rules in mjenv.list_rules()),
    ],
)
def test_random_damage_is_refused_or_harmless(rules, num_tables, tries):
    """What passes the checks is played on to the end; with checked indices any write out of bounds is an error."""
    rng = np.random.default_rng(1)
    batch = mjenv.make_batch(rules, num_tables=num_tables, hands=2, seed=1)
    taken = 0
    for number in range(tries):
        if number % 10 == 0:
            batch.reset(seed=number)
            play_eagerly(batch, int(rng.integers(120)), seed=number)
            data = batch.save()
            start = len(data) - batch.num_tables * 24 - batch.states.nbytes  # seeds and counts follow the states
        damaged = bytearray(data)
        place = start + int(rng.integers(batch.states.nbytes))
        damaged[place] = int(rng.choice([rng.integers(256), damaged[place] ^ 1 << rng.integers(8)]))
        try:
            batch.load(bytes(damaged))
        except mjenv.MjenvError:
            batch.load(data)
            continue
        taken += 1
        if number % 5 == 0:
            play_eagerly(batch, 60, seed=number)
    print(f"{taken} of {tries} damaged batches were taken")
    assert 0 < taken < tries
