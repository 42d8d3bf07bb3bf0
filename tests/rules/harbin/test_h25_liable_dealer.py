"""H25, `single_bao`: 包庄: after three draws in a row the dealer pays whatever the others would."""

import pytest

from tests.builder import hand, position
from tests.rules.harbin.payments import GIVERS, LOSERS, WINNERS

pytestmark = pytest.mark.nojit
KADANG = pytest.mark.parametrize(("winner", "factor"), [("plain", 1), ("kadang", 2)])


def drawn(winner, losers=("open", "open", "open"), **options):
    """Return the table after seat 0 has won by itself."""
    (tiles, *melds), wait = WINNERS[winner]
    seats = [hand(tiles, *melds, drew=wait, ready=1), *[LOSERS[loser] for loser in losers]]
    table = position(*seats, **{"rules": "single_bao", "draws": 3, "bao": "1m", **options})
    table.play("0 hu")
    return table


@KADANG
@pytest.mark.parametrize("dealer", [1, 2, 3])
def test_self_draw_by_a_non_dealer(dealer, winner, factor):
    """The row of the check table."""
    expected = [6 * factor, 0, 0, 0]
    expected[dealer] = -6 * factor
    assert drawn(winner, dealer=dealer).points == expected


@pytest.mark.parametrize(("draws", "is_liable"), [(2, False), (3, True), (4, True)])
def test_after_three_draws_or_more(draws, is_liable):
    table = drawn("plain", ("open", "standing", "open"), draws=draws, dealer=1)
    assert table.points == ([7, -7, 0, 0] if is_liable else [7, -2, -3, -2])


def test_a_liable_dealer_that_wins_is_paid_normally():
    assert drawn("plain", ("open", "standing", "open"), dealer=0).points == [7, -2, -3, -2]


@KADANG
@pytest.mark.parametrize(("giver", "total"), [("ready", 5), ("standing", 7)])
def test_the_dealer_pays_for_a_discard_too(giver, total, winner, factor):
    (tiles, *melds), wait = WINNERS[winner]
    held = hand(*GIVERS[giver], drew=wait, ready=2 if giver == "ready" else 0)
    seats = [held, hand(tiles, *melds, ready=1), LOSERS["open"], LOSERS["standing"]]
    table = position(*seats, rules="single_bao", dealer=2, draws=3)
    if giver == "standing":
        table.play(f"0 discard {wait}")
    table.play("1 hu")
    assert table.points == [0, total * factor, -total * factor, 0]


def test_the_dealer_pays_for_a_robbed_kong_whatever_rob_payer_says():
    (tiles, *melds), wait = WINNERS["open_run"]
    maker = hand("4s 1466p 2259p 1s", "pung 222m", drew=wait)
    for rob_payer in ("all", "kong_maker"):
        options = {"rules": "single_bao", "dealer": 3, "draws": 3, "rob_payer": rob_payer}
        table = position(maker, hand(tiles, *melds, ready=1), **options)
        table.play("0 self_kong 2m", "1 hu")
        assert table.points == [0, 6, 0, -6]


@pytest.mark.parametrize("dealer", range(4))
def test_after_it_is_won_the_deal_passes_on_whoever_won(dealer):
    following = drawn("plain", dealer=dealer).last("end_hand")["next"]
    assert (following["dealer"], following["draws"]) == ((dealer + 1) % 4, 0)


def test_before_that_the_winner_deals():
    following = drawn("plain", dealer=2, draws=2).last("end_hand")["next"]
    assert (following["dealer"], following["draws"]) == (0, 0)


@pytest.mark.parametrize("liability_after_draw", ["stays", "passes"])
@pytest.mark.parametrize("draws", [2, 3, 4])
@pytest.mark.parametrize("dealer", range(4))
def test_liability_after_draw(dealer, draws, liability_after_draw):
    options = {"rules": "single_bao", "dealer": dealer, "draws": draws, "liability_after_draw": liability_after_draw}
    table = position(hand("19m ...", drew="5m"), left=0, **options)
    table.play("0 discard 5m")
    passes = liability_after_draw == "passes" and draws >= 3
    following = table.last("end_hand")["next"]
    assert (following["dealer"], following["draws"]) == ((dealer + passes) % 4, draws + 1)


def test_four_bao_has_no_liability():
    table = drawn("plain", rules="four_bao", dealer=1)
    assert table.points == [6, -2, -2, -2]
    assert table.last("end_hand")["next"]["dealer"] == 0
