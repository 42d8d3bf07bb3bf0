"""The Harbin check table and single clauses, on the oracle alone."""

from __future__ import annotations

import pytest

from .positions import Script, build_wall, make_table, of_type, place, play, score, vector
from .seat import Turn, groups_of
from .tiles import hand, kind_of, name_of

PLAIN = ("234m 567p 1s", "pung 222s<1, chow 123p<3")  # waits on 1s: a pair wait
KADANG = ("24m 567p 11s", "pung 222s<1, chow 123p<3")  # waits on 3m only

READY = ("234m 567p 1s", "pung 222s<1, chow 123p<3")
OPEN = ("234567m 234p 5s", "pung 888s<0")
STANDING = ("23456789m 2345p 5s", "")


def table_for(kadang: bool, losers: str, rules: str = "four_bao", **options: object):
    """Seat 0 is ready to win; seats 1-3 are o(pen), s(tanding) or r(eady)."""
    table = make_table(rules, **options)
    tiles, melds = KADANG if kadang else PLAIN
    place(table, 0, tiles, melds, ready=True)
    for index, sort in enumerate(losers, start=1):
        place(table, index, *{"o": OPEN, "s": STANDING, "r": READY}[sort], ready=sort == "r")
    return table


DISCARD_ROWS = [
    ("roo", [3, -1, -1, -1]),
    ("ros", [5, -1, -1, -3]),
    ("rss", [7, -1, -3, -3]),
    ("ooo", [5, -5, 0, 0]),
    ("soo", [5, -5, 0, 0]),
    ("oos", [7, -7, 0, 0]),
    ("sso", [7, -7, 0, 0]),
    ("oss", [9, -9, 0, 0]),
    ("sss", [9, -9, 0, 0]),
]


@pytest.mark.parametrize("kadang", [False, True])
@pytest.mark.parametrize(("losers", "expected"), DISCARD_ROWS)
def test_h16_discard_rows(losers, expected, kadang):
    table = table_for(kadang, losers)
    factor = 2 if kadang else 1
    got = vector(table, 0, 1, "3m" if kadang else "1s", "discard")
    assert got == [factor * points for points in expected]


@pytest.mark.parametrize("kadang", [False, True])
@pytest.mark.parametrize(
    ("losers", "expected"),
    [
        ("ooo", [6, -2, -2, -2]),
        ("oos", [7, -2, -2, -3]),
        ("oss", [8, -2, -3, -3]),
        ("sss", [9, -3, -3, -3]),
    ],
)
def test_h16_self_draw_rows(losers, expected, kadang):
    factor = 2 if kadang else 1
    got = vector(table_for(kadang, losers), 0, None, "3m" if kadang else "1s", "self_draw")
    assert got == [factor * points for points in expected]


@pytest.mark.parametrize("kadang", [False, True])
def test_h16_robbed_kong_row(kadang):
    factor = 2 if kadang else 1
    tile = "3m" if kadang else "1s"
    got = score(table_for(kadang, "oos"), 0, 1, tile, "robbed_kong")
    assert got.pays == {1: 2 * factor, 2: 2 * factor, 3: 3 * factor}
    assert list(got.elements) == (["self_draw", "kadang"] if kadang else ["self_draw"]) + ["robbed_kong"]
    maker = table_for(kadang, "oos", params={"rob_payer": "kong_maker"})
    assert score(maker, 0, 1, tile, "robbed_kong").pays == {1: 7 * factor}


@pytest.mark.parametrize("kadang", [False, True])
def test_h25_liability_row(kadang):
    carry = {"draws": 3, "counter": 0, "totals": [0, 0, 0, 0]}
    table = table_for(kadang, "ooo", rules="single_bao", dealer=2, carry=carry)
    tile = "3m" if kadang else "1s"
    assert score(table, 0, None, tile, "self_draw").pays == {2: 12 if kadang else 6}
    assert table.book.next_hand(table, [0], None) == (3, 0, 0)
    assert table.book.next_hand(table, [], None) == (2, 4, 0)
    own = table_for(kadang, "ooo", rules="single_bao", dealer=0, carry=carry)
    assert score(own, 0, None, tile, "self_draw").total == (12 if kadang else 6)
    assert len(score(table_for(kadang, "ooo", carry=carry), 0, None, tile, "self_draw").pays) == 3


