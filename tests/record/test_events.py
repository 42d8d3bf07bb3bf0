"""Each kind of row, made by hand, and the event that it becomes."""

import numpy as np
import pytest

from mjenv.engine import log
from mjenv.engine.codes import NOTHING, WIN_DISCARD, WIN_SELF_DRAW
from mjenv.engine.menu import ACTION_NAMES, action_id
from mjenv.engine.tiles import NAMES, parse_tile
from mjenv.record.events import EventDecoder, parse_seed, seed_text, start_match
from mjenv.record.schema import decode_event, encode_event
from mjenv.variants.harbin_payment import ELEMENTS, TASKS
from mjenv.variants.registry import load_rules

pytestmark = pytest.mark.nojit
KEYS = [element.key for element in ELEMENTS]


def row(event, actor=NOTHING, target=NOTHING, tile=NOTHING, *values):
    tile = parse_tile(tile) if isinstance(tile, str) else tile
    numbers = [parse_tile(value) if isinstance(value, str) else value for value in values]
    return [event, actor, target, tile, *numbers, *[NOTHING] * (log.LOG_WIDTH - 4 - len(numbers))]


def decode(*rows, decoder=None):
    events = (decoder or EventDecoder(load_rules("four_bao"))).decode(np.array(rows, np.int32))
    for event in events:
        assert list(decode_event(encode_event(event)).items()) == list(event.items())  # keys are in order
    return events


def test_start_match():
    rules = load_rules("four_bao", cap="100", ting_pung=False)
    event = start_match(rules, 8, ["a", "b", "c", "d"], np.array([1, 2**64 - 1], np.uint64))
    assert event == {
        "type": "start_match",
        "version": 1,
        "variant": "harbin",
        "rules": "four_bao",
        "params": {"cap": 100, "ting_pung": False},
        "hands": 8,
        "names": ["a", "b", "c", "d"],
        "seed": "0000000000000001ffffffffffffffff",
    }
    assert decode_event(encode_event(event)) == event
    assert seed_text(parse_seed(event["seed"])) == event["seed"]


def test_start_hand_lists_the_tiles_in_deal_order():
    wall = [*range(27), 33] * 4
    rows = [row(log.EV_START_HAND, 2, NOTHING, NOTHING, 5, 3, 6, 1, 0, 10, -10, 4, -4)]
    rows += [row(log.EV_WALL, NOTHING, NOTHING, start, *wall[start : start + 12]) for start in range(0, 112, 12)]
    (event,) = decode(*rows)
    names = [NAMES[kind] for kind in wall]
    assert event["wall"] == names
    assert (event["hand"], event["dealer"], event["dice"]) == (5, 2, [3, 6])
    assert event["carry"] == {"draws": 1, "counter": 0, "totals": [10, -10, 4, -4]}
    rounds = [0, 16, 32]  # C5: four tiles each, three times, then one, then the dealer's extra tile
    dealt = [[n for r in rounds for n in names[r + 4 * i : r + 4 * i + 4]] + [names[48 + i]] for i in range(4)]
    dealt[0].append(names[52])
    assert event["hands"] == [dealt[2], dealt[3], dealt[0], dealt[1]]


