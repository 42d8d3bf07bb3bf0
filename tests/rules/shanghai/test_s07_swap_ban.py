"""S7: right after a chow neither the claimed kind nor the run's other end may be discarded, `ting` included."""

import pytest

from tests.builder import hand
from tests.rules.shanghai.tables import qiaoma

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
PLACES = ("chow_low", "chow_mid", "chow_high")


def after_chow(tile, action, held, *melds, **options):
    """Return the table where seat 1 has claimed seat 0's discard."""
    table = qiaoma(hand("...", drew=tile), hand(held, *melds), **options)
    table.play(f"0 discard {tile}", f"1 {action}")
    return table


@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize("first", range(1, 8))
@pytest.mark.parametrize("place", range(3))
def test_what_each_chow_bars(first, place, suit):
    """The seat still holds every rank of the suit."""
    claimed = first + place
    pair = "".join(str(rank) for rank in range(first, first + 3) if rank != claimed)
    other_end = {0: first + 3, 2: first - 1}.get(place)
    table = after_chow(f"{claimed}{suit}", PLACES[place], f"{pair}123456789{suit} 12z")
    free = [f"{rank}{suit}" for rank in range(1, 10) if rank not in {claimed, other_end}]
    assert table.may("discard") == " ".join([*free, "1z", "2z"])


@pytest.mark.parametrize(
    ("tile", "action", "pair", "barred"),
    [
        ("2m", "chow_low", "34m", "2m 5m"),
        ("5m", "chow_high", "34m", "5m 2m"),
        ("3m", "chow_mid", "24m", "3m"),
        ("7m", "chow_low", "89m", "7m"),
        ("3m", "chow_high", "12m", "3m"),
    ],
)
def test_examples(tile, action, pair, barred):
    rest = "".join(name[0] for name in barred.split())
    table = after_chow(tile, action, f"{pair} {rest}m ...")
    assert "m" not in table.may("discard")
    table.run_to(2)
    table.run_to(1)
    assert {*barred.split()} <= {*table.may("discard").split()}  # only right after the chow


def test_ting_is_barred_too():
    table = after_chow("2m", "chow_low", "34m 5678m 79p 22s 123s")
    assert table.may("ting") == "8m"
    assert after_chow("2m", "chow_low", "34m 5789m 79p 22s 123s").may("ting") == ""
    assert after_chow("3m", "chow_mid", "24m 5789m 79p 22s 123s").may("ting") == "5m"


def test_a_pung_bars_nothing():
    table = qiaoma(hand("...", drew="2m"), hand("222m 34567m 12z 36p 9s"))
    table.play("0 discard 2m", "1 pung")
    assert "2m" in table.may("discard").split()


@pytest.mark.parametrize("count", [2, 3])
def test_the_fourth_meld_is_exempt(count):
    melds = ["pung 111p", "pung 555s", "concealed 9999s"][:count]
    table = after_chow("2m", "chow_low", "2345m" + " 3z6p8p"[: 7 * (count == 2)], *melds)
    assert table.may("discard") == ("2m 5m" if count == 3 else "6p 8p 3z")


@pytest.mark.parametrize(
    ("tile", "held", "legal"),
    [
        ("2m", "34m 222m 55m", "pung kong pass"),
        ("2m", "34m 22m 555m", "pung pass"),
        ("2m", "34m 222m 56m", "chow_low pung kong pass"),
        ("2m", "34m 222m 53m", "chow_low pung kong pass"),  # a 3 that the chow does not take
        ("2m", "344m 222m 5m", "chow_low pung kong pass"),
        ("5m", "34m 555m 22m", "pung kong pass"),
        ("5m", "34m 555m 21m", "chow_high pung kong pass"),
        ("5m", "34m 555m 29p", "chow_high pung kong pass"),
        ("5m", "34m 555m 26m", "chow_mid chow_high pung kong pass"),  # the 6 stays in the hand
    ],
)
def test_a_chow_that_leaves_no_legal_discard_is_not_offered(tile, held, legal):
    table = qiaoma(hand("...", drew=tile), hand(held, "pung 111s", "pung 777s"))
    table.play(f"0 discard {tile}")
    assert (table.actor, " ".join(table.legal)) == (1, legal)


def test_with_three_melds_it_is_offered():
    table = after_chow("2m", "chow_low", "3455m", "pung 111s", "pung 777s", "pung 333p")
    assert table.legal == ["discard 5m", "ting 5m"]


def test_other_seats_are_not_barred():
    table = after_chow("2m", "chow_low", "34m 9p ...", wall="2m")
    table.play("1 discard 9p")
    assert (table.actor, table.drawn) == (2, "2m")
    assert "discard 2m" in table.legal


@pytest.mark.parametrize("kong_after_claim", [False, True])
def test_a_kong_after_the_chow_lifts_the_ban(kong_after_claim):
    table = after_chow("2m", "chow_low", "2345m 1111z 36p 479s", tail="9p", kong_after_claim=kong_after_claim)
    assert table.may("discard") == "3p 6p 4s 7s 9s 1z"
    assert table.may("self_kong") == ("1z" if kong_after_claim else "")
    if kong_after_claim:
        table.play("1 self_kong 1z")
        assert table.may("discard") == "2m 5m 3p 6p 9p 4s 7s 9s"
