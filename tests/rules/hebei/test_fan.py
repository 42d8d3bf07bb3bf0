"""The fan of B7, each alone and with what it comes with, and hands that just miss it."""

import pytest

from tests.builder import hand, position
from tests.rules.hebei.wins import CONCEALED, PLAIN, RULES, fan, kong_draw, on_discard, robbed_kong, self_draw

pytestmark = pytest.mark.nojit

TRIPLETS = {"all_triplets": 3}
SINGLE_HANG = {"all_triplets": 3, "single_hang": 2}
FULL_FLUSH = {"full_flush": 3}
HALF_FLUSH = {"half_flush": 2}
STRAIGHT = {"straight": 2}
MIXED = {"mixed_straight": 5}
PAIRS = {"concealed": 2, "seven_pairs": 2}
ORPHANS = {"concealed": 2, "thirteen_orphans": 10}
CATCH = {"catch_five": 5}
WITH_EAST = ("234m 678m 79p 22s 111z",)
#: Concealed tiles, melds, winning tile, fan by self-draw and with a discard alike.
ROWS = [
    (*PLAIN, "8p", {}),
    # concealed
    (*CONCEALED, "", "8p", {"concealed": 2}),
    ("234m 678m 79p 22s", "concealed 4444z", "8p", {"concealed": 2}),
    ("234m 79p 22s", "concealed 4444z, concealed 8888m", "8p", {"concealed": 2}),
    ("234m 678m 79p 22s", "kong 4444z", "8p", {}),
    ("234m 678m 79p 22s", "added 4444z", "8p", {}),
    ("234m 79p 22s", "concealed 4444z, pung 888m", "8p", {}),
    # all_triplets
    ("11m 222p 33s", "pung 444s, pung 555z", "1m", TRIPLETS),
    ("111m 222p 3s", "pung 444s, pung 555z", "3s", TRIPLETS),
    ("11m 22p", "kong 4444s, added 5555z, concealed 1111z", "1m", TRIPLETS),
    ("11m 22p 333s 444s 555z", "", "1m", TRIPLETS | {"concealed": 2}),
    ("11m 345p 33s", "pung 444s, pung 555z", "1m", {}),
    ("222333444p 3s", "pung 555z", "3s", TRIPLETS),
    # single_hang
    ("5s", "pung 111m, pung 222p, pung 333s, pung 444z", "5s", SINGLE_HANG),
    ("5s", "kong 1111m, added 2222p, concealed 3333s, pung 444z", "5s", SINGLE_HANG),
    ("5s", "concealed 1111m, concealed 2222p, concealed 3333s, concealed 4444z", "5s", SINGLE_HANG | {"concealed": 2}),
    ("55s 11z", "pung 111m, pung 222p, pung 333s", "5s", TRIPLETS),
    # full_flush
    ("123m 456m 99m 67m", "pung 222m", "8m", FULL_FLUSH),
    ("234p 456p 99p 67p", "concealed 1111p", "8p", FULL_FLUSH | {"concealed": 2}),
    ("345s 456s 99s 67s", "kong 2222s", "8s", FULL_FLUSH),
    ("123s 456s 99s 67s", "pung 222p", "8s", {}),
    ("123s 456s 99p 67s", "pung 222s", "8s", {}),
    ("123s 456s 99s 67s", "pung 222z", "8s", HALF_FLUSH),
    ("123s 456s 99s 67s", "concealed 2222p", "8s", {"concealed": 2}),
    # half_flush
    ("123m 456m 11z 67m", "pung 222m", "8m", HALF_FLUSH),
    ("123m 456m 66m 67m", "added 7777z", "8m", HALF_FLUSH),
    ("123p 456p 3z 678p", "pung 222p", "3z", HALF_FLUSH),
    ("123s 456s 66s 77z", "concealed 2222z", "7z", HALF_FLUSH | {"concealed": 2}),
    ("123m 456m 11z 67m", "pung 222s", "8m", {}),
    ("123m 456m 11z 67p", "pung 222m", "8p", {}),
    # all_honours
    ("111z 22z 33z", "pung 444z, pung 555z", "2z", TRIPLETS | {"all_honours": 3}),
    ("7z", "kong 1111z, pung 222z, concealed 5555z, added 6666z", "7z", SINGLE_HANG | {"all_honours": 3}),
    ("1122334455667z", "", "7z", PAIRS | {"all_honours": 3}),
    ("11122233344z 99m", "", "4z", TRIPLETS | HALF_FLUSH | {"concealed": 2}),
    ("111z 22z 33z", "pung 444z, pung 111m", "2z", TRIPLETS | HALF_FLUSH),
    # straight
    ("123m 456m 78m 55s", "pung 222p", "9m", STRAIGHT),
    ("123p 46p 789p 55s", "pung 222m", "5p", STRAIGHT),
    ("13s 456s 789s 55m", "pung 222p", "2s", STRAIGHT),
    ("123456789m 55s 22p", "", "2p", STRAIGHT | {"concealed": 2}),
    ("123456789m 55s 34p", "", "2p", STRAIGHT | {"concealed": 2}),
    ("123m 456m 78p 55s", "pung 222p", "9p", {}),
    ("123m 456m 67m 55s", "pung 999m", "8m", {}),
    ("12m 234m 55s 789m", "pung 222p", "3m", {}),
    ("12m 345m 678m 99m", "pung 222p", "3m", {}),
    # mixed_straight
    ("123m 456p 78s 55s", "pung 222z", "9s", MIXED),
    ("123m 456s 78p 55s", "pung 222z", "9p", MIXED),
    ("123p 456m 78s 55s", "pung 222z", "9s", MIXED),
    ("123p 456s 78m 55s", "pung 222z", "9m", MIXED),
    ("123s 456m 78p 55s", "pung 222z", "9p", MIXED),
    ("123s 456p 78m 55s", "pung 222z", "9m", MIXED),
    ("123s 46p 789m 55s", "pung 222z", "5p", MIXED),
    ("123m 456p 78s 345s 55z", "", "9s", MIXED | {"concealed": 2}),
    ("123m 456p 78p 55s", "pung 222z", "9p", {}),
    ("123m 456m 78s 55s", "pung 222z", "9s", {}),
    ("123m 345p 78s 55s", "pung 222z", "9s", {}),
    ("123m 789p 78s 55s", "pung 222z", "9s", {}),
    ("123m 456p 67s 55s", "pung 222z", "8s", {}),
    # seven_pairs and luxury
    ("1199m 2288p 33s 55z 7z", "", "7z", PAIRS),
    ("1111m 2288p 33s 55z 7z", "", "7z", {"concealed": 2, "luxury_1": 8}),
    ("111m 2288p 33s 55z 77z", "", "1m", {"concealed": 2, "luxury_1": 8}),
    ("1111m 2222p 33s 55z 7z", "", "7z", {"concealed": 2, "luxury_2": 16}),
    ("1111m 2222p 3333s 7z", "", "7z", {"concealed": 2, "luxury_3": 32}),
    # thirteen_orphans
    ("19m 19p 19s 1234567z", "", "5z", ORPHANS),
    ("9m 19p 19s 12345677z", "", "1m", ORPHANS),
    # catch_five
    ("46m 123p 678s 99s", "pung 444z", "5m", CATCH),
    ("45667m 123p 88s", "pung 444z", "5m", CATCH),  # 456 and 67: waits on 8m too
    ("34m 123p 678s 99s", "pung 444z", "5m", {}),
    ("67m 123p 678s 99s", "pung 444z", "5m", {}),
    ("34567m 123p 88s", "pung 444z", "5m", {}),  # 345 and 567
    ("46p 123m 678s 99s", "pung 444z", "5p", {}),
    ("46s 123m 678s 99s", "pung 444z", "5s", {}),
    ("35m 123p 678s 99s", "pung 444z", "4m", {}),
    ("57m 123p 678s 99s", "pung 444z", "6m", {}),
    ("456m 12p 678s 99s", "pung 444z", "3p", {}),  # the run is there, the tile another
    ("5m 123p 678s 345s", "pung 444z", "5m", {}),
    ("55m 123p 678s 99s", "pung 444z", "5m", {}),
    ("4466m 5m 112233p 99s", "", "5m", CATCH | {"concealed": 2}),  # no seven pairs
]