@pytest.mark.parametrize(
    ("one", "expected"),
    [
        (row(log.EV_FLOWER, 1, NOTHING, 36), {"type": "flower", "actor": 1, "tile": "3f"}),
        (
            row(log.EV_DRAW, 1, NOTHING, "5m", 0, 54),
            {"type": "draw", "actor": 1, "tile": "5m", "from": "head", "left": 54},
        ),
        (
            row(log.EV_DRAW, 3, NOTHING, "7z", 1, 0),
            {"type": "draw", "actor": 3, "tile": "7z", "from": "tail", "left": 0},
        ),
        (
            row(log.EV_DISCARD, 0, NOTHING, "9s", 1, 0, 0),
            {"type": "discard", "actor": 0, "tile": "9s", "drawn": True, "ready": False},
        ),
        (
            row(log.EV_DISCARD, 0, NOTHING, "9s", 0, 1, 1),
            {"type": "discard", "actor": 0, "tile": "9s", "drawn": False, "ready": True, "auto": True},
        ),
        (
            row(log.EV_CHOW, 1, 0, "5p", "6p", "4p", 1),
            {"type": "chow", "actor": 1, "target": 0, "tile": "5p", "consumed": ["4p", "6p"], "ready": True},
        ),
        (
            row(log.EV_PUNG, 1, 3, "5p", "5p", "5p", 0),
            {"type": "pung", "actor": 1, "target": 3, "tile": "5p", "consumed": ["5p", "5p"], "ready": False},
        ),
        (
            row(log.EV_KONG, 1, 3, "5p", "5p", "5p", 0),
            {"type": "kong", "actor": 1, "target": 3, "tile": "5p", "consumed": ["5p"] * 3, "ready": False},
        ),
        (row(log.EV_CONCEALED_KONG, 1, NOTHING, "1z"), {"type": "concealed_kong", "actor": 1, "tile": "1z"}),
        (row(log.EV_BAO, 2, NOTHING, "1m", 3), {"type": "bao", "actor": 2, "tile": "1m", "index": 3}),
        (
            row(log.EV_BAO_EXCHANGE, NOTHING, NOTHING, NOTHING, "1m", "9p"),
            {"type": "bao_exchange", "old": "1m", "new": "9p"},
        ),
        (
            row(log.EV_END_MATCH, NOTHING, NOTHING, NOTHING, 9, -9, 1, -1),
            {"type": "end_match", "totals": [9, -9, 1, -1]},
        ),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_events_of_one_row(one, expected):
    assert decode(one) == [expected]
    assert list(decode(one)[0]) == list(expected)


@pytest.mark.parametrize("legal", [["discard 1m", "pass"], ["ting 7z", "self_kong 1m", "hu"], list(ACTION_NAMES)])
def test_ask_names_every_legal_action(legal):
    bits = sum(1 << action_id(name) for name in legal)
    words = np.array([bits >> (32 * part) & 0xFFFFFFFF for part in range(4)], np.uint32).view(np.int32)
    assert decode(row(log.EV_ASK, 3, NOTHING, NOTHING, *words.tolist(), action_id(legal[-1]))) == [
        {"type": "ask", "actor": 3, "legal": legal, "action": legal[-1]}
    ]


def test_hu_names_melds_in_the_order_made_then_concealed_groups_as_text():
    decoder = EventDecoder(load_rules("four_bao"))
    decode(
        row(log.EV_PUNG, 1, 0, "9s", "9s", "9s", 0),
        row(log.EV_CONCEALED_KONG, 1, NOTHING, "2m"),
        row(log.EV_CHOW, 1, 0, "3m", "1m", "2m", 1),
        row(log.EV_ADDED_KONG, 1, NOTHING, "9s"),
        row(log.EV_CHOW, 2, 0, "3m", "4m", "5m", 0),
        decoder=decoder,
    )
    events = decode(
        row(log.EV_HU, 1, 3, "4p", WIN_DISCARD, 0, -2, 7, -2, -3),
        row(log.EV_ELEMENT, NOTHING, NOTHING, NOTHING, 0, 1),
        row(log.EV_ELEMENT, NOTHING, NOTHING, NOTHING, KEYS.index("kadang"), 2),
        [log.EV_WIN_HAND, 1, *(parse_tile(t) for t in ("4p", "3p", "5p", "7z", "7z")), *[NOTHING] * 9],
        row(log.EV_GROUPS, 1, NOTHING, NOTHING, 68 + 33, parse_tile("3p")),
        row(log.EV_END_HAND, 1, NOTHING, NOTHING, -2, 7, -2, -3, 0, 0, 0, 0, 2, 2, 2, 2),
        row(log.EV_TASK, NOTHING, NOTHING, NOTHING, 1, 20),
        *(row(log.EV_SHOWN_BAO, NOTHING, NOTHING, tile) for tile in ("1m", "1m", "7z", "9s")),
        row(log.EV_NEXT, NOTHING, NOTHING, NOTHING, 1, 0, 0, -4, 5, -4, -5),
        decoder=decoder,
    )
    assert events == [
        {
            "type": "hu",
            "actor": 1,
            "target": 3,
            "tile": "4p",
            "mode": "discard",
            "elements": {KEYS[0]: 1, "kadang": 2},
            "hand": ["3p", "4p", "5p", "7z", "7z"],
            "groups": ["9999s", "2222m", "123m", "345p", "77z"],
            "payments": [-2, 7, -2, -3],
        },
        {
            "type": "end_hand",
            "result": "win",
            "points": [-2, 7, -2, -3],
            "kongs": [0, 0, 0, 0],
            "tasks": {TASKS[1].key: 20},
            "bao": ["1m", "1m", "7z", "9s"],
            "fee": [2, 2, 2, 2],
            "next": {"dealer": 1, "draws": 0, "counter": 0, "totals": [-4, 5, -4, -5]},
        },
    ]
    assert list(events[1]) == ["type", "result", "points", "kongs", "tasks", "bao", "fee", "next"]


def test_a_win_on_a_bao_without_a_wait_names_no_groups():
    events = decode(
        row(log.EV_PUNG, 1, 0, "9s", "9s", "9s", 0),
        row(log.EV_HU, 1, NOTHING, "4p", WIN_SELF_DRAW, 0, -4, 12, -4, -4),
        [log.EV_WIN_HAND, 1, 12, *[NOTHING] * 13],
        row(log.EV_GROUPS, 1),
    )
    assert events[1]["groups"] == []
    assert events[1]["target"] is None
    assert events[1]["mode"] == "self_draw"


def test_fourteen_concealed_tiles_fill_the_row():
    (event,) = decode(
        row(log.EV_HU, 1, NOTHING, "1m", WIN_SELF_DRAW, 0, 0, 0, 0, 0),
        [log.EV_WIN_HAND, 1, *range(14)],
    )
    assert event["hand"] == list(NAMES[:14])


def test_a_draw_has_no_fee_and_forgets_the_melds_of_the_hand():
    decoder = EventDecoder(load_rules("four_bao"))
    events = decode(
        row(log.EV_PUNG, 1, 0, "9s", "9s", "9s", 0),
        row(log.EV_END_HAND, 0, NOTHING, NOTHING, *[0] * 12),
        row(log.EV_NEXT, NOTHING, NOTHING, NOTHING, 3, 1, 0, 0, 0, 0, 0),
        row(log.EV_START_HAND, 0, NOTHING, NOTHING, 1, 1, 1, 1, 0, 0, 0, 0, 0),
        row(log.EV_HU, 1, NOTHING, "1m", WIN_SELF_DRAW, 0, 0, 0, 0, 0),
        row(log.EV_GROUPS, 1, NOTHING, NOTHING, 68),
        decoder=decoder,
    )
    assert events[1]["result"] == "draw"
    assert events[1]["tasks"] == {}
    assert "fee" not in events[1]
    assert events[3]["groups"] == ["11m"]
