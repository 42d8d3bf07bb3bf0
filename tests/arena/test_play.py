"""Duplicate deals with real hands."""

import hashlib

import numpy as np
import pytest

import mjenv
from mjenv.arena.agents import load_agent
from mjenv.arena.duplicate import METRICS, SEATINGS, evaluate
from mjenv.arena.intervals import mean_interval
from mjenv.arena.seeds import match_seeds
from mjenv.arena.stream import play_games

RULES = mjenv.load_rules("four_bao")
REPEATS = 200
WALLS = 40  # a repeat


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


class Restless:
    """Greedy, but every fourth answer is drawn at random from a hash of seed and observation."""

    name = "restless"

    def __init__(self):
        self.greedy = load_agent("greedy", RULES)
        self.encoder = self.greedy.encoder
        self.end_hand = self.greedy.end_hand

    def begin(self, rules, tables, seed):
        self.seed = str(seed).encode()
        self.greedy.begin(rules, tables, seed)

    def act(self, observation, mask, seat, rows):
        answers = np.array(self.greedy.act(observation, mask, seat, rows))
        for row, record in enumerate(observation):
            draw = int.from_bytes(hashlib.blake2b(self.seed + record.tobytes(), digest_size=8).digest(), "little")
            if draw % 4 == 0:
                legal = np.flatnonzero(mask[row])
                answers[row] = legal[draw // 4 % len(legal)]
        return answers


def test_interval_covers_zero_between_copies_that_draw_differently():
    """200 evaluations of a bot against its copy: about 190 intervals cover zero (95 %, 99.9 % of the time 179-199)."""
    agents = {"first": Restless(), "second": Restless()}
    result = evaluate(RULES, agents, deals=REPEATS * WALLS, seed=5)
    for form, name in enumerate(("one against three", "three against one")):
        repeats = result.walls[form, 0, METRICS.index("points")].reshape(REPEATS, WALLS)
        assert (repeats.std(axis=1) > 0).all()
        covered = sum(mean_interval(walls).covers(0.0) for walls in repeats)
        print(f"{name}: {covered} of {REPEATS} intervals cover zero")
        assert 179 <= covered <= 199