@pytest.mark.parametrize("way", ["self_draw", "discard"])
@RULES
@pytest.mark.parametrize(("tiles", "melds", "tile", "expected"), ROWS)
def test_fan(tiles, melds, tile, expected, rules, way):
    more = sum(expected.values())
    if way == "self_draw":
        table = self_draw(tiles, *split(melds), drew=tile, rules=rules)
        points = [-4 - more, 8 + 3 * more, -2 - more, -2 - more]
    else:
        table = on_discard(tiles, *split(melds), tile=tile, rules=rules)
        points = [0, 5 + more, -5 - more, 0]
    assert fan(table) == expected
    assert table.last("hu")["payments"] == points


def split(melds):
    return melds.split(", ") if melds else []


@RULES
@pytest.mark.parametrize(
    ("tiles", "melds", "drew", "expected"),
    [
        ("234m 678m 79p 22s 444z", "", "8p", {"concealed": 2, "kong_draw": 2}),
        ("234m 678m 79p 22s", "pung 444z", "8p", {"kong_draw": 2}),
        ("234m 79p 22s 444z", "kong 1111z", "8p", {"kong_draw": 2}),
        ("1p", "pung 444z, pung 555z, pung 666m, pung 777s", "1p", {"kong_draw": 2} | SINGLE_HANG),
    ],
)
def test_kong_draw(tiles, melds, drew, expected, rules):
    assert fan(kong_draw(tiles, *split(melds), kong="4z", drew=drew, rules=rules)) == expected


