"""PettingZoo's own tests. Every warning is an error, but for two that it gives for environments it does not know."""

from __future__ import annotations

import importlib

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from mjenv.envs.rendering import RENDER_MODES

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


@pytest.mark.parametrize("mode", RENDER_MODES)
def test_api_in_each_render_mode(preset, mode, capsys):
    api_test(find_maker(preset)(hands=2, render_mode=mode), num_cycles=20)
    assert ("seat 3" in capsys.readouterr().out) == (mode == "human")


def test_the_registry_makes_it_by_its_id(preset):
    for version in ("", "-v0", "_v0"):
        env = pettingzoo.make("aec", f"mjenv/{preset.variant}{version}", rules=preset.name, hands=2)
        assert type(env) is type(find_maker(preset)())
        assert (env.unwrapped.rules.preset, env.unwrapped.hands) == (preset, 2)
    api_test(env, num_cycles=20)
    assert f"mjenv/{preset.variant}-v0" not in pettingzoo.parallel_registry


def test_the_first_hand_can_be_fixed(preset):
    """The dealer's first four tiles are the first of the wall (C5); what was carried is no reward."""
    env = find_maker(preset)(hands=2)
    env.reset(seed=1)
    wall = env.unwrapped.states["wall"][0, : env.unwrapped.rules.record["wall_length"][0]][::-1].tolist()
    carry = {"draws": 1, "counter": 2, "totals": [9, -9, 4, -4]}
    env.reset(seed=2, options={"wall": wall, "dealer": 3, "dice": (2, 5), "carry": carry})
    state = env.unwrapped.states[0]
    assert (state["dealer"], state["dice"].tolist(), state["wall"].tolist()[: len(wall)]) == (3, [2, 5], wall)
    assert (state["draws"], state["counter"], state["totals"].tolist()) == (1, 2, carry["totals"])
    assert env.agent_selection == "player_3"
    points = dict.fromkeys(env.agents, 0)
    for agent in env.agent_iter():
        observation, reward, termination, _, _ = env.last()
        points[agent] += reward
        env.step(None if termination else int(observation["action_mask"].argmax()))
    assert list(points.values()) == (env.unwrapped.states["totals"][0] - carry["totals"]).tolist()


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
