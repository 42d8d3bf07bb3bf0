"""From the full stream to what one seat may see of it (C24).

Only event types listed here get through, so that a new one is hidden until somebody has thought about it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjenv.engine.tiles import UNKNOWN
from mjenv.errors import LogError
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules

HIDDEN_KONG: Final = UNKNOWN * 4  # stands among `hu.groups` for a concealed kong that is not shown


def seat_view(events: Iterable[Event], seat: int) -> Iterator[Event]:
    """Yield the stream of one seat (0-3) from the full stream of a match.

    Raises ``LogError`` where the stream does not begin with ``start_match``.

    >>> from mjenv.record.log import read_log
    >>> seen = list(seat_view(read_log("tests/cli/four_bao_seed_9.jsonl"), 2))
    >>> {event["actor"] for event in seen if event["type"] == "draw" and event["tile"] == "?"}
    {0, 1, 3}
    """
    view = None
    for event in events:
        if view is None:
            if event["type"] != "start_match":
                raise LogError(f"seat view: the stream begins with {event['type']!r}, expected 'start_match'")
            view = SeatView(seat, load_rules(f"{event['variant']}/{event['rules']}", **event["params"]))
        yield from view.see(event)


class SeatView:
    """The filter of one seat; feed it every event of the full stream, in order."""

    def __init__(self, seat: int, rules: Rules) -> None:
        self._seat = seat
        self._hides_kongs = rules.values["concealed_kong_hidden"]
        self._ready = False
        self._missed: list[Event] = []  # 宝 in force that the seat was not entitled to see
        self._kongs: set[tuple[int, str]] = set()  # concealed kongs not shown: maker and group

    def see(self, event: Event) -> list[Event]:
        """Return what the seat gets for an event of the full stream: nothing, one event or several."""
        try:
            return _SEE[event["type"]](self, event)
        except KeyError:
            raise LogError(f"seat view: no rule says who may see an event of type {event.get('type')!r}") from None

    def _public(self, event: Event) -> list[Event]:
        return [event]

    def _start_match(self, event: Event) -> list[Event]:
        return [_without(event, "seed")]

    def _start_hand(self, event: Event) -> list[Event]:
        self._ready = False
        self._missed = []
        self._kongs = set()
        hands = [tiles if seat == self._seat else [UNKNOWN] * len(tiles) for seat, tiles in enumerate(event["hands"])]
        return [_without(event, "wall") | {"hands": hands}]

    def _draw(self, event: Event) -> list[Event]:
        return [event if event["actor"] == self._seat else event | {"tile": UNKNOWN}]

    def _ask(self, event: Event) -> list[Event]:
        return [event] if event["actor"] == self._seat else []

    def _discard(self, event: Event) -> list[Event]:
        if event["actor"] != self._seat:
            return [_without(event, "auto")]
        if not event["ready"]:
            return [event]
        self._ready = True  # H4: from this discard on; H11: first the 宝 revealed before
        missed, self._missed = self._missed, []
        return [event, *missed]

    def _concealed_kong(self, event: Event) -> list[Event]:
        if event["actor"] == self._seat or not self._hides_kongs:
            return [event]
        rank, suit = event["tile"]
        self._kongs.add((event["actor"], rank * 4 + suit))
        return [event | {"tile": UNKNOWN}]

    def _bao(self, event: Event) -> list[Event]:
        if self._ready:
            return [event]
        self._missed.append(event)
        return []

    def _bao_exchange(self, event: Event) -> list[Event]:
        if self._ready:
            return [event]
        self._missed = [missed | {"tile": event["new"]} for missed in self._missed]
        return [event | {"old": UNKNOWN, "new": UNKNOWN}]

    def _hu(self, event: Event) -> list[Event]:
        groups = [HIDDEN_KONG if (event["actor"], group) in self._kongs else group for group in event["groups"]]
        return [event | {"groups": groups}]


def _without(event: Event, key: str) -> Event:
    return {name: value for name, value in event.items() if name != key}


_SEE: Final[dict[str, Callable[[SeatView, Event], list[Event]]]] = {
    "start_match": SeatView._start_match,
    "start_hand": SeatView._start_hand,
    "flower": SeatView._public,
    "draw": SeatView._draw,
    "ask": SeatView._ask,
    "discard": SeatView._discard,
    "chow": SeatView._public,
    "pung": SeatView._public,
    "kong": SeatView._public,
    "added_kong": SeatView._public,
    "concealed_kong": SeatView._concealed_kong,
    "bao": SeatView._bao,
    "bao_exchange": SeatView._bao_exchange,
    "hu": SeatView._hu,
    "end_hand": SeatView._public,  # H11: all 宝 are shown to everybody now
    "end_match": SeatView._public,
}
