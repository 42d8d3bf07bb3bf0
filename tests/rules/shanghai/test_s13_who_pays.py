"""S13: the giver alone pays for a discard, the maker alone for a robbed kong, everybody for a self-draw."""

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import PLAIN, qiaoma

pytestmark = pytest.mark.nojit
WINNER = hand(*PLAIN, ready=1, flowers="1f")
DISCARD = hand("...", drew="8p")
KONG = hand("...", "pung 888p", drew="8p")


def seats(giver, winner, held):
    """Return four seats, two of them given."""
    return [{giver: held, winner: WINNER}.get(seat) for seat in range(4)]


@pytest.mark.parametrize("giver", range(4))
@pytest.mark.parametrize("step", [1, 2, 3])
@pytest.mark.parametrize(("held", "move", "points"), [(DISCARD, "discard 8p", 2), (KONG, "self_kong 8p", 6)])
def test_the_giver_alone(giver, step, held, move, points):
    winner = (giver + step) % 4
    table = qiaoma(*seats(giver, winner, held), turn=giver)
    table.play(f"{giver} {move}", f"{winner} hu")
    assert table.points == [{giver: -points, winner: points}.get(seat, 0) for seat in range(4)]
    assert table.last("hu")["payments"] == table.points
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]


@pytest.mark.parametrize("winner", range(4))
@pytest.mark.parametrize("dealer", [0, 2])
def test_each_of_the_three(winner, dealer):
    held = hand(*PLAIN, ready=1, flowers="1f", drew="8p")
    table = qiaoma(*[held if seat == winner else None for seat in range(4)], turn=winner, dealer=dealer)
    table.play(f"{winner} hu")
    assert table.points == [6 if seat == winner else -2 for seat in range(4)]
    assert table.last("hu")["target"] is None


def test_the_pung_of_a_robbed_kong_stays_a_pung():
    table = qiaoma(KONG, WINNER)
    table.play("0 self_kong 8p", "1 hu")
    assert (table.state["meld_type"][0, 0], table.state["kongs"]) == (2, 0)


def test_kongs_are_not_paid():
    table = qiaoma(hand(PLAIN[0], "concealed 4444z", ready=1, drew="8p"), hand("...", "kong 1111z from 2"))
    table.play("0 hu")
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]
    assert table.points == [24, -8, -8, -8]  # four flowers, concealed
