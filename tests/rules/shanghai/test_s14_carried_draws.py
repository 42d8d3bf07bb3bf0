"""S14: the 荒番 counter: draws and dice add to it, a won hand takes one off."""

import itertools

import pytest

from tests.builder import deal, hand
from tests.rules.shanghai.tables import PLAIN, RULES, qiaoma, win

pytestmark = pytest.mark.nojit
ALL_DICE = [*itertools.product(range(1, 7), repeat=2)]
DOUBLED = {(1, 1), (4, 4)}
ONCE = {dice for dice in ALL_DICE if {1, 4} & {*dice} or dice[0] == dice[1]} - DOUBLED
READY = "234m 678m 79p 123s 22s 4z"


def carried(dice, counter):
    """Return the table where the dealer has become ready in its first turn, and waits on 8p."""
    carry = {"counter": counter, "draws": 1}
    table = deal(READY, rules=RULES, dice=dice, carry=carry, draws="8p", number=2)
    table.play("0 ting 4z")
    return table


@pytest.mark.parametrize("dice", ALL_DICE)
def test_what_the_dice_add(dice):
    expected = 2 if dice in DOUBLED else 1 if dice in ONCE else 0
    for counter in (0, 3):
        table = carried(dice, counter)
        assert table.last("start_hand")["carry"]["counter"] == counter  # without the dice
        assert table.observe(2)["counter"] == counter + expected
        table.play("1 discard 8p", "0 hu")
        assert ("carried_draw" in table.last("hu")["elements"]) == (counter + expected > 0)
        assert table.last("end_hand")["next"]["counter"] == max(0, counter + expected - 1)


def test_how_many_throws_add():
    assert (len(DOUBLED), len(ONCE), len(ALL_DICE)) == (2, 22, 36)
    assert {(2, 2), (3, 3), (5, 5), (6, 6), (1, 4), (1, 6), (4, 3)} <= ONCE
    assert not {(2, 3), (5, 6), (3, 5), (6, 2)} & ONCE


@pytest.mark.parametrize("counter", [0, 1, 2, 5])
def test_a_win_takes_one_off_and_a_draw_adds_one(counter):
    for mode in ("discard", "self_draw", "robbed_kong"):
        assert win(*PLAIN, mode=mode, counter=counter, draws=2).last("end_hand")["next"] == {
            "dealer": 0 if mode == "self_draw" else 1,
            "draws": 0,
            "counter": max(0, counter - 1),
            "totals": win(*PLAIN, mode=mode, counter=counter).points,
        }
    table = qiaoma(hand("...", drew="9m"), left=0, counter=counter, draws=2, totals=(1, 2, 3, 4))
    table.play("0 discard 9m")
    expected = {"dealer": 0, "draws": 3, "counter": counter + 1, "totals": [1, 2, 3, 4]}
    assert table.last("end_hand")["next"] == expected


@pytest.mark.parametrize("counter", [0, 1, 4])
def test_several_winners_take_one_off_together(counter):
    others = [hand(*PLAIN, ready=1), hand("345m 567m 79p 33s", "chow 456s", ready=2)]
    table = qiaoma(hand("...", drew="8p"), *others, counter=counter)
    table.play("0 discard 8p", "1 hu", "2 hu")
    assert table.last("end_hand")["next"]["counter"] == max(0, counter - 1)
    shown = [event["elements"].get("carried_draw", 0) for event in table.events if event["type"] == "hu"]
    assert shown == [int(counter > 0)] * 2


def test_from_hand_to_hand():
    """C21: what one hand leaves the next begins with; its dice come on top."""
    table = carried((1, 1), 0)
    table.play("1 discard 8p", "0 pass")
    while table.count("end_hand") == 0:
        pass_or_discard(table)
    left = table.last("end_hand")["next"]
    begin = table.last("start_hand")
    assert (left["counter"], left["draws"], begin["hand"]) == (3, 2, 1)
    assert begin["carry"] == {key: left[key] for key in ("draws", "counter", "totals")}
    dice = tuple(begin["dice"])
    assert table.observe(0)["counter"] == 3 + (2 if dice in DOUBLED else dice in ONCE)


def pass_or_discard(table):
    """Play on without a win."""
    name = "pass" if "pass" in table.legal else next(name for name in table.legal if name.startswith("discard"))
    table.play(f"{table.actor} {name}")
