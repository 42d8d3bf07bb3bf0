"""Duplicate deals with real hands."""

import sys

import numpy as np
import pytest

import mjenv
from mjenv.arena.agents import load_agent
from mjenv.arena.duplicate import FORMATS, METRICS, SEATINGS, evaluate
from mjenv.arena.intervals import mean_interval
from mjenv.arena.seeds import match_seeds
from mjenv.arena.stream import play_games

RULES = mjenv.load_rules("four_bao")
REPEATS = 200
WALLS = 20  # a repeat


def pair(first, second):
    return {"first": load_agent(first, RULES), "second": load_agent(second, RULES)}


class Unseeded:
    """An agent that is not told the seed of its seat: all copies draw alike."""

    def __init__(self, agent):
        self.name, self.encoder = agent.name, agent.encoder
        self.act, self.end_hand = agent.act, agent.end_hand
        self.agent = agent

    def begin(self, rules, tables, seed):
        self.agent.begin(rules, tables, 0)


def test_all_eight_games_of_a_wall_are_one_game():
    """Four copies of one bot play the same hand in every rotation: same wall, dealer and dice."""
    batch = mjenv.make_batch("four_bao", num_tables=16)
    agents = [Unseeded(agent) for agent in pair("random", "random").values()]
    for agent in agents:
        agent.begin(RULES, 16, 1)
    seeds = match_seeds("test", 1, range(12)).repeat(8, axis=0)
    seating = np.tile(SEATINGS.reshape(8, 4), (12, 1))
    played, _ = play_games(batch, agents, seeds, seating, 1)
    games = played.reshape(12, 8)
    assert (games == games[:, :1]).all()
    assert len(np.unique(games[:, 0])) > 1


def test_a_deterministic_bot_against_its_copy_scores_exactly_zero():
    result = evaluate(RULES, pair("greedy", "greedy"), deals=20, seed=2)
    for form in range(2):
        for agent in range(2):
            interval = result.interval(form, agent, "points")
            assert (interval.low, interval.mean, interval.high) == (0, 0, 0)
    assert result.interval(0, 0, "win").mean > 0.1


@pytest.mark.parametrize("options", [{"tables": 7}, {"tables": 1000}, {"threads": 3}])
def test_tables_and_threads_change_nothing(options):
    one = evaluate(RULES, pair("greedy", "random"), deals=6, seed=3, hands=2)
    other = evaluate(RULES, pair("greedy", "random"), deals=6, seed=3, hands=2, **options)
    assert np.array_equal(one.walls, other.walls)


def test_greedy_beats_random():
    result = evaluate(RULES, pair("greedy", "random"), deals=100, seed=4)
    assert result.interval(0, 0, "points").low > 0
    assert result.interval(1, 0, "points").low > 0
    assert result.interval(1, 1, "points").high < 0


def test_interval_covers_zero_between_copies(capsys):
    """200 evaluations of a bot against its own copy, which draws with another seed.

    An interval of 95 % covers zero 190 times in 200, and 179 to 198 times with probability 99.9 %.
    """
    result = evaluate(RULES, pair("random", "random"), deals=REPEATS * WALLS, seed=5)
    for form, name in enumerate(FORMATS):
        repeats = result.walls[form, 0, METRICS.index("points")].reshape(REPEATS, WALLS)
        assert (repeats.std(axis=1) > 0).all()
        covered = sum(mean_interval(walls).covers(0.0) for walls in repeats)
        with capsys.disabled():
            sys.stdout.write(f"\n{name}: {covered} of {REPEATS} intervals cover zero\n")
        assert 179 <= covered <= 198
