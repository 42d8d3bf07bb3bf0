"""The Hebei check table and single clauses, on the oracle alone."""

from __future__ import annotations

import pytest

from .positions import Script, build_wall, make_table, of_type, place, play, score, vector
from .seat import Turn
from .tiles import hand, kind_of


def won(tiles: str, melds: str, tile: str, mode: str = "self_draw", **options: object):
    """The score of a winner at seat `winner` (1) with the giver (2) unless self-drawn."""
    table = make_table(options.pop("rules", "classic"), options.pop("params", None), dealer=options.pop("dealer", 0))
    winner, giver = options.pop("winner", 1), options.pop("giver", 2)
    place(table, winner, tiles, melds)
    return score(table, winner, None if mode == "self_draw" else giver, tile, mode, options.pop("after", "head"))


def test_check_table_concealed_flush_self_draw():
    table = make_table("classic")
    place(table, 1, "1122344456888p")
    assert vector(table, 1, None, "3p", "self_draw") == [-9, 23, -7, -7]


def test_check_table_dealer_on_a_discard():
    got = won("12345678m 55s", "pung 222p", "9m", "discard", winner=0)
    assert got.elements == {"straight": 2}
    assert got.pays == {2: 10}


def test_check_table_seven_pairs_on_the_dealers_discard():
    got = won("1144m 2277p 335s 66z", "", "5s", "discard", giver=0)
    assert got.elements == {"concealed": 2, "seven_pairs": 2}
    assert got.pays == {0: 10}
    assert got.groups == ["11m", "22p", "33s", "44m", "55s", "66z", "77p"]


def test_check_table_robbed_kong():
    got = won("234m 678m 79p 22s", "pung 999s", "8p", "robbed_kong")
    assert got.elements == {"robbed_kong": 2}
    assert got.pays == {2: 7}


def test_check_table_luxury_flush():
    table = make_table("classic")
    place(table, 1, "1111335577889m")
    assert vector(table, 1, None, "9m", "self_draw") == [-17, 47, -15, -15]


def test_check_table_single_hang():
    got = won("5s", "pung 111m, pung 222p, pung 333s, pung 444z", "5s", winner=0)
    assert got.elements == {"all_triplets": 3, "single_hang": 2}
    assert got.pays == {1: 9, 2: 9, 3: 9}


PLAIN = ("234m 678m 79p 22s", "pung 999s")


@pytest.mark.parametrize(
    ("winner", "giver", "expected"),
    [
        (0, None, {1: 4, 2: 4, 3: 4}),
        (1, None, {0: 4, 2: 2, 3: 2}),
        (0, 2, {2: 8}),
        (1, 0, {0: 6}),
        (1, 2, {2: 5}),
    ],
)
def test_b7_base(winner, giver, expected):
    mode = "self_draw" if giver is None else "discard"
    assert won(*PLAIN, "8p", mode, winner=winner, giver=giver).pays == expected


@pytest.mark.parametrize(
    ("tiles", "melds", "tile", "expected"),
    [
        ("46m 123p 456s 77z", "pung 999s", "5m", {"catch_five": 5}),
        ("34m 123p 456s 77z", "pung 999s", "5m", {}),
        ("45667m 123p 22s", "pung 999s", "5m", {"catch_five": 5}),  # waits on 8m too
        ("34567m 123p 22s", "pung 999s", "5m", {}),  # 345 567
        ("123m 456p 78s 77z", "pung 999s", "9s", {"mixed_straight": 5}),
        ("123m 456m 78m 55z", "pung 999m", "9m", {"half_flush": 2, "straight": 2}),
        ("1112345678m", "pung 999m", "9m", {"full_flush": 3, "straight": 2}),
        ("111z 222z 333z 4z", "pung 777z", "4z", {"all_triplets": 3, "all_honours": 3}),
        ("1122334455667z", "", "7z", {"concealed": 2, "all_honours": 3, "seven_pairs": 2}),
        ("1122334455z 667m", "", "7m", {"concealed": 2, "half_flush_seven_pairs": 4}),
        ("1122446688993m", "", "3m", {"concealed": 2, "full_flush_seven_pairs": 5}),
        ("1111224466z 338m", "", "8m", {"concealed": 2, "half_flush": 2, "luxury_1": 8}),
        ("1111m 2222p 3333s 5z", "", "5z", {"concealed": 2, "luxury_3": 32}),
        ("19m 19p 19s 1234567z", "", "7z", {"concealed": 2, "thirteen_orphans": 10}),
        ("444m 555p 66s 88s", "concealed_kong 1111z", "8s", {"concealed": 2, "all_triplets": 3}),
    ],
)
def test_b7_fan(tiles, melds, tile, expected):
    assert won(tiles, melds, tile).elements == expected


def test_b3_thirteen_orphans_pair():
    for rules_params, number in (({}, 3), ({"thirteen_orphans_pair": "any"}, 13)):
        table = make_table("classic", rules_params)
        assert len(table.book.waits(hand("19m 19p 19s 1234567z"), ())) == number
    table = make_table("classic")
    assert table.book.waits(hand("19m 19p 19s 123456z 6z"), ()) == {kind_of("7z")}
    assert not table.book.waits(hand("119m 19p 19s 123456z"), ())


def test_b7_parameters():
    special = {"concealed_with_special": False}
    assert won("1144m 2277p 335s 66z", "", "5s", params=special).elements == {"seven_pairs": 2}
    sole = {"catch_five_sole_wait": True}
    assert won("45667m 123p 22s", "pung 999s", "5m", params=sole).elements == {}
    assert won("46m 123p 456s 77z", "pung 999s", "5m", params=sole).elements == {"catch_five": 5}


