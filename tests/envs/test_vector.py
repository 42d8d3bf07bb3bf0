"""The vector environment does what Gymnasium's own does over the environment of one seat, with all tables at once."""

from __future__ import annotations

import copy

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

import mjenv
from agents.random_agent import RandomAgent
from mjenv.envs.vector import MahjongVectorEnv
from mjenv.variants.registry import PRESETS
from tests.builder import deal_wall
from tests.envs.games import ByMenu, choose, repickle
from tests.envs.test_seat import Scripted

SMALL = (pytest.mark.nojit, pytest.mark.boundscheck)
SMALL_FIRST = pytest.mark.parametrize("steps", [pytest.param(70, marks=SMALL), 600])
SHOWN = {"seat", "points_by_source", "matches_unasked", "illegal_action", "default_action", "final_obs", "final_info"}


def make(num_envs=3, opponents="random", **options):
    options.setdefault("variant", "harbin")
    return gymnasium.make_vec("mjenv/Harbin-v0", num_envs=num_envs, opponents=opponents, **options)


def choose_all(envs, rng, illegal=0.0):
    """Return an action a table, some of them illegal."""
    masks = envs.action_masks() if isinstance(envs, MahjongVectorEnv) else np.stack(envs.call("action_masks"))
    actions = [choose(mask, rng) if mask.any() else 0 for mask in masks]
    return np.where(rng.random(len(masks)) < illegal, rng.integers(113, size=len(masks)), actions)


