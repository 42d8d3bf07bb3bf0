"""S2: flowers are replaced before play, from the dealer on, lowest first; with no replacement left it is a draw."""

import pytest

from tests.builder import deal, hand, start
from tests.rules.shanghai.tables import RULES, qiaoma, types

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def opening(table):
    """Return what is set out and drawn before play."""
    return [(event["type"], event["actor"], event["tile"]) for event in table.events if event["type"] != "start_hand"]


def test_without_flowers_91_tiles_can_be_drawn():
    table = deal(rules=RULES)
    assert opening(table) == []
    assert table.left == 91
    while table.actor >= 0:
        table.default()
    assert table.count("draw") == 91
    assert table.last("draw")["left"] == 0
    assert table.last("end_hand")["result"] == "draw"


def test_one_at_a_time_lowest_first_and_replacements_join_the_rest():
    table = deal("5z 13f 147m", rules=RULES, tail="2f 9s 6z 1z 2z")
    assert opening(table) == [
        ("flower", 0, "5z"),
        ("draw", 0, "2f"),
        ("flower", 0, "1f"),
        ("draw", 0, "9s"),
        ("flower", 0, "2f"),
        ("draw", 0, "6z"),
        ("flower", 0, "6z"),  # dragons are lower than pictures
        ("draw", 0, "1z"),
        ("flower", 0, "3f"),
        ("draw", 0, "2z"),
    ]
    draws = [event for event in table.events if event["type"] == "draw"]
    assert [event["left"] for event in draws] == [90, 89, 88, 87, 86]
    assert {event["from"] for event in draws} == {"tail"}
    wall = table.last("start_hand")["wall"]
    assert [event["tile"] for event in draws] == wall[:138:-1]
    assert table.state["flowers"][0].tolist() == [1, 1, 1, 0, 0, 0, 0, 0, 1, 1, 0]


@pytest.mark.parametrize("dealer", range(4))
def test_seats_in_turn_order_from_the_dealer_each_until_it_has_none(dealer):
    hands = ["1f", "2f 7z", "3f", "44z 4f"]
    table = deal(*hands, dealer=dealer, rules=RULES, tail="5f 1m 2m 3m 4m 5m")
    steps = [(kind, seat) for kind, seat, _ in opening(table)]
    # the first flower set out, that of the dealer, brings 5f
    counts = {seat: {0: 1, 1: 2, 2: 1, 3: 1}[seat] + (seat == dealer) for seat in range(4)}
    expected = []
    for step in range(4):
        seat = (dealer + step) % 4
        expected += [("flower", seat), ("draw", seat)] * counts[seat]
    assert steps == expected
    assert table.actor == dealer
    assert table.observe(0)["hand_size"].tolist() == [14 if seat == dealer else 13 for seat in range(4)]


@pytest.mark.parametrize(
    ("held", "tail", "drawn"),
    [
        ("123m 456p 789s 11z 5z 2z 8f", "3z 9m", "9m"),  # the fourteenth tile is a flower: the last replacement (C5)
        ("123m 456p 789s 11z 22z 8f", "3z", "3z"),
        ("123m 456p 789s 11z 22z 8f", "7z 3z", "3z"),
        ("123m 456p 789s 11z 2z 5z", "3z", None),  # it is not: the fourteenth tile
        ("123m 456p 789s 11z 5z 8f", "4z 3z", None),
        ("123m 456p 789s 11z 22z", "", None),
    ],
)
def test_the_dealers_drawn_tile(held, tail, drawn):
    table = deal(held, rules=RULES, tail=tail)
    expected = drawn or table.last("start_hand")["hands"][0][13]
    assert table.drawn == expected
    (event,) = [event for event in table.play(f"0 discard {expected}") if event["type"] == "discard"]
    assert event["drawn"] is True


def test_another_seats_flowers_leave_the_dealers_drawn_tile():
    table = deal("123m 456p 789s 11z 22z 3z", "5z 8f", rules=RULES, tail="9m 9m")
    assert table.drawn == "3z"


def test_a_flower_without_a_replacement_ends_the_hand():
    table = qiaoma(hand("...", drew="9m"), wall="1f", left=1)
    events = table.play("0 discard 9m")
    assert types(events) == ["discard", "draw", "flower", "end_hand", "end_match"]
    end = table.last("end_hand")
    assert (end["result"], end["points"]) == ("draw", [0, 0, 0, 0])


def test_a_kong_whose_replacement_is_the_last_tile_and_a_flower():
    table = qiaoma(hand("1111m ...", drew="9m"), tail="1f", left=1)
    assert types(table.play("0 self_kong 1m")) == ["concealed_kong", "draw", "flower", "end_hand", "end_match"]
    assert table.last("end_hand")["result"] == "draw"


@pytest.mark.parametrize("left", [0, 1])
def test_no_kong_is_offered_when_the_wall_is_empty(left):
    assert qiaoma(hand("1111m ...", drew="9m"), left=left).may("self_kong") == ("1m" if left else "")
    assert qiaoma(hand("...", "pung 111m", drew="1m"), left=left).may("self_kong") == ("1m" if left else "")
    table = qiaoma(hand("...", drew="1m"), None, hand("111m ..."), left=left)
    table.play("0 discard 1m")
    assert table.legal == (["pung", "kong", "pass"] if left else ["pung", "pass"])


def test_random_deals_are_set_out_whole():
    for seed in range(12):
        table = start(rules=RULES, options={"match_seed": [seed, 7]})
        shown = int(table.state["flowers"].sum())
        dealt = [tile for held in table.last("start_hand")["hands"] for tile in held]
        assert table.left == 91 - shown
        assert shown >= sum(tile[1] == "f" or tile in {"5z", "6z", "7z"} for tile in dealt)
