import numpy as np
import pytest

from mjenv.engine.tiles import NAMES
from mjenv.errors import LogError
from mjenv.record.schema import EVENT_CLASSES, decode_event, encode_event
from tests.record.streams import oracle_stream

pytestmark = pytest.mark.nojit

KEYS = {
    "start_match": "version variant rules params hands names seed",
    "start_hand": "hand dealer dice carry wall hands",
    "flower": "actor tile",
    "draw": "actor tile from left",
    "ask": "actor legal action seconds",
    "discard": "actor tile drawn ready auto",
    "chow": "actor target tile consumed ready",
    "pung": "actor target tile consumed ready",
    "kong": "actor target tile consumed ready",
    "added_kong": "actor tile",
    "concealed_kong": "actor tile",
    "bao": "actor tile index",
    "bao_exchange": "old new",
    "hu": "actor target tile mode elements flowers hand groups payments",
    "end_hand": "result points kongs tasks bao fee next",
    "end_match": "totals",
}


def test_every_event_has_its_keys_in_order():
    assert {one.__struct_config__.tag: " ".join(one.__struct_encode_fields__) for one in EVENT_CLASSES} == KEYS


@pytest.mark.parametrize("tile", NAMES)
def test_every_tile_is_read(tile):
    assert decode_event(b'{"type":"added_kong","actor":0,"tile":"%s"}' % tile.encode())["tile"] == tile


@pytest.mark.parametrize("tile", ["0m", "8z", "9f", "5x", "55m", "5", "", "?", "5m\\n", " 5m"])
def test_other_tiles_are_refused(tile):
    with pytest.raises(LogError, match="`tile`: expected `str` that names a tile, such as '5m'"):
        decode_event(b'{"type":"added_kong","actor":0,"tile":"%s"}' % tile.encode())


@pytest.mark.parametrize("rules", ["four_bao", "single_bao"])
def test_oracle_streams_survive_a_round_trip(rules):
    for event in oracle_stream(rules, 1):
        line = encode_event(event)
        assert decode_event(line) == event
        assert encode_event(decode_event(line)) == line


def test_bytes_are_canonical():
    shuffled = {"from": "head", "left": 54, "tile": "5m", "note": "left out", "type": "draw", "actor": 1}
    assert encode_event(shuffled) == b'{"type":"draw","actor":1,"tile":"5m","from":"head","left":54}'
    start = {"type": "start_match", "version": 1, "variant": "harbin", "rules": "four_bao", "params": {"cap": None}}
    start |= {"hands": 1, "names": ["红", "b", "c", "d"]}
    assert encode_event(start).decode() == (
        '{"type":"start_match","version":1,"variant":"harbin","rules":"four_bao","params":{"cap":null},"hands":1,'
        '"names":["红","b","c","d"]}'
    )


def test_auto_is_written_only_when_true():
    event = {"type": "discard", "actor": 0, "tile": "1s", "drawn": True, "ready": False}
    assert b"auto" not in encode_event(event | {"auto": False})
    assert encode_event(event | {"auto": True}).endswith(b'"ready":false,"auto":true}')


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"actor": 4}, "`actor`: expected `int` <= 3"),
        ({"actor": 1.0}, "`actor`: expected `int`, got `float`"),
        ({"actor": np.int64(1)}, "`actor`: expected `int`"),
        ({"actor": None}, "`actor`: expected `int`, got `null`"),
        ({"drawn": 1}, "`drawn`: expected `bool`, got `int`"),
        ({"type": "discrad"}, r"unknown event type 'discrad' \(did you mean discard\?\)"),
    ],
)
def test_values_that_cannot_be_are_not_written(change, message):
    event = {"type": "discard", "actor": 0, "tile": "1s", "drawn": True, "ready": False}
    with pytest.raises(LogError, match=message):
        encode_event(event | change)


def test_missing_keys_are_named():
    with pytest.raises(LogError, match="missing required field `actor`"):
        decode_event(b'{"type":"flower","tile":"3f"}')
