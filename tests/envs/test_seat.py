"""The Gymnasium environment of one seat."""

from __future__ import annotations

import copy
import subprocess
import sys
import zlib

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mjenv
from mjenv.engine.codes import NUM_ACTIONS, PASS
from mjenv.engine.menu import action_id, default_action
from mjenv.envs.seat import SeatEnv
from tests.builder import deal_wall
from tests.envs.games import choose, repickle

SMALL = (pytest.mark.nojit, pytest.mark.boundscheck)
SEATS = pytest.mark.parametrize("seat", range(4))


class Eager:
    """An opponent that wins, becomes ready and claims where it can; it keeps all that it is shown."""

    name = "eager"

    def __init__(self, encoder="view/1"):
        self.encoder = encoder
        self.seen = []
        self.hands = []
        self.begun = []

    def begin(self, rules, tables, seed):
        self.begun.append((rules.name, tables, seed))
        self.rng = np.random.default_rng(seed)

    def act(self, observation, mask, seat, rows):
        self.seen.append((int(seat[0]), observation.tobytes(), mask.tobytes()))
        return np.array([choose(mask[0], self.rng)])

    def end_hand(self, rows, result):
        self.hands.append(result["points"][0].tolist())


class Settled(Eager):
    """The same menu, the same choice."""

    def act(self, observation, mask, seat, rows):
        return np.array([choose(mask[0], np.random.default_rng(zlib.crc32(mask.tobytes())))])


class Scripted(Eager):
    """Takes the first legal action of a list; otherwise it passes, or discards its lowest tile."""

    def __init__(self, *names):
        super().__init__()
        self.plan = [action_id(name) for name in names]

    def act(self, observation, mask, seat, rows):
        legal = np.flatnonzero(mask[0]).tolist()
        return np.array([next(action for action in [*self.plan, PASS, *legal] if action in legal)])


def make(seat=0, opponents=None, **options):
    return SeatEnv(seat=seat, opponents=opponents or Eager(), **options)


def play_match(env, rng, seed=None):
    """Play a match; return the rewards, the observations and the last info."""
    observation, info = env.reset(seed=seed)
    rewards, seen = [], [observation]
    terminated = False
    while not terminated:
        observation, reward, terminated, truncated, info = env.step(choose(env.action_masks(), rng))
        assert truncated is False
        assert reward == info["points_by_source"].sum()
        rewards.append(reward)
        seen.append(observation)
    return rewards, seen, info


@pytest.mark.parametrize("hands", [1, 3])
def test_gymnasium_finds_no_fault(hands, capsys):
    check_env(gymnasium.make("mjenv/Harbin-v0", seat="random", hands=hands).unwrapped)
    check_env(gymnasium.make("mjenv/Harbin-v0", seat=2, opponents="greedy", rules="four_bao", cap=9).unwrapped)
    assert "seat 3" in capsys.readouterr().out  # render_mode="human"


@pytest.mark.nojit
def test_gymnasium_finds_no_fault_in_plain_python(capsys):
    check_env(gymnasium.make("mjenv/Harbin-v0", opponents=Eager()).unwrapped)


def test_importing_mjenv_registers_the_id():
    code = "import gymnasium; env = gymnasium.make('mjenv:mjenv/Harbin-v0'); print(env.reset(seed=1)[1]['seat'])"
    run = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert run.stdout.strip() in {"0", "1", "2", "3"}, run.stderr


@SEATS
def test_rewards_are_the_points_paid(seat):
    """Nothing is lost or paid twice: over every match the rewards are the totals of the seat, decided by all four."""
    env = make(seat, hands=3)
    rng = np.random.default_rng(seat)
    paid_on_others_moves = 0
    for number in range(40):
        rewards, _, info = play_match(env, rng, seed=number)
        assert info["seat"] == seat
        assert sum(rewards) == env._batch.states["totals"][0, seat]
        assert all(isinstance(reward, float) for reward in rewards)
        paid_on_others_moves += sum(reward < 0 for reward in rewards)
    assert paid_on_others_moves > 10


