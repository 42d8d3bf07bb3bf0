"""S15: the winner deals next, after a draw the dealer; several winners leave it to the giver."""

import pytest

from tests.builder import hand, start
from tests.rules.shanghai.tables import PLAIN, RULES, qiaoma

pytestmark = pytest.mark.nojit
WINNERS = [hand(*PLAIN, ready=1), hand("345m 567m 79p 33s", "chow 456s", ready=2)]
DISCARD = (hand("...", drew="8p"), "discard 8p")
KONG = (hand("...", "pung 888p", drew="8p"), "self_kong 8p")


def dealer_after(seats, *moves, **options):
    """Return who deals next."""
    table = qiaoma(*seats, **options)
    table.play(*moves)
    return table.last("end_hand")["next"]["dealer"]


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("winner", range(4))
def test_a_single_winner(winner, dealer):
    held = hand(*PLAIN, ready=1, drew="8p")
    seats = [held if seat == winner else None for seat in range(4)]
    assert dealer_after(seats, f"{winner} hu", turn=winner, dealer=dealer) == winner


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("giver", "move"), [DISCARD, KONG])
def test_a_single_winner_of_another_seats_tile(giver, move, dealer):
    seats = [giver, None, WINNERS[0]]
    for multi_win_dealer in ("giver", "nearest"):
        options = {"dealer": dealer, "multi_win_dealer": multi_win_dealer}
        assert dealer_after(seats, f"0 {move}", "2 hu", **options) == 2


@pytest.mark.parametrize("dealer", range(4))
def test_a_draw_keeps_the_dealer(dealer):
    assert dealer_after([hand("...", drew="9m")], "0 discard 9m", left=0, dealer=dealer) == dealer


@pytest.mark.parametrize("multi_win_dealer", ["giver", "nearest"])
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(("giver", "move"), [DISCARD, KONG])
@pytest.mark.parametrize("steps", [(1, 2), (1, 3), (2, 3)])
def test_multi_win_dealer(giver, move, steps, turn, multi_win_dealer):
    seats = [None] * 4
    seats[turn] = giver
    winners = [(turn + step) % 4 for step in steps]
    for seat, held in zip(winners, WINNERS, strict=True):
        seats[seat] = held
    moves = [f"{turn} {move}", *(f"{seat} hu" for seat in winners)]
    options = {"turn": turn, "dealer": (turn + 3) % 4, "multi_win_dealer": multi_win_dealer}
    expected = turn if multi_win_dealer == "giver" else winners[0]
    assert dealer_after(seats, *moves, **options) == expected


def test_the_next_hand_is_dealt_by_that_seat():
    table = qiaoma(None, None, hand(*PLAIN, ready=1, drew="8p"), turn=2, hands=2)
    table.play("2 hu")
    assert table.last("start_hand")["dealer"] == table.actor == 2


def test_the_first_dealer_is_drawn_at_random():
    assert {start(rules=RULES, options={"match_seed": [seed, 0]}).actor for seed in range(40)} == {0, 1, 2, 3}
