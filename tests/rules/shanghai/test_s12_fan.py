"""S12: each fan alone with what just misses it, and how fan multiply the flowers."""

import pytest

from tests.builder import deal, hand
from tests.rules.shanghai.tables import PLAIN, RULES, elements, qiaoma, win

pytestmark = pytest.mark.nojit
REST = "234m 678m 79p 22s"  # waits on 8p; a fourth group is missing
HANG = ("9s", "chow 123m", "pung 444p", "chow 678m", "chow 345s")
SELF = {"mode": "self_draw", "flowers": "1f"}
GIVEN = {"flowers": "1f"}


# 大吊车 ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("single_hang_on_discard", [False, True])
def test_single_hang_on_discard(single_hang_on_discard):
    """A robbed kong cannot be won so: the fourth tile and the one in the hand would be five of a kind."""
    param = {"single_hang_on_discard": single_hang_on_discard}
    assert elements(*HANG, tile="9s", **SELF, **param) == {"single_hang": 1}
    assert elements(*HANG, tile="9s", **GIVEN, **param) == ({"single_hang": 1} if single_hang_on_discard else {})
    assert elements("9s 345s", *HANG[1:4], tile="9s", **SELF, **param) == {}
    assert elements("9s 345s", *HANG[1:4], tile="9s", **GIVEN, **param) == {}


def test_concealed_kongs_are_melds():
    melds = ["concealed 1111m", "concealed 4444p", "concealed 8888m", "concealed 3333s"]
    assert elements("9s", *melds, tile="9s", **SELF) == {"single_hang": 1, "concealed": 1, "all_triplets": 1}
    assert elements("9s", "chow 567m", *melds[1:], tile="9s", **SELF) == {"single_hang": 1}


# 杠开 --------------------------------------------------------------------------------------------------
def replaced(table, *moves):
    """Return the elements of the win that follows some moves."""
    table.play(*moves, "0 hu")
    return table.last("hu")["elements"]


@pytest.mark.parametrize("tail", ["8p", "1f 8p", "5z 7z 8p"])
def test_a_kongs_replacement(tail):
    """Flowers among the replacements make no difference."""
    table = qiaoma(hand(REST, "pung 444z", drew="4z", ready=1), tail=tail)
    assert replaced(table, "0 self_kong 4z") == {"kong_draw": 1}
    table = qiaoma(hand("555s 234m 678m 79p 22s", drew="5s", ready=1), tail=tail)
    assert replaced(table, "0 self_kong 5s") == {"kong_draw": 1, "concealed": 1}


def flower_drawn(wall, tail=""):
    """Return the table after seat 3, whose turn it was, and a draw of seat 0 from the head."""
    table = qiaoma(hand(*PLAIN, ready=1), None, None, hand("...", drew="1z"), turn=3, wall=wall, tail=tail)
    table.play("3 discard 1z")
    return table


@pytest.mark.parametrize("tail", ["8p", "5z 8p"])
def test_a_replacement_of_a_flower_drawn_in_play(tail):
    assert replaced(flower_drawn("1f", tail)) == {"kong_draw": 1}


def test_a_draw_from_the_head_is_none():
    table = flower_drawn("8p")
    assert replaced(table) == {"no_flower": 10}


def test_a_later_draw_is_none():
    table = qiaoma(hand(REST, "pung 444z", drew="4z", ready=1), tail="1z", wall="2z 3z 1s 8p")
    table.play("0 self_kong 4z")  # the replacement is discarded
    assert replaced(table, "1 discard 2z", "2 discard 3z", "3 discard 1s") == {}


def test_a_replacement_of_the_opening_is_none():
    table = deal("234m 678m 79p 123s 22s 8f", rules=RULES, tail="4z", draws="1z 2z 3z 8p", dice=(2, 3))
    moves = ("0 ting 4z", "1 discard 1z", "2 discard 2z", "3 discard 3z")
    assert replaced(table, *moves) == {"concealed": 1}


