"""PettingZoo's own tests. Every warning is an error, but for two that it gives for environments it does not know."""

from __future__ import annotations

import importlib

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
HANDS = pytest.mark.parametrize("hands", [1, 3])
MAKER = pytest.mark.parametrize("maker", ["raw_env", "env"])


def find_maker(preset, maker="env"):
    """Return the function that makes an environment with a rule set."""
    module = importlib.import_module(f"mjenv.{preset.variant}_v0")
    return lambda **options: getattr(module, maker)(rules=preset.name, **options)


@MAKER
@HANDS
def test_api(preset, maker, hands):
    api_test(find_maker(preset, maker)(hands=hands), num_cycles=300)


@MAKER
@HANDS
def test_seed(preset, maker, hands):
    make = find_maker(preset, maker)
    seed_test(lambda: make(hands=hands), num_cycles=100)


@MAKER
@HANDS
def test_state(preset, maker, hands):
    """The official test takes actions without a look at the mask."""
    env = find_maker(preset, maker)(hands=hands, illegal="default")
    check_state_space(env)
    check_state(env, num_cycles=100)


@MAKER
def test_render(preset, maker, capsys):
    render_test(find_maker(preset, maker))
    assert "seat 3" in capsys.readouterr().out


@pytest.mark.nojit
def test_the_api_holds_in_plain_python(preset):
    api_test(find_maker(preset)(), num_cycles=5)


def test_names(variant):
    env = importlib.import_module(f"mjenv.{variant}_v0").env()
    assert env.metadata["name"] == f"{variant}_v0"
    assert env.metadata["is_parallelizable"] is False
    assert str(env.unwrapped) == f"{variant}_v0"
    assert env.possible_agents == [f"player_{seat}" for seat in range(4)]


def test_spaces_are_equal_and_the_same_object_on_each_call(preset):
    env = find_maker(preset)()
    spaces = [env.observation_space(agent) for agent in env.possible_agents]
    assert all(space == spaces[0] for space in spaces)
    assert env.observation_space("player_2") is env.observation_space("player_2")
    assert env.action_space("player_2") is env.action_space("player_2")
    assert spaces[0]["observation"].shape == (28, 34)
    assert spaces[0]["action_mask"].dtype == np.int8
    assert find_maker(preset)().action_space("player_0") is not env.action_space("player_0")
