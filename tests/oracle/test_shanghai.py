"""The Shanghai check table and single clauses, on the oracle alone."""

from __future__ import annotations

import pytest

from .positions import Script, build_wall, make_table, of_type, place, play, score
from .rulebook import after_claim
from .seat import Turn
from .shanghai import dice_fan
from .tiles import hand, kind_of


def won(tiles: str, melds: str, tile: str, mode: str, flowers: str = "", **options: object):
    """The score of seat 1; the giver is seat 2 unless self-drawn."""
    carry = {"draws": 0, "counter": options.pop("counter", 0), "totals": [0, 0, 0, 0]}
    table = make_table("qiaoma", options.pop("params", None), carry=carry, **options)
    place(table, 1, tiles, melds)
    table.seats[1].flowers = [kind_of(name) for name in flowers.split()]
    return score(table, 1, None if mode == "self_draw" else 2, tile, mode)


PLAIN = ("234m 678m 79p 22s", "chow 123s")
MIXED = ("234m 678m 79m 22z 999m", "")
TRIPLETS = ("11p 333p", "pung 444p, pung 666p, pung 888p")


@pytest.mark.parametrize(
    ("tiles", "melds", "tile", "mode", "flowers", "options", "total", "elements"),
    [
        (*PLAIN, "8p", "discard", "1f 2f 5z", {}, 4, {}),
        (*PLAIN, "8p", "self_draw", "1f 2f 5z", {}, 12, {}),
        ("234m 678m 79p 22s 123s", "", "8p", "self_draw", "", {}, 60, {"concealed": 1, "no_flower": 10}),
        (*MIXED, "8m", "discard", "1f 2f 3f 7z", {}, 20, {"concealed": 1, "half_flush": 1}),
        (
            "1p",
            "pung 333p, pung 444p, pung 666p, pung 888p",
            "1p",
            "self_draw",
            "1f 2f",
            {},
            144,
            {"single_hang": 1, "full_flush_triplets": 3},
        ),
        (*PLAIN, "8p", "robbed_kong", "1f 2f 3f 4f 5f", {}, 18, {}),
        (
            "11p 33p",
            "pung 111z, pung 666p, pung 888p",
            "1p",
            "discard",
            "1f 5z",
            {"counter": 3},
            32,
            {"half_flush_triplets": 2, "carried_draw": 1},
        ),
        ("234m 678m 79p 22s", "concealed_kong 4444z", "8p", "discard", "", {}, 8, {"concealed": 1}),
    ],
)
def test_check_table(tiles, melds, tile, mode, flowers, options, total, elements):
    got = won(tiles, melds, tile, mode, flowers, **options)
    assert got.total == total
    assert got.elements == elements
    assert got.pays.keys() == ({0, 2, 3} if mode == "self_draw" else {2})


@pytest.mark.parametrize(
    ("melds", "tiles", "tile", "expected"),
    [
        ("concealed_kong 4444z", "234m 678m 79p 22s", "8p", 4),
        ("exposed_kong 4444z", "234m 678m 79p 22s", "8p", 3),
        ("added_kong 4444z", "234m 678m 79p 22s", "8p", 3),
        ("pung 444z", "234m 678m 79p 22s", "8p", 2),
        ("chow 123m", "234m 678m 44z 22s", "4z", 2),  # S11: finished by the winning tile
        ("concealed_kong 4444p", "234m 678m 79p 22s", "8p", 3),
        ("exposed_kong 4444p", "234m 678m 79p 22s", "8p", 2),
        ("pung 444p", "234m 678m 79p 22s", "8p", 10),  # S10
    ],
)
def test_s10_s11_flowers(melds, tiles, tile, expected):
    got = won(tiles, melds, tile, "discard")
    assert got.flowers == expected
    assert ("no_flower" in got.elements) is (expected == 10)


def test_s10_ten_counted_flowers_are_not_no_flower():
    assert "no_flower" not in won(*PLAIN, "8p", "discard", "1f 2f 3f 4f 5f 6f 7f 8f 5z").elements


def test_s12_linear():
    linear = {"fan_mode": "linear"}
    assert won(*PLAIN, "8p", "discard", "1f 2f 5z", params=linear).total == 4
    assert won(*MIXED, "8m", "discard", "1f 2f 3f 7z", params=linear, counter=1).total == 20
    # fan 0 and 1 pay the same: the decomposition with most triplets is named (C18)
    got = won("222333444m 5p", "chow 678s", "5p", "discard", "1f", params=linear)
    assert sorted(got.groups) == ["222m", "333m", "444m", "55p", "678s"]


def test_fan_single_hang_parameter_and_kong_draw():
    hang = ("1p", "pung 333s, pung 444p, pung 666p, chow 789m")
    assert won(*hang, "1p", "discard", "1f").elements == {}
    assert won(*hang, "1p", "discard", "1f", params={"single_hang_on_discard": True}).elements == {"single_hang": 1}
    table = make_table("qiaoma")
    place(table, 1, *PLAIN)
    table.seats[1].flowers = [kind_of("1f")]
    assert score(table, 1, None, "8p", "self_draw", after="flower").elements == {"kong_draw": 1}


@pytest.mark.parametrize(
    ("dice", "expected"),
    [((1, 1), 2), ((4, 4), 2), ((1, 4), 1), ((1, 6), 1), ((3, 4), 1), ((2, 2), 1), ((6, 6), 1), ((2, 3), 0)],
)
def test_s14_dice(dice, expected):
    assert dice_fan(*dice) == expected
    table = make_table("qiaoma", dice=dice, carry={"draws": 1, "counter": 1, "totals": [0] * 4})
    assert table.book.next_hand(table, [], None) == (0, 2, 2 + expected)
    assert table.book.next_hand(table, [2], 1) == (2, 0, expected)