def test_b7_kong_draw_and_last_tile():
    assert won(*PLAIN, "8p", after="kong").elements == {"kong_draw": 2}
    table = make_table("classic")
    place(table, 1, *PLAIN)
    table.head = table.tail - 13
    table.kongs_made = 1
    assert score(table, 1, None, "8p", "self_draw").elements == {"last_tile": 2}
    place(table, 1, *PLAIN)
    assert score(table, 1, 2, "8p", "discard").elements == {}


@pytest.mark.parametrize(
    ("wall", "kongs", "left", "can_kong"),
    [(14, 0, 2, True), (13, 0, 1, False), (12, 0, 0, False), (14, 1, 1, True), (13, 1, 0, False), (83, 0, 71, True)],
)
def test_b2_reserve(wall, kongs, left, can_kong):
    table = make_table("classic")
    table.head = table.tail - wall
    table.kongs_made = kongs
    assert table.book.left(table) == left
    assert table.book.can_kong(table) is can_kong


def test_b4_ready_seat_kongs():
    def claims(**params: object) -> list[str]:
        table = make_table("online", params)
        place(table, 1, "555m 234p 678p 77s 34s", ready=True)
        return table.book.claim_actions(table, table.seats[1], 0, kind_of("5m"))

    assert claims() == ["kong"]
    assert claims(kong_after_ting="same_waits") == ["kong"]
    assert claims(kong_after_ting="never") == []
    table = make_table("online")
    place(table, 1, "5556m 234p 678p 777s", ready=True)  # waits 4m 6m 7m, after the kong 6m
    assert table.book.claim_actions(table, table.seats[1], 0, kind_of("5m")) == ["kong"]
    table.book.params["kong_after_ting"] = "same_waits"
    assert table.book.claim_actions(table, table.seats[1], 0, kind_of("5m")) == []
    classic = make_table("classic")
    place(classic, 0, "555m 234p 678p 77s 341s")
    assert not [x for x in classic.book.turn_actions(classic, Turn(0, 0, "deal")) if x.startswith("ting")]


ROB_HANDS = [
    "147m 258s 8p 9s 123456z",
    "88p 147m 36s 1234z 57z",
    "99s 79p 234m 678m 22s 7z",
    "369m 147p 36s 1234z 5z",
]


def test_b6_b10_robbed_kong_played():
    wall = build_wall("classic", ROB_HANDS, draws="1p 1p 1z 2p 2p 8p")
    plans = ("discard 9s, discard 8p", "pung, self_kong 8p", "pung, discard 7z, pass, hu")
    events = play("classic", wall, Script(*plans))
    hu, end = events[-2:]
    assert events[-4]["type"] == "added_kong"
    assert (hu["mode"], hu["target"], hu["payments"]) == ("robbed_kong", 1, [0, -7, 7, 0])
    assert hu["groups"] == ["999s", "22s", "234m", "678m", "789p"]
    assert (end["points"], end["kongs"]) == ([0, -7, 7, 0], [0, 0, 0, 0])
    assert end["next"] == {"dealer": 1, "draws": 0, "counter": 0, "totals": [0, -7, 7, 0]}


def test_b10_kong_payments():
    table = make_table("classic")
    place(table, 0, "22s 345m 78s", "concealed_kong 1111m, exposed_kong 9999m<2")
    place(table, 3, "2345678m 34p 1s", "added_kong 7777z<1")
    pairs = table.book.kong_payments(table)
    assert pairs == {(1, 0): 2, (2, 0): 5, (3, 0): 2, (0, 3): 1, (1, 3): 1, (2, 3): 1}


def test_b5_several_winners():
    hands = [
        "5m 147p 258s 1122334z",
        "46m 222p 678p 345s 77s",
        "34m 333p 789p 345s 66s",
        "46m 444p 111p 999s 66z",
    ]
    for rules, winners in (("online", [1, 2, 3]), ("classic", [1])):
        wall = build_wall(rules, hands)
        events = play(rules, wall, Script("discard 5m", "hu", "hu", "hu"))
        assert [event["actor"] for event in of_type(events, "hu")] == winners
        assert sum(events[-1]["points"]) == 0
        assert events[-1]["next"]["dealer"] == 1
    assert [event["payments"][0] for event in of_type(events, "hu")] == [-13]


def test_c5_dealer_wins_with_the_deal():
    wall = build_wall("classic", ["123m 456m 789m 222p 55s", "", "", ""])
    events = play("classic", wall, Script("hu"))
    assert [event["type"] for event in events] == ["start_hand", "ask", "hu", "end_hand"]
    assert events[-1]["points"] == [24, -8, -8, -8]


def test_b12_cap_counts_kongs():
    wall = build_wall("online", ["123m 456m 789m 222p 55s", "", "", ""])
    events = play("online", wall, Script("hu"), params={"cap": 10, "table_fee": 1})
    end = events[-1]
    assert list(end) == ["type", "result", "points", "kongs", "tasks", "fee", "next"]
    assert end["points"] == [10, -3, -3, -4]
    assert end["next"]["totals"] == [9, -4, -4, -5]
    assert of_type(events, "hu")[0]["payments"] == [24, -8, -8, -8]


def test_b11_dealer():
    table = make_table("classic", dealer=3)
    assert table.book.next_hand(table, [3], None) == (3, 0, 0)
    assert table.book.next_hand(table, [1], None) == (0, 0, 0)
    assert table.book.next_hand(table, [1, 3], None) == (3, 0, 0)
    assert table.book.next_hand(table, [], None) == (3, 1, 0)
