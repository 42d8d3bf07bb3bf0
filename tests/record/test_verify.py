"""What the check of a log tells, and how it goes on after a difference."""

import gzip
import json

import numpy as np
import pytest

import mjenv
from mjenv.engine.tiles import NAMES
from mjenv.errors import LogError
from mjenv.record.differences import TEXT_LIMIT
from mjenv.record.log_check import find_impossible_wall
from mjenv.record.replay import LAST_HAND, Replay
from mjenv.record.seat_view import seat_view
from tests.record.damage import encode
from tests.record.played import RULES, played_stream, write_events
from tests.record.streams import oracle_stream


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.jsonl"


def told(path, events, **options):
    """The differences of a log, as (line, what)."""
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    return [(one.line, one.what) for one in mjenv.verify(path, **options).differences]


def find(events, kind, hand=0, **values):
    """Index of the first event of a type, from a hand on."""
    start = next(i for i, event in enumerate(events) if event["type"] == "start_hand" and event["hand"] == hand)
    wanted = values.items()
    return next(i for i in range(start, len(events)) if events[i]["type"] == kind and wanted <= events[i].items())


def change(events, index, **values):
    events = list(events)
    events[index] = events[index] | values
    return events


# Logs that follow the rules ----------------------------------------------------------------------------
@pytest.mark.nojit
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("suffix", [".jsonl", ".jsonl.gz"])
def test_a_played_log_is_as_the_rules_say(rules, suffix, tmp_path):
    events = played_stream(rules, 1)
    path = write_events(tmp_path / f"a{suffix}", events)
    if suffix.endswith(".gz"):
        path.write_bytes(gzip.compress(path.read_bytes()))
    report = mjenv.verify(path)
    assert report.differences == ()
    assert (report.hands, report.events, report.seeded, report.complete) == (2, len(events), True, True)
    assert report.rules.endswith(f"/{rules}")


@pytest.mark.parametrize(
    ("rules", "params"),
    [
        ("four_bao", {"cap": 3, "table_fee": 2, "task_bao_in_bao": 7}),
        ("single_bao", {"bao_fan": 9, "bao_exchange_counts": "discards"}),
        ("classic", {"multi_win": True, "thirteen_orphans_pair": "any"}),
        ("online", {"cap": None, "kong_after_ting": "never"}),
        ("qiaoma", {"force_win": True, "fan_mode": "linear"}),
    ],
)
def test_parameters_are_those_of_the_log(rules, params, path):
    events = played_stream(rules, 2, **params)
    assert events[0]["params"] == params
    assert told(path, events) == []


@pytest.mark.parametrize("rules", RULES)
def test_without_a_seed_walls_are_taken_as_given(rules, path):
    events = [dict(event) for event in oracle_stream(rules, 1)]
    del events[0]["seed"]
    write_events(path, events)
    report = mjenv.verify(path)
    assert (report.differences, report.seeded, report.hands) == ((), False, 3)


def test_a_single_hand_may_start_from_any_carry_over(path):
    replay = Replay(mjenv.load_rules("single_bao"))
    wall = [tile for tile in NAMES[:27] + NAMES[33:34] for _ in range(4)]
    carry = {"draws": 5, "counter": 2, "totals": [7, -9, 1, 1]}
    events = [{key: value for key, value in played_stream("single_bao", 1)[0].items() if key != "seed"} | {"hands": 1}]
    events += replay.deal(0, {"dealer": 3, "dice": [6, 6], "wall": wall, "carry": carry})
    while not replay.over:
        events += replay.play(replay.menu()["legal"][-1])
    events.append({"type": "end_match", "totals": events[-1]["next"]["totals"]})
    assert told(path, events) == []
    assert events[1]["carry"] == carry


def test_names_and_unknown_keys_are_free(path):
    events = change(played_stream("four_bao", 1), 0, names=["\u7ea2", "b", "c", ""], note=3)
    assert told(path, change(events, 2, more=[1], seconds=1.5)) == []


# What is told ------------------------------------------------------------------------------------------
def test_a_difference_names_line_field_clause_and_both_values(path):
    events = played_stream("four_bao", 1)
    index = find(events, "draw")
    write_events(path, change(events, index, left=3))
    (one,) = mjenv.verify(path).differences
    assert (one.line, one.what, one.clause, one.found) == (index + 1, "draw.left", "C4, H2", "3")
    assert str(one) == f"line {index + 1}, draw.left (C4, H2): expected {events[index]['left']}, found 3"


