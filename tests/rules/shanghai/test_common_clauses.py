"""C8, C12, C20, C22, C23 as Shanghai meets them; its own clauses hold the others."""

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import PLAIN, qiaoma, types

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
WINNER = hand(*PLAIN, ready=1, flowers="1f")
KONG = hand("...", "pung 888p from 3", drew="8p")


# Kongs (C8) -------------------------------------------------------------------------------------------
def test_after_a_kong_the_turn_goes_on():
    table = qiaoma(hand("1111m 2222p ...", drew="9s"), tail="3m 4z")
    table.play("0 self_kong 1m")
    assert (table.actor, table.drawn, table.may("self_kong")) == (0, "3m", "2p")
    table.play("0 self_kong 2p")
    assert (table.drawn, table.state["kongs"]) == ("4z", 2)
    table.play("0 discard 4z")
    assert table.last("discard")["drawn"] is True


def test_an_exposed_kong_takes_its_replacement_from_the_tail():
    table = qiaoma(hand("...", drew="5m"), None, hand("555m ..."), tail="7z 9m")
    events = table.play("0 discard 5m", "2 kong")
    assert types(events) == ["discard", "kong", "draw", "flower", "draw"]
    assert (table.actor, table.drawn, table.last("draw")["from"]) == (2, "9m", "tail")


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize(
    ("tile", "held", "claim"), [("5m", "55m 1111z ...", "pung"), ("5m", "46m 1111z ...", "chow_mid")]
)
def test_no_kong_and_no_win_after_ones_own_claim(tile, held, claim, allowed):
    table = qiaoma(hand("...", drew=tile), hand(held), kong_after_claim=allowed)
    table.play(f"0 discard {tile}", f"1 {claim}")
    assert table.may("self_kong") == ("1z" if allowed else "")
    assert "hu" not in table.legal


# Robbing (C12) ----------------------------------------------------------------------------------------
def test_an_added_kong_is_shown_before_it_is_robbed():
    table = qiaoma(KONG, None, WINNER, tail="3m")
    assert types(table.play("0 self_kong 8p")) == ["added_kong"]
    assert (table.actor, table.legal) == (2, ["hu", "pass"])
    assert types(table.play("2 pass")) == ["draw"]
    assert (table.actor, table.drawn, table.state["kongs"]) == (0, "3m", 1)


def test_a_robbed_kong_counts_nowhere():
    table = qiaoma(KONG, None, WINNER, tail="3m")
    table.play("0 self_kong 8p", "2 hu")
    assert table.count("draw") == 0
    won = table.last("hu")
    assert (won["target"], won["tile"], won["mode"]) == (0, "8p", "robbed_kong")
    assert "8p" in won["hand"]
    assert (table.state["kongs"], table.state["meld_type"][0, 0]) == (0, 2)


@pytest.mark.parametrize("held", [hand("888p ...", drew="8p"), hand("8888p ...", drew="9s")])
def test_a_concealed_kong_is_not_robbed(held):
    table = qiaoma(held, WINNER, tail="3m")
    assert types(table.play("0 self_kong 8p")) == ["concealed_kong", "draw"]
    assert table.actor == 0


def test_only_the_kind_that_is_waited_on_is_robbed():
    table = qiaoma(hand("...", "pung 999m", drew="9m"), WINNER, tail="3m")
    assert types(table.play("0 self_kong 9m")) == ["added_kong", "draw"]


# The end of a hand (C20) ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("held", "claims"),
    [
        (hand("46m ..."), ["chow_mid", "pass"]),
        (hand("555m ..."), ["pung", "pass"]),  # no kong
        (hand("46m 123p 123s 777p 99s", ready=1), ["hu", "pass"]),
    ],
)
def test_claims_on_the_last_discard(held, claims):
    table = qiaoma(hand("...", drew="5m"), held, left=0)
    table.play("0 discard 5m")
    assert (table.actor, table.legal) == (1, claims)
    table.play("1 pass")
    end = table.last("end_hand")
    assert (end["result"], end["points"], end["kongs"], end["tasks"]) == ("draw", [0] * 4, [0] * 4, {})
    assert "bao" not in end


def test_what_a_result_names():
    table = qiaoma(hand(*PLAIN, drew="8p", ready=1, flowers="1f 5z"), totals=(1, 2, 3, 4))
    _, won, end, over = table.play("0 hu")
    assert won == {
        "type": "hu",
        "actor": 0,
        "target": None,
        "tile": "8p",
        "mode": "self_draw",
        "elements": {},
        "flowers": 3,
        "hand": ["2m", "3m", "4m", "6m", "7m", "8m", "7p", "8p", "9p", "2s", "2s"],
        "groups": ["123s", "22s", "234m", "678m", "789p"],
        "payments": [9, -3, -3, -3],
    }
    assert end["next"] == {"dealer": 0, "draws": 0, "counter": 0, "totals": [10, -1, 0, 1]}
    assert over == {"type": "end_match", "totals": [10, -1, 0, 1]}


# Fee and cap (C22, C23) -------------------------------------------------------------------------------
def test_the_fee_is_apart():
    table = qiaoma(hand(*PLAIN, drew="8p", ready=1, flowers="1f"), table_fee=5)
    table.play("0 hu")
    end = table.last("end_hand")
    assert (end["points"], end["fee"], end["next"]["totals"]) == ([6, -2, -2, -2], [5] * 4, [1, -7, -7, -7])


@pytest.mark.parametrize(
    ("cap", "points"),
    [
        (None, [-9, 2, 3, 4]),
        (9, [-9, 2, 3, 4]),
        (8, [-8, 2, 3, 3]),
        (4, [-4, 2, 2, 0]),
        (1, [-1, 1, 0, 0]),
    ],
)
def test_the_cap_with_several_winners(cap, points):
    """The giver's creditors are served in turn order; each win is reported as before."""
    seats = [
        hand(*PLAIN, ready=1, flowers="1f"),
        hand("345m 567m 79p 33s", "chow 456s", ready=2, flowers="23f"),
        hand("456m 234s 67p 66s", "chow 789s", ready=3, flowers="456f"),
    ]
    table = qiaoma(hand("...", drew="8p"), *seats, cap=cap)
    table.play("0 discard 8p", "1 hu", "2 hu", "3 hu")
    assert table.points == points
    payments = [event["payments"] for event in table.events if event["type"] == "hu"]
    assert payments == [[-2, 2, 0, 0], [-3, 0, 3, 0], [-4, 0, 0, 4]]


@pytest.mark.parametrize(
    ("cap", "points"), [(60, [60, -20, -20, -20]), (50, [50, -16, -17, -17]), (7, [7, -2, -2, -3])]
)
def test_the_cap_of_a_self_draw(cap, points):
    table = qiaoma(hand("234m 678m 79p 22s 123s", drew="8p", ready=1), cap=cap)
    table.play("0 hu")
    assert table.points == points
    assert table.last("hu")["payments"] == [60, -20, -20, -20]
