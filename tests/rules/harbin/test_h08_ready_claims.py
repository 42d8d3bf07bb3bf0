"""H8: ting_chow and ting_pung: from any seat, if some discard after the meld is ready; that discard must follow."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("19m ...", drew="5m")
CHOW = "123p 555p 777s 68s"  # with a run in m: six discards are ready
PUNG = hand("55m 123p 456p 777s 68s")


def claims(seat, held, **options):
    table = position(GIVER, *[None] * (seat - 1), held, **options)
    table.play("0 discard 5m")
    return table.legal if table.actor == seat else []


@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize(("held", "place"), [("67m", "low"), ("46m", "mid"), ("34m", "high")])
def test_ting_chow_from_any_seat(seat, held, place):
    ordinary = [f"chow_{place}"] if seat == 1 else []
    assert claims(seat, hand(f"{held} {CHOW}")) == [*ordinary, f"ting_chow_{place}", "pass"]


@pytest.mark.parametrize("ting_pung", [True, False])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_ting_pung(seat, ting_pung):
    assert claims(seat, PUNG, ting_pung=ting_pung) == ["pung", *(["ting_pung"] if ting_pung else []), "pass"]


@pytest.mark.parametrize(
    ("held", "places"),
    [
        ("4678m 99p 4p 555p 777s", ["mid"]),  # 467 without 46 leaves 7 beside 8, without 67 it leaves 4
        ("2346m 99p 4p 555p 777s", ["mid"]),
        ("3467m 99p 4p 555p 777s", ["low", "high"]),
    ],
)
def test_each_chow_is_tried_by_itself(held, places):
    assert claims(2, hand(held)) == [*(f"ting_chow_{place}" for place in places), "pass"]


@pytest.mark.parametrize(
    "held",
    [
        "46m 234p 555p 777s 68s",  # no terminal (H5c)
        "246m 111m 789m 9m 77z 4m",  # one suit (H5d)
        "46m 147p 555p 777s 68s",  # no wait (H5e)
        "46m 123p 456p 789s 68s",  # no triplet (H6)
    ],
)
def test_the_13_tiles_must_be_a_ready_hand(held):
    assert claims(2, hand(held)) == []


def test_the_claim_may_be_the_opening_meld():
    assert claims(2, hand("46m 123p 668s 99p", "concealed 7777s")) == ["ting_chow_mid", "pass"]
    assert claims(2, hand("46m 147p 668s 99p", "concealed 7777s")) == []


def test_a_ready_seat_makes_no_ready_claim():
    assert claims(2, hand("46m 123p 456p 99p", "pung 777s", ready=1)) == ["hu", "pass"]


def test_ready_must_be_declared_with_the_discard():
    table = position(GIVER, None, hand(f"46m {CHOW}"), bao="8m")
    chow = table.play("0 discard 5m", "2 ting_chow_mid")[-1]
    assert chow == {"type": "chow", "actor": 2, "target": 0, "tile": "5m", "consumed": ["4m", "6m"], "ready": True}
    assert table.legal == ["ting 2p", "ting 3p", "ting 5p", "ting 6s", "ting 7s", "ting 8s"]
    discard, bao = table.play("2 ting 5p")[1:3]
    assert discard == {"type": "discard", "actor": 2, "tile": "5p", "drawn": False, "ready": True}
    assert bao == {"type": "bao", "actor": 2, "tile": "8m", "index": 0}
    assert table.waits(2) == "5p7s"
    assert table.state["must_ting"] == 0


def test_an_ordinary_claim_leaves_the_choice():
    table = position(GIVER, hand(f"46m {CHOW}"))
    assert table.play("0 discard 5m", "1 chow_mid")[-1]["ready"] is False
    assert table.may("discard") == "1p 2p 3p 5p 6s 7s 8s"
    assert table.may("ting") == "2p 3p 5p 6s 7s 8s"


def test_no_kong_in_the_turn_of_a_ready_claim():
    table = position(GIVER, hand("46m 1111p 23p 777s 99s"), kong_after_claim=True)
    table.play("0 discard 5m", "1 ting_chow_mid")
    assert {name.split()[0] for name in table.legal} == {"ting"}


def test_asking_for_ready_claims_changes_nothing():
    """The engine tries each claim on the table and takes it back."""
    for held in (hand(f"3467m {CHOW[:-4]}"), PUNG):
        table = position(GIVER, None, held)
        before = table.observe(2)
        table.play("0 discard 5m", "2 pass")
        after = table.observe(2)
        for field in ("hand_size", "meld_count", "meld_type"):
            assert after[field].tolist()[0] == before[field].tolist()[0]
        assert after["hand"].tolist() == before["hand"].tolist()
