"""H23, `single_bao`: a tile drawn from the head when four or fewer are left is an endgame draw."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
READY = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)  # waits on 5m


def table_of(*seats, **options):
    return position(*seats, rules="single_bao", **options)


@pytest.mark.parametrize(("left", "is_endgame"), [(5, False), (4, True)])
def test_four_or_fewer_before_the_draw(left, is_endgame):
    table = table_of(hand("19m ...", drew="5p"), wall="3s 3s 3s 3s", left=left)
    events = table.play("0 discard 5p")
    if not is_endgame:
        assert (table.actor, table.left) == (1, 4)
        return
    kinds = [(event["type"], event.get("actor")) for event in events if event["type"] in {"draw", "discard"}]
    assert kinds[1:] == [(type_, seat) for seat in (1, 2, 3, 0) for type_ in ("draw", "discard")]
    assert events[3] == {"type": "discard", "actor": 1, "tile": "3s", "drawn": True, "ready": False, "auto": True}
    assert table.last("end_hand")["result"] == "draw"


def test_a_seat_that_can_win_is_asked():
    table = table_of(hand("19m ...", drew="5p"), None, READY, wall="3s 5m 3p", left=4, bao="1p")
    table.play("0 discard 5p")
    assert (table.actor, table.legal, table.left) == (2, ["discard 5m", "hu"], 2)
    table.play("2 hu")
    assert table.last("hu")["elements"] == {"self_draw": 2, "kadang": 2}


def test_the_bao_wins_in_the_endgame_too():
    table = table_of(hand("19m ...", drew="5p"), READY, wall="1p", left=4, bao="1p")
    table.play("0 discard 5p")
    assert table.legal == ["discard 1p", "hu"]


def test_nobody_may_claim_an_endgame_discard():
    table = table_of(hand("19m ...", drew="5p"), hand("3s ..."), READY, hand("55m ..."), wall="5m", left=4)
    table.play("0 discard 5p")
    assert table.last("end_hand")["result"] == "draw"


def test_no_kong_in_the_endgame():
    table = table_of(hand("19m ...", drew="5p"), hand("555m 3s 2s ..."), wall="5m", left=4)
    assert "concealed_kong" not in [event["type"] for event in table.play("0 discard 5p")]


def test_claims_on_the_last_ordinary_discard():
    table = table_of(hand("19m ...", drew="5m"), None, hand("555m ..."), READY, left=4)
    table.play("0 discard 5m")
    assert (table.actor, table.legal) == (2, ["pung", "kong", "pass"])
    table.play("2 pass")
    assert (table.actor, table.legal) == (3, ["hu", "pass"])


def test_a_replacement_is_an_ordinary_turn():
    seat = hand("5555m 3333p 147s 2s 9p", drew="9s")
    table = table_of(seat, hand("77z ..."), tail="8s 7z", wall="9p", left=4)
    table.play("0 self_kong 5m")
    assert table.left == 3
    assert table.may("self_kong") == "3p"
    table.play("0 self_kong 3p", "0 discard 7z")
    assert (table.actor, table.legal) == (1, ["pung", "pass"])
    table.play("1 pass")  # two endgame draws remain
    assert [event["actor"] for event in table.events if event["type"] == "draw"] == [0, 0, 1, 2]
    assert table.last("end_hand")["result"] == "draw"


def test_ready_may_be_declared_after_a_replacement():
    seat = hand("555m 24p 99s 678s", "chow 123p", drew="5m")
    table = table_of(seat, tail="7z", left=2)
    table.play("0 self_kong 5m")
    assert table.may("ting") == "7z"


def test_four_bao_has_no_endgame():
    table = position(hand("19m ...", drew="5p"), left=4)
    table.play("0 discard 5p")
    assert table.actor == 1
