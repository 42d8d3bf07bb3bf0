"""What `reset` takes: seeds, and the wall, dealer, dice and carry-over of the first hand."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import mjenv
from mjenv.engine.tiles import format_tiles, parse_tile, tile_name
from mjenv.table.batch import match_seed
from tests.envs.games import history, play

KINDS = [kind for kind in (*range(27), 33) for _ in range(4)]  # H1
NAMES = [tile_name(kind) for kind in KINDS]


def make(seed=1, options=None, **settings):
    env = mjenv.make("harbin", **settings)
    env.reset(seed=seed, options=options)
    return env


def test_the_same_seed_is_the_same_match_and_another_is_not():
    assert history(make(4), 0) == history(make(4), 0)
    assert make(4).states["wall"].tolist() != make(5).states["wall"].tolist()
    env = make(4)
    play(env, 50, np.random.default_rng(0))
    env.reset(seed=4)
    assert env.states.tobytes() == make(4).states.tobytes()


def test_a_match_is_that_of_the_first_row_of_a_batch():
    batch = mjenv.make_batch("harbin", num_tables=2, seed=4)
    assert make(4).states["wall"].tolist() == batch.states["wall"][:1].tolist()
    assert make(4).states["seed"].tolist() == [match_seed(4).tolist()]


def test_later_matches_follow_from_the_first_seed():
    walls = []
    for _ in range(2):
        env = make(4)
        for _ in range(3):
            walls.append(env.states["wall"].tolist())
            env.reset()
    assert walls[:3] == walls[3:]
    assert walls[0] != walls[1] != walls[2] != walls[0]


def test_large_seeds_count_in_full():
    walls = [make(seed).states["wall"].tolist() for seed in (0, 2**64, 2**127, 2**128 - 1)]
    assert all(walls.count(wall) == 1 for wall in walls)


def test_without_a_seed_every_environment_plays_another_match():
    walls = [make(None).states["wall"].tolist() for _ in range(3)]
    assert walls[0] != walls[1] != walls[2]


def test_without_a_seed_every_process_plays_another_match():
    code = "import mjenv; env = mjenv.make('harbin'); env.reset(); print(env.states['wall'].tolist())"
    outputs = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True).stdout for _ in range(2)]
    assert outputs[0] != outputs[1]


@pytest.mark.nojit
@pytest.mark.parametrize(
    "wall", [KINDS, NAMES, np.array(KINDS), NAMES[::-1]], ids=["kinds", "names", "array", "turned"]
)
def test_a_given_wall_is_dealt(wall):
    env = make(options={"wall": wall, "dealer": 2, "dice": (3, 4)})
    state = env.states[0]
    names = [tile if isinstance(tile, str) else tile_name(int(tile)) for tile in wall]
    dealt = [*names[0:4], *names[16:20], *names[32:36], names[48], names[52]]  # C5
    assert format_tiles(np.repeat(np.arange(34), state["hand"][2]).tolist()) == format_tiles(map(parse_tile, dealt))
    assert (env.agent_selection, state["dealer"], state["dice"].tolist()) == ("player_2", 2, [3, 4])
    assert [tile_name(kind) for kind in state["bao"]] == names[108:]


def test_a_given_wall_is_for_the_first_hand_only():
    seconds = []
    for wall in (KINDS, KINDS[::-1]):
        env = make(options={"wall": wall, "dice": (6, 6)}, hands=2)
        assert env.states["wall"][0, :112].tolist() == wall
        while env.states["hand_index"][0] == 0:
            play(env, 1, np.random.default_rng(0))
        seconds.append((env.states["wall"].tolist(), env.states["dice"].tolist()))
    assert seconds[0] == seconds[1]
    assert seconds[0][0][0][:112] not in (KINDS, KINDS[::-1])


@pytest.mark.nojit
def test_a_given_carry_over_is_carried():
    carry = {"draws": 2, "counter": 5, "totals": [10, -4, -6, 0]}
    env = make(options={"carry": carry})
    state = env.states[0]
    assert (state["draws"], state["counter"], state["totals"].tolist()) == (2, 5, [10, -4, -6, 0])
    assert env.rewards == dict.fromkeys(env.agents, 0)


def test_a_given_match_seed_is_the_match():
    env = make(seed=None, options={"match_seed": match_seed(4)})
    assert env.states.tobytes() == make(4).states.tobytes()


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"wall": KINDS[:-1]}, "option wall: expected whole numbers of shape"),
        ({"wall": [0] * 112}, "option wall: expected the 112 tiles of harbin"),
        ({"wall": ["1q", *NAMES[1:]]}, "option wall: tile '1q': expected a rank and a suit letter"),
        ({"wall": 7}, "option wall: expected whole numbers of shape"),
        ({"wall": "123m"}, "option wall: tile '123m'"),
        ({"wall": [None] * 112}, "option wall: expected whole numbers of shape"),
        ({"dealer": 4}, "option dealer=4: expected from 0 to 3"),
        ({"dealer": -1}, "option dealer=-1: expected from 0 to 3"),
        ({"dealer": "east"}, "option dealer: expected whole numbers"),
        ({"dealer": 1.0}, "option dealer: expected whole numbers"),
        ({"dice": (0, 6)}, r"option dice=\(0, 6\): expected from 1 to 6"),
        ({"dice": 7}, "option dice: expected whole numbers of shape"),
        ({"dice": (1, 2, 3)}, "option dice: expected whole numbers of shape"),
        ({"match_seed": 5}, "option match_seed: expected whole numbers of shape"),
        ({"match_seed": [1, -1]}, "option match_seed: expected"),
        ({"match_seed": [1, 2**64]}, "option match_seed: expected"),
        ({"carry": {"draws": -1}}, "option carry draws=-1: expected from 0 to"),
        ({"carry": {"totals": [1, 2, 3]}}, "option carry totals: expected whole numbers of shape"),
        ({"carry": {"total": 1}}, r"carry 'total' \(did you mean totals\?\)"),
        ({"carry": [1, 2]}, r"option carry=\[1, 2\]: expected a mapping"),
        ({"deeler": 1}, r"option 'deeler' \(did you mean dealer\?\): known are"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_impossible_options_are_refused_and_change_nothing(options, message):
    env = make(4)
    before, following = env.states.tobytes(), make(4)
    following.reset()
    with pytest.raises(mjenv.MjenvError, match=rf"^{message}[^\n]*$"):
        env.reset(options=options)
    assert env.states.tobytes() == before
    env.reset()
    assert env.states.tobytes() == following.states.tobytes()


@pytest.mark.nojit
@pytest.mark.parametrize("seed", [-1, 2**128, 1.5, "7"])
def test_impossible_seeds_are_refused_and_change_nothing(seed):
    env = make(4)
    before = env.states.tobytes()
    with pytest.raises(mjenv.MjenvError, match=r"^seed .*: expected a whole number from 0 to 2\*\*128 - 1$"):
        env.reset(seed=seed)
    assert env.states.tobytes() == before
    env.reset()


def test_options_of_other_tools_are_none_of_ours():
    env = make(4, options={"unrelated": 1})
    assert env.states.tobytes() == make(4).states.tobytes()
