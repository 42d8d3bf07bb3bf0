"""H12, `single_bao`: ready seats see the 宝; it is exchanged (换宝) while three of its kind lie on the table."""

import pytest

from mjenv.engine.tiles import tile_name
from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
READY = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)  # waits on 5m
LATER = ("234m 567p 2s", "pung 777z", "chow 123p")  # waits on 2s


def table_of(*seats, **options):
    return position(*seats, rules="single_bao", **options)


def types(events):
    return [event["type"] for event in events if event["type"] != "ask"]


def seen(table, seat):
    """Return the 宝 that a seat sees."""
    return [tile_name(kind) for kind in table.observe(seat)["bao"].tolist() if kind >= 0]


def test_only_ready_seats_see_it_from_the_first_on():
    table = table_of(hand(*LATER, drew="9m"), READY, bao="1p")
    assert [seen(table, seat) for seat in range(4)] == [[], ["1p"], [], []]
    assert types(table.play("0 ting 9m"))[:2] == ["discard", "draw"]  # no second 宝 is shown
    assert [seen(table, seat) for seat in range(4)] == [["1p"], ["1p"], [], []]


def test_the_first_ready_seat_reveals_it():
    table = table_of(hand(*LATER, drew="9m"), bao="1p")
    assert table.play("0 ting 9m")[2] == {"type": "bao", "actor": 0, "tile": "1p", "index": 0}
    assert seen(table, 0) == ["1p"]


def test_exchanged_directly_after_the_discard_before_claims_are_asked():
    table = table_of(hand("3m ...", drew="1s"), READY, hand("23s ..."), river="1s 1s", bao="1s", tail="6m", left=30)
    events = table.play("0 discard 1s")
    assert types(events)[:2] == ["discard", "bao_exchange"]
    assert events[2] == {"type": "bao_exchange", "old": "1s", "new": "6m"}
    assert seen(table, 1) == ["6m"]
    table = table_of(hand("3m ...", drew="1s"), hand("23s ..."), READY, river="1s 1s", bao="1s", tail="6m", left=30)
    assert types(table.play("0 discard 1s")) == ["discard", "bao_exchange"]
    assert (table.actor, table.left) == (1, 29)


def test_not_before_a_seat_is_ready():
    table = table_of(hand(*LATER, drew="9m"), river="1s 1s 1s", bao="1s", tail="6m")
    assert types(table.play("0 discard 9m")) == ["discard", "draw"]


def test_checked_after_the_first_ready_discard():
    table = table_of(hand(*LATER, drew="9m"), hand("99m ..."), river="1s 1s 1s", bao="1s", tail="6m")
    assert types(table.play("0 ting 9m")) == ["discard", "bao", "bao_exchange"]
    assert table.actor == 1
    assert seen(table, 0) == ["6m"]


def test_two_on_the_table_are_not_enough():
    table = table_of(hand("3m ...", drew="1s"), READY, river="1s", bao="1s")
    assert "bao_exchange" not in types(table.play("0 discard 1s"))


def test_hands_do_not_count():
    table = table_of(hand("111s 3m 258p 258p 77z 4p", drew="5p"), READY, bao="1s")
    assert "bao_exchange" not in types(table.play("0 discard 3m"))


def test_repeated_while_it_holds():
    river = "1s 1s 6p 6p 6p"
    table = table_of(hand("3m ...", drew="1s"), READY, river=river, bao="1s", tail="6p 7z", left=30)
    events = [event for event in table.play("0 discard 1s") if event["type"] == "bao_exchange"]
    assert [(event["old"], event["new"]) for event in events] == [("1s", "6p"), ("6p", "7z")]
    assert table.left == 26  # two exchanged, two drawn


@pytest.mark.parametrize("left", [0, 1])
def test_with_no_tile_left_nothing_is_exchanged(left):
    table = table_of(hand("3m ...", drew="1s"), READY, hand("22s ..."), river="1s 1s", bao="1s", left=left)
    assert ("bao_exchange" in types(table.play("0 discard 1s"))) == (left == 1)


@pytest.mark.parametrize("bao_exchange_counts", ["discards_and_melds", "discards"])
def test_bao_exchange_counts(bao_exchange_counts):
    """A claimed discard counts once, in the meld; a meld made before any ready counts too."""
    param = {"bao_exchange_counts": bao_exchange_counts}
    with_melds = bao_exchange_counts == "discards_and_melds"
    table = table_of(hand("3m ...", drew="1s"), hand("11s ..."), READY, bao="1s", tail="6m", **param)
    events = table.play("0 discard 1s", "1 pung")
    assert types(events) == ["discard", "pung", *(["bao_exchange"] if with_melds else [])]
    table = table_of(hand(*LATER, drew="9m"), hand("4s ...", "pung 111s"), bao="1s", tail="6m", **param)
    assert ("bao_exchange" in types(table.play("0 ting 9m"))) == with_melds
    table = table_of(
        hand("3m ...", drew="1s"), hand("4s ...", "chow 123s"), READY, river="1s", bao="1s", tail="6m", **param
    )
    assert ("bao_exchange" in types(table.play("0 discard 1s"))) == with_melds
    table = table_of(hand("3m ...", drew="1s"), READY, river="1s 1s", bao="1s", tail="6m", **param)
    assert "bao_exchange" in types(table.play("0 discard 1s"))


@pytest.mark.parametrize("bao_exchange_counts", ["discards_and_melds", "discards"])
def test_only_tiles_of_its_kind_count(bao_exchange_counts):
    param = {"bao_exchange_counts": bao_exchange_counts}
    table = table_of(hand("3m ...", drew="9s"), READY, river="2m 7z 1s 2p", bao="1s", **param)
    assert "bao_exchange" not in types(table.play("0 discard 9s"))


def test_the_old_bao_has_left_play_and_the_new_one_is_in_force():
    ready = hand(READY.tiles, *READY.melds, drew="1s", ready=1)
    assert "hu" in table_of(ready, bao="1s").legal
    table = table_of(hand("3m ...", drew="1s"), READY, river="1s 1s", bao="1s", tail="6p", wall="6p", left=30)
    table.play("0 discard 1s")
    assert (table.actor, table.legal) == (1, ["discard 6p", "hu"])
    table.play("1 hu")
    assert table.last("hu")["elements"] == {"bao": 4, "kadang": 2}
    assert table.last("end_hand")["bao"] == ["1s", "6p"]  # all 宝 of the hand


def test_four_bao_exchanges_nothing():
    table = position(hand("3m ...", drew="1s"), READY, river="1s 1s", bao="1s")
    assert "bao_exchange" not in types(table.play("0 discard 1s"))