def same(one, other):
    """Whether two results are the same in every type and byte; of an array of objects, in each of them."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if one is None:
        return True
    if one.dtype != other.dtype or one.shape != other.shape:
        return False
    return all(map(same, one, other)) if one.dtype == object else one.tobytes() == other.tobytes()


def test_same_tells_apart():
    nested = {"a": (np.array([1, 2]), {"b": np.array([None, {"c": np.zeros(2)}], object)})}
    assert same(nested, copy.deepcopy(nested))
    changed = copy.deepcopy(nested)
    changed["a"][1]["b"][1]["c"][1] = 1
    assert not same(nested, changed)
    assert not same(np.zeros(2), np.zeros(2, np.float32))


@SMALL_FIRST
@pytest.mark.parametrize("mode", ["NextStep", "SameStep"])
def test_results_are_those_of_the_sync_vector_env(mode, steps):
    """Observations, rewards, ends and infos with their masks, final_obs and final_info, through illegal actions."""
    seen = set()
    for opponents, options in (
        ("random", {"hands": 1, "seat": "random"}),
        (["random", ByMenu(), ByMenu("view/1")], {"hands": 2, "seat": 2}),
    ):
        ours = make(3, copy.deepcopy(opponents), autoreset_mode=mode, **options)
        sync = make(
            3,
            copy.deepcopy(opponents),
            vectorization_mode="sync",
            vector_kwargs={"autoreset_mode": mode},
            **options,
        )
        assert ours.observation_space == sync.observation_space
        assert ours.action_space == sync.action_space
        assert ours.metadata == sync.metadata
        assert same(ours.reset(seed=5), sync.reset(seed=5))
        rng = np.random.default_rng(1)
        for _ in range(steps):
            actions = choose_all(ours, rng, illegal=0.02)
            result = ours.step(actions)
            assert same(result, sync.step(actions))
            seen |= {name for name in result[4] if not name.startswith("_")}
        assert same(ours.reset(seed=[1, None, 3]), sync.reset(seed=[1, None, 3]))
        mask = np.array([False, True, True])
        for seed in (None, 9):
            result, expected = (
                envs.reset(seed=seed, options={"reset_mask": mask, "dealer": 1}) for envs in (ours, sync)
            )
            assert same(result[1], expected[1])
            assert all(same(result[0][name][mask], expected[0][name][mask]) for name in result[0])
    final = {"final_obs", "final_info"} if mode == "SameStep" else set()
    assert seen == SHOWN - {"final_obs", "final_info"} | final


@pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])
@pytest.mark.parametrize("hands", [1, 3])
def test_rewards_of_a_match_are_the_points_of_the_seat(rules, hands):
    """In every rule set nothing is lost or paid twice, whoever plays the others."""
    variant, moved = mjenv.load_rules(rules).variant, 0
    for opponents in ("random", [ByMenu(), "random", ByMenu("view/1")]):
        envs = make(6, opponents, variant=variant, rules=rules, hands=hands)
        envs.reset(seed=2)
        rng = np.random.default_rng(3)
        sums, matches = np.zeros(6), 0
        while matches < 12:
            _, rewards, terminated, _, _ = envs.step(choose_all(envs, rng))
            sums += rewards
            states = envs.learners.batch.states
            for row in np.flatnonzero(terminated):
                assert states["hand_index"][row] + 1 >= hands
                assert sums[row] == states["totals"][row, envs.learners.seat[row]]
                moved += sums[row] != 0
                sums[row] = 0
                matches += 1
    assert moved or rules in {"classic", "online"}  # where random play hardly ever wins (README)


@pytest.mark.nojit
def test_a_table_does_not_depend_on_the_number_of_tables():
    shown = []
    for count in (2, 5):
        envs = make(count, [RandomAgent(), "random", RandomAgent()], seat="random")
        rows = [envs.reset(seed=7)[0]["observation"][:2]]
        generators = [np.random.default_rng(row) for row in range(count)]
        for _ in range(40):
            masks = zip(envs.action_masks(), generators, strict=True)
            actions = [choose(mask, rng) if mask.any() else 0 for mask, rng in masks]
            observations, rewards, terminated, _, infos = envs.step(actions)
            rows += [observations["observation"][:2], rewards[:2], terminated[:2], infos["seat"][:2]]
        shown.append([array.tobytes() for array in rows])
    assert shown[0] == shown[1]


@pytest.mark.parametrize("opponents", ["random", "greedy"])
def test_threads_change_no_byte(opponents):
    results = []
    for threads in (1, 3):
        envs = make(17, opponents, threads=threads)
        results.append([envs.reset(seed=1)])
        rng = np.random.default_rng(0)
        results[-1] += [envs.step(choose_all(envs, rng)) for _ in range(60)]
    assert all(map(same, *results))


@pytest.mark.nojit
def test_seeds_repeat_matches_and_no_seed_goes_on():
    envs = make(2)
    first = envs.reset(seed=1)[0]["observation"].tobytes()
    second = envs.reset()[0]["observation"].tobytes()
    assert len({first, second, envs.reset()[0]["observation"].tobytes()}) == 3
    assert envs.reset(seed=[1, 2])[0]["observation"].tobytes() == first
    assert envs.reset()[0]["observation"].tobytes() == second
    assert make(2).reset()[0]["observation"].tobytes() != make(2).reset()[0]["observation"].tobytes()


@pytest.mark.nojit
@pytest.mark.parametrize("method", [copy.deepcopy, repickle], ids=["copy", "pickle"])
def test_copies_go_on_alike(method):
    envs = make(2, [ByMenu(), "random", "random"])
    envs.reset(seed=1)
    envs.step(choose_all(envs, np.random.default_rng(0)))
    twin = method(envs)
    for seed in range(8):
        actions = choose_all(envs, np.random.default_rng(seed))
        assert same(envs.step(actions), twin.step(actions))


@pytest.mark.nojit
def test_one_agent_is_asked_for_all_its_seats_and_told_of_every_hand():
    agent = ByMenu()
    envs = make(3, agent, hands=2)
    for seed in (1, None, 4):
        envs.reset(seed=seed)
    assert [(rules, tables) for rules, tables, _ in agent.begun] == [("four_bao", 3)] * 2
    agent.hands.clear()
    over = np.zeros(3, int)
    rng = np.random.default_rng(0)
    while over.sum() < 2:
        over += envs.step(choose_all(envs, rng))[2]
    told = np.bincount([row for row, _ in agent.hands], minlength=3)
    assert (told // 2 == over).all()
    assert all(sum(points) == 0 for _, points in agent.hands)


@pytest.mark.nojit
def test_a_match_that_ends_without_asking_the_seat_is_paid_with_the_next():
    """The match of the test of the same name in test_seat, at two tables."""
    hands = ("5s", "55s 123456m 789p 11p", "117m 234678s 2234p", "3568p 12346789s 7z")
    opponents = [Scripted("discard 5s"), Scripted("hu", "ting_pung", "ting 1m"), Scripted("ting_pung")]
    for agent in opponents:
        agent.act = lambda *given, act=agent.act: np.concatenate(
            [act(*(part[k : k + 1] for part in given)) for k in range(len(given[1]))]
        )
    envs = make(2, opponents, seat=3)
    _, infos = envs.reset(seed=4, options={"wall": deal_wall(*hands), "dealer": 0})
    assert infos["matches_unasked"].tolist() == [1, 1]
    sums, over = np.zeros(2), np.zeros(2, bool)
    while not over.all():
        playing = ~over
        _, rewards, terminated, _, _ = envs.step(envs.action_masks().argmax(axis=1))
        sums[playing] += rewards[playing]
        for row in np.flatnonzero(terminated & playing):
            assert sums[row] == envs.learners.batch.states["totals"][row, 3] - 3
        over |= terminated
    assert envs.reset(seed=4)[1]["matches_unasked"].tolist() == [0, 0]


@pytest.mark.nojit
def test_an_illegal_action_plays_the_default_and_says_so_of_its_table():
    envs, other = make(3), make(3)
    for both in (envs, other):
        both.reset(seed=2)
    legal = envs.action_masks().argmax(axis=1)
    result = envs.step([legal[0], 113, None])
    infos = result[4]
    assert infos["_illegal_action"].tolist() == infos["_default_action"].tolist() == [False, True, True]
    assert infos["illegal_action"].tolist() == [0, 113, -1]
    expected = other.step([legal[0], *infos["default_action"][1:]])
    assert same(result[:4], expected[:4])
    assert {name.removeprefix("_") for name in expected[4]} == {"seat", "points_by_source"}


@pytest.mark.nojit
def test_an_illegal_action_can_be_an_error_that_changes_nothing():
    envs = make(2, illegal="raise")
    envs.reset(seed=2)
    before = envs.learners.batch.save()
    with pytest.raises(mjenv.IllegalActionError, match=r"^table 1, seat \d: action 200 .* is illegal; legal: \w"):
        envs.step([envs.action_masks()[0].argmax(), 200])
    assert envs.learners.batch.save() == before


def test_infos_name_nothing_but_seats_points_and_replaced_actions():
    envs = make(4, autoreset_mode="SameStep")
    rng = np.random.default_rng(0)
    names = set(envs.reset(seed=1)[1])
    for _ in range(100):
        infos = envs.step(choose_all(envs, rng, illegal=0.1))[4]
        names |= {*infos, *infos.get("final_info", ())}
    assert {name.removeprefix("_") for name in names} == SHOWN


@pytest.mark.nojit
def test_without_autoreset_a_mask_resets():
    envs = make(2, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    rng = np.random.default_rng(0)
    over = np.zeros(2, bool)
    while not over.any():
        over = envs.step(choose_all(envs, rng))[2]
    with pytest.raises(mjenv.MjenvError, match=r"^table \d: its match is over, call reset with a reset_mask$"):
        envs.step([0, 0])
    envs.reset(options={"reset_mask": over})
    assert envs.action_masks().any(axis=1).all()
    envs.step(choose_all(envs, rng))


@pytest.mark.nojit
def test_wrappers_of_gymnasium_count_the_points():
    envs = RecordEpisodeStatistics(make(2, hands=2))
    envs.reset(seed=3)
    rng = np.random.default_rng(0)
    ended = np.zeros(2, bool)
    while not ended.any():
        _, _, ended, _, infos = envs.step(choose_all(envs.unwrapped, rng))
    row = int(ended.argmax())
    learners = envs.unwrapped.learners
    assert infos["episode"]["r"][row] == learners.batch.states["totals"][row, learners.seat[row]]


@pytest.mark.nojit
def test_each_table_is_drawn_as_its_learner_sees_it():
    envs = make(2, seat=1, render_mode="ansi", render_style={"tiles": "ascii"})
    envs.reset(seed=1)
    texts = envs.render()
    assert [text.count("as seat 1 sees it") for text in texts] == [1, 1]
    assert texts[0] != texts[1]


@pytest.mark.nojit
@pytest.mark.parametrize(
    "options",
    [
        {"seat": True},
        {"num_envs": 0},
        {"opponents": ["random"] * 4},
        {"autoreset_mode": "Never"},
        {"render_mode": "rgb"},
        {"encoder": "view/1"},
        {"threads": 0},
        {"tingpung": True},
    ],
    ids=str,
)
def test_impossible_settings_are_refused_in_one_sentence(options):
    with pytest.raises(mjenv.MjenvError, match=r"^[^\n]*(expected|known)[^\n]*$"):
        MahjongVectorEnv(**options)


@pytest.mark.nojit
def test_impossible_calls_are_refused_in_one_sentence():
    envs = make(2)
    for call, words in (
        (lambda: envs.step([0, 0]), "call reset before step"),
        (lambda: envs.reset(seed=[1]), "seed: 1 given, expected one whole number, or 2"),
        (lambda: envs.reset(options={"reset_mask": np.zeros(2, bool)}), r"reset_mask: expected bool \[2\]"),
        (lambda: envs.reset(options={"dealer": 9}), "option dealer=9: expected from 0 to 3"),
    ):
        with pytest.raises(mjenv.MjenvError, match=words):
            call()
    envs.reset(seed=1)
    with pytest.raises(mjenv.MjenvError, match=r"actions of shape \[1\]: expected \[2\], one a table"):
        envs.step([0])
