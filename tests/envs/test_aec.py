"""The AEC environment beyond PettingZoo's own tests."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import NUM_ACTIONS
from mjenv.engine.menu import default_action
from tests.envs.games import choose, history, play, repickle

SMALL = (pytest.mark.nojit, pytest.mark.boundscheck)
FEW = pytest.mark.parametrize("matches", [pytest.param(1, marks=SMALL), 40])


def make(seed=1, **options):
    env = mjenv.make("harbin", **options)
    env.reset(seed=seed)
    return env


@FEW
def test_masks_ends_and_points(matches):
    """Only the acting seat may act; all end in the same step; rewards sum to zero and add up to the totals."""
    paid_hands = 0
    for seed in range(matches):
        env = make(seed, hands=2)
        rng = np.random.default_rng(seed)
        cumulative = np.zeros(4, int)
        while True:
            ended = list(env.terminations.values())
            assert all(ended) == any(ended)
            assert not any(env.truncations.values())
            masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
            acting = None if all(ended) else env.agent_selection
            assert all((mask.sum() >= 2) if agent == acting else not mask.any() for agent, mask in masks.items())
            if acting is None:
                break
            env.step(choose(masks[acting], rng))
            paid = list(env.rewards.values())
            assert sum(paid) == 0
            cumulative += paid
            paid_hands += any(paid)
        assert cumulative.tolist() == env.states["totals"][0].tolist()
        assert env.states["hand_index"][0] == 2
        for _ in range(4):
            agent = env.agent_selection
            assert env.last(observe=False)[2]
            env.step(None)
            assert agent not in env.agents
        assert env.agents == []
    assert paid_hands > 0 or matches == 1


def test_rewards_wait_for_each_agent_until_its_turn():
    """PettingZoo's `last` gives what was paid since the agent's last move; nothing is lost over a match."""
    env = make(3, hands=8)
    rng = np.random.default_rng(0)
    collected = dict.fromkeys(env.agents, 0)
    for agent in env.agent_iter():
        observation, reward, termination, _, info = env.last()
        assert reward == info["points_by_source"].sum()
        collected[agent] += reward
        env.step(None if termination else choose(observation["action_mask"], rng))
    assert list(collected.values()) == env.states["totals"][0].tolist()
    assert any(collected.values())


@pytest.mark.nojit
@pytest.mark.parametrize("method", [copy.deepcopy, repickle], ids=["copy", "pickle"])
@pytest.mark.parametrize("steps", [0, 37])
def test_copies_in_mid_hand_go_on_alike_and_independently(method, steps):
    env = play(make(5), steps, np.random.default_rng(1))
    twin = method(env)
    before = env.states.tobytes()
    expected = history(twin, 2)
    assert env.states.tobytes() == before
    assert history(env, 2) == expected
    env.reset()
    twin.reset()
    assert env.states.tobytes() == twin.states.tobytes()


def test_a_copy_of_a_copy_takes_other_choices():
    env = play(make(5), 3, np.random.default_rng(1))
    one, other = copy.deepcopy(env), repickle(env)
    assert history(one, 2) != history(other, 3)


@pytest.mark.nojit
def test_any_seat_observes_at_any_time():
    env = make(6)
    rng = np.random.default_rng(2)
    for _ in range(60):
        for seat, agent in enumerate(env.possible_agents):
            seen = env.observe(agent)["observation"]
            assert (seen[0] == env.states["hand"][0, seat]).all()
            assert env.observation_space(agent)["observation"].contains(seen)
        play(env, 1, rng)


def test_observations_are_not_rewritten():
    env = make(6)
    kept = env.observe("player_0")
    before = copy.deepcopy(kept), env.state().copy()
    state = env.state()
    play(env, 30, np.random.default_rng(2))
    assert (kept["observation"] == before[0]["observation"]).all()
    assert (kept["action_mask"] == before[0]["action_mask"]).all()
    assert (state == before[1]).all()
    assert (env.state() != before[1]).any()


@pytest.mark.nojit
@pytest.mark.parametrize(
    "action", [-1, NUM_ACTIONS, 2**70, None, "pass", 2.0, np.float32(1), [1]], ids=lambda value: f"{value!r}"
)
def test_illegal_actions_raise_and_change_nothing(action):
    env = play(make(7), 10, np.random.default_rng(0))
    before = pickle.dumps(env)
    with pytest.raises(mjenv.IllegalActionError, match=r"^player_\d: action .* \(no action\) is illegal; legal: \w"):
        env.step(action)
    assert pickle.dumps(env) == before


def test_every_action_that_is_not_in_the_mask_is_illegal():
    env = play(make(7), 10, np.random.default_rng(0))
    mask = env.observe(env.agent_selection)["action_mask"]
    before = pickle.dumps(env)
    for action in np.flatnonzero(mask == 0):
        with pytest.raises(mjenv.IllegalActionError, match=rf"^player_\d: action {action} \(\w+"):
            env.step(action)
    assert pickle.dumps(env) == before


@pytest.mark.nojit
def test_illegal_actions_can_stand_for_the_default_action():
    env, other = make(8, illegal="default"), make(8)
    for _ in range(300):
        if all(env.terminations.values()):
            break
        other.step(default_action(other.states[0]))
        env.step(-1)
        assert env.states.tobytes() == other.states.tobytes()
        assert env.rewards == other.rewards
    assert all(env.terminations.values())


def test_integers_of_any_type_will_do():
    for kind in (int, np.int8, np.int64, np.uint16):
        env = make(9)
        action = kind(env.observe(env.agent_selection)["action_mask"].argmax())
        env.step(action)
        assert env.states["decisions"][0] == 1


@pytest.mark.nojit
@pytest.mark.parametrize(
    "options",
    [
        {"render_mode": "svg?"},
        {"illegal": "ignore"},
        {"hands": 0},
        {"hands": 1.5},
        {"encoder": "planes/9"},
        {"encoder": "view/1"},
        {"tingpung": True},
        {"ting_pung": 3},
    ],
    ids=str,
)
def test_impossible_settings_are_refused_in_one_sentence(options):
    with pytest.raises(mjenv.MjenvError, match=r"^[^\n]*(expected|known)[^\n]*$"):
        mjenv.make("harbin", **options)
