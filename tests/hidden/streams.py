"""Full streams of games, and others that differ from them only in what one seat may not see."""

from __future__ import annotations

import random
from functools import lru_cache

import numpy as np

import mjenv
from mjenv.arena.match import latest_rows
from mjenv.record.events import EventDecoder, start_match
from mjenv.record.schema import encode_event
from mjenv.record.seat_view import SeatView
from mjenv.variants.registry import load_rules
from tests.table.policies import choose_eagerly

WIN = {
    "type": "hu",
    "actor": 1,
    "target": None,
    "tile": "1m",
    "mode": "self_draw",
    "elements": {},
    "hand": ["1m", "2m", "3m", "7z", "7z"],
    "groups": ["123m", "77z"],
    "payments": [0, 0, 0, 0],
}
TILES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]


@lru_cache
def full_stream(rules, seed, hidden):
    """Return the events of a match of two hands, played eagerly."""
    batch = mjenv.make_batch(rules, num_tables=1, hands=2, seed=seed, record=True, concealed_kong_hidden=hidden)
    decoder, rng = EventDecoder(batch.rules), np.random.default_rng(seed)
    events = [start_match(batch.rules, 2, list("abcd"), batch.states["seed"][0]), *decoder.decode(latest_rows(batch))]
    while not batch.done[0]:
        batch.step(choose_eagerly(batch, rng))
        events += decoder.decode(latest_rows(batch))
    return tuple(events)


def with_hidden_kong(events):
    """Return the stream up to the end of its first hand, won by a seat with a concealed kong."""
    place = next(number for number, event in enumerate(events) if event["type"] in {"hu", "end_hand"})
    win = WIN | (events[place] if events[place]["type"] == "hu" else {})
    win |= {"groups": ["9999s", *win["groups"]]}
    return (*events[:place], {"type": "concealed_kong", "actor": win["actor"], "tile": "9s"}, win)


def see(events, seat):
    """Return the bytes of a seat's stream."""
    first = events[0]
    view = SeatView(seat, load_rules(f"{first['variant']}/{first['rules']}", **first["params"]))
    return b"\n".join(encode_event(seen) for event in events for seen in view.see(event))


def moments(events):
    """Return the numbers of events up to which a stream may be cut: before each decision, and its end."""
    return [number for number, event in enumerate(events) if number and event["type"] == "ask"] + [len(events)]


def disguise(events, seat, seed):
    """Return the events with everything changed that ``seat`` may not see up to the last of them (C24).

    Which that is stands here a second time, apart from the filter that is tested.
    """
    chance = random.Random(seed)
    twin = []
    for hand in split_hands(events):
        is_ready = any(event["type"] == "discard" and event["actor"] == seat and event["ready"] for event in hand)
        kongs = {}  # hidden group: what stands in its place
        for event in hand:
            twin += change_private(event, seat, chance) or change_shared(event, seat, chance, is_ready, kongs)
    return twin if events[0]["params"].get("concealed_kong_hidden") else with_kongs(twin, events)


def split_hands(events):
    """Return the events in parts that begin with ``start_hand``; ``start_match`` is a part of its own."""
    parts = [[]]
    for event in events:
        if event["type"] == "start_hand":
            parts.append([])
        parts[-1].append(event)
    return parts


def change_private(event, seat, chance):
    """Return what stands in the place of an event that is another seat's, or of chance; nothing for the rest."""
    mine = event.get("actor") == seat
    match event["type"]:
        case "start_match":
            return [event | {"seed": f"{chance.getrandbits(128):032x}"}]
        case "start_hand":
            hands = [
                tiles if place == seat else chance.choices(TILES, k=len(tiles))
                for place, tiles in enumerate(event["hands"])
            ]
            return [event | {"wall": chance.choices(TILES, k=len(event["wall"])), "hands": hands}]
        case "draw" if not mine:
            return [event | {"tile": chance.choice(TILES)}]
        case "ask" if not mine:  # an ask more, as nobody else knows how often a seat is asked
            return [event | {"legal": ["hu", "pass"], "action": "pass"}] * chance.randint(1, 2)
        case "discard" if not mine:
            forced = {key: value for key, value in event.items() if key != "auto"}
            return [forced if "auto" in event else event | {"auto": True}]
    return []


def change_shared(event, seat, chance, is_ready, kongs):
    """Return what stands in the place of an event of which a part may be hidden: 宝 and concealed kongs."""
    mine = event.get("actor") == seat
    match event["type"]:
        case "bao" if not is_ready:
            return [event | {"tile": chance.choice(TILES)}]
        case "bao_exchange" if not is_ready:
            return [event | {"old": chance.choice(TILES), "new": chance.choice(TILES)}]
        case "concealed_kong" if not mine:
            tile = chance.choice([tile for tile in TILES if group_of(tile) not in kongs.values()])
            kongs[group_of(event["tile"])] = group_of(tile)
            return [event | {"tile": tile}]
        case "hu" if not mine:
            return [event | {"groups": [kongs.get(group, group) for group in event["groups"]]}]
    return [event]


def group_of(tile):
    """Return the kong of a tile as a group."""
    return tile[0] * 4 + tile[1]


def with_kongs(twin, events):
    """Put back the concealed kongs and what was won with them, where they are shown."""
    true = [event for event in events if event["type"] in {"concealed_kong", "hu"}]
    return [true.pop(0) if event["type"] in {"concealed_kong", "hu"} else event for event in twin]
