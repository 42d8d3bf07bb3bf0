"""C11: claims on a discard: hu, kong, pung, three chows, their ready forms, and pass."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def claims(tile, held, *melds, **options):
    """Return what the next seat may do with a discard; it is empty where nobody is asked."""
    giver = hand("7z ...", drew=tile) if tile != "7z" else hand("19m ...", drew=tile)
    table = position(giver, hand(held, *melds, **options))
    table.play(f"0 discard {tile}")
    return [name for name in table.legal if name != "pass"] if table.last("discard")["actor"] == table.actor - 1 else []


@pytest.mark.parametrize(
    ("tile", "held", "expected"),
    [
        ("5m", "67m", ["chow_low"]),
        ("5m", "46m", ["chow_mid"]),
        ("5m", "34m", ["chow_high"]),
        ("5m", "3467m", ["chow_low", "chow_mid", "chow_high"]),
        ("5m", "3455567m", ["chow_low", "chow_mid", "chow_high", "pung", "kong"]),
        ("5m", "55m", ["pung"]),
        ("5m", "555m", ["pung", "kong"]),
        ("1m", "23m", ["chow_low"]),
        ("2m", "134m", ["chow_low", "chow_mid"]),
        ("8m", "679m", ["chow_mid", "chow_high"]),
        ("9m", "78m", ["chow_high"]),
        ("3m", "12m", ["chow_high"]),
        ("7m", "89m", ["chow_low"]),
        ("1p", "23p", ["chow_low"]),
        ("9p", "78p", ["chow_high"]),
        ("1s", "23s", ["chow_low"]),
        ("9s", "78s", ["chow_high"]),
    ],
)
def test_claims_of_the_next_seat(tile, held, expected):
    assert claims(tile, held + "...") == expected


@pytest.mark.parametrize(
    ("tile", "held"),
    [
        ("5m", "5m ..."),  # one copy
        ("5m", "37m ..."),  # no run
        ("9m", "8m 12p 147s 147s 77z 58p"),  # no run goes on in the next suit
        ("1p", "89m 2p 147s 147s 77z 58p"),
        ("9s", "8s 7z ..."),
    ],
)
def test_no_claims(tile, held):
    assert not {"pung", "chow_low", "chow_mid", "chow_high"} & set(claims(tile, held))


def test_zhong_is_claimed_as_pung_or_kong():
    assert claims("7z", "777z 147m ...") == ["pung", "kong"]


def test_every_ready_form():
    assert claims("5m", "3455567m 123p 999s") == [
        *("chow_low", "chow_mid", "chow_high", "pung", "kong"),
        *("ting_chow_low", "ting_chow_mid", "ting_chow_high", "ting_pung"),
    ]


def test_a_ready_seat_is_offered_the_win_only():
    assert claims("5m", "55m 33m 789p", "pung 222s", "chow 123s", ready=1) == ["hu"]
