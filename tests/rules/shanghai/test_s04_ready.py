"""S4: only a ready seat wins; it may be ready on any turn, passes on wins as it likes, and kongs only as allowed."""

import copy

import pytest

from mjenv.engine.tiles import add_tile, parse_tile, remove_tile
from tests.builder import deal, hand, waits
from tests.rules.shanghai.tables import PLAIN, RULES, qiaoma, types

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
OTHER = ("46m 123p 555p 777s 88s",)  # waits on 5m


@pytest.mark.parametrize("ready", [0, 1])
def test_self_draw(ready):
    assert ("hu" in qiaoma(hand(*PLAIN, drew="8p", ready=ready)).legal) == bool(ready)


@pytest.mark.parametrize("ready", [0, 1])
def test_discard(ready):
    table = qiaoma(hand("...", drew="8p"), None, hand(*PLAIN, ready=ready))
    table.play("0 discard 8p")
    assert (table.actor, table.legal == ["hu", "pass"]) == ((2, True) if ready else (1, False))


@pytest.mark.parametrize("ready", [0, 1])
def test_robbed_kong(ready):
    table = qiaoma(hand("...", "pung 888p from 3", drew="8p"), None, hand(*PLAIN, ready=ready))
    table.play("0 self_kong 8p")
    assert (table.actor, table.legal == ["hu", "pass"]) == ((2, True) if ready else (0, False))


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("234m 678m 79p 22s", ["chow 123s"], "8p"),  # open
        ("234m 678m 79p 22s 123s", [], "8p"),  # concealed
        ("234m 678m 79p 22s", ["concealed 4444z"], "8p"),
        ("2s", ["chow 123s", "pung 444s", "chow 678m", "kong 1111z"], "2s"),
        ("234m 678m 79p 25s", ["chow 123s"], ""),
        ("234m 678m 69p 22s", ["chow 123s"], ""),
    ],
)
def test_any_hand_with_a_wait_may_be_ready(tiles, melds, expected):
    assert waits(tiles, *melds, rules=RULES) == expected


def test_the_discard_must_leave_a_wait():
    table = qiaoma(hand(*PLAIN, drew="1z"))
    assert table.may("ting") == "1z"
    assert table.may("discard") == "2m 3m 4m 6m 7m 8m 7p 9p 2s 1z"
    assert qiaoma(hand(*PLAIN, drew="8p")).may("ting") == "2m 3m 4m 6m 7m 8m 7p 8p 9p 2s"


def test_one_suit_that_nothing_completes_is_no_wait():
    table = qiaoma(hand("123456789m 11s 15p", drew="9p"))
    assert table.may("ting") == ""


def test_in_the_first_turn_of_the_dealer():
    table = deal("234m 678m 79p 123s 22s 4z", rules=RULES)
    assert table.may("ting") == "4z"


@pytest.mark.parametrize(
    ("tile", "held", "claim"),
    [("1s", "234m 678m 79p 2223s 4z", "chow_low"), ("9s", "234m 678m 79p 22s 99s 4z", "pung")],
)
def test_after_ones_own_claim(tile, held, claim):
    table = qiaoma(hand("...", drew=tile), hand(held))
    table.play(f"0 discard {tile}", f"1 {claim}")
    assert table.may("ting") == "4z"
    table.play("1 ting 4z")
    assert table.waits(1) == "8p"


def test_ready_from_the_discard_on():
    table = qiaoma(hand(*PLAIN, drew="9m"), wall="8p")
    (event,) = [event for event in table.play("0 ting 9m") if event["type"] == "discard"]
    assert (event["tile"], event["ready"], event["drawn"]) == ("9m", True, True)
    assert table.waits(0) == "8p"
    assert table.observe(2)["ready"].tolist() == [0, 0, 1, 0]
    table.play("1 discard 8p")
    assert (table.actor, table.legal) == (0, ["hu", "pass"])


def test_a_discard_without_ting_does_not_make_ready():
    table = qiaoma(hand(*PLAIN, drew="9m"), wall="8p")
    table.play("0 discard 9m", "1 discard 8p")
    assert table.actor == 2
    assert table.observe(0)["ready"].tolist() == [0, 0, 0, 0]


def test_the_hand_is_not_shown():
    table = qiaoma(hand(*PLAIN, drew="9m"))
    table.play("0 ting 9m")
    twin = copy.deepcopy(table)
    last = twin.state["tail"]
    remove_tile(twin.state, 0, parse_tile("2m"))
    add_tile(twin.state, 0, int(twin.state["wall"][last]))
    twin.state["wall"][last] = parse_tile("2m")
    twin.state["waits"][0] = 0
    assert [twin.observe(seat).tobytes() == table.observe(seat).tobytes() for seat in range(4)] == [False, *[True] * 3]


def test_a_ready_seat_discards_what_it_draws():
    """C9, C15: the engine does, where there is nothing else to do."""
    table = qiaoma(hand("...", drew="9m"), hand(*PLAIN, ready=1), wall="9p")
    events = table.play("0 discard 9m")
    assert {"type": "discard", "actor": 1, "tile": "9p", "drawn": True, "ready": False, "auto": True} in events