def test_an_illegal_action_is_told_with_the_menu_unharmed(path):
    events = played_stream("four_bao", 1)
    write_events(path, change(events, 2, action="hu"))
    (one,) = mjenv.verify(path).differences
    assert (one.line, one.what, one.expected, one.found) == (3, "ask.action", "one of the legal actions", '"hu"')


def test_another_legal_action_shows_in_what_follows(path):
    events = played_stream("four_bao", 1)
    other = next(action for action in events[2]["legal"] if action != events[2]["action"])
    assert told(path, change(events, 2, action=other)) == [(4, "discard.tile")]


@pytest.mark.parametrize(("kind", "clause"), [("hu", "S4, S5, S6"), ("chow", "S3, S7, S8"), ("pung", "S8, S9")])
def test_a_menu_cites_the_clause_of_the_action_that_is_missing(kind, clause, path):
    events = played_stream("qiaoma", 3, 6)
    index, legal = next(
        (i, event["legal"])
        for i, event in enumerate(events)
        if event["type"] == "ask" and any(action.startswith(kind) for action in event["legal"])
    )
    write_events(path, change(events, index, legal=[action for action in legal if not action.startswith(kind)]))
    (one,) = mjenv.verify(path).differences
    assert (one.line, one.what, one.clause) == (index + 1, "ask.legal", clause)


def test_groups_may_come_in_any_order(path):
    events = played_stream("four_bao", 3, 6)
    index = next(i for i, event in enumerate(events) if event["type"] == "hu" and len(event["groups"]) > 1)
    assert told(path, change(events, index, groups=events[index]["groups"][::-1])) == []
    assert told(path, change(events, index, groups=events[index]["groups"][1:])) == [(index + 1, "hu.groups")]


@pytest.mark.parametrize("hand", [0, 1, 3])
@pytest.mark.parametrize("key", ["dealer", "draws", "counter", "totals"])
def test_a_carry_over_that_is_changed_is_told_once(hand, key, path):
    events = played_stream("qiaoma", 3, 4)
    index = find(events, "end_hand", hand)
    carry = events[index]["next"]
    new = [1, 2, 3, 4] if key == "totals" else (carry[key] + 1) % 4
    assert told(path, change(events, index, next=carry | {key: new})) == [(index + 1, f"end_hand.next.{key}")]


@pytest.mark.parametrize("hand", [0, 2])
def test_totals_that_are_shifted_from_a_hand_on_are_told_where_they_first_are(hand, path):
    events = list(played_stream("qiaoma", 3, 4))
    first = find(events, "end_hand", hand)
    for index in range(first, len(events)):
        event = json.loads(encode(events[index]))
        for part in (event, event.get("next", {}), event.get("carry", {})):
            if "totals" in part:
                part["totals"][0] += 1
                part["totals"][1] -= 1
        events[index] = event
    assert told(path, events) == [(first + 1, "end_hand.next.totals")]


@pytest.mark.parametrize("hand", [0, 2])
def test_a_hand_must_start_with_what_the_hand_before_left(hand, path):
    events = played_stream("four_bao", 3, 4)
    index = find(events, "start_hand", hand)
    carry = events[index]["carry"] | {"totals": [1, 2, 3, -6]}
    assert told(path, change(events, index, carry=carry)) == [(index + 1, "start_hand.carry.totals")]


def test_damage_in_several_hands_is_told_of_each(path):
    events = played_stream("four_bao", 3, 4)
    places = [find(events, "draw", hand) for hand in (0, 1, 3)]
    for index in places:
        events = change(events, index, left=9999)
    assert told(path, events) == [(index + 1, "draw.left") for index in places]


# The seed ------------------------------------------------------------------------------------------------
def test_a_wrong_seed_is_told_once_and_hands_are_checked_all_the_same(path):
    events = change(played_stream("four_bao", 3, 4), 0, seed="0" * 32)
    assert [line for line, _ in told(path, events)] == [2]
    index = find(events, "draw", 2)
    assert told(path, change(events, index, left=3))[1:] == [(index + 1, "draw.left")]


