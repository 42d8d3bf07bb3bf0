"""Planes packed into bits come back as they were, in every rule set; what does not fit is refused."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.observe.packing import FIRST_SCALAR, NUM_SCALARS, PACKED_BYTES, PLANE_BITS, PLANE_SHIFTS, pack, unpack
from mjenv.observe.planes import PLANE_NAMES, SCALAR_PLANES
from mjenv.variants.registry import PRESETS
from tests.observe.tables import moments, observe

SMALL = pytest.mark.parametrize("steps", [pytest.param(10, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 160])
ROOM = np.array(PLANE_BITS)


@SMALL
@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])
def test_played_positions_come_back(rules, hidden, steps):
    batch, states = moments(steps, 2 if steps < 50 else 16, rules, concealed_kong_hidden=hidden)
    planes = observe(batch, states, "planes/1").reshape(-1, 28, 34)
    packed = pack(planes)
    out = np.full_like(planes, 77)
    assert unpack(packed, out) is out
    assert (out == planes).all()
    assert (unpack(packed[::-1].copy()) == planes[::-1]).all()
    print(f"{rules}: {len(planes)} observations")


@pytest.mark.nojit
@pytest.mark.boundscheck
def test_every_value_that_has_room_comes_back():
    rng = np.random.default_rng(4)
    planes = np.zeros((6, 28, 34), np.int8)
    planes[:, :SCALAR_PLANES] = rng.integers(0, 1 << ROOM[None, :, None], (6, SCALAR_PLANES, 34))
    planes[0, :SCALAR_PLANES] = ((1 << ROOM) - 1)[:, None]
    scalars = planes.reshape(6, -1)[:, FIRST_SCALAR : FIRST_SCALAR + NUM_SCALARS]
    scalars[:] = rng.integers(-128, 128, scalars.shape)
    assert (unpack(pack(planes)) == planes).all()


@pytest.mark.nojit
@pytest.mark.parametrize("plane", range(SCALAR_PLANES))
def test_a_value_beyond_its_plane_is_refused(plane):
    planes = np.zeros((3, 28, 34), np.int8)
    for value in (1 << PLANE_BITS[plane], -1):
        planes[1, plane, 33] = min(value, 127) if value < 128 else -128
        with pytest.raises(mjenv.MjenvError, match=r"^planes\[1\]: no planes/1 observation"):
            pack(planes)


@pytest.mark.nojit
def test_what_is_no_scalar_is_refused():
    planes = np.zeros((1, 28, 34), np.int8)
    planes[0, 27, 33] = 1
    with pytest.raises(mjenv.MjenvError, match="no planes/1 observation"):
        pack(planes)


@pytest.mark.nojit
def test_arrays_that_do_not_fit_are_refused():
    planes = np.zeros((4, 28, 34), np.int8)
    message = r"^planes: expected a contiguous array \[n, 28, 34\] of int8$"
    for wrong in (planes[::2], planes[:, :27], planes.astype(np.int16), planes.tolist()):
        with pytest.raises(mjenv.MjenvError, match=message):
            pack(wrong)
    with pytest.raises(mjenv.MjenvError, match=r"^out: expected a contiguous array \[4, 417\] of uint8$"):
        pack(planes, np.zeros((3, PACKED_BYTES), np.uint8))
    with pytest.raises(mjenv.MjenvError, match=r"^out: expected a contiguous array \[2, 28, 34\] of int8$"):
        unpack(np.zeros((2, PACKED_BYTES), np.uint8), planes)


def test_rules_leave_no_plane_more_than_it_has_room_for():
    """Copies 0-4, codes of tiles 0-3, of 宝 0-2 and of sets 0-4, flags, and the age of a discard, 112 at most."""
    largest = {"tile": 3, "waits": 1, "bao": 2, "barred": 1} | {f"latest_{seat}": 112 for seat in range(4)}
    for plane, name in enumerate(PLANE_NAMES[:SCALAR_PLANES]):
        assert largest.get(name, 4) < 1 << PLANE_BITS[plane]
    assert PLANE_SHIFTS[-1] + PLANE_BITS[-1] == 88
    assert PACKED_BYTES == 11 * 34 + NUM_SCALARS == 417
