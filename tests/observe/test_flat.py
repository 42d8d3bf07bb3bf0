"""The vector holds what a plain reading of the view holds; each part of the view changes the fields that show it."""

from __future__ import annotations

import numpy as np
import pytest

from mjenv.engine.codes import RIVER_CLAIMED, RIVER_DRAWN, RIVER_READY
from mjenv.observe.flat import FLAT_FIELDS, FLAT_SCALES, FLAT_SIZE, FLAT_STARTS, LARGEST, flatten_views, split_flat
from mjenv.observe.view import VIEW
from mjenv.variants.registry import PRESETS
from tests.observe.flat_of_view import fields_of
from tests.observe.tables import SEATS, changed, full_table, moments, observe

SMALL = pytest.mark.parametrize("steps", [pytest.param(20, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 160])


@SMALL
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])
def test_it_is_made_from_the_view(rules, hidden, steps):
    batch, states = moments(steps, 2 if steps < 50 else 16, rules, concealed_kong_hidden=hidden)
    views, vectors = observe(batch, states, "view/1"), observe(batch, states, "flat/1")
    for view, vector in zip(views.ravel(), vectors.reshape(-1, FLAT_SIZE), strict=True):
        expected, found = fields_of(view), split_flat(vector)
        assert list(expected) == list(found)
        for name, values in found.items():
            assert (values == np.asarray(expected[name])).all(), name


def flatten(view):
    out = np.full((1, FLAT_SIZE), 77, np.int16)
    flatten_views(np.array([view], VIEW), out)
    return split_flat(out[0])


def put(name, place, value):
    """Return a change of one value of a view."""
    return lambda view: view[name].__setitem__(place, value)


CHANGES = {
    "hand": (put("hand", 33, 2), {"hand"}),
    "unseen": (put("unseen", 33, 1), {"unseen"}),
    "waits": (lambda view: view.__setitem__("waits", 1 << 33), {"waits"}),
    "barred": (lambda view: view.__setitem__("barred", 1 << 33), {"barred"}),
    "drawn": (lambda view: view.__setitem__("drawn", 0), {"drawn"}),
    "tile": (lambda view: view.__setitem__("tile", 33), {"tile"}),
    "river_kind": (put("river_kind", 0, 33), {"discards", "from_hand", "latest"}),
    "river drawn": (lambda view: view["river_info"].__ixor__(RIVER_DRAWN), {"from_hand"}),
    "river claimed": (lambda view: view["river_info"].__ior__(RIVER_CLAIMED), {"claimed"}),
    "river ready": (put("river_info", 0, RIVER_READY), {"ready_tile", "discards", "from_hand", "latest"}),
    "meld_type": (put("meld_type", (2, 1), 4), {"melds", "sets"}),
    "meld_kind of a chow": (put("meld_kind", (2, 0), 24), {"chows"}),
    "hidden kong": (put("meld_kind", (2, 1), -1), {"sets"}),
    "ready": (put("ready", 3, 1), {"ready", "ready_age"}),
    "hand_size": (put("hand_size", 3, 1), {"hand_size"}),
    "status": (put("status", 3, 1), {"status"}),
    "dealer": (lambda view: view.__setitem__("dealer", 3), {"dealer"}),
    "turn": (lambda view: view.__setitem__("turn", 3), {"turn"}),
    "flowers": (put("flowers", (3, 10), 4), {"flowers"}),
    "totals": (put("totals", 3, -70000), {"totals"}),
    "phase": (lambda view: view.__setitem__("phase", 5), {"phase"}),
    "must_ting": (lambda view: view.__setitem__("must_ting", 1), {"must_ting"}),
    "source": (lambda view: view.__setitem__("source", 5), {"source"}),
    "left": (lambda view: view.__setitem__("left", 83), {"left"}),
    "dice": (put("dice", 1, 6), {"dice"}),
    "draws": (lambda view: view.__setitem__("draws", 70000), {"draws"}),
    "counter": (lambda view: view.__setitem__("counter", 70000), {"counter"}),
    "hand_index": (lambda view: view.__setitem__("hand_index", 3), {"hand_index", "hands_left"}),
    "hands": (lambda view: view.__setitem__("hands", 70000), {"hands_left"}),
}


@pytest.mark.nojit
@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_the_view_shows_in_its_fields_alone(name):
    change, expected = CHANGES[name]
    before = full_table().observe(0)
    after = before.copy()
    change(after)
    one, other = flatten(before), flatten(after)
    assert {field for field in one if (one[field] != other[field]).any()} == expected


@pytest.mark.nojit
def test_large_numbers_stay_at_the_limit():
    view = full_table().observe(0).copy()
    view["totals"] = [70000, -70000, 5, -5]
    view["hands"] = 2_000_000_000
    found = flatten(view)
    assert found["totals"].tolist() == [LARGEST, -LARGEST, 5, -5]
    assert found["hands_left"].tolist() == [LARGEST]


@pytest.mark.nojit
@pytest.mark.parametrize("seat", SEATS)
def test_bao_that_are_seen(seat):
    def reveal(state):
        state["ready"][seat] = 1
        state["bao_owner"][:2] = [seat, (seat + 1) % 4]

    table = changed(full_table(), reveal)
    shown = split_flat(table.observe(seat, "flat/1"))["bao"]
    assert [shown[kind] for kind in table.state["bao"]] == [2, 1, 0, 0]
    assert not split_flat(table.observe((seat + 1) % 4, "flat/1"))["bao"].any()  # not ready


def test_names_scales_and_sizes_fit():
    assert len(FLAT_STARTS) == len(FLAT_FIELDS)
    assert (FLAT_SIZE, FLAT_SCALES.shape, FLAT_SCALES.dtype) == (1300, (1300,), np.float32)
    windows = split_flat(np.arange(FLAT_SIZE, dtype=np.int16))
    assert np.concatenate([window.ravel() for window in windows.values()]).tolist() == list(range(FLAT_SIZE))


def test_scaled_cells_stay_near_the_unit_interval():
    batch, states = moments()
    scaled = split_flat(observe(batch, states, "flat/1") * FLAT_SCALES)
    assert min(values.min() for name, values in scaled.items() if name != "totals") >= 0
    assert max(values.max() for values in scaled.values()) <= 1.5