@pytest.mark.parametrize("tile", ["2s", "5m"])
@pytest.mark.parametrize("ready", [0, 1])
def test_a_ready_seat_claims_nothing_but_a_win(ready, tile):
    table = qiaoma(hand("...", drew=tile), hand(*PLAIN, ready=ready))
    table.play(f"0 discard {tile}")
    assert ("pass" in table.legal) == (not ready)


def test_a_win_may_be_passed_on_and_a_later_one_taken():
    table = qiaoma(hand("...", drew="8p"), hand(*PLAIN, ready=1), wall="9m 8p")
    table.play("0 discard 8p", "1 pass")
    assert (table.actor, table.drawn) == (2, "8p")  # 9m was discarded
    table.play("2 discard 8p", "1 hu")
    assert table.last("hu")["target"] == 2


def test_a_self_draw_may_be_passed_on():
    table = qiaoma(hand(*PLAIN, drew="8p", ready=1))
    assert table.legal == ["discard 8p", "hu"]
    assert types(table.play("0 discard 8p"))[:2] == ["discard", "draw"]


#: A ready seat that draws a tile it may kong, and the kongs that each value allows.
KONGS = [
    (("555p 678m 23m 22s", "chow 123s"), "5p", True, True),  # waits on 1m and 4m before and after
    (("234m 678m 79p 22s", "pung 333s"), "3s", True, True),
    (("3334m 678m 123p", "chow 123s"), "3m", False, True),  # 2m 4m 5m become 4m
    (("1233345m", "chow 123s", "chow 456p"), "3m", False, False),  # 3m 6m become nothing
]


@pytest.mark.parametrize("kong_after_ting", ["same_waits", "still_ready", "never"])
@pytest.mark.parametrize(("held", "tile", "same", "still"), KONGS)
def test_kong_after_ting(held, tile, same, still, kong_after_ting):
    allowed = {"same_waits": same, "still_ready": still, "never": False}[kong_after_ting]
    table = qiaoma(hand(*held, drew=tile, ready=1), kong_after_ting=kong_after_ting, tail="9m")
    assert table.may("self_kong") == (tile if allowed else "")
    before = table.waits(0)
    if allowed:
        table.play(f"0 self_kong {tile}")
        assert (table.waits(0) == before) is same
    assert qiaoma(hand(*held, drew=tile), kong_after_ting=kong_after_ting).may("self_kong") == tile  # not ready


@pytest.mark.parametrize("kong_after_ting", ["same_waits", "still_ready", "never"])
@pytest.mark.parametrize("ready", [0, 1])
def test_a_ready_seat_makes_no_exposed_kong(ready, kong_after_ting):
    held = hand("234m 678m 79p 222s 11s", ready=ready)
    table = qiaoma(hand("...", drew="2s"), held, kong_after_ting=kong_after_ting)
    table.play("0 discard 2s")
    assert ("kong" in table.legal) == (not ready)


@pytest.mark.parametrize("force_win", [False, True])
def test_force_win(force_win):
    """The engine carries out a win that may not be passed on; nobody is asked."""
    table = qiaoma(hand(*PLAIN, drew="8p", ready=1), force_win=force_win)
    assert table.count("hu") == force_win
    assert table.legal == ([] if force_win else ["discard 8p", "hu"])
    table = qiaoma(hand(*KONGS[0][0], drew="1m", ready=1), force_win=force_win)
    assert table.count("hu") == force_win
    table = qiaoma(hand("...", drew="8p"), hand(*PLAIN, ready=1), force_win=force_win)
    table.play("0 discard 8p")
    assert (table.actor, table.count("hu")) == ((-1, 1) if force_win else (1, 0))
    table = qiaoma(hand("...", "pung 888p", drew="8p"), None, hand(*PLAIN, ready=1), force_win=force_win)
    table.play("0 self_kong 8p")
    assert (table.actor, table.count("hu")) == ((-1, 1) if force_win else (2, 0))


def test_a_forced_win_comes_before_a_kong():
    held = hand(*KONGS[3][0], drew="3m", ready=1)
    assert qiaoma(held).legal == ["discard 3m", "hu"]
    held = hand("1112223m", "chow 123s", "chow 456p", drew="2m", ready=1)
    kongs = {"kong_after_ting": "still_ready"}
    assert qiaoma(held, **kongs).legal == ["discard 2m", "self_kong 2m", "hu"]
    assert qiaoma(held, **kongs, force_win=True).last("hu")["tile"] == "2m"


def test_every_seat_that_can_win_is_forced_to():
    giver = hand("147p 58s 369m 44z 147s", drew="8p")
    pung = hand("88p 258m 58s 99m 14m 9s 1z")
    table = qiaoma(giver, hand(*PLAIN, ready=1), pung, hand("79p 111z 222z 333z 44z", ready=2), force_win=True)
    table.play("0 discard 8p")
    assert [event["actor"] for event in table.events if event["type"] == "hu"] == [1, 3]