@pytest.mark.parametrize(("owner", "key", "amount"), [(0, "big_bao", 4), (1, "small_bao", 2)])
@pytest.mark.parametrize("kadang", [False, True])
def test_h16_bao_rows(owner, key, amount, kadang):
    table = table_for(kadang, "ooo")
    table.baos = [(owner, kind_of("9p"))]
    got = score(table, 0, None, "9p", "self_draw")
    factor = 2 if kadang else 1
    assert got.pays == dict.fromkeys((1, 2, 3), amount * factor)
    assert got.elements == ({key: amount, "kadang": 2} if kadang else {key: amount})
    assert got.groups == []


@pytest.mark.parametrize(("owner", "key", "amount"), [(0, "big_bao_in_bao", 16), (1, "small_bao_in_bao", 8)])
def test_h16_bao_in_bao_rows(owner, key, amount):
    table = table_for(True, "oss")
    table.baos = [(owner, kind_of("3m"))]
    got = score(table, 0, None, "3m", "self_draw")
    assert got.elements == {key: amount}
    assert got.pays == dict.fromkeys((1, 2, 3), amount)
    assert sorted(got.groups) == ["11s", "123p", "222s", "234m", "567p"]


def test_h14_same_kind_revealed_by_both_is_big():
    table = table_for(False, "ooo")
    table.baos = [(1, kind_of("9p")), (0, kind_of("9p"))]
    assert score(table, 0, None, "9p", "self_draw").elements == {"big_bao": 4}


def test_h20_single_bao_amounts():
    table = table_for(True, "ooo", rules="single_bao")
    table.baos = [(1, kind_of("3m"))]
    assert score(table, 0, None, "3m", "self_draw").elements == {"bao_in_bao": 16}
    table = table_for(False, "ooo", rules="single_bao", params={"bao_fan": 5})
    table.baos = [(1, kind_of("3m"))]
    assert score(table, 0, None, "3m", "self_draw").elements == {"bao": 5}


@pytest.mark.parametrize(("losers", "key"), [("ooo", "small_bao"), ("oos", "self_draw")])
def test_h21_best_mode(losers, key):
    table = table_for(False, losers)
    table.baos = [(1, kind_of("1s"))]
    assert key in score(table, 0, None, "1s", "self_draw").elements


def test_h19_kong_draw_flag():
    got = score(table_for(False, "ooo"), 0, None, "1s", "self_draw", after="kong")
    assert got.elements == {"self_draw": 2, "kong_draw": 0}


def waits(tiles: str, melds: str = "", rules: str = "four_bao", **params: object) -> set[str]:
    table = make_table(rules, params)
    place(table, 0, tiles, melds)
    seat = table.seats[0]
    found = table.book.ready_waits(tuple(seat.hand), tuple(seat.melds))
    return {name_of(kind) for kind in found}


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("4445m 123p", "chow 678p, chow 123s", {"5m"}),  # no other triplet: not on 3 or 6
        ("4445m 222p", "chow 678p, chow 123s", {"3m", "5m", "6m"}),
        ("44m 66p 789s", "chow 678p, chow 123s", {"4m", "6p"}),  # two-pair wait gives the triplet
        ("234m 567p 7z", "chow 678p, chow 234s", {"7z"}),  # 单吊红中
        ("234m 567p 5s", "chow 678p, chow 123s", set()),  # neither triplet nor red pair
        ("444m 55p 66s", "pung 111s, pung 999p", set()),  # all triplets never win
        ("444456m 7z", "chow 678p, chow 234s", {"7z"}),  # 444 456
        ("234m 567p 777z 5s", "chow 678p", {"5s"}),  # 红中 triplet is triplet and terminal
        ("234m 567p 22s 56s", "chow 678p", set()),  # no terminal
        ("123m 567m 22m 56m", "pung 999m", set()),  # one suit
        ("123m 567p 222s 5s 678s", "", set()),  # not open
        ("123m 567p 55s 78s", "concealed_kong 2222s", set()),  # a concealed kong does not open
        ("5s", "chow 123m, pung 222p, chow 345p, chow 678s", set()),  # 手把一
    ],
)
def test_h5_h6_ready(tiles, melds, expected):
    assert waits(tiles, melds) == expected