def test_s14_counter_never_below_zero_and_dice_alone():
    table = make_table("qiaoma")
    assert table.book.next_hand(table, [2], 1) == (2, 0, 0)
    assert won(*PLAIN, "8p", "discard", "1f", dice=(1, 2)).elements == {"carried_draw": 1}


def test_s15_several_winners():
    table = make_table("qiaoma")
    assert table.book.next_hand(table, [2, 3], 1)[0] == 1
    nearest = make_table("qiaoma", {"multi_win_dealer": "nearest"})
    assert nearest.book.next_hand(nearest, [2, 3], 1)[0] == 2


def claims(tiles: str, tile: str, melds: str = "", own: str = "", passed: str = "") -> list[str]:
    """What seat 1 may claim from seat 0."""
    table = make_table("qiaoma")
    place(table, 1, tiles, melds)
    seat = table.seats[1]
    seat.own_ban = {kind_of(own)} if own else set()
    seat.passed_pungs = {kind_of(passed)} if passed else set()
    return table.book.claim_actions(table, seat, 0, kind_of(tile))


THREE = "pung 111s, pung 222s, pung 333s"


def test_s8_s9_bans():
    tiles = "4555m 6p 111z 222z 34s"
    assert claims(tiles, "5m") == ["pung", "kong"]
    assert claims(tiles, "5m", own="5m") == ["kong"]
    assert claims(tiles, "5m", passed="5m") == ["kong"]
    assert claims(tiles, "5m", own="4m") == ["pung", "kong"]
    assert claims("34m 55m 6p 111z 222z 34s", "5m", own="5m") == []
    assert claims("55m 6p 7s", "5m", THREE, own="5m") == ["pung"]
    assert claims("55m 6p 7s", "5m", THREE, passed="5m") == []
    assert claims("34m 6p 7s", "5m", THREE, own="5m") == ["chow_high"]


def test_s7_swap_ban():
    table = make_table("qiaoma")
    for tiles, action, tile, barred in [
        ("34m", "chow_low", "2m", "2m 5m"),
        ("24m", "chow_mid", "3m", "3m"),
        ("89m", "chow_low", "7m", "7m"),
        ("34m", "chow_high", "5m", "5m 2m"),
        ("12m", "chow_high", "3m", "3m"),
    ]:
        place(table, 1, tiles + "12345678p 11z" + "1s")
        got = table.book.barred_after(table.seats[1], action, kind_of(tile))
        assert got == {kind_of(name) for name in barred.split()}
        legal = table.book.turn_actions(table, Turn(1, None, "claim", barred=got))
        assert not [text for text in legal if text.split(" ")[1] in barred.split()]
    assert claims("3422m", "2m", "pung 111s, pung 222s, pung 333s") == ["chow_low", "pung"]
    assert claims("34222m 55m", "2m", "pung 111s, pung 333s") == ["pung", "kong"]
    place(table, 1, "3422m", THREE)
    assert table.book.barred_after(table.seats[1], "chow_low", kind_of("2m")) == frozenset()


def test_s2_opening_flowers():
    hands = ["8f 5z 123m 456p 789s 11z 2z", "1f 34m 5m 789p 123s 222z", "", ""]
    wall = build_wall("qiaoma", hands, ends="4z 7z 3z", dealer=0)
    events = play("qiaoma", wall, Script())
    opening = events[1:9]
    assert [(event["type"], event["actor"], event["tile"]) for event in opening] == [
        ("flower", 0, "5z"),
        ("draw", 0, "3z"),
        ("flower", 0, "8f"),
        ("draw", 0, "7z"),
        ("flower", 0, "7z"),
        ("draw", 0, "4z"),
        ("flower", 1, "1f"),
        ("draw", 1, opening[7]["tile"]),
    ]
    assert opening[1] == {"type": "draw", "actor": 0, "tile": "3z", "from": "tail", "left": 90}
    first = of_type(events, "discard")[0]
    assert first["tile"] == "4z"
    assert first["drawn"]  # the deal's last tile was 8f, so the last replacement counts as drawn (C5)


def test_s2_no_replacement_left():
    table = make_table("qiaoma")
    table.head = table.tail - 1
    table.wall[table.head] = kind_of("1f")
    assert table.draw(0, "head") is None
    assert [event["type"] for event in table.events] == ["draw", "flower", "end_hand"]
    assert not table.book.can_kong(table)


def test_s4_ready_and_force_win():
    table = make_table("qiaoma")
    place(table, 0, *PLAIN)
    table.seats[0].take(kind_of("9s"))
    turn = Turn(0, kind_of("9s"), "head")
    assert "ting 9s" in table.book.turn_actions(table, turn)
    place(table, 1, *PLAIN)
    assert "hu" not in table.book.claim_actions(table, table.seats[1], 0, kind_of("8p"))
    place(table, 1, *PLAIN, ready=True)
    assert table.book.claim_actions(table, table.seats[1], 0, kind_of("8p")) == ["hu"]
    table.seats[1].take(kind_of("8p"))
    turn = Turn(1, kind_of("8p"), "head")
    assert table.book.turn_actions(table, turn) == ["discard 8p", "hu"]
    table.book.params["force_win"] = True
    assert table.book.turn_actions(table, turn) == ["hu"]


def test_s13_robbed_kong_is_paid_by_its_maker_alone():
    got = won(*PLAIN, "8p", "robbed_kong", "1f")
    assert got.pays == {2: 6}


def test_c14_claim_melds():
    table = make_table("qiaoma")
    place(table, 1, "34555m 6p 111z 222z 9s")
    rest, meld = after_claim(table.seats[1], "chow_high", kind_of("5m"), 0)
    assert (meld.kind, rest) == (kind_of("3m"), hand("555m 6p 111z 222z 9s"))
