"""Duplicate deals on a game whose luck and skill are known."""

import numpy as np
import pytest

from mjenv.arena import duplicate
from mjenv.arena.duplicate import METRICS, SEATINGS, evaluate, seat_values
from mjenv.arena.seeds import match_seeds
from mjenv.arena.stream import HAND
from mjenv.engine.codes import WIN_DISCARD, WIN_ROBBED_KONG, WIN_SELF_DRAW
from mjenv.errors import ProtocolError
from tests.arena.fake import Always, FakeBatch

RULES = None  # the game below has none


@pytest.fixture(autouse=True)
def fake_game(monkeypatch):
    monkeypatch.setattr(duplicate, "Batch", FakeBatch)


def play(first=1, second=0, **options):
    agents = {"first": Always(first), "second": Always(second)}
    return evaluate(RULES, agents, **{"deals": 10, "seed": 3} | options)


@pytest.mark.parametrize("hands", [1, 3])
def test_luck_cancels_on_every_wall(hands):
    result = play(hands=hands)
    points = result.walls[:, :, METRICS.index("points")]
    assert (points[0, 0] == 3).all()  # takes one from each of three
    assert (points[0, 1] == -1).all()
    assert (points[1, 0] == 1).all()
    assert (points[1, 1] == -3).all()


def test_each_format_seats_every_agent_everywhere():
    assert (SEATINGS[0] == 0).sum(axis=1).tolist() == [1, 1, 1, 1]
    assert (SEATINGS[1] == 0).sum(axis=1).tolist() == [3, 3, 3, 3]
    assert (SEATINGS == 0).sum(axis=1).tolist() == [[1, 1, 1, 1], [3, 3, 3, 3]]


def test_a_seat_wins_and_deals_in_as_often_as_luck_says():
    """One seat in four wins on another's tile in each hand, and both were ready."""
    result = play(deals=5)
    for form in range(2):
        for agent in range(2):
            expected = {"win": 0.25, "self_draw": 0, "deal_in": 0.25, "ready": 0.5, "draw": 0}
            for metric, rate in expected.items():
                assert result.interval(form, agent, metric).mean == pytest.approx(rate), metric


@pytest.mark.parametrize("tables", [1, 3, 7, 1000])
def test_number_of_tables_changes_nothing(tables):
    one, other = play(hands=3, deals=6, tables=16), play(hands=3, deals=6, tables=tables)
    assert one.hands_played == 6 * 8 * 3
    assert np.array_equal(one.walls, other.walls)


def test_no_two_uses_share_a_wall():
    uses = [("evaluate", 1), ("evaluate", 2), ("evaluate", 11), ("train", 1)]
    seeds = np.concatenate([match_seeds(label, seed, range(200)) for label, seed in uses])
    assert len(np.unique(seeds, axis=0)) == 800


def test_agents_are_told_of_every_hand_once():
    agents = {"a": Always(0), "b": Always(1)}
    evaluate(RULES, agents, deals=3, seed=0, hands=2, tables=5)
    assert [agent.hands for agent in agents.values()] == [48, 48]
    assert agents["a"].seed != agents["b"].seed


def test_progress_ends_with_all_games():
    calls = []
    play(deals=4, progress=lambda *numbers: calls.append(numbers))
    assert calls[-1] == (32, 32)
    assert calls == sorted(calls)


@pytest.mark.parametrize("answer", [2, -1, 113, 10**6])
def test_illegal_answer_names_the_agent(answer):
    with pytest.raises(
        ProtocolError, match=rf"agent always {answer} answered action {answer} at seat 0, legal were 0, 1"
    ):
        play(first=answer)


def test_answer_of_another_shape_names_the_agent():
    with pytest.raises(ProtocolError, match=r"agent always 0.5 answered float64"):
        play(first=0.5)


@pytest.mark.parametrize(("deals", "names"), [(1, "ab"), (5, "a"), (5, "abc")])
def test_evaluation_of_too_little(deals, names):
    with pytest.raises(ValueError, match="takes two agents and at least 2 deals"):
        evaluate(RULES, {name: Always(0) for name in names}, deals=deals, seed=0)


HANDS = [
    # points, winners, giver, win_type, ready → win, self-draw, deal-in, ready, drawn
    ((6, -2, -2, -2), 0b0001, -1, WIN_SELF_DRAW, 0b0011, "1000", "1000", "0000", "1100", "0000"),
    ((-5, 5, 0, 0), 0b0010, 0, WIN_DISCARD, 0b0010, "0100", "0000", "1000", "0100", "0000"),
    ((-2, -2, 7, -3), 0b0100, 3, WIN_ROBBED_KONG, 0b1100, "0010", "0000", "0001", "0011", "0000"),
    ((2, 1, -3, 0), 0b0011, 2, WIN_DISCARD, 0b0011, "1100", "0000", "0010", "1100", "0000"),
    ((0, 0, 0, 0), 0b0000, -1, 0, 0b1000, "0000", "0000", "0000", "0001", "1111"),
    ((0, 0, 0, 0), 0b0000, 2, WIN_SELF_DRAW, 0b0000, "0000", "0000", "0000", "0000", "1111"),
]


@pytest.mark.parametrize("hand", HANDS)
def test_what_a_hand_counts_as(hand):
    *fields, win, self_draw, deal_in, ready, draw = hand
    played = np.array([tuple(fields)], HAND)
    points, *rates = seat_values(played)
    assert points[0].tolist() == list(fields[0])
    for got, text in zip(rates, (win, self_draw, deal_in, ready, draw), strict=True):
        assert "".join(str(int(value)) for value in got[0]) == text
