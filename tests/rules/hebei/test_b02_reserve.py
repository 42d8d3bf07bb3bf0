"""B2: twelve tiles stay in the wall, thirteen after an odd number of kongs; a kong needs fourteen; 海底捞月."""

import pytest

from mjenv.engine.menu import action_id
from tests.builder import hand, position, start
from tests.rules.hebei.wins import PLAIN, RULES, fan, on_discard, robbed_kong, self_draw

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("...", drew="5m")
#: Kongs made before by seat 3, by their number.
BEFORE = [(), ("concealed 9999s",), ("concealed 9999s", "kong 1111z"), ("concealed 9999s", "kong 1111z", "added 2222z")]
KONGS = {"concealed": hand("555m ...", drew="5m"), "added": hand("...", "pung 555m", drew="5m")}


def count_wall(table):
    return int(table.state["tail"] - table.state["head"] + 1)


def table_of(first, second=None, kongs=0, **options):
    return position(first, second, None, hand("..." if kongs else "147m ...", *BEFORE[kongs]), **options)


@RULES
def test_71_tiles_are_drawn_when_no_kong_is_made(rules):
    table = start(1, rules)
    assert table.left == 71
    while table.actor >= 0:
        passes = [name for name in table.legal if name == "pass" or name.startswith("discard")]
        table.apply(action_id(passes[-1]))
    assert table.count("draw") == 71
    assert [event["left"] for event in table.events if event["type"] == "draw"] == list(range(70, -1, -1))
    assert table.last("end_hand")["result"] == "draw"
    assert count_wall(table) == 12


@RULES
@pytest.mark.parametrize("kongs", range(4))
def test_no_draw_from_the_reserve(kongs, rules):
    table = table_of(GIVER, kongs=kongs, left=1, rules=rules)
    assert count_wall(table) == 13 + kongs % 2
    table.play("0 discard 5m")
    assert (table.actor, table.left) == (1, 0)
    table.play(f"1 discard {table.drawn}")
    assert table.last("end_hand")["result"] == "draw"


@RULES
@pytest.mark.parametrize("word", ["concealed", "added"])
@pytest.mark.parametrize("kongs", range(4))
def test_left_falls_by_two_with_an_odd_numbered_kong_and_stays_with_an_even_numbered(kongs, word, rules):
    table = table_of(KONGS[word], kongs=kongs, left=20, rules=rules)
    event = table.play("0 self_kong 5m")[-1]
    assert (event["type"], event["from"], event["left"]) == ("draw", "tail", 20 if kongs % 2 else 18)
    assert (table.left, table.state["kongs"]) == (event["left"], kongs + 1)


@RULES
@pytest.mark.parametrize("kongs", range(4))
def test_the_same_with_an_exposed_kong(kongs, rules):
    table = table_of(GIVER, hand("555m ..."), kongs=kongs, left=20, rules=rules)
    assert table.play("0 discard 5m", "1 kong")[-1]["left"] == (20 if kongs % 2 else 18)


@RULES
@pytest.mark.parametrize("wall", [13, 14])
@pytest.mark.parametrize("kongs", range(4))
def test_a_kong_needs_fourteen_tiles_whatever_the_parity(kongs, wall, rules):
    options = {"kongs": kongs, "left": wall - 12 - kongs % 2, "rules": rules}
    for held in KONGS.values():
        table = table_of(held, **options)
        assert count_wall(table) == wall
        assert table.may("self_kong") == ("5m" if wall == 14 else "")
    table = table_of(GIVER, hand("555m ..."), **options)
    table.play("0 discard 5m")
    assert table.legal == (["pung", "kong", "pass"] if wall == 14 else ["pung", "pass"])


@RULES
@pytest.mark.parametrize("kongs", [0, 1])
def test_the_last_kong_leaves_the_reserve_as_it_is_after_it(kongs, rules):
    table = table_of(KONGS["concealed"], kongs=kongs, left=2 - kongs, rules=rules)
    table.play("0 self_kong 5m")
    assert (count_wall(table), table.left) == (13, kongs)


@RULES
def test_a_second_kong_lets_a_tile_of_the_reserve_be_drawn(rules):
    table = position(hand("555m 999p ...", drew="5m"), left=4, tail="9p 1z", rules=rules)
    table.play("0 self_kong 5m")
    assert (count_wall(table), table.left) == (15, 2)
    table.play("0 self_kong 9p")
    assert (count_wall(table), table.left) == (14, 2)


@RULES
def test_a_robbed_kong_is_not_counted(rules):
    table = robbed_kong(*PLAIN, tile="8p", left=20, rules=rules)
    assert (table.left, table.state["kongs"], count_wall(table)) == (20, 0, 32)


@RULES
@pytest.mark.parametrize(("left", "expected"), [(0, {"last_tile": 2}), (1, {})])
def test_last_tile(left, expected, rules):
    assert fan(self_draw(*PLAIN, drew="8p", left=left, rules=rules)) == expected


@RULES
@pytest.mark.parametrize("kongs", range(4))
def test_the_last_tile_after_kongs(kongs, rules):
    for left in (0, 1):
        table = position(
            None, hand(*PLAIN, drew="8p"), None, hand("...", *BEFORE[kongs]), turn=1, left=left, rules=rules
        )
        table.play("1 hu")
        assert ("last_tile" in fan(table)) == (left == 0)


@RULES
@pytest.mark.parametrize(
    ("kongs", "left", "is_last"),
    [(0, 2, True), (0, 3, False), (1, 0, None), (1, 1, False), (2, 2, True), (2, 3, False)],
)
def test_a_replacement_may_be_the_last_tile(kongs, left, is_last, rules):
    maker = hand("234m 678m 79p 22s 444z", drew="4z")
    table = position(maker, None, None, hand("...", *BEFORE[kongs]), left=left, tail="8p", rules=rules)
    if is_last is None:
        assert table.may("self_kong") == ""
        return
    table.play("0 self_kong 4z", "0 hu")
    assert fan(table) == {"concealed": 2, "kong_draw": 2} | ({"last_tile": 2} if is_last else {})


@RULES
def test_no_last_tile_with_a_discard_or_a_robbed_kong(rules):
    assert fan(on_discard(*PLAIN, tile="8p", left=0, rules=rules)) == {}
    assert fan(robbed_kong(*PLAIN, tile="8p", left=2, rules=rules)) == {"robbed_kong": 2}


@RULES
def test_claims_on_the_last_discard(rules):
    """C20: every claim but a kong."""
    table = position(hand("...", drew="8p"), hand("888p ..."), hand(*PLAIN), left=0, rules=rules)
    table.play("0 discard 8p")
    assert (table.actor, table.legal) == (1, ["pung", "pass"])
    table.play("1 pung")
    assert (table.actor, table.legal) == (2, ["hu", "pass"])
    table.play("2 pass", "1 discard 2m")
    assert table.last("end_hand")["result"] == "draw"