def test_a_wall_that_is_not_that_of_the_seed_is_told_though_it_is_possible(path):
    events = played_stream("four_bao", 3, 3)
    for hand in range(3):
        index = find(events, "start_hand", hand)
        wall = events[index]["wall"][:]
        wall[100], wall[-1] = ("1m", "2m") if wall[100] != "1m" else ("2m", "1m")
        changed = change(events, index, wall=wall)
        assert told(path, changed) == [(index + 1, "start_hand.wall[100]")]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("wall", [[], ["1m"] * 112, ["1m"] * 5000, ["1f"]])
def test_impossible_walls_are_told(rules, wall, path):
    events = [dict(event) for event in played_stream(rules, 1)]
    events[1]["wall"] = wall
    assert told(path, events)[0][1].startswith("start_hand.wall")
    del events[0]["seed"]
    write_events(path, events)
    (one,) = mjenv.verify(path).differences
    assert (one.line, one.what, one.expected[:5]) == (2, "start_hand.wall", "4 of ")


def test_five_of_a_kind_are_told():
    rules = mjenv.load_rules("qiaoma")
    wall = played_stream("qiaoma", 1)[1]["wall"]
    assert find_impossible_wall(rules, wall) is None
    index = wall.index("1f")
    _, expected, found = find_impossible_wall(rules, [*wall[:index], "2f", *wall[index + 1 :]])
    assert (expected.text, found.text) == ("1 of 1f", "0 of 1f")


# Logs that go wrong as a whole ------------------------------------------------------------------------------
@pytest.mark.parametrize(("planned", "line", "what"), [(1, None, "end_match"), (5, -1, "start_hand")])
def test_a_match_has_the_planned_number_of_hands(planned, line, what, path):
    events = change(played_stream("four_bao", 3, 3), 0, hands=planned)
    expected = len(events) if line else find(events, "start_hand", 1) + 1
    assert told(path, events) == [(expected, what)]


def test_a_hand_that_is_left_out_is_told_where_the_next_begins(path):
    events = played_stream("four_bao", 3, 4)
    start, end = find(events, "start_hand", 1), find(events, "start_hand", 2)
    assert told(path, [*events[:start], *events[end:]]) == [(start + 1, "start_hand.hand")]


@pytest.mark.parametrize("end", [1, 2, 3, 50, -1])
def test_a_log_that_breaks_off_is_told_behind_its_last_line(end, path):
    events = played_stream("four_bao", 3)[:end]
    write_events(path, events)
    (one,) = mjenv.verify(path).differences
    assert (one.line, one.found) == (len(events) + 1, "the end of the file")


def test_gzip_data_that_break_off_are_told_behind_the_last_line(path):
    write_events(path, played_stream("four_bao", 3))
    path.write_bytes(gzip.compress(path.read_bytes())[:-2000])
    report = mjenv.verify(path)
    (one,) = report.differences
    assert not report.complete
    assert one.line == report.events + 1
    assert "cannot be read" in one.found


@pytest.mark.parametrize("more", [0, 1, -1])
def test_nothing_follows_the_end(more, path):
    events = played_stream("four_bao", 3)
    assert told(path, [*events, events[more], events[more]]) == [(len(events) + 1, "end_match")]


# Foreign files ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", [0, 3])
def test_what_a_seat_saw_cannot_be_checked(seat, path):
    write_events(path, seat_view(played_stream("four_bao", 1), seat))
    with pytest.raises(LogError, match="line 2: neither a seed nor a `wall`, so this is what one seat saw"):
        mjenv.verify(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"variant": "harbn"}, r"line 1: unknown variant 'harbn' \(did you mean harbin\?\)"),
        ({"rules": "classic"}, "line 1: harbin has no rule set 'classic'"),
        ({"params": {"capp": 3}}, r"line 1: harbin/four_bao has no parameter 'capp' \(did you mean cap\?\)"),
        ({"params": {"cap": 10**30}}, "line 1: parameter cap=1000.*: expected a whole number"),
        ({"params": {"x" * 60_000: 1}}, "line 1: harbin/four_bao has no parameter 'xxx"),
        ({"params": [1]}, "line 1: `params`: expected `object`"),
        ({"version": 2}, "line 1: `version`"),
        ({"seed": 7}, "line 1: `seed`"),
        ({"type": "end_match"}, "line 1: object missing required field `totals`"),
    ],
)
def test_a_beginning_that_is_none_is_refused(change, message, path):
    events = played_stream("four_bao", 1)
    path.write_bytes(encode(events[0] | change) + b"\n" + encode(events[1]))
    with pytest.raises(LogError, match=message) as caught:
        mjenv.verify(path)
    assert len(str(caught.value)) < 1200
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("name", "message"), [("none", "No such file"), (".", "Is a directory"), ("e", "the end of")])
def test_files_that_cannot_be_read_are_refused(tmp_path, name, message):
    (tmp_path / "e").touch()
    with pytest.raises(LogError, match=message):
        mjenv.verify(tmp_path / name)