def test_points_of_all_seats_sum_to_zero():
    """The same match from each seat's side, by four equal players: the four rewards are one settlement."""
    moved = 0
    for number in range(10):
        totals = []
        for seat in range(4):
            env = make(seat, Settled(), hands=4)
            env.reset(options={"match_seed": [number, 7]})
            total, terminated = 0.0, False
            while not terminated:
                mask = env.action_masks()[None].astype(np.int8)
                _, reward, terminated, _, _ = env.step(Settled().act(None, mask, None, None)[0])
                total += reward
            totals.append(total)
        assert totals == env._batch.states["totals"][0].tolist()
        assert sum(totals) == 0
        moved += any(totals)
    assert moved > 3


@pytest.mark.parametrize("number", [pytest.param(1, marks=SMALL), 20])
def test_no_decision_of_the_learner_is_skipped_or_made_for_it(number):
    for seed in range(number):
        opponents = [Eager(), Eager(), Eager()]
        env = make("random", opponents, hands=2)
        rng = np.random.default_rng(seed)
        rewards, seen, info = play_match(env, rng, seed=seed)
        assert env._batch.states["decisions"][0] == len(rewards) + sum(len(agent.seen) for agent in opponents)
        assert all(observation["action_mask"].sum() >= 2 for observation in seen[:-1])
        assert not seen[-1]["action_mask"].any()
        for place, agent in enumerate(opponents, start=1):
            assert {asked for asked, _, _ in agent.seen} <= {(info["seat"] + place) % 4}
            assert len(agent.hands) == 2
            assert all(sum(points) == 0 for points in agent.hands)


def test_every_seat_sees_its_own_view_in_its_own_encoding():
    """What the learner and each opponent are given is what a batch that plays the same match shows their seats."""
    opponents = [Eager("view/1"), Eager("planes/1"), Eager("view/1")]
    env = make(1, opponents)
    played = []
    advance = env._advance
    env._advance = lambda actions: (played.append(int(actions[0])), advance(actions))
    observation, _ = env.reset(options={"match_seed": [3, 4]})
    seen, rng, terminated = [observation], np.random.default_rng(0), False
    while not terminated:
        observation, _, terminated, _, _ = env.step(choose(env.action_masks(), rng))
        seen.append(observation)
    batch = mjenv.make_batch("harbin", num_tables=1)
    batch.reset(options={"match_seed": [3, 4]})
    shown = {seat: [] for seat in range(4)}
    for action in played:
        seat = int(batch.actor[0])
        observation = batch.encode("view/1" if seat in {0, 2} else "planes/1", [0])
        shown[seat].append((seat, observation.tobytes(), batch.action_mask.tobytes()))
        batch.step([action])
    assert batch.done[0]
    shown[1].append((1, batch.observe(1).tobytes(), bytes(NUM_ACTIONS)))
    assert [(1, *(array.tobytes() for array in observation.values())) for observation in seen] == shown[1]
    assert [agent.seen for agent in opponents] == [shown[2], shown[3], shown[0]]
    assert all(shown.values())


@pytest.mark.nojit
def test_reset_with_a_seed_repeats_everything():
    def shown(env):
        rewards, seen, _ = play_match(env, np.random.default_rng(5), seed=11)
        following = play_match(env, np.random.default_rng(6))
        return rewards, [array.tobytes() for part in seen for array in part.values()], following[0], env.seat

    env = make("random", hands=2)
    assert shown(env) == shown(env) == shown(make("random", hands=2))


def test_seeds_and_no_seed_give_other_matches():
    walls = []
    for seed in (1, 2, None, None):
        env = make()
        env.reset(seed=seed)
        walls.append(env._batch.states["wall"].tobytes())
    assert len(set(walls)) == 4
    env.reset()
    assert env._batch.states["wall"].tobytes() not in walls


def test_a_random_seat_is_drawn_for_each_match():
    env = make("random")
    seats = [env.reset(seed=number)[1]["seat"] for number in range(40)]
    assert set(seats) == {0, 1, 2, 3}
    assert seats == [env.reset(seed=number)[1]["seat"] for number in range(40)]


def test_copies_in_mid_match_go_on_alike():
    env = make(2, hands=2)
    env.reset(seed=3)
    for _ in range(5):
        env.step(env.action_masks().argmax())
    results = []
    for twin in (copy.deepcopy(env), repickle(env), env):
        rng = np.random.default_rng(1)
        rewards, terminated = [], False
        while not terminated:
            _, reward, terminated, _, _ = twin.step(choose(twin.action_masks(), rng))
            rewards.append(reward)
        results.append((rewards, twin._batch.save()))
    assert results[0] == results[1] == results[2]


