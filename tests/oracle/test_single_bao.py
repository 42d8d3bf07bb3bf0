"""What `single_bao` adds: 换宝, the endgame, 包庄; and the constructed order of its events."""

from __future__ import annotations

import pytest

from .positions import Script, build_wall, make_table, of_type, place, play
from .seat import PUNG, Meld, Turn
from .tiles import kind_of, names_of

LIABLE = {"draws": 3, "counter": 0, "totals": [5, 0, 0, -5]}


def exchanging_table(discards: str, melds: str = "", **params: object):
    """A table with 5m as 宝, these discards and melds of seat 1; the wall ends in 7z."""
    table = make_table("single_bao", params)
    table.head = 53
    table.baos = [(0, kind_of("5m"))]
    table.discards = [kind_of(name) for name in discards.split()]
    place(table, 1, "1234567m", melds or "pung 111s, pung 222s")
    return table


@pytest.mark.parametrize(
    ("discards", "melds", "exchanged"),
    [
        ("5m 5m", "", False),
        ("5m 5m 5m", "", True),
        ("", "pung 555m, pung 222s", True),
        ("5m", "chow 345m, chow 567m", True),
        ("5m 5m", "chow 345m, pung 222s", True),
        ("5m 5m", "concealed_kong 5555m, pung 222s", False),
    ],
)
def test_h12_exchange(discards, melds, exchanged):
    table = exchanging_table(discards, melds)
    table.book.exchange(table)
    assert (len(table.baos) > 1) is exchanged
    assert table.tail == (110 if exchanged else 111)
    if exchanged:
        assert table.events == [{"type": "bao_exchange", "old": "5m", "new": "7z"}]


def test_h12_counts_discards_only():
    table = exchanging_table("5m", "chow 345m, chow 567m", bao_exchange_counts="discards")
    table.book.exchange(table)
    assert not table.events


def test_h12_repeated_and_empty_wall():
    table = exchanging_table("5m 5m 5m 7z 7z 7z 9s 9s")
    table.book.exchange(table)
    assert [event["new"] for event in table.events] == ["7z", "7z", "7z"] + ["9s"] * (len(table.events) - 3)
    empty = exchanging_table("5m 5m 5m")
    empty.head = empty.tail
    empty.book.exchange(empty)
    assert not empty.events


def test_h12_no_exchange_before_the_first_ready():
    table = exchanging_table("5m 5m 5m")
    table.baos = []
    table.book.exchange(table)
    assert not table.events
    assert names_of(table.book.all_baos(table)) == ["7z"]


def test_h12_h4_order_at_the_ready_discard():
    # seats 0 and 1 discard 5p, seat 2's ready discard is the third; the 宝 is the fourth
    wall = build_wall(
        "single_bao",
        ["1156789m 1457p 34s 7z", "1122678m 2589p 9s 7z", "24m 1235p 7776688s", ""],
        draws="9s 9s 3m",
        ends="9m 5p",
    )
    plans = ("discard 5p", "discard 5p", "discard 9s, ting_chow_mid, ting 5p", "discard 3m")
    events = play("single_bao", wall, Script(*plans))
    first = events.index(of_type(events, "bao")[0])
    assert events[first - 1]["ready"]
    assert events[first] == {"type": "bao", "actor": 2, "tile": "5p", "index": 0}
    assert events[first + 1] == {"type": "bao_exchange", "old": "5p", "new": "9m"}
    assert events[-1]["bao"] == ["5p", "9m"]


def endgame_table(left: int):
    """Seat 1 is ready for 1s; the next draws are 4p 7z 7z 7z; seat 2 holds two 4p."""
    table = make_table("single_bao")
    place(table, 1, "234m 567p 1s", "pung 222s, chow 123p", ready=True)
    place(table, 2, "44p 123m 456m 678s 99s")
    table.baos = [(1, kind_of("9m"))]
    table.head = table.tail - left
    table.wall[table.head : table.tail] = [kind_of(name) for name in ["4p", "9m", "1s", "9s", "9s"][:left]]
    return table


def test_h23_endgame_draws():
    ordinary = endgame_table(5).draw(1, "head")
    assert not ordinary.endgame
    table = endgame_table(4)
    turn = table.draw(1, "head")
    assert turn.endgame
    assert table.book.turn_actions(table, turn) == ["discard 4p"]
    following = table._take_turn(turn)  # nobody may claim it
    assert table.events[-2] == {
        "type": "discard",
        "actor": 1,
        "tile": "4p",
        "drawn": True,
        "ready": False,
        "auto": True,
    }
    assert following.seat == 2
    assert table.book.turn_actions(table, following) == ["discard 9m"]  # not ready: 9m is no 宝 for seat 2
    winning = Turn(1, kind_of("1s"), "head", endgame=True)
    table.seats[1].take(kind_of("1s"))
    assert table.book.turn_actions(table, winning) == ["discard 1s", "hu"]


def test_h23_replacement_and_last_ordinary_discard():
    table = endgame_table(4)
    table.seats[0].hand = [kind_of("4p")]
    replacement = table.draw(2, "kong")
    assert not replacement.endgame
    table = endgame_table(4)
    assert "pung" in table.book.claim_actions(table, table.seats[2], 0, kind_of("4p"))
    table = endgame_table(4)
    table.head = table.tail
    assert table.draw(1, "head") is None
    assert table.events[-1]["result"] == "draw"


def test_h12_exchange_takes_the_replacement():
    table = endgame_table(1)
    table.baos = [(1, kind_of("4p"))]
    table.discards = [kind_of("4p")]
    place(table, 2, "444p 123m 456m 678s 9s")
    table._grant([(2, "kong")], 0, kind_of("4p"), Turn(0, None, "claim"))
    assert [event["type"] for event in table.events] == ["kong", "bao_exchange", "end_hand"]


def test_h25_after_draws():
    table = make_table("single_bao", dealer=1, carry=LIABLE)
    assert table.book.next_hand(table, [], None) == (1, 4, 0)
    assert table.book.next_hand(table, [1], None) == (2, 0, 0)
    passes = make_table("single_bao", {"liability_after_draw": "passes"}, dealer=1, carry=LIABLE)
    assert passes.book.next_hand(passes, [], None) == (2, 4, 0)
    early = make_table("single_bao", dealer=1)
    assert early.book.next_hand(early, [3], None) == (3, 0, 0)
    assert early.book.next_hand(early, [], None) == (1, 1, 0)


def test_h12_visible_melds_need_no_feeder():
    table = exchanging_table("5m")
    table.seats[3].melds = [Meld(PUNG, kind_of("5m"), 0)]
    assert table.book.count_seen(table, kind_of("5m")) == 4
