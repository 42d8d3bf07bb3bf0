"""C13: claims are asked in turn order; a seat whose claims could not change who gets the tile is skipped."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]

#: What a seat can do with the 5m that seat 0 discards.
SEATS = {
    "none": None,
    "chow": hand("46m ..."),
    "pung": hand("55m ..."),
    "kong": hand("555m ..."),
    "ting": hand("46m 123p 555p 777s 68s"),
    "ting_2": hand("46m 345p 888p 999s 13s"),
    "ting_pung": hand("55m 123p 555p 777s 68s"),
    "hu": hand("5m 123p 567p", "pung 222s", "chow 789s", ready=1),
    "hu_2": hand("46m 99p 345p", "pung 888s", "chow 345s", ready=2),
    "hu_3": hand("34m 11p 567p", "pung 444s", "chow 567s", ready=3),
}


def ask(*claims):
    """Return a table where seat 0 has discarded 5m."""
    table = position(hand("19m ...", drew="5m"), *[SEATS[claim] for claim in claims])
    table.play("0 discard 5m")
    return table


# `play` refuses a move of a seat that is not the one asked, so the moves say who is asked and who is skipped.
@pytest.mark.parametrize(
    ("claims", "moves", "taker"),
    [
        # a higher claim is asked, a lower or an equal one is not
        ("chow pung none", "1 chow_mid, 2 pung", "pung 2"),
        ("chow pung none", "1 chow_mid, 2 pass", "chow 1"),
        ("chow none pung", "1 pass, 3 pung", "pung 3"),
        ("chow none kong", "1 chow_mid, 3 kong", "kong 3"),
        ("chow pung none", "1 pass, 2 pass", "draw 1"),
        ("chow ting none", "1 chow_mid, 2 ting_chow_mid", "chow 2"),
        ("pung ting none", "1 pung, 2 ting_chow_mid", "chow 2"),
        ("pung ting none", "1 pung, 2 pass", "pung 1"),
        ("kong ting none", "1 kong, 2 ting_chow_mid", "chow 2"),
        ("kong ting none", "1 kong, 2 pass", "kong 1"),
        ("ting pung none", "1 ting_chow_mid", "chow 1"),
        ("ting none kong", "1 ting_chow_mid", "chow 1"),
        ("ting pung none", "1 chow_mid, 2 pung", "pung 2"),
        ("ting pung none", "1 pass, 2 pung", "pung 2"),
        ("none pung ting", "2 pung, 3 ting_chow_mid", "chow 3"),
        ("none ting pung", "2 ting_chow_mid", "chow 2"),
        ("ting ting_2 none", "1 ting_chow_mid", "chow 1"),
        ("ting ting_2 none", "1 chow_mid, 2 ting_chow_mid", "chow 2"),
        ("ting ting_2 none", "1 pass, 2 ting_chow_mid", "chow 2"),
        ("ting_2 ting_pung none", "1 ting_chow_mid", "chow 1"),
        ("chow ting_pung none", "1 chow_mid, 2 ting_pung", "pung 2"),
        ("ting_pung none ting_2", "1 ting_pung", "pung 1"),
        ("ting_pung none ting_2", "1 pung, 3 ting_chow_mid", "chow 3"),
        # hu is above all; one winner only (H10), so a second hu changes nothing
        ("hu pung none", "1 hu", "hu 1"),
        ("hu pung none", "1 pass, 2 pung", "pung 2"),
        ("pung hu none", "1 pung, 2 hu", "hu 2"),
        ("pung none hu", "1 pung, 3 hu", "hu 3"),
        ("pung none hu", "1 pung, 3 pass", "pung 1"),
        ("chow pung hu", "1 chow_mid, 2 pung, 3 hu", "hu 3"),
        ("chow pung hu", "1 chow_mid, 2 pung, 3 pass", "pung 2"),
        ("ting none hu", "1 ting_chow_mid, 3 hu", "hu 3"),
        ("hu hu_2 hu_3", "1 hu", "hu 1"),
        ("hu hu_2 hu_3", "1 pass, 2 hu", "hu 2"),
        ("hu hu_2 hu_3", "1 pass, 2 pass, 3 hu", "hu 3"),
        ("hu hu_2 hu_3", "1 pass, 2 pass, 3 pass", "draw 1"),
        ("none hu hu_2", "2 hu", "hu 2"),
    ],
)
def test_who_is_asked_and_who_gets_the_tile(claims, moves, taker):
    table = ask(*claims.split())
    asked = [event for event in table.play(*moves.split(", ")) if event["type"] not in {"ask", "discard", "bao"}]
    assert f"{asked[0]['type']} {asked[0]['actor']}" == taker


def test_a_seat_that_is_asked_sees_all_its_claims():
    table = ask("ting_2", "ting_pung", "none")
    assert table.legal == ["chow_mid", "ting_chow_mid", "pass"]
    table.play("1 chow_mid")
    assert table.legal == ["pung", "ting_pung", "pass"]


def test_a_seat_does_not_know_the_answers_before():
    seen = set()
    for answer in ("chow_mid", "pass"):
        table = ask("chow", "pung", "none")
        table.play(f"1 {answer}")
        assert table.actor == 2
        seen.add((table.observe(2).tobytes(), table.observe(2, "planes/1").tobytes()))
    assert len(seen) == 1


def test_a_claim_takes_effect_when_all_have_answered():
    table = ask("chow", "pung", "none")
    assert table.play("1 chow_mid")[-1]["type"] == "ask"
    assert (table.hand(1).count("m"), table.observe(1)["meld_count"][0]) == (1, 0)
    assert table.play("2 pass")[-1]["type"] == "chow"


def test_robbing_is_asked_in_the_same_way():
    maker = hand("18m 258p 369s 7z 9p", "pung 555m from 2", drew="5m")
    outer = [
        hand("46m 99p 345p", "pung 888s", "chow 678s", ready=1),
        hand("34m 11p 567p", "pung 222s", "chow 123s", ready=2),
    ]
    for moves, taker in (("1 hu", "hu"), ("1 pass, 2 hu", "hu"), ("1 pass, 2 pass", "draw")):
        table = position(maker, *outer)
        events = table.play("0 self_kong 5m", *moves.split(", "))
        assert [event["type"] for event in events if event["type"] in {"hu", "draw"}] == [taker]


def test_asking_goes_round_the_table_from_the_giver():
    seats = [hand("5m 123p 567p", "pung 222s", "chow 789s", ready=1), hand("55m ..."), hand("19m ...", drew="5m"), None]
    table = position(*seats, turn=2)
    table.play("2 discard 5m", "0 pass", "1 pung")
    assert (table.last("pung")["actor"], table.last("pung")["target"]) == (1, 2)
