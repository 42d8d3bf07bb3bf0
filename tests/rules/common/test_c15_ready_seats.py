"""C15: a ready seat keeps its hand; it may pass on a win, and win on the same tile later (no furiten).

Forced discards are tested with C9, kongs of a ready seat with H7.
"""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("19m ...", drew="5m")
READY = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)  # waits on 5m


def test_ready_cannot_be_taken_back():
    table = position(hand("46m 99p 345p", "pung 888s", "chow 789s", drew="5m", ready=1))
    assert table.legal == ["discard 5m", "hu"]


def test_a_ready_seat_claims_nothing_but_the_win():
    held = hand("46m 99p 345p 123s", "pung 888s", ready=1)  # waits on 5m; could chow and pung
    for tile in ("2p", "6p", "9p", "4s"):
        events = position(hand("7z ...", drew=tile), held).play(f"0 discard {tile}")
        assert [event["type"] for event in events[:3]] == ["ask", "discard", "draw"]


def test_a_win_that_was_passed_may_be_taken_later():
    table = position(GIVER, READY, wall="7z 5m")
    table.play("0 discard 5m", "1 pass")
    assert table.last("discard")["actor"] == 1  # 7z, which it had to discard
    table.play("2 discard 5m")
    assert (table.actor, table.legal) == (1, ["hu", "pass"])
    table.play("1 hu")
    assert table.last("hu")["target"] == 2


def test_a_self_draw_may_be_passed_too():
    table = position(hand("9m ...", drew="9m"), READY, wall="5m 5m")
    table.play("0 discard 9m", "1 discard 5m", "2 discard 5m", "1 hu")
    assert table.last("hu")["mode"] == "discard"


def test_a_discarded_win_looks_like_a_forced_discard():
    """C24: whether a ready seat could have won is not public."""
    river = []
    for tile in ("5m", "7z"):
        table = position(hand("9m ...", drew="9m"), READY, wall=f"{tile} 3m")
        table.play("0 discard 9m")
        if table.actor == 1:
            table.play("1 discard 5m")
        river.append(int(table.observe(2)["river_info"][1]))
    assert len(set(river)) == 1
