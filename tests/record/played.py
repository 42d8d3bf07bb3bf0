"""Logs to check, played by the engine from a seed."""

from __future__ import annotations

import random
from functools import lru_cache

import mjenv
from mjenv.engine.menu import action_id
from mjenv.record.events import EventDecoder, start_match
from mjenv.record.schema import encode_event
from mjenv.table.rows import legal_names
from tests.oracle.player import GreedyPlayer

RULES = ("four_bao", "single_bao", "classic", "online", "qiaoma")


@lru_cache
def played_stream(rules: str, seed: int, hands: int = 2, **params: object) -> tuple[dict, ...]:
    """The events of a match between four players that often claim and become ready."""
    batch = mjenv.make_batch(rules, num_tables=1, hands=hands, seed=seed, record=True, **params)
    decoder = EventDecoder(batch.rules)
    choose = GreedyPlayer(random.Random(seed))
    events = [start_match(batch.rules, hands, list("abcd"), batch.states["seed"][0])]
    events += decoder.decode(batch.logs[0]["rows"][: batch.logs[0]["count"]])
    while not batch.done[0]:
        batch.step([action_id(choose(int(batch.actor[0]), legal_names(batch.states, 0)))])
        events += decoder.decode(batch.logs[0]["rows"][: batch.logs[0]["count"]])
    return tuple(events)


def write_events(path, events):
    """Write events as a log, also where they are no match."""
    path.write_bytes(b"".join(encode_event(event) + b"\n" for event in events))
    return path
