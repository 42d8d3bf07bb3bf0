"""C24: a seat's event stream stays byte for byte the same when what it may not see is changed, at every decision."""

import pytest

from mjenv.record import seat_view
from mjenv.record.schema import EVENT_TYPES
from tests.hidden.positions import RULES
from tests.hidden.streams import disguise, full_stream, moments, see, with_hidden_kong

SEEDS = range(3)
#: Event types of which a part may be hidden, and the rule sets that have it; None: all.
HIDING = {
    "start_match": None,
    "start_hand": None,
    "draw": None,
    "ask": None,
    "discard": None,
    "concealed_kong": None,
    "bao": ("four_bao", "single_bao"),
    "bao_exchange": ("single_bao",),
    "hu": None,
}


def streams(rules):
    """Return matches, and hands won with a concealed kong where those are hidden."""
    played = [full_stream(rules, seed, hidden) for hidden in (True, False) for seed in SEEDS]
    return [*map(with_hidden_kong, played[: len(SEEDS)]), *played]


def differs(events, seat, stop, seed=0):
    part = events[:stop]
    return see(part, seat) != see(disguise(part, seat, seed), seat)


@pytest.mark.parametrize("rules", RULES)
def test_streams_show_nothing_hidden(rules):
    compared = 0
    for events in streams(rules):
        for stop in moments(events)[::-20]:
            for seat in range(4):
                assert not differs(events, seat, stop, seed=stop), (seat, stop)
                compared += 1
    assert compared >= 100


@pytest.mark.parametrize("kind", HIDING)
@pytest.mark.parametrize("rules", RULES)
def test_every_leak_in_a_type_of_event_would_be_noticed(rules, kind, monkeypatch):
    if HIDING[kind] and rules.split("/")[1] not in HIDING[kind]:
        pytest.skip(f"{rules} has no {kind}")
    monkeypatch.setitem(seat_view._SEE, kind, lambda view, event: [event])
    assert any(differs(events, seat, len(events)) for events in streams(rules) for seat in range(4))


def test_types_of_events_that_hide_nothing_are_public():
    public = {kind for kind, see in seat_view._SEE.items() if see is seat_view.SeatView._public}
    assert public == set(EVENT_TYPES) - set(HIDING)
