"""C24: a seat's observations and mask stay byte for byte the same when what it may not see is dealt anew."""

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import PHASE_ACT, PHASE_CLAIM
from mjenv.observe.encoders import ENCODERS
from mjenv.table.checks import check_states
from tests.hidden.positions import HANDS, RULES, SOURCES, reached, with_states
from tests.hidden.sights import CHANNELS, count_differences, leaking, leaks_of, show

COUNT = 200


def moments_of(rules, hidden):
    return reached(rules, COUNT, seed=32, concealed_kong_hidden=hidden)


@pytest.mark.parametrize("hidden", [False, True], ids=["kongs_shown", "kongs_hidden"])
@pytest.mark.parametrize("rules", RULES)
def test_observations_and_masks_show_nothing_hidden(rules, hidden):
    moments = moments_of(rules, hidden)
    assert set(moments.states["phase"]) >= {PHASE_ACT, PHASE_CLAIM}
    for find in SOURCES.values():
        twins = with_states(moments, find(moments))
        for channel in CHANNELS:
            assert count_differences(show(moments, channel), show(twins, channel)) == 0, channel


@pytest.mark.parametrize("channel", CHANNELS)
@pytest.mark.parametrize("rules", RULES)
def test_every_leak_would_be_noticed(rules, channel):
    moments = moments_of(rules, hidden=True)
    for name, find in SOURCES.items():
        twins = with_states(moments, find(moments))
        for thing, leak in leaks_of(moments.rules).items():
            found = count_differences(leaking(moments, channel, leak), leaking(twins, channel, leak))
            assert found > 0, f"{thing} of a table that is {name}"


@pytest.mark.parametrize("rules", RULES)
def test_every_drawn_table_could_be_in_play(rules):
    for hidden in (False, True):
        moments = moments_of(rules, hidden)
        check_states(moments.rules, HANDS, SOURCES["drawn"](moments))


def test_every_encoder_is_looked_at():
    assert {encoder.name for encoder in ENCODERS} < set(CHANNELS)


@pytest.mark.parametrize("rules", RULES)
def test_the_environment_gives_the_same_observation_and_info(rules):
    moments = reached(rules, 40, seed=3, concealed_kong_hidden=True)
    twins = SOURCES["drawn"](moments)
    env = mjenv.make(rules, hands=HANDS, concealed_kong_hidden=True)
    env.reset(seed=1)
    for row, seat in enumerate(moments.seats):
        agent = f"player_{seat}"
        given = []
        for states in (moments.states, twins):
            env.states[0] = states[row]
            seen = env.observe(agent)
            given.append([np.asarray(seen[key]).tobytes() for key in sorted(seen)] + [env.infos[agent]])
        assert given[0] == given[1]
