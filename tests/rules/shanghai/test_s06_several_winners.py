"""S6: several seats may win on one discard or one robbed kong; each is settled separately."""

import itertools

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import qiaoma

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]

#: Three ready seats that wait on 8p and have 2, 3 and 4 flowers: no fan, and open.
SEATS = [
    hand("234m 678m 79p 22s", "chow 123s", ready=1, flowers="1f"),
    hand("345m 567m 79p 33s", "chow 456s", ready=2, flowers="2f 3f"),
    hand("456m 234s 67p 66s", "chow 789s", ready=3, flowers="4f 5f 6f"),
]
GAINS = [2, 3, 4]


def giving(robbed):
    """Return the table where seat 0 gives 8p to three ready seats."""
    if robbed:
        table = qiaoma(hand("...", "pung 888p from 2", drew="8p"), *SEATS)
        table.play("0 self_kong 8p")
    else:
        table = qiaoma(hand("...", drew="8p"), *SEATS)
        table.play("0 discard 8p")
    return table


@pytest.mark.parametrize("robbed", [False, True])
@pytest.mark.parametrize("answers", [*itertools.product(["hu", "pass"], repeat=3)])
def test_each_seat_that_claims_wins(answers, robbed):
    """C13: a further `hu` is a change, so every seat is asked."""
    table = giving(robbed)
    table.play(*[f"{seat} {answer}" for seat, answer in enumerate(answers, 1)])
    won = [seat for seat, answer in enumerate(answers, 1) if answer == "hu"]
    events = [event for event in table.events if event["type"] == "hu"]
    assert [event["actor"] for event in events] == won  # in turn order from the giver
    gains = [GAINS[seat - 1] * (3 if robbed else 1) if seat in won else 0 for seat in (1, 2, 3)]
    for event in events:
        gain = gains[event["actor"] - 1]
        assert (event["target"], event["tile"]) == (0, "8p")
        assert event["payments"] == [-gain, *(gain if seat == event["actor"] else 0 for seat in (1, 2, 3))]
        assert event["flowers"] == GAINS[event["actor"] - 1]
        assert event["mode"] == ("robbed_kong" if robbed else "discard")
    if won:
        assert table.points == [-sum(gains), *gains]
    else:
        assert table.count("end_hand") == 0


def test_nobody_learns_the_others_answers():
    seen = []
    for answer in ("hu", "pass"):
        table = giving(robbed=False)
        table.play(f"1 {answer}")
        assert table.actor == 2
        seen.append([table.observe(seat).tobytes() for seat in (0, 2, 3)])
    assert seen[0] == seen[1]


def test_claims_that_only_take_the_tile_are_left_out_after_a_hu():
    pung = hand("88p 258m 58s 11s 14s9m1z")
    table = qiaoma(hand("...", drew="8p"), SEATS[0], pung, hand("..."))
    table.play("0 discard 8p", "1 hu")
    assert table.count("end_hand") == 1
    table = qiaoma(hand("...", drew="8p"), SEATS[0], pung, hand("..."))
    table.play("0 discard 8p", "1 pass")
    assert (table.actor, table.legal) == (2, ["pung", "pass"])


def test_a_win_that_comes_later_in_turn_order_overrides_a_pung():
    table = qiaoma(hand("...", drew="8p"), hand("88p 258m 58s 11s 14s9m1z"), None, SEATS[0])
    table.play("0 discard 8p", "1 pung", "3 hu")
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == [3]