def test_h6_parameters():
    red = ("234m 567p 7z", "chow 678p, chow 234s")
    assert waits(*red, zhong_pair_for_triplet=False) == set()
    late = ("234m 78p 22s", "pung 555m, chow 678s")
    assert waits(*late) == set()
    assert waits(*late, terminal_from_winning_tile=True) == {"9p"}
    only_run = ("23m 555p 77z", "pung 888s, pung 999s")
    assert waits(*only_run) == {"1m", "4m"}
    assert waits(*only_run, sequence_at_ting=True) == set()


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("7889m", "pung 222s, chow 123p, chow 456p", True),
        ("67789m 55s", "pung 222s, chow 123p", False),
        ("78889m 55p", "pung 222s, chow 123p", False),
        ("8m 123p 567p", "pung 222s, chow 345s", False),
        ("12m 555p 33s", "pung 222s, chow 123p", False),
    ],
)
def test_h15_kadang(tiles, melds, expected):
    table = make_table("four_bao")
    place(table, 0, tiles, melds)
    seat = table.seats[0]
    assert table.book.is_kadang(tuple(seat.hand), groups_of(seat.melds)) is expected


def test_h15_four_fives_held_and_edge():
    table = make_table("four_bao")
    place(table, 0, "67789m 11p", "concealed_kong 5555m, chow 123p")
    assert table.book.is_kadang(tuple(table.seats[0].hand), groups_of(table.seats[0].melds))
    edge = make_table("four_bao", {"edge_is_kadang": True})
    for tiles in ("12m 555p 33s", "89m 555p 33s"):
        place(edge, 0, tiles, "pung 222s, chow 123p")
        assert edge.book.is_kadang(tuple(edge.seats[0].hand), groups_of(edge.seats[0].melds))


def kongs(tiles: str, melds: str, drawn: str, **params: object) -> list[str]:
    """Own kongs of a ready seat that drew a tile."""
    table = make_table("four_bao", params)
    place(table, 0, tiles, melds, ready=True)
    table.seats[0].take(kind_of(drawn))
    legal = table.book.turn_actions(table, Turn(0, kind_of(drawn), "head"))
    return [action for action in legal if action.startswith("self_kong")]


def test_h7_kongs_after_ready():
    assert kongs("555p 23m 77z", "pung 888s, chow 123s", "5p") == ["self_kong 5p"]
    assert kongs("5556p 999s 234m", "chow 123s", "5p") == []
    assert kongs("555p 23m 77z", "pung 888s, chow 123s", "8s") == ["self_kong 8s"]
    assert kongs("555p 23m 77z", "pung 888s, chow 123s", "5p", kong_after_ting="never") == []
    # four held before: 5555p 67p as 555 + 567; after the kong 67p + the drawn 8p, waits unchanged
    assert kongs("555567p 23m 77z", "chow 123s", "8p") == ["self_kong 5p"]
    # the waits 4p 6p 7p shrink to 6p
    assert kongs("5556p 999s 234m", "chow 123s", "5p", kong_after_ting="still_ready") == ["self_kong 5p"]


