"""Points by their source, beside what the events of the same hands say."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.record.events import EventDecoder
from mjenv.table.points import SOURCES, split_points
from mjenv.variants.registry import PRESETS
from tests.table.policies import choose_eagerly

ALL = [preset.name for preset in PRESETS]


def tell_apart(events):
    """Return int[4, 5], the points by source of the hand that ends in some events."""
    wins = [event for event in events if event["type"] == "hu"]
    end = next(event for event in events if event["type"] == "end_hand")
    winners = {event["actor"] for event in wins}
    givers = {event["target"] for event in wins if event["target"] != event["actor"]}
    told = np.zeros((4, len(SOURCES)), int)
    for seat in range(4):
        source = "win" if seat in winners else "deal_in" if seat in givers else "others_win"
        told[seat, SOURCES.index(source)] = sum(event["payments"][seat] for event in wins)
        told[seat, SOURCES.index("kong")] = end["kongs"][seat]
        told[seat, SOURCES.index("cap")] = end["points"][seat] - told[seat].sum()
    return told, end["points"]


def play(rules, hands, **params):
    """Yield the points by source of each hand, and its events."""
    batch = mjenv.make_batch(rules, num_tables=1, hands=hands, seed=3, record=True, **params)
    rng = np.random.default_rng(3)
    decoder = EventDecoder(batch.rules)
    events = decoder.decode(batch.logs[0]["rows"][: batch.logs[0]["count"]])
    while not batch.done[0]:
        batch.logs["count"] = 0
        batch.step(choose_eagerly(batch, rng))
        events += decoder.decode(batch.logs[0]["rows"][: batch.logs[0]["count"]])
        if batch.hand_done[0]:
            yield split_points(batch.states)[0], events
            events = []


@pytest.mark.parametrize("hands", [pytest.param(6, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 150])
@pytest.mark.parametrize("rules", ALL)
def test_sources_are_those_of_the_events_and_sum_to_the_points(rules, hands):
    met = np.zeros(len(SOURCES), bool)
    for split, events in play(rules, hands):
        expected, points = tell_apart(events)
        assert split.tolist() == expected.tolist()
        assert split.sum(axis=1).tolist() == points
        met |= split.any(axis=0)
    assert met[0] or hands < 100
    assert met[:3].all() or hands < 100 or rules == "classic"  # where one hand in forty is won


@pytest.mark.parametrize("rules", ALL)
def test_what_a_cap_takes_back_stands_apart(rules):
    capped = 0
    for split, events in play(rules, 40, cap=7):
        assert split.tolist() == tell_apart(events)[0].tolist()
        assert split[:, SOURCES.index("cap")].sum() == 0
        capped += split[:, SOURCES.index("cap")].any()
    assert capped
