"""H22: when no tile can be drawn the hand is a draw. H24: the winner deals next; after a draw the dealer stays."""

import pytest

from tests.builder import hand, position
from tests.rules.harbin.payments import WINNERS

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("winner", range(4))
def test_the_winner_deals_next(winner, dealer):
    (tiles, *melds), wait = WINNERS["plain"]
    table = position(
        *[None] * winner, hand(tiles, *melds, drew=wait, ready=1), turn=winner, dealer=dealer, draws=2, hands=2
    )
    table.play(f"{winner} hu")
    following = table.last("end_hand")["next"]
    assert (following["dealer"], following["draws"]) == (winner, 0)
    assert table.last("start_hand")["dealer"] == winner


def test_the_winner_with_a_discard_deals_next():
    (tiles, *melds), wait = WINNERS["plain"]
    table = position(hand("4s ...", drew=wait), None, hand(tiles, *melds, ready=1), dealer=1, hands=2)
    table.play(f"0 discard {wait}", "2 hu")
    assert table.last("start_hand")["dealer"] == 2


@pytest.mark.parametrize("dealer", range(4))
def test_after_a_draw_the_dealer_stays(dealer):
    table = position(hand("19m ...", drew="5m"), left=0, dealer=dealer, draws=2, hands=2)
    table.play("0 discard 5m")
    assert table.last("end_hand")["result"] == "draw"
    following = table.last("end_hand")["next"]
    assert (following["dealer"], following["draws"]) == (dealer, 3)
    assert table.last("start_hand")["carry"]["draws"] == 3
