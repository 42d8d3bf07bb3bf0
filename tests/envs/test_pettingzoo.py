"""PettingZoo's own tests. Every warning is an error, but for two that it gives for environments it does not know."""

from __future__ import annotations

import importlib
from functools import partial

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test.state_test import test_state as check_state
from pettingzoo.test.state_test import test_state_space as check_state_space

from mjenv import harbin_v0
from mjenv.variants.registry import PRESETS

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]
MODULES = {preset.name: importlib.import_module(f"mjenv.{preset.variant}_v0") for preset in PRESETS}
MAKERS = pytest.mark.parametrize(
    "make",
    [
        pytest.param(partial(getattr(module, maker), rules=rules), id=f"{rules}-{maker}")
        for rules, module in MODULES.items()
        for maker in ("raw_env", "env")
    ],
)
HANDS = pytest.mark.parametrize("hands", [1, 3])


@MAKERS
@HANDS
def test_api(make, hands):
    api_test(make(hands=hands), num_cycles=300)


@MAKERS
@HANDS
def test_seed(make, hands):
    seed_test(lambda: make(hands=hands), num_cycles=100)


@MAKERS
@HANDS
def test_state(make, hands):
    """The official test takes actions without a look at the mask."""
    env = make(hands=hands, illegal="default")
    check_state_space(env)
    check_state(env, num_cycles=100)


@MAKERS
def test_render(make, capsys):
    render_test(make)
    assert "seat 3" in capsys.readouterr().out


@pytest.mark.nojit
def test_the_api_holds_in_plain_python():
    api_test(harbin_v0.env(), num_cycles=5)


@pytest.mark.parametrize("variant", sorted({preset.variant for preset in PRESETS}))
def test_names(variant):
    env = importlib.import_module(f"mjenv.{variant}_v0").env()
    assert env.metadata["name"] == f"{variant}_v0"
    assert env.metadata["is_parallelizable"] is False
    assert str(env.unwrapped) == f"{variant}_v0"
    assert env.possible_agents == [f"player_{seat}" for seat in range(4)]


def test_spaces_are_equal_and_the_same_object_on_each_call():
    env = harbin_v0.env()
    spaces = [env.observation_space(agent) for agent in env.possible_agents]
    assert all(space == spaces[0] for space in spaces)
    assert env.observation_space("player_2") is env.observation_space("player_2")
    assert env.action_space("player_2") is env.action_space("player_2")
    assert spaces[0]["observation"].shape == (28, 34)
    assert spaces[0]["action_mask"].dtype == np.int8
    assert harbin_v0.env().action_space("player_0") is not env.action_space("player_0")
