"""Every encoder writes into the caller's arrays, a tensor's memory among them, and every environment takes it."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest

import mjenv
from mjenv.envs.spaces import observation_space
from mjenv.observe.encoders import ENCODERS, find_encoder
from mjenv.observe.view import VIEW_VERSION
from tests.observe.tables import SEATS, clean, observe
from tests.table.policies import play_eagerly

ARRAYS = [encoder.name for encoder in ENCODERS if encoder.name != VIEW_VERSION]
EACH = pytest.mark.parametrize("encoder", ARRAYS)


@pytest.mark.nojit
@EACH
def test_a_tensor_shares_the_memory_of_the_batch(encoder):
    torch = pytest.importorskip("torch")
    found = find_encoder(encoder)
    tensor = torch.zeros((2, *found.shape), dtype={1: torch.int8, 2: torch.int16}[found.dtype.itemsize])
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1, encoder=encoder, out=tensor.numpy())
    assert batch.observation.ctypes.data == tensor.data_ptr()
    assert torch.from_numpy(batch.observation).data_ptr() == tensor.data_ptr()
    assert torch.from_numpy(batch.action_mask).data_ptr() == batch.action_mask.ctypes.data
    for _ in range(3):
        before = tensor.clone()
        batch.step(batch.sample())
        assert (tensor != before).any()
        assert (tensor.numpy() == observe(batch, batch.states, encoder)[np.arange(2), batch.actor]).all()


@pytest.mark.nojit
@EACH
def test_encode_writes_into_a_tensor_for_any_seats(encoder):
    torch = pytest.importorskip("torch")
    batch = play_eagerly(mjenv.make_batch("qiaoma", num_tables=3, seed=2), 12)
    everyone = observe(batch, batch.states, encoder)
    tensor = torch.from_numpy(find_encoder(encoder).new_array(2))
    seats = np.array([3, 1])
    shown = batch.encode(encoder, [2, 0], seats=seats, out=tensor.numpy())
    assert shown.ctypes.data == tensor.data_ptr()
    assert clean(tensor.numpy()) == clean(everyone[[2, 0], seats])
    for seat in SEATS:
        assert clean(batch.encode(encoder, seats=seat)) == clean(everyone[:, seat])


@pytest.mark.nojit
def test_arrays_and_seats_that_do_not_fit_are_refused():
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    with pytest.raises(mjenv.MjenvError, match=r"^out: expected an array of shape \(1, 1300\) and type int16$"):
        batch.encode("flat/1", [1], out=np.zeros((2, 1300), np.int16))
    with pytest.raises(mjenv.MjenvError, match="aligned and may be written"):
        batch.observe(0, out=np.zeros((4, 28, 34), np.int8)[::2])
    fixed = np.zeros((2, 28, 34), np.int8)
    fixed.flags.writeable = False
    with pytest.raises(mjenv.MjenvError, match="aligned and may be written"):
        mjenv.make_batch("four_bao", num_tables=2, out=fixed)
    with pytest.raises(mjenv.MjenvError, match=r"^seat \[0, 1\]: expected a number from 0 to 3, or 1 of them"):
        batch.encode("flat/1", [1], seats=[0, 1])


@pytest.mark.nojit
@EACH
def test_rows_where_nobody_acts_are_zero(encoder):
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=3)
    batch.states["actor"][1] = -1
    shown = batch.encode(encoder)
    assert shown[0].any()
    assert not shown[1].any()


@pytest.mark.nojit
@EACH
def test_the_environments_take_it(encoder):
    space = observation_space(encoder)
    env = mjenv.make("four_bao", encoder=encoder)
    env.reset(seed=1)
    assert env.observation_space("player_0") == space
    everyone = observe(env, env.states, encoder)
    for seat in SEATS:
        seen = env.observe(f"player_{seat}")
        assert space.contains(seen)
        assert (seen["observation"] == everyone[0, seat]).all()
    seat_env = gymnasium.make("mjenv/Harbin-v0", encoder=encoder, seat=1)
    assert seat_env.observation_space == space
    observation, _ = seat_env.reset(seed=1)
    assert space.contains(observation)
    observation = seat_env.step(int(observation["action_mask"].argmax()))[0]
    assert space.contains(observation)


def test_records_have_no_space():
    with pytest.raises(mjenv.MjenvError, match=r"expected one of planes/1, flat/1, tokens/1$"):
        observation_space(VIEW_VERSION)