def test_rules_and_parameters_stand_as_the_stream_has_them(path):
    events = played_stream("four_bao", 1)
    assert told(path, change(events, 0, rules="harbin/four_bao")) == [(1, "start_match.rules")]
    assert told(path, change(events, 0, params={"ting_pung": True})) == [(1, "start_match.params.ting_pung")]


@pytest.mark.nojit
@pytest.mark.parametrize("huge", [2**15 - 1, 2**31 - 2, 2**31, 2**63, 2**64, 10**400])
def test_huge_numbers_are_told(huge, path):
    events = played_stream("qiaoma", 1)
    changes = [
        (1, {"hand": huge}),
        (1, {"carry": {"draws": huge, "counter": 0, "totals": [0] * 4}}),
        (1, {"carry": {"draws": 0, "counter": -huge, "totals": [0] * 4}}),
        (1, {"carry": {"draws": 0, "counter": 0, "totals": [huge] * 4}}),
    ]
    for index, values in changes:
        assert [line for line, _ in told(path, change(events, index, **values))] == [index + 1]
    assert told(path, change(events, 0, hands=huge)) == [(len(events), "start_hand")]


def test_hand_numbers_at_the_edge_of_what_a_table_holds(path):
    events = [
        {key: value for key, value in event.items() if key != "seed"} for event in oracle_stream("four_bao", 1, 4)
    ]
    starts = [index for index, event in enumerate(events) if event["type"] == "start_hand"]
    events = change(events, 0, hands=2**40)
    events = change(events, starts[0] + 1, actor=(events[starts[0] + 1]["actor"] + 1) % 4)
    for step, start in enumerate(starts[1:]):  # the hand before is damaged, so numbers go on from the log's
        events = change(events, start, hand=LAST_HAND - 1 + step)
    assert told(path, events) == [(starts[0] + 2, "ask.actor"), (len(events), "start_hand")]


def test_after_the_limit_the_rest_is_not_read(path):
    events = [dict(event) for event in played_stream("four_bao", 3, 4)]
    for event in events:
        if event["type"] == "end_hand":
            event["points"] = [1, 1, 1, 1]
    write_events(path, events)
    assert len(mjenv.verify(path).differences) == 4
    report = mjenv.verify(path, limit=2)
    assert (len(report.differences), report.complete, report.hands) == (2, False, 2)


def test_lines_without_end_are_not_read_to_their_end(path):
    events = played_stream("four_bao", 3)
    path.write_bytes(gzip.compress(b"".join(encode(event) + b"\n" for event in events[:5]) + b"\n" * 10**7))
    report = mjenv.verify(path)
    assert [one.line for one in report.differences] == [6]
    assert not report.complete
    path.write_bytes(gzip.compress(b"".join(encode(event) + b"\n" for event in [*events[:2], *[events[1]] * 10**4])))
    assert len(mjenv.verify(path).differences) == 100


def test_progress_is_told_hand_by_hand(path):
    write_events(path, played_stream("four_bao", 3, 4))
    calls = []
    mjenv.verify(path, progress=lambda done, planned: calls.append((done, planned)))
    assert calls == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_what_a_log_says_is_shown_as_short_ascii_text(path):
    events = change(played_stream("four_bao", 1), 2, legal=["\x1b[31m\u7ea2"] * 4000)
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))
    (one,) = mjenv.verify(path).differences
    assert one.found.startswith('["\\u001b[31m\\u7ea2"')
    assert len(one.found) == TEXT_LIMIT + len("...")


@pytest.mark.nojit
def test_replay_refuses_what_is_illegal_and_stays_where_it_is():
    replay = Replay(mjenv.load_rules("four_bao"), np.array([1, 2], np.uint64))
    assert replay.play("discard 1m") is None
    replay.deal(0, {"dealer": 1})
    menu = replay.menu()
    for action in ("", "pass", "hu", "discard 9z", "DISCARD 1m"):
        assert replay.play(action) is None
    assert replay.menu() == menu
