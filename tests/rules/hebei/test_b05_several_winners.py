"""B5: `hu` before `kong` = `pung`; in `classic` the nearest winner alone, in `online` every seat that claims it."""

import pytest

from tests.builder import hand, position
from tests.rules.hebei.wins import PLAIN, RULES, fan

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("...", drew="5m")
#: Three seats that wait on 5m: their wins are worth 0, 3 and 5 fan.
WAITING = [
    hand("34m 123p 678p 22s", "pung 444z"),
    hand("55m 111p 99s", "pung 888s", "pung 555z"),
    hand("46m 345p 678s 77z", "pung 333z"),
]
PUNG = hand("55m 147p 147s 12345z")
KONG = hand("555m 147p 147s 1234z")


def ask(*seats, **options):
    table = position(GIVER, *seats, **options)
    table.play("0 discard 5m")
    return table


@RULES
@pytest.mark.parametrize("meld", [PUNG, KONG])
def test_hu_comes_before_a_meld_of_a_nearer_seat(meld, rules):
    table = ask(meld, WAITING[0], rules=rules)
    word = "kong" if meld is KONG else "pung"
    table.play(f"1 {word}")
    assert (table.actor, table.legal) == (2, ["hu", "pass"])
    events = table.play("2 hu")
    assert word not in [event["type"] for event in events]
    assert table.last("hu")["actor"] == 2
    table = ask(meld, WAITING[0], rules=rules)
    table.play(f"1 {word}", "2 pass")
    assert table.count(word) == 1


@RULES
def test_after_a_hu_no_meld_is_asked_for(rules):
    table = ask(WAITING[0], PUNG, rules=rules)
    table.play("1 hu")
    assert (table.actor, table.count("hu"), table.count("pung")) == (-1, 1, 0)


@RULES
def test_a_seat_with_both_chooses(rules):
    both = hand("555m 67m 11p 234p 678s")
    table = ask(both, rules=rules)
    assert table.legal == ["pung", "kong", "hu", "pass"]
    assert ask(both, rules=rules).play("1 pung")[-1]["type"] == "pung"


@pytest.mark.parametrize("rules", ["classic", "online"])
@pytest.mark.parametrize("multi_win", [None, False, True])
def test_multi_win(multi_win, rules):
    options = {} if multi_win is None else {"multi_win": multi_win}
    table = ask(*WAITING, rules=rules, **options)
    many = rules == "online" if multi_win is None else multi_win
    table.play("1 hu", *(["2 hu", "3 hu"] if many else []))
    won = [event for event in table.events if event["type"] == "hu"]
    assert [event["actor"] for event in won] == ([1, 2, 3] if many else [1])
    assert table.state["winners"] == (0b1110 if many else 0b0010)
    assert table.points == ([-26, 6, 9, 11] if many else [-6, 6, 0, 0])


@pytest.mark.parametrize(
    ("answers", "winners"),
    [
        ("hu hu hu", [1, 2, 3]),
        ("hu hu pass", [1, 2]),
        ("hu pass hu", [1, 3]),
        ("pass hu hu", [2, 3]),
        ("hu pass pass", [1]),
        ("pass hu pass", [2]),
        ("pass pass hu", [3]),
        ("pass pass pass", []),
    ],
)
def test_every_seat_is_asked_and_those_that_claim_it_win(answers, winners):
    table = ask(*WAITING, rules="online")
    for seat, answer in enumerate(answers.split(), 1):
        assert (table.actor, table.legal[-2:]) == (seat, ["hu", "pass"])
        table.play(f"{seat} {answer}")
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == winners
    assert table.points[0] == -sum({1: 6, 2: 9, 3: 11}[seat] for seat in winners)


@pytest.mark.parametrize(
    ("answers", "winner"), [(["hu"], 1), (["pass", "hu"], 2), (["pass", "pass", "hu"], 3), (["pass"] * 3, None)]
)
def test_in_classic_the_nearest_that_claims_it(answers, winner):
    table = ask(*WAITING, rules="classic")
    table.play(*[f"{seat} {answer}" for seat, answer in enumerate(answers, 1)])
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == ([winner] if winner else [])


def test_each_is_settled_separately_in_turn_order_from_the_giver():
    table = position(WAITING[1], WAITING[2], GIVER, WAITING[0], turn=2, dealer=3, rules="online")
    table.play("2 discard 5m", "3 hu", "0 hu", "1 hu")
    won = [event for event in table.events if event["type"] == "hu"]
    assert [(event["actor"], event["target"], event["tile"], event["mode"]) for event in won] == [
        (3, 2, "5m", "discard"),
        (0, 2, "5m", "discard"),
        (1, 2, "5m", "discard"),
    ]
    assert [event["elements"] for event in won] == [{}, {"all_triplets": 3}, {"catch_five": 5}]
    assert [event["payments"] for event in won] == [[0, 0, -8, 8], [8, 0, -8, 0], [0, 10, -10, 0]]
    assert table.points == [8, 10, -26, 8]
    assert [event["hand"].count("5m") for event in won] == [1, 3, 1]


def test_a_hu_of_one_and_a_meld_of_another():
    table = ask(WAITING[0], PUNG, WAITING[2], rules="online")
    table.play("1 hu")
    assert table.actor == 3
    table.play("3 pass")
    assert table.count("pung") == 0
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == [1]


def test_a_seat_does_not_know_the_answers_before():
    seen = set()
    for answer in ("hu", "pass"):
        table = ask(*WAITING, rules="online")
        table.play(f"1 {answer}")
        seen.add((table.observe(2).tobytes(), table.observe(2, "planes/1").tobytes()))
    assert len(seen) == 1


@RULES
def test_a_win_by_self_draw_is_of_one_seat(rules):
    table = position(hand(*PLAIN, drew="8p"), hand("79p 123m 456s 333s 5z 5z"), rules=rules)
    table.play("0 hu")
    assert (table.count("hu"), fan(table)) == (1, {})