@pytest.mark.nojit
def test_an_illegal_action_plays_the_default_and_says_so():
    env, other = make(1), make(1)
    env.reset(seed=2)
    other.reset(seed=2)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    for action, said in ((illegal, illegal), (NUM_ACTIONS, NUM_ACTIONS), (-7, -7), (None, -1), (2.5, -1)):
        default = default_action(env._batch.states[0])
        _, reward, _, _, info = env.step(action)
        expected = other.step(default)
        assert info | {"points_by_source": None} == {
            "seat": 1,
            "illegal_action": said,
            "default_action": default,
            "points_by_source": None,
        }
        assert expected[4].keys() == {"seat", "points_by_source"}
        assert (reward, env._batch.save()) == (expected[1], other._batch.save())


@pytest.mark.nojit
def test_an_illegal_action_can_be_an_error():
    env = make(1, illegal="raise")
    env.reset(seed=2)
    before = env._batch.save()
    for action in (np.flatnonzero(~env.action_masks())[0], NUM_ACTIONS, None, "pass"):
        with pytest.raises(mjenv.IllegalActionError, match=r"^table 0, seat 1: action .* is illegal; legal: \w"):
            env.step(action)
    assert env._batch.save() == before


@pytest.mark.nojit
def test_steps_without_a_decision_are_refused():
    env = make()
    for _ in range(2):
        with pytest.raises(mjenv.MjenvError, match=r"^seat \d is asked for nothing: .* call reset$"):
            env.step(0)
        play_match(env, np.random.default_rng(0), seed=1)


@pytest.mark.nojit
def test_a_match_that_ends_without_asking_the_seat_is_paid_with_the_next():
    """Seat 1 becomes ready with seat 0's 5s, seat 2 with seat 1's 1m, and gives it the 7m it waits on (H18)."""
    hands = ("5s", "55s 123456m 789p 11p", "117m 234678s 2234p", "3568p 12346789s 7z")
    wall = deal_wall(*hands)
    ready = Scripted("hu", "ting_pung", "ting 1m")
    env = make(3, [Scripted("discard 5s"), ready, Scripted("ting_pung")])
    _, info = env.reset(seed=4, options={"wall": wall, "dealer": 0})
    assert info == {"seat": 3, "matches_unasked": 1}
    assert ready.hands == [[-3, 7, -1, -3]]
    rewards, terminated = [], False
    while not terminated:
        _, reward, terminated, _, _ = env.step(env.action_masks().argmax())
        rewards.append(reward)
    assert sum(rewards) == env._batch.states["totals"][0, 3] - 3
    assert env.reset(seed=4)[1] == {"seat": 3, "matches_unasked": 0}


@pytest.mark.nojit
@pytest.mark.parametrize(
    "options",
    [
        {"seat": 4},
        {"seat": "east"},
        {"opponents": ["random", "random"]},
        {"opponents": "nobody"},
        {"opponents": 3},
        {"render_mode": "rgb"},
        {"illegal": "maybe"},
        {"hands": 0},
        {"encoder": "view/1"},
        {"variant": "harbinn"},
        {"rules": "five_bao"},
        {"tingpung": True},
    ],
    ids=str,
)
def test_impossible_settings_are_refused_in_one_sentence(options):
    with pytest.raises(mjenv.MjenvError, match=r"^[^\n]*(expected|known|Agent protocol)[^\n]*$"):
        SeatEnv(**options)


@pytest.mark.nojit
def test_impossible_options_of_reset_are_refused():
    env = make()
    with pytest.raises(mjenv.MjenvError, match="option dealer=9: expected from 0 to 3"):
        env.reset(options={"dealer": 9})


@pytest.mark.nojit
def test_a_seat_is_shown_its_own_table():
    env = make(2, render_mode="ansi", render_style={"tiles": "ascii"})
    env.reset(seed=1)
    text = env.render()
    assert "as seat 2 sees it" in text
    assert text.count(" x ?") == 3
