"""The turn machine: who is asked, what prevails, what is carried out without asking (C8-C15)."""

from __future__ import annotations

from .positions import Script, build_wall, make_table, of_type, place, play
from .seat import Turn
from .tiles import kind_of


def test_c13_a_seat_that_cannot_change_anything_is_not_asked():
    hands = ["5m", "46m 222p 678p 345s 77s", "55m", ""]
    for first, answers in (("hu", 0), ("pass", 1)):
        script = Script("discard 5m", first, "pass")
        play("online", build_wall("online", hands), script)
        assert len([legal for legal in script.asked(2) if "pung" in legal]) == answers


def test_c13_a_higher_claim_of_a_later_seat_prevails():
    hands = ["5m", "46m 19p 1369s 12344z", "55m", ""]
    script = Script("discard 5m", "chow_mid", "pung")
    events = play("qiaoma", build_wall("qiaoma", hands), script)
    assert script.seen[1:3] == [(1, ["chow_mid", "pass"]), (2, ["pung", "pass"])]
    assert [event["actor"] for event in of_type(events, "pung")][:1] == [2]
    assert not of_type(events, "chow")[:1] or of_type(events, "chow")[0]["tile"] != "5m"


def test_c13_equal_ready_claims_go_to_the_nearest():
    hands = ["5m", "", "46m 123p 99p 777s 228s", "55m 888p 34s 777z 78m"]
    script = Script("discard 5m", "", "ting_chow_mid", "ting_pung")
    events = play("four_bao", build_wall("four_bao", hands), script)
    assert [(event["type"], event["actor"]) for event in events if event.get("ready")][:1] == [("chow", 2)]
    assert not [legal for actor, legal in script.seen if actor == 3 and "ting_pung" in legal]


def test_s9_passed_pung_played():
    hands = ["5m", "5m", "55m", ""]
    script = Script("discard 5m", "discard 5m", "pass")
    play("qiaoma", build_wall("qiaoma", hands, draws="8p 8p 8p"), script)
    assert len([legal for legal in script.asked(2) if "pung" in legal]) == 1


def test_s8_own_tile_played():
    hands = ["5m", "", "555m", ""]
    script = Script("discard 1z, discard 5m", "", "discard 5m")
    events = play("qiaoma", build_wall("qiaoma", hands, draws="8p 8p 8p 8p"), script)
    fives = [event for event in of_type(events, "discard") if event["tile"] == "5m"]
    assert [event["actor"] for event in fives[:2]] == [2, 0]
    assert events[events.index(fives[1]) + 1]["type"] == "draw"


def test_c8_no_win_and_no_kong_after_a_claim():
    table = make_table("online")
    place(table, 1, "234m 678m 789p 22s", "pung 999s")
    assert "hu" not in table.book.turn_actions(table, Turn(1, None, "claim"))
    place(table, 1, "5555m 678m 789p 2s", "pung 999s")
    assert "self_kong 5m" not in table.book.turn_actions(table, Turn(1, None, "claim"))
    assert "self_kong 5m" in table.book.turn_actions(table, Turn(1, kind_of("2s"), "head"))
    table.book.params["kong_after_claim"] = True
    assert "self_kong 5m" in table.book.turn_actions(table, Turn(1, None, "claim"))


def test_c15_a_ready_seat_discards_what_it_drew_without_being_asked():
    hands = ["123m 456m 789m 22p 55s 4z", "", "", ""]
    wall = build_wall("qiaoma", hands, draws="1z 2z 3z 4z", filler="147m 258p 369s 147m 258p 369s 1234z")
    script = Script("ting 4z")
    events = play("qiaoma", wall, script)
    forced = [event for event in of_type(events, "discard") if event["actor"] == 0][1]
    assert list(forced) == ["type", "actor", "tile", "drawn", "ready", "auto"]
    assert (forced["drawn"], forced["ready"], forced["auto"]) == (True, False, True)
    assert all("hu" in legal for legal in script.asked(0)[1:])


def test_h10_nearest_ready_seat_wins():
    table = make_table("four_bao")
    for index in (1, 3):
        place(table, index, "234m 567p 1s", "pung 222s, chow 123p", ready=True)
    place(table, 0, "1234567m 1s 234567p")
    place(table, 2, "1234567m 234567p")
    table.baos = [(1, 0), (3, 0)]
    table.choose = Script("", "hu", "", "hu")
    assert table._discard(Turn(0, kind_of("1s"), "head"), kind_of("1s"), ready=False, auto=False) is None
    assert [event["actor"] for event in of_type(table.events, "hu")] == [1]
    assert [actor for actor, _ in table.choose.seen] == [1]