def test_h9_three_melds():
    table = make_table("four_bao")
    place(table, 1, "2233m", "chow 123p, pung 777s<0, chow 456s<0")
    book, seat = table.book, table.seats[1]
    assert book.claim_actions(table, seat, 0, kind_of("2m")) == []
    seat.hand = list(hand("22227s"))
    assert book.self_kong_kinds(table, Turn(1, kind_of("2s"), "head")) == [kind_of("7s")]
    strict = make_table("four_bao", {"added_kong_with_three_melds": False})
    place(strict, 1, "22227s", "chow 123p, pung 777s<0, chow 456s<0")
    assert strict.book.self_kong_kinds(strict, Turn(1, kind_of("2s"), "head")) == []


def test_h8_ready_claims_from_any_seat():
    table = make_table("four_bao")
    place(table, 2, "24m 123p 555p 777s 68s")
    claims = table.book.claim_actions(table, table.seats[2], 0, kind_of("3m"))
    assert claims == ["ting_chow_mid"]
    claims = table.book.claim_actions(table, table.seats[2], 1, kind_of("3m"))
    assert claims == ["chow_mid", "ting_chow_mid"]
    none = make_table("four_bao", {"ting_pung": False})
    place(none, 2, "33m 123p 555p 777s 68s")
    assert none.book.claim_actions(none, none.seats[2], 0, kind_of("3m")) == ["pung"]
    place(table, 2, "33m 123p 555p 777s 68s")
    assert table.book.claim_actions(table, table.seats[2], 0, kind_of("3m")) == ["pung", "ting_pung"]


def test_h8_h11_a_ready_claim_played():
    wall = build_wall(
        "four_bao",
        ["1123456789m 147p 3s", "6789m 2368p 13479s", "24m 123p 555p 777s 68s", ""],
        ends="8m 1m 2m 3m",
    )
    events = play("four_bao", wall, Script("discard 3m", "", "ting_chow_mid, ting 5p"))
    chow = of_type(events, "chow")[0]
    assert chow == {
        "type": "chow",
        "actor": 2,
        "target": 0,
        "tile": "3m",
        "consumed": ["2m", "4m"],
        "ready": True,
    }
    ask, discard, bao = events[events.index(chow) + 1 :][:3]
    assert ask["legal"] == ["ting 2p", "ting 3p", "ting 5p", "ting 6s", "ting 7s", "ting 8s"]
    assert discard == {"type": "discard", "actor": 2, "tile": "5p", "drawn": False, "ready": True}
    assert bao == {"type": "bao", "actor": 2, "tile": "8m", "index": 0}
    assert events[-1]["bao"] == ["8m", "1m", "2m", "3m"]


@pytest.mark.parametrize(
    ("baos", "mode", "expected"),
    [
        ("3m", "self_draw", {"bao_in_bao": 0}),
        ("3m 4m 5m", "self_draw", {"bao_run": 0}),
        ("3m 4m 7z", "self_draw", {"bao_in_bao": 0}),
        ("9m 9p 7m 7s", "discard", {"bao_two_pairs": 0}),
        ("9m 9p 9m 9s", "discard", {"bao_two_pairs": 0}),
        ("7z 7z 7m 7s", "discard", {}),
        ("9m 9p 7m", "discard", {}),
        ("4m 5m 6m", "discard", {}),
    ],
)
def test_h26_tasks(baos, mode, expected):
    table = table_for(True, "ooo")
    table.baos = [(0, kind_of(name)) for name in baos.split()]
    won = score(table, 0, None if mode == "self_draw" else 1, "3m", mode)
    assert table.book.tasks(table, [won]) == expected


def test_h26_highest_reward():
    table = table_for(True, "ooo", params={"task_bao_run": 5, "task_bao_in_bao": 9})
    table.baos = [(0, kind_of(name)) for name in ("3m", "4m", "5m")]
    won = score(table, 0, None, "3m", "self_draw")
    assert table.book.tasks(table, [won]) == {"bao_in_bao": 9}
