"""What a seat may see (C24), and that nothing else reaches it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mjenv.engine.tiles import NAMES
from mjenv.errors import LogError, RulesError
from mjenv.record.schema import decode_event, encode_event
from mjenv.record.seat_view import SeatView, seat_view
from mjenv.variants.registry import load_rules
from tests.record.streams import SEED, oracle_stream

pytestmark = pytest.mark.nojit

SEATS = range(4)
RULES = load_rules("four_bao")
START = {
    "type": "start_match",
    "version": 1,
    "variant": "harbin",
    "rules": "four_bao",
    "params": {},
    "hands": 1,
    "names": ["a", "b", "c", "d"],
    "seed": SEED,
}


def view_of(events, seat, rules=RULES):
    view = SeatView(seat, rules)
    return [seen for event in events for seen in view.see(event)]


def ready(seat, tile="9s"):
    return {"type": "discard", "actor": seat, "tile": tile, "drawn": False, "ready": True}


def bao(seat, tile, index):
    return {"type": "bao", "actor": seat, "tile": tile, "index": index}


def scramble(events, seat, rng):
    """The same stream with everything changed that ``seat`` may not see."""
    changed = []
    never_ready = iter(readiness(events, seat))
    blind = True
    for event in events:
        if event["type"] == "start_hand":
            blind = next(never_ready)
        if event["type"] == "ask" and event["actor"] != seat and rng.random() < 0.5:
            continue
        changed.append(event | hidden_keys(event, seat, rng, blind=blind))
        if event["type"] == "discard" and rng.random() < 0.3:  # another seat is asked about it
            changed.append({"type": "ask", "actor": (seat + 1) % 4, "legal": ["hu", "pass"], "action": "pass"})
    return changed


def hidden_keys(event, seat, rng, *, blind):
    """Other values for the keys of an event that a seat may not see; ``blind``: it sees no 宝 in this hand."""
    other = event.get("actor") != seat
    tile = {"tile": rng.choice(NAMES)}
    hands = (
        [tiles if number == seat else rng.choices(NAMES, k=len(tiles)) for number, tiles in enumerate(event["hands"])]
        if event["type"] == "start_hand"
        else []
    )
    return {
        "start_match": lambda: {"seed": f"{rng.getrandbits(128):032x}"},
        "start_hand": lambda: {"wall": rng.sample(event["wall"], len(event["wall"])), "hands": hands},
        "draw": lambda: tile if other else {},
        "ask": lambda: {"legal": rng.sample(event["legal"], 1)} if other else {},
        "discard": lambda: {"auto": not event.get("auto", False)} if other else {},
        "bao": lambda: tile if blind else {},
        "bao_exchange": lambda: {"old": rng.choice(NAMES), "new": rng.choice(NAMES)} if blind else {},
    }.get(event["type"], dict)()


def readiness(events, seat):
    """For each hand whether the seat is never ready in it."""
    hands = []
    for event in events:
        if event["type"] == "start_hand":
            hands.append(True)
        elif event["type"] == "discard" and event["actor"] == seat and event["ready"]:
            hands[-1] = False
    return hands


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(["four_bao", "single_bao"]), st.integers(0, 200), st.sampled_from(SEATS), st.randoms())
def test_streams_that_differ_in_hidden_things_give_the_same_view(rules, seed, seat, rng):
    events = oracle_stream(rules, seed)
    other = scramble(events, seat, rng)
    assert [encode_event(event) for event in other] != [encode_event(event) for event in events]
    assert view_of(other, seat) == view_of(events, seat)


@pytest.mark.parametrize("seat", SEATS)
def test_what_a_seat_may_see_does_reach_it(seat):
    events = oracle_stream("four_bao", 3)
    seen = view_of(events, seat)
    for index, event in enumerate(events):
        if event.get("actor") != seat and event["type"] in ("draw", "ask", "bao"):
            continue
        for key in event.keys() - {"type", "actor", "wall", "seed", "hands", "auto", "carry", "next"}:
            changed = [*events[:index], event | {key: "changed"}, *events[index + 1 :]]
            assert view_of(changed, seat) != seen, (event, key)


@pytest.mark.parametrize("rules", ["four_bao", "single_bao"])
@pytest.mark.parametrize("seat", SEATS)
def test_views_are_well_formed_and_give_up_nothing_public(rules, seat):
    events = oracle_stream(rules, 4)
    seen = view_of(events, seat)
    for event in seen:
        assert decode_event(encode_event(event)) == event
    kept = ("discard", "chow", "pung", "kong", "added_kong", "hu", "end_hand", "end_match")
    public = [
        {key: value for key, value in event.items() if key != "auto"} for event in events if event["type"] in kept
    ]
    assert [{k: v for k, v in event.items() if k != "auto"} for event in seen if event["type"] in kept] == public
    own = [event for event in events if event["type"] in ("draw", "ask") and event["actor"] == seat]
    assert [event for event in seen if event["type"] in ("draw", "ask") and event["actor"] == seat] == own


def test_the_full_stream_is_left_as_it_was():
    events = [dict(event) for event in oracle_stream("single_bao", 4)]
    view_of(events, 0)
    assert events == list(oracle_stream("single_bao", 4))


def test_hidden_tiles_are_question_marks():
    seen = view_of(oracle_stream("four_bao", 3), 2)
    start = next(event for event in seen if event["type"] == "start_hand")
    assert "wall" not in start
    assert "seed" not in seen[0]
    for seat, tiles in enumerate(start["hands"]):
        assert len(tiles) == 13 + (seat == start["dealer"])
        assert ("?" in tiles) == (seat != 2)
    assert {event["tile"] for event in seen if event["type"] == "draw" and event["actor"] != 2} == {"?"}
    assert all(event["actor"] == 2 for event in seen if event["type"] == "ask")
    assert not any("auto" in event for event in seen if event.get("actor") != 2)


def test_h11_a_seat_that_becomes_ready_first_learns_the_bao_it_missed():
    events = [
        *(ready(0), bao(0, "1m", 0)),
        *(ready(2), bao(2, "2m", 1)),
        *(ready(1), bao(1, "3m", 2)),
        *(ready(3), bao(3, "4m", 3)),
    ]
    assert view_of(events, 1) == [
        *(ready(0), ready(2), ready(1)),
        *(bao(0, "1m", 0), bao(2, "2m", 1), bao(1, "3m", 2)),
        *(ready(3), bao(3, "4m", 3)),
    ]
    assert view_of(events[:-2], 3) == [ready(0), ready(2), ready(1)]
    assert view_of(events, 0) == events


def test_h12_a_late_seat_learns_the_bao_in_force_and_then_the_exchange_of_its_own_discard():
    exchange = {"type": "bao_exchange", "old": "1m", "new": "2m"}
    again = {"type": "bao_exchange", "old": "2m", "new": "3m"}
    unseen = {"type": "bao_exchange", "old": "?", "new": "?"}
    events = [ready(0), bao(0, "1m", 0), exchange, ready(1), again]
    assert view_of(events, 0) == events
    assert view_of(events, 1) == [ready(0), unseen, ready(1), bao(0, "2m", 0), again]
    assert view_of(events, 2) == [ready(0), unseen, ready(1), unseen]


def test_a_new_hand_makes_nobody_ready():
    start = {"type": "start_hand", "hand": 1, "dealer": 0, "dice": [1, 1], "hands": [["1m"]] * 4, "wall": []}
    events = [ready(0), bao(0, "1m", 0), start, ready(1), bao(1, "2m", 0), ready(0), bao(0, "3m", 1)]
    assert [event["tile"] for event in view_of(events, 0) if event["type"] == "bao"] == ["1m", "2m", "3m"]
    assert [event["tile"] for event in view_of(events, 1) if event["type"] == "bao"] == ["2m", "3m"]


@pytest.mark.parametrize("hidden", [False, True])
def test_c24_concealed_kong_hidden(hidden):
    rules = load_rules("four_bao", concealed_kong_hidden=hidden)
    hu = {"type": "hu", "actor": 1, "groups": ["123m", "5555p", "77z"]}
    events = [
        {"type": "concealed_kong", "actor": 1, "tile": "5p"},
        {"type": "added_kong", "actor": 2, "tile": "6p"},
        hu,
        hu | {"actor": 2, "groups": ["6666p"]},
    ]
    assert view_of(events, 1, rules) == events
    tiles = [event.get("tile", event.get("groups")) for event in view_of(events, 0, rules)]
    if hidden:
        assert tiles == ["?", "6p", ["123m", "????", "77z"], ["6666p"]]
    else:
        assert tiles == ["5p", "6p", ["123m", "5555p", "77z"], ["6666p"]]


def test_kongs_of_the_hand_before_hide_nothing():
    rules = load_rules("four_bao", concealed_kong_hidden=True)
    start = {"type": "start_hand", "hand": 1, "dealer": 0, "dice": [1, 1], "hands": [["1m"]] * 4, "wall": []}
    hu = {"type": "hu", "actor": 1, "groups": ["5555p", "77z"]}
    events = [{"type": "concealed_kong", "actor": 1, "tile": "5p"}, start, hu]
    assert view_of(events, 0, rules)[-1] == hu


def test_the_rules_of_a_stream_decide_what_it_hides():
    kong = {"type": "concealed_kong", "actor": 1, "tile": "5p"}
    hidden = START | {"params": {"concealed_kong_hidden": True}}
    assert list(seat_view([START, kong], 0))[1] == kong
    assert list(seat_view([hidden, kong], 0))[1] == kong | {"tile": "?"}


def test_flowers_stay_visible():
    flower = {"type": "flower", "actor": 1, "tile": "3f"}
    assert view_of([flower], 0) == [flower]


def test_streams_without_a_start_and_unknown_events_are_refused():
    with pytest.raises(LogError, match="begins with 'discard', expected 'start_match'"):
        list(seat_view([ready(0)], 0))
    with pytest.raises(LogError, match="no rule says who may see an event of type 'peek'"):
        list(seat_view([START, {"type": "peek"}], 0))
    with pytest.raises(RulesError, match="did you mean"):
        list(seat_view([START | {"rules": "four_boa"}], 0))
    with pytest.raises(RulesError, match="no parameter 'rules'"):
        list(seat_view([START | {"params": {"rules": 1}}], 0))