def test_a_discard_after_the_givers_replacement_is_none():
    table = qiaoma(hand("...", "pung 444z", drew="4z"), hand(*PLAIN, ready=1, flowers="1f"), tail="5z 8p")
    table.play("0 self_kong 4z", "0 discard 8p", "1 hu")
    assert table.last("hu")["elements"] == {}


# 门清 --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", ["discard", "self_draw", "robbed_kong"])
@pytest.mark.parametrize(
    ("tiles", "meld", "concealed"),
    [
        (f"{REST} 345s", None, True),
        (REST, "concealed 5555s", True),
        (REST, "pung 555s", False),
        (REST, "chow 345s", False),
        (REST, "kong 5555s", False),
        (REST, "added 5555s", False),
    ],
)
def test_concealed(tiles, meld, concealed, mode):
    assert elements(tiles, *([meld] if meld else []), mode=mode, flowers="1f") == (
        {"concealed": 1} if concealed else {}
    )


# Suits and triplets -----------------------------------------------------------------------------------
@pytest.mark.parametrize("suit", "mps")
@pytest.mark.parametrize(
    ("tiles", "melds", "tile", "expected"),
    [
        # 混一色: the winds in hand or on the table, as a triplet or as the pair
        ("234x 79x 22z", ["chow 123x", "pung 666x"], "8x", {"half_flush": 1}),
        ("234x 79x 22x", ["chow 123x", "pung 222z"], "8x", {"half_flush": 1}),
        ("79x 22x", ["chow 123x", "kong 2222z", "chow 234x"], "8x", {"half_flush": 1}),
        ("11z 22z", ["chow 123x", "chow 234x", "chow 678x"], "1z", {"half_flush": 1}),
        ("234x 79x 22z", ["chow 123x", "pung 666y"], "8x", {}),
        ("234x 79x 22z", ["chow 123x", "chow 345y"], "8x", {}),
        ("234y 79x 22z", ["chow 123x", "pung 666x"], "8x", {}),
        ("234x 79y 22z", ["chow 123x", "pung 666x"], "8y", {}),
        # 清一色
        ("234x 79x 22x", ["chow 123x", "pung 666x"], "8x", {"full_flush": 2}),
        ("234x 79x 22y", ["chow 123x", "pung 666x"], "8x", {}),
        ("234x 79x 22x", ["chow 123y", "pung 666x"], "8x", {}),
        # 碰碰胡
        ("11x 33x", ["pung 444x", "pung 666y", "kong 8888y"], "1x", {"all_triplets": 1}),
        ("11x 33x", ["pung 444x", "added 6666x", "concealed 8888y"], "1x", {"all_triplets": 1}),
        ("222333x 5y", ["pung 444x", "pung 666y"], "5y", {"all_triplets": 1}),
        ("222333444x 5y", ["pung 666y"], "5y", {"all_triplets": 1}),  # rather than three equal runs (C18)
        ("11x 33x", ["pung 444x", "pung 666y", "chow 789y"], "1x", {}),
        ("11x 33x 234x", ["pung 444x", "pung 666y"], "1x", {}),
        ("22334455x 66y", ["pung 888y"], "6y", {}),
        # 混碰
        ("11x 33x", ["pung 444x", "pung 666x", "pung 222z"], "1x", {"half_flush_triplets": 2}),
        ("11x 22z", ["pung 444x", "pung 666x", "pung 888x"], "1x", {"half_flush_triplets": 2}),
        ("11x 22z", ["pung 444x", "pung 666x", "chow 789x"], "1x", {"half_flush": 1}),
        ("11x 22z", ["pung 444x", "pung 666x", "pung 888y"], "1x", {"all_triplets": 1}),
        # 清碰
        ("11x 33x", ["pung 444x", "pung 666x", "pung 888x"], "1x", {"full_flush_triplets": 3}),
        ("11x 33x", ["pung 444x", "pung 666x", "chow 789x"], "1x", {"full_flush": 2}),
        ("11x 33x", ["pung 444x", "pung 666x", "pung 888y"], "1x", {"all_triplets": 1}),
    ],
)
def test_suits_and_triplets(tiles, melds, tile, expected, suit):
    other = "mpsm"["mps".index(suit) + 1]
    named = [text.replace("x", suit).replace("y", other) for text in (tiles, *melds, tile)]
    assert elements(*named[:-1], tile=named[-1], flowers="1f") == expected


