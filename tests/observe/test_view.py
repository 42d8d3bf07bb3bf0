"""The view of each seat says what the table holds; planes are made from it; encoders agree with one another."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import NOTHING, NUM_KINDS, PHASE_ACT, PHASE_CLAIM, PHASE_DONE, PHASE_ROB
from mjenv.observe.encoders import ENCODERS, find_encoder
from mjenv.observe.planes import NUM_PLANES, SCALES
from mjenv.observe.view import VIEW
from mjenv.variants.registry import PRESETS
from tests.observe.planes_of_view import planes_of
from tests.observe.tables import COPIES, SEATS, clean, moments, observe
from tests.table.policies import play_eagerly

SMALL = pytest.mark.parametrize("steps", [pytest.param(20, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 160])


def from_seat(values, seat):
    """Return one value a seat, the observer's first."""
    return np.roll(np.asarray(values), -seat, axis=0)


def relative(seats, seat):
    """Return seat numbers counted from the observer, NOTHING as it is."""
    seats = np.asarray(seats, np.int64)
    return np.where(seats == NOTHING, NOTHING, (seats - seat) % 4)


def expect(state, seat):
    """Return every field of a seat's view, read off the table."""
    asked = state["actor"] == seat
    acting = state["phase"] == PHASE_ACT and state["turn"] == seat
    answering = asked and state["phase"] in (PHASE_CLAIM, PHASE_ROB)
    in_river = np.arange(len(state["river_kind"])) < state["river_count"]
    giver = state["river_info"] & 3
    made = np.arange(4) < from_seat(state["meld_count"], seat)[:, None]
    sees_bao = (state["ready"][seat] > 0) & (state["bao_owner"] != NOTHING)
    took = state["phase"] == PHASE_DONE and state["win_type"] == 1 and state["winners"] >> seat & 1
    concealed = np.zeros(34, int)
    for other in SEATS:
        for slot in range(state["meld_count"][other]):
            if state["meld_type"][other, slot] == 5:
                concealed[state["meld_kind"][other, slot]] = 4
    won = np.arange(34) == (state["tile"] if took else NOTHING)
    return {
        "legal": state["legal"] * asked,
        "waits": state["waits"][seat],
        "barred": state["barred"][seat],
        "totals": from_seat(state["totals"], seat),
        **{name: state[name] for name in ("hand_index", "hands", "draws", "counter", "river_count", "dice", "source")},
        "left": state["tail"] - state["head"] + 1,
        "ready_at": from_seat(state["ready_at"], seat),
        "seat": seat,
        "dealer": (state["dealer"] - seat) % 4,
        "turn": (state["turn"] - seat) % 4,
        "phase": state["phase"] if asked else NOTHING,
        "asked": asked,
        "drawn": state["drawn"] if acting else NOTHING,
        "tile": state["tile"] if answering else NOTHING,
        "must_ting": state["must_ting"] if acting else 0,
        "hand": state["hand"][seat],
        "unseen": COPIES - state["hand"][seat] - state["visible"] - concealed + won,
        "hand_size": from_seat(state["hand"].sum(axis=1), seat),
        "meld_count": from_seat(state["meld_count"], seat),
        "meld_type": np.where(made, from_seat(state["meld_type"], seat), 0),
        "meld_kind": np.where(made, from_seat(state["meld_kind"], seat), NOTHING),
        "meld_tile": np.where(made, from_seat(state["meld_tile"], seat), NOTHING),
        "meld_from": np.where(made, relative(from_seat(state["meld_from"], seat), seat), NOTHING),
        "ready": from_seat(state["ready"], seat),
        "status": from_seat(state["status"], seat),
        "flowers": from_seat(state["flowers"], seat),
        "bao": np.where(sees_bao, state["bao"], NOTHING),
        "bao_owner": np.where(sees_bao, relative(state["bao_owner"], seat), NOTHING),
        "river_kind": np.where(in_river, state["river_kind"], NOTHING),
        "river_info": np.where(in_river, (state["river_info"] & ~np.uint8(3)) | ((giver - seat) & 3), 0),
    }


@SMALL
def test_every_field_is_what_the_table_holds(steps):
    batch, states = moments(steps, 2 if steps < 50 else 16)
    views = observe(batch, states, "view/1")
    compared = 0
    for number, state in enumerate(states):
        for seat in SEATS:
            expected = expect(state, seat)
            assert set(expected) == set(VIEW.names)
            for name, value in expected.items():
                assert (views[number, seat][name] == value).all(), (number, seat, name)
                compared += 1
    print(f"{compared} fields compared")
    assert (views["unseen"] >= 0).all()


@SMALL
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])
def test_planes_are_made_from_the_view(rules, hidden, steps):
    batch, states = moments(steps, 2 if steps < 50 else 16, rules, concealed_kong_hidden=hidden)
    views, planes = observe(batch, states, "view/1"), observe(batch, states, "planes/1")
    for view, found in zip(views.ravel(), planes.reshape(-1, NUM_PLANES, NUM_KINDS), strict=True):
        assert (found == planes_of(view)).all()


def test_nothing_is_left_over_from_the_table_before():
    """A view written over another equals one written into an empty record."""
    batch, states = moments()
    found = find_encoder("view/1")
    fresh = observe(batch, states, "view/1")
    used = found.new_array(1)
    for row in range(0, len(states), 3):
        for seat in SEATS:
            found.kernel(states, batch.rules.record, np.array([row]), np.array([seat]), used)
            assert clean(used) == clean(fresh[row, seat])


@pytest.mark.nojit
@pytest.mark.parametrize("encoder", [encoder.name for encoder in ENCODERS])
def test_a_batch_shows_the_acting_seat_and_any_other(encoder):
    batch = play_eagerly(mjenv.make_batch("four_bao", num_tables=3, seed=2, encoder=encoder), 15)
    everyone = observe(batch, batch.states, encoder)
    rows = np.arange(3)
    assert clean(batch.observation) == clean(everyone[rows, batch.actor])
    for seat in SEATS:
        assert clean(batch.observe(seat)) == clean(everyone[:, seat])
    seats = np.array([2, 0, 3])
    out = np.empty_like(batch.observation)
    assert batch.observe(seats, out) is out
    assert clean(out) == clean(everyone[rows, seats])
    for other in ENCODERS:
        expected = observe(batch, batch.states, other.name)[[2, 0], batch.actor[[2, 0]]]
        assert clean(batch.encode(other.name, [2, 0])) == clean(expected)


@pytest.mark.nojit
def test_unknown_encoders_are_refused():
    with pytest.raises(
        mjenv.MjenvError, match=r"^unknown encoder 'plane/1' \(did you mean planes/1\?\); known: planes/1, "
    ):
        find_encoder("plane/1")


def test_scaled_cells_stay_near_the_unit_interval():
    batch, states = moments()
    arrays = observe(batch, states, "planes/1")
    assert arrays.dtype == np.int8
    scaled = arrays * SCALES
    assert scaled.min() >= 0
    assert scaled.max() <= 1.5
    assert (arrays.max(axis=(0, 1, 3)) > 0).sum() == NUM_PLANES - 1  # nothing is barred in Harbin
    assert NOTHING not in arrays
