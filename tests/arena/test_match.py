import numpy as np

from mjenv.arena.match import play_match
from mjenv.arena.stream import HAND
from mjenv.engine.codes import PASS
from mjenv.record.schema import encode_event
from mjenv.table.batch import Batch, match_seed
from mjenv.variants.registry import load_rules

HANDS = 3


class Witness:
    """Takes the highest legal action and notes what it is told."""

    encoder = "view/1"

    def __init__(self, name, encoder="view/1"):
        self.name = name
        self.encoder = encoder
        self.asked = []
        self.results = []

    def begin(self, rules, tables, seed):
        raise AssertionError("agents are begun by the caller")

    def act(self, observation, mask, seat, rows):
        self.asked.append((observation.shape, observation.dtype.names is None, seat.tolist(), rows.tolist()))
        wishes = mask * np.arange(1, mask.shape[1] + 1)
        wishes[:, PASS] = mask[:, PASS]
        return wishes.argmax(axis=1)

    def end_hand(self, rows, result):
        self.results.append((rows.tolist(), result.copy()))


def play(seed=9):
    agents = [Witness("a"), Witness("b", "planes/1"), Witness("c"), Witness("d")]
    batch = Batch(load_rules("four_bao"), 1, hands=HANDS, record=True)
    return agents, list(play_match(batch, agents, match_seed(seed)))


def test_every_decision_goes_to_the_seat_that_is_asked():
    agents, events = play()
    asked = [event["actor"] for event in events if event["type"] == "ask"]
    for seat, agent in enumerate(agents):
        shape = (1, 28, 34) if agent.encoder == "planes/1" else (1,)
        assert agent.asked == [(shape, agent.encoder == "planes/1", [seat], [0])] * asked.count(seat)
    assert events[0]["names"] == ["a", "b", "c", "d"]
    assert events[0]["hands"] == HANDS


def test_every_agent_learns_every_result():
    agents, events = play()
    ends = [event for event in events if event["type"] == "end_hand"]
    assert len(ends) == HANDS
    for agent in agents:
        assert [rows for rows, _ in agent.results] == [[0]] * HANDS
        assert [result["points"][0].tolist() for _, result in agent.results] == [event["points"] for event in ends]
        assert all(result.dtype == HAND for _, result in agent.results)


def test_the_match_seed_decides():
    lines = [b"\n".join(encode_event(event) for event in play(seed)[1]) for seed in (9, 9, 10)]
    assert lines[0] == lines[1] != lines[2]
    assert play(9)[1][0]["seed"] == f"{match_seed(9)[0]:016x}{match_seed(9)[1]:016x}"
