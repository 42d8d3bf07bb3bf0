"""H18: a ready discarder pays 1, the others their row; one who is not ready pays 3 and for the others too."""

import pytest

from tests.builder import hand, position
from tests.rules.harbin.payments import GIVERS, LOSERS, WINNERS, on_discard

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize("giver", [*GIVERS])
@pytest.mark.parametrize(("winner", "factor"), [("plain", 1), ("kadang", 2)])
def test_the_discarders_own_share_does_not_depend_on_standing(giver, winner, factor):
    share = 1 if giver in {"ready", "declares"} else 3
    table = on_discard(winner, giver, ["open", "standing"])
    assert table.points[0] == -factor * (share if share == 1 else share + 1 + 3)
    assert table.points[2:] == ([-factor, -3 * factor] if share == 1 else [0, 0])


@pytest.mark.parametrize("place", [1, 2, 3])
@pytest.mark.parametrize(("giver", "own"), [("ready", -1), ("standing", -7)])
def test_wherever_the_winner_sits(place, giver, own):
    (tiles, *melds), wait = WINNERS["plain"]
    others = [LOSERS["open"], LOSERS["standing"]]
    others.insert(place - 1, hand(tiles, *melds, ready=1))
    table = position(hand(*GIVERS[giver], drew=wait, ready=2 if giver == "ready" else 0), *others)
    if giver != "ready":
        table.play(f"0 discard {wait}")
    while table.actor != place:
        table.play(f"{table.actor} pass")
    table.play(f"{place} hu")
    losses = [-1, -3] if giver == "ready" else [0, 0]
    losses.insert(place - 1, -own - sum(losses))
    assert table.points == [own, *losses]


def test_a_self_draw_is_paid_by_all_whoever_is_ready():
    (tiles, *melds), wait = WINNERS["plain"]
    table = position(hand(tiles, *melds, drew=wait, ready=1), hand(*GIVERS["ready"], ready=2), LOSERS["standing"])
    table.play("0 hu")
    assert table.points == [7, -2, -3, -2]