@RULES
def test_kong_draw_after_an_exposed_kong(rules):
    table = position(hand("...", drew="4z"), hand("234m 678m 79p 22s 444z"), tail="8p", rules=rules)
    table.play("0 discard 4z", "1 kong", "1 hu")
    assert fan(table) == {"kong_draw": 2}
    assert table.last("hu")["mode"] == "self_draw"


@RULES
def test_kong_draw_after_two_kongs(rules):
    table = position(hand("111m 79p 22s 222z 444z", drew="4z"), tail="1m 8p", rules=rules)
    table.play("0 self_kong 4z", "0 self_kong 1m", "0 hu")
    assert fan(table) == {"concealed": 2, "kong_draw": 2}


@RULES
def test_no_kong_draw_with_another_tile(rules):
    """Neither with a draw in a later turn nor for the seat that wins with what was discarded after a kong."""
    table = position(hand("234m 678m 79p 22s 444z", drew="4z"), tail="9s", wall="1z 2z 3z 8p", rules=rules)
    table.play("0 self_kong 4z", "0 discard 9s")
    table.run_to(0)
    table.play("0 hu")
    assert fan(table) == {"concealed": 2}
    table = position(hand("4444z 147m ...", drew="9s"), hand(*WITH_EAST), tail="8p", rules=rules)
    table.play("0 self_kong 4z", "0 discard 8p", "1 hu")
    assert fan(table) == {"concealed": 2}


@RULES
@pytest.mark.parametrize(
    ("tiles", "melds", "tile", "expected"),
    [
        (*PLAIN, "8p", {}),
        (*CONCEALED, "", "8p", {"concealed": 2}),
        ("46m 123p 678s 99s", "pung 444z", "5m", CATCH),
        ("9m 19p 19s 12345677z", "", "1m", ORPHANS),
        ("123m 456m 78m 55s", "pung 222p", "9m", STRAIGHT),
    ],
)
def test_robbed_kong(tiles, melds, tile, expected, rules):
    table = robbed_kong(tiles, *split(melds), tile=tile, rules=rules)
    assert fan(table) == {"robbed_kong": 2} | expected
