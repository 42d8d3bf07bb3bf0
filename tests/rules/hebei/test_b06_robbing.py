"""B6: robbing an added kong is a win as with a discard by the kong's maker; the kong is void."""

import pytest

from tests.builder import hand, position
from tests.rules.hebei.wins import CONCEALED, PLAIN, RULES, fan, robbed_kong

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
MAKER = hand("147m 258s 1234z", "pung 888p from 3", drew="8p")
EDGE = hand("67p 123m 345s 999m 55z")  # 5p 8p
PAIR = ("345s 678s 79p 33m 111z",)


@RULES
def test_the_robber_wins_from_the_maker(rules):
    table = robbed_kong(*PLAIN, tile="8p", rules=rules)
    won = table.last("hu")
    assert (won["actor"], won["target"], won["tile"], won["mode"]) == (1, 2, "8p", "robbed_kong")
    assert won["elements"] == {"robbed_kong": 2}
    assert "789p" in won["groups"]


@RULES
def test_the_kong_is_void(rules):
    table = position(MAKER, hand(*PLAIN), left=30, rules=rules)
    events = table.play("0 self_kong 8p", "1 hu")
    assert [event["type"] for event in events] == ["ask", "added_kong", "ask", "hu", "end_hand", "end_match"]
    assert table.state["meld_type"][0, 0] == 2
    assert (table.state["kongs"], table.left) == (0, 30)
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]
    assert table.points == [-8, 8, 0, 0]
    assert table.hand(0) == "147m258s1234z"


@RULES
def test_a_kong_that_nobody_robs_counts(rules):
    table = position(MAKER, hand(*PLAIN), left=30, tail="9s", rules=rules)
    events = table.play("0 self_kong 8p", "1 pass")
    assert (events[-1]["type"], events[-1]["tile"], events[-1]["left"]) == ("draw", "9s", 28)
    assert (table.actor, table.state["meld_type"][0, 0], table.state["kongs"]) == (0, 4, 1)


@RULES
@pytest.mark.parametrize(("dealer", "points"), [(1, 10), (2, 8), (0, 7)])
def test_paid_as_for_a_discard(dealer, points, rules):
    table = robbed_kong(*PLAIN, tile="8p", dealer=dealer, rules=rules)
    assert table.points == [0, points, -points, 0]


@RULES
def test_other_fan_are_added(rules):
    assert fan(robbed_kong(*CONCEALED, tile="8p", rules=rules)) == {"concealed": 2, "robbed_kong": 2}
    assert fan(robbed_kong("46m 123p 678s 99s", "pung 444z", tile="5m", rules=rules)) == {
        "robbed_kong": 2,
        "catch_five": 5,
    }


@RULES
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_any_seat_that_waits_on_it_may_rob(seat, rules):
    table = position(MAKER, *[None] * (seat - 1), EDGE, rules=rules)
    table.play("0 self_kong 8p")
    assert (table.actor, table.legal) == (seat, ["hu", "pass"])


@RULES
def test_nobody_robs_a_concealed_or_an_exposed_kong(rules):
    table = position(hand("8888p ...", drew="9s"), hand("79p 19m 19s 1234567z"), rules=rules)
    assert [event["type"] for event in table.play("0 self_kong 8p")] == ["ask", "concealed_kong", "draw"]
    orphans = position(hand("...", "pung 111m", drew="1m"), hand("9m 19p 19s 1234567z 5z"), rules=rules)
    orphans.play("0 self_kong 1m")
    assert orphans.actor == 1
    concealed = position(hand("111m ...", drew="1m"), hand("9m 19p 19s 1234567z 5z"), rules=rules)
    events = concealed.play("0 self_kong 1m")
    assert [event["type"] for event in events] == ["ask", "concealed_kong", "draw"]
    table = position(hand("...", drew="8p"), hand("888p ..."), hand(*PLAIN), rules=rules)
    events = table.play("0 discard 8p", "1 kong", "2 pass")
    assert [event["type"] for event in events[-2:]] == ["kong", "draw"]


def test_robbing_with_several_winners():
    table = position(MAKER, EDGE, hand(*PLAIN), dealer=2, rules="online")
    table.play("0 self_kong 8p", "1 hu")
    assert (table.actor, table.legal) == (2, ["hu", "pass"])
    table.play("2 hu")
    won = [event for event in table.events if event["type"] == "hu"]
    assert [(event["actor"], event["elements"]) for event in won] == [
        (1, {"concealed": 2, "robbed_kong": 2}),
        (2, {"robbed_kong": 2}),
    ]
    assert [event["payments"] for event in won] == [[-9, 9, 0, 0], [-10, 0, 10, 0]]
    assert table.points == [-19, 9, 10, 0]
    assert (table.state["meld_type"][0, 0], table.state["kongs"]) == (2, 0)
    assert table.last("end_hand")["kongs"] == [0, 0, 0, 0]


@pytest.mark.parametrize(("answers", "winners"), [("hu pass", [1]), ("pass hu", [2]), ("pass pass", [])])
def test_those_that_claim_it(answers, winners):
    table = position(MAKER, EDGE, hand(*PLAIN), rules="online")
    table.play("0 self_kong 8p", *[f"{seat} {answer}" for seat, answer in enumerate(answers.split(), 1)])
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == winners


def test_in_classic_the_nearest_robs_alone():
    table = position(MAKER, EDGE, hand(*PLAIN), rules="classic")
    table.play("0 self_kong 8p", "1 hu")
    assert (table.actor, table.count("hu")) == (-1, 1)
    table = position(MAKER, EDGE, hand(*PLAIN), rules="classic")
    table.play("0 self_kong 8p", "1 pass", "2 hu")
    assert table.last("hu")["actor"] == 2


def test_a_ready_seat_robs_too():
    table = position(MAKER, hand(*PLAIN, ready=1), hand(*PAIR, ready=2), rules="online")
    table.play("0 self_kong 8p")
    assert (table.actor, table.legal) == (1, ["hu", "pass"])
    elsewhere = position(MAKER, hand("23m 678m 567p 22s", "pung 444z", ready=1), rules="online")
    assert [event["type"] for event in elsewhere.play("0 self_kong 8p")] == ["ask", "added_kong", "draw"]
