"""A table that plays what a log says, hand by hand, and tells the events that follow by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mjenv.engine.codes import PHASE_DONE
from mjenv.engine.menu import ACTION_NAMES
from mjenv.record.events import EventDecoder
from mjenv.table.opening import prepare_matches
from mjenv.table.rows import legal_names
from mjenv.table.single import SingleTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np

    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules

ACTION_IDS: Final = {name: action for action, name in enumerate(ACTION_NAMES)}
LAST_HAND: Final = 2**31 - 2  # the highest number of a hand that a state can hold


class Replay:
    """One table that plays single hands; every event of the hand comes out as the rules give it.

    ``seed`` uint64[2] is the match seed that walls, dice and the first dealer follow from, or None.

    >>> import numpy as np
    >>> from mjenv import load_rules
    >>> replay = Replay(load_rules("four_bao"), np.array([1, 2], np.uint64))
    >>> replay.deal(0, {"dealer": 3})[0]["dice"]
    [3, 1]
    >>> replay.menu()["actor"], replay.play("pass")
    (3, None)
    >>> [event["type"] for event in replay.play(replay.menu()["legal"][0])][:3]
    ['ask', 'discard', 'draw']
    """

    def __init__(self, rules: Rules, seed: np.ndarray | None = None) -> None:
        self.rules = rules
        self.over = True  # no hand is under way
        self._seed = seed
        self._table = SingleTable(rules, record=True)
        self._decoder = EventDecoder(rules)

    def first_dealer(self) -> int:
        """Return the dealer of the first hand by the seed (C21)."""
        self._table.open(prepare_matches(self.rules, 1, 1, self._options()))
        return int(self._table.states["dealer"][0])

    def deal(self, hand: int, opening: Mapping[str, Any]) -> list[Event]:
        """Deal hand number ``hand`` (from 0) and return its events up to the first decision.

        ``opening``: ``dealer``, ``carry``, ``wall``, ``dice`` as in ``Batch.reset``; wall and dice that are not
        given follow from the seed. Raises ``MjenvError`` for an opening that cannot be.
        """
        self.over = True
        prepared = prepare_matches(self.rules, 1, 1, self._options() | dict(opening))
        prepared["hand_index"] = hand
        prepared["hands"] = hand + 1  # the match is over with the hand
        self._table.deal(prepared)
        return self._events()

    def menu(self) -> Event:
        """Return the ``ask`` event that is due, without an action."""
        states = self._table.states
        return {"type": "ask", "actor": int(states["actor"][0]), "legal": legal_names(states, 0)}

    def play(self, action: str) -> list[Event] | None:
        """Play a decision and return the events from its ``ask`` to the next decision; None where it is illegal."""
        number = ACTION_IDS.get(action)
        if self.over or number is None or not self._table.play(number):
            return None
        return self._events()

    def _options(self) -> dict[str, Any]:
        return {} if self._seed is None else {"match_seed": self._seed[None]}

    def _events(self) -> list[Event]:
        """Return the events of the rows just written; the end of the match is the log's to tell."""
        self.over = int(self._table.states["phase"][0]) == PHASE_DONE
        logs = self._table.logs
        events = self._decoder.decode(logs["rows"][0, : logs["count"][0]])
        return events[:-1] if self.over else events
