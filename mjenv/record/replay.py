"""A table that plays what a log says, hand by hand, and tells the events that follow by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NOTHING, PHASE_DEAL, PHASE_DONE
from mjenv.engine.log import new_logs
from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.state import new_states
from mjenv.record.events import EventDecoder
from mjenv.table.opening import prepare_matches
from mjenv.table.rows import legal_names, restart_rows, step_row
from mjenv.table.turn import advance

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules

ACTION_IDS: Final = {name: action for action, name in enumerate(ACTION_NAMES)}
ONLY_ROW: Final = np.zeros(1, np.int64)
WORD_BITS: Final = 64
LAST_HAND: Final = 2**31 - 2  # the highest number of a hand that a state can hold


@njit
def deal_hand(states: np.ndarray, rules: np.ndarray, logs: np.ndarray) -> None:
    """Deal the hand that is due at a single table and go to its first decision."""
    logs[0]["count"] = 0
    states[0]["actor"] = NOTHING
    states[0]["phase"] = PHASE_DEAL
    advance(states[0], rules[0], logs[0])


class Replay:
    """One table that plays single hands; every event of the hand comes out as the rules give it.

    ``seed`` uint64[2] is the match seed that walls, dice and the first dealer follow from, or None.

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
        self._states = new_states(1)
        self._logs = new_logs(1)
        self._decoder = EventDecoder(rules)

    def first_dealer(self) -> int:
        """Return the dealer of the first hand by the seed (C21)."""
        prepared = prepare_matches(self.rules, 1, 1, self._options())
        seeds = prepared["seed"]
        restart_rows(self._states, self.rules.record, self._logs, ONLY_ROW, prepared, seeds, own_seeds=True)
        return int(self._states["dealer"][0])

    def deal(self, hand: int, opening: Mapping[str, Any]) -> list[Event]:
        """Deal hand number ``hand`` (from 0) and return its events up to the first decision.

        ``opening``: ``dealer``, ``carry``, ``wall``, ``dice`` as in ``Batch.reset``; wall and dice that are not
        given follow from the seed. Raises ``MjenvError`` for an opening that cannot be.
        """
        self.over = True
        prepared = prepare_matches(self.rules, 1, 1, self._options() | dict(opening))
        prepared["hand_index"] = hand
        prepared["hands"] = hand + 1  # the match is over with the hand
        self._states[0] = prepared[0]
        deal_hand(self._states, self.rules.record, self._logs)
        return self._events()

    def menu(self) -> Event:
        """Return the ``ask`` event that is due, without an action."""
        return {"type": "ask", "actor": int(self._states["actor"][0]), "legal": legal_names(self._states, 0)}

    def play(self, action: str) -> list[Event] | None:
        """Play a decision and return the events from its ``ask`` to the next decision; None where it is illegal."""
        number = ACTION_IDS.get(action)
        if self.over or number is None:
            return None
        word = int(self._states["legal"][0, number // WORD_BITS])
        if not word >> number % WORD_BITS & 1:
            return None
        step_row(self._states, self.rules.record, self._logs, number)
        return self._events()

    def _options(self) -> dict[str, Any]:
        return {} if self._seed is None else {"match_seed": self._seed[None]}

    def _events(self) -> list[Event]:
        """Return the events of the rows just written; the end of the match is the log's to tell."""
        self.over = int(self._states["phase"][0]) == PHASE_DONE
        events = self._decoder.decode(self._logs["rows"][0, : self._logs["count"][0]])
        return events[:-1] if self.over else events