def test_all_triplets_double_once():
    table = win("11m 33m", "pung 444m", "pung 666m", "pung 888p", tile="1m", flowers="1f")
    assert max(table.points) == 2 * table.last("hu")["flowers"]


# 荒番 --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("mode", ["discard", "self_draw", "robbed_kong"])
@pytest.mark.parametrize("counter", [0, 1, 2, 9])
def test_carried_draw(counter, mode):
    """One fan, however high the counter."""
    table = win(*PLAIN, mode=mode, flowers="1f", counter=counter)
    assert table.last("hu")["elements"] == ({"carried_draw": 1} if counter else {})
    assert max(table.points) == 2 * (2 if counter else 1) * {"discard": 1, "self_draw": 3, "robbed_kong": 3}[mode]


# Points -----------------------------------------------------------------------------------------------
PURE = ("11p 33p", "pung 444p", "pung 666p", "pung 888p")


@pytest.mark.parametrize("fan_mode", ["double", "linear"])
@pytest.mark.parametrize(
    ("held", "tile", "counter", "fan", "double", "linear"),
    [
        (PLAIN, "8p", 0, 0, 1, 1),
        ((f"{REST} 123s",), "8p", 0, 1, 2, 1),
        (("234m 68m 22m", "chow 123m", "pung 999m"), "7m", 0, 2, 4, 2),
        (("234m 68m 22m 123m 999m",), "7m", 0, 3, 8, 3),
        (PURE, "1p", 0, 3, 8, 3),
        (PLAIN, "8p", 2, 1, 2, 2),
        ((f"{REST} 123s",), "8p", 2, 2, 4, 2),
        (PURE, "1p", 1, 4, 16, 6),
    ],
)
@pytest.mark.parametrize("mode", ["discard", "self_draw"])
def test_fan_mode(held, tile, counter, fan, double, linear, mode, fan_mode):
    """Two flowers; `carried_draw` is shown with its value in either mode."""
    table = win(*held, tile=tile, mode=mode, flowers="1f", counter=counter, fan_mode=fan_mode)
    won = table.last("hu")
    assert (sum(won["elements"].values()), won["flowers"]) == (fan, 2)
    assert won["elements"].get("carried_draw", 0) == (counter > 0)
    assert -min(table.points) == 2 * (double if fan_mode == "double" else linear)


@pytest.mark.parametrize(
    ("fan_mode", "counter", "points"), [("double", 0, 12), ("linear", 0, 6), ("double", 1, 24), ("linear", 1, 12)]
)
def test_a_robbed_kong_pays_three_times(fan_mode, counter, points):
    table = win(f"{REST} 123s", mode="robbed_kong", flowers="1f", counter=counter, fan_mode=fan_mode)
    assert table.points == [-points, points, 0, 0]


@pytest.mark.parametrize("fan_mode", ["double", "linear"])
def test_the_reading_that_is_named_does_not_depend_on_it(fan_mode):
    table = win("222333444m 5p", "chow 678s", tile="5p", flowers="1f", fan_mode=fan_mode)
    assert table.last("hu")["groups"] == ["678s", "222m", "333m", "444m", "55p"]


def test_fan_add_up():
    table = win("79p 123p 999p 22z", "concealed 4444z", tile="8p", mode="self_draw", counter=1)
    assert table.last("hu")["elements"] == {"concealed": 1, "half_flush": 1, "carried_draw": 1}
    assert table.points == [96, -32, -32, -32]  # four flowers
