"""The check of one log: what the engine gives, event by event, against what the log says."""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine.codes import NUM_SEATS, NUM_TILES_MAX
from mjenv.engine.tiles import tile_name
from mjenv.errors import LogError
from mjenv.record.clauses import find_clauses
from mjenv.record.differences import ABSENT, END, Difference, Words, find_place, format_value, name_menu_part
from mjenv.record.events import parse_seed
from mjenv.record.replay import LAST_HAND, Replay
from mjenv.table.opening import CARRY
from mjenv.variants.hooks import build_wall

if TYPE_CHECKING:
    from mjenv.record.differences import Place
    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules

CHOICE: Final = Words("one of the legal actions")
CARRY_LIMITS: Final = CARRY | {"totals": (-(2**30), 2**30)}  # whatever the hand pays, they stay within 32 bits


class LogCheck:
    """Takes the lines of a log one by one and keeps the first difference of each hand.

    The engine plays a hand from its ``start_hand`` with the actions of its ``ask`` events, wherever these
    stand: a damaged line between them does not hide how the hand ends and what it carries over.
    """

    def __init__(self, rules: Rules, start: Event) -> None:
        self.rules = rules
        self.planned: int = start["hands"]
        self.seed = parse_seed(start["seed"]) if "seed" in start else None
        self.seed_holds = False  # a wall of the log is that of the seed
        self.differences: list[Difference] = []
        self.hands = 0  # begun
        self.events = 0
        self.skipped = 0  # lines passed over since a difference in this hand
        self.ended_twice = False  # something stands behind `end_match`
        self._replay = Replay(rules, self.seed)
        self._due: deque[Event] = deque()  # what the engine gave and the log has not shown yet
        self._number = 0  # of the hand that is due
        self._failed = False  # this hand differs, and that is told
        self._lost = False  # the engine cannot follow this hand to its end
        self._ended = self._overran = self._seed_doubted = False
        self._next: Event | None = None  # what this hand carries over, by the engine
        self._logged_next: Event | None = None
        if self.seed is not None:
            self._next = {"dealer": self._replay.first_dealer(), "draws": 0, "counter": 0, "totals": [0] * NUM_SEATS}
        self._compare(1, start | {"rules": rules.name, "params": rules.changed}, start)
        self._failed = False
        self.events += 1

    # Lines ----------------------------------------------------------------------------------------------
    def take(self, line: int, item: Event | LogError) -> None:
        """Check the next line, which is an event or says what is wrong with it."""
        self.events += isinstance(item, dict)
        if self._ended:
            self.ended_twice = True
            self._refuse_rest(line, item)
        elif isinstance(item, dict) and item["type"] == "start_hand":
            self._start_hand(line, item)
        elif isinstance(item, dict) and item["type"] == "end_match":
            self._end_match(line, item)
        else:
            self._go_on(line, item)

    def close(self, line: int, why: Words) -> None:
        """Check that nothing is missing where the lines end, and that behind the match the file ends too."""
        if self._ended:
            if why != END:
                self._refuse_rest(line, why)
            return
        told = self._failed
        self._finish_hand(line, why)
        if told and self.differences[-1].line < line - 1:  # else the last line is what should be the end
            self._failed = False
            self._compare(line, {"type": "end_match"}, why)
        elif not self._failed:
            self._compare(line, self._outlook(), why)

    def _refuse_rest(self, line: int, found: Event | LogError | Words) -> None:
        """Tell that the file goes on behind the match."""
        self._failed = False
        self._tell(line, "end_match", END, found)

    def _go_on(self, line: int, item: Event | LogError) -> None:
        """Check a line within a hand."""
        if isinstance(item, dict):
            if item["type"] == "ask":
                self._answer(item)
            elif item["type"] == "end_hand":
                self._logged_next = item["next"]
        if self._failed:
            self.skipped += 1
        else:
            self._compare(line, self._due.popleft() if self._due else self._outlook(), item)

    def _answer(self, ask: Event) -> None:
        """Let the engine play the logged action."""
        if self._lost or self._replay.over:
            return
        events = self._replay.play(ask.get("action", ""))
        if events is None:
            self._lost = True
            self._due.append(self._replay.menu() | {"action": CHOICE})
            return
        self._due.extend(events)
        if self._replay.over:
            self._next = events[-1]["next"]

    def _outlook(self) -> Event:
        """Return what must come next where the engine has given nothing more, as far as it is decided."""
        if not self._replay.over:
            return self._replay.menu()
        return {"type": "start_hand", "hand": self._number} if self._number < self.planned else {"type": "end_match"}

    # Hands ----------------------------------------------------------------------------------------------
    def _start_hand(self, line: int, event: Event) -> None:
        self._finish_hand(line, event)
        resumes = self._failed  # the hand before is damaged: this one goes on from what the log says
        number = event["hand"] if resumes and event["hand"] < LAST_HAND else self._number
        logged = {"dealer": event["dealer"], **event["carry"]}
        carry = self._choose_carry(logged)
        self.hands += 1
        self.skipped = 0
        self._failed = self._lost = False
        self._due.clear()
        self._next = self._logged_next = None
        if number >= self.planned and not self._overran:
            self._overran = True
            self._tell(line, "end_match", {"type": "end_match"}, event)
        dealt = self._deal(line, event, min(number, LAST_HAND))
        expected = {"type": "start_hand", "hand": number, "dealer": carry["dealer"], "dice": dealt["dice"]}
        expected["carry"] = {key: carry[key] for key in CARRY}
        self._compare(line, expected | {"wall": dealt["wall"], "hands": dealt["hands"]}, event)
        self._number = number + 1

    def _finish_hand(self, line: int, found: Event | Words) -> None:
        """Check that the hand before is over."""
        if not self._failed and (self._due or not self._replay.over):
            self._compare(line, self._due[0] if self._due else self._outlook(), found)

    def _choose_carry(self, logged: Event) -> Event:
        """Return the carry-over that a hand must start with: the logged one where nothing speaks against it."""
        known = [carry for carry in (self._next, self._logged_next) if carry is not None]
        return logged if logged in known or not known else known[0]

    def _deal(self, line: int, event: Event, number: int) -> Event:
        """Let the engine deal as the log says; return the ``start_hand`` that this gives, or the seed does."""
        opening = {"dealer": event["dealer"], "carry": event["carry"]}
        fault = find_impossible_carry(event["carry"])
        by_seed = None
        if self.seed is not None and not fault:
            events = self._replay.deal(number, opening)
            by_seed = events[0]
            if by_seed["dice"] == event["dice"] and by_seed["wall"] == event.get("wall"):
                self.seed_holds = True
                self._due.extend(events[1:])
                return by_seed
            if self._seed_doubted and not self.seed_holds:
                by_seed = None  # the seed itself must be wrong, which has been told
            self._seed_doubted = True
        fault = fault or find_impossible_wall(self.rules, event.get("wall"))
        if fault:
            self._lost = True
            if by_seed is None:
                self._tell(line, *fault)
            return by_seed or {"wall": None} | event
        events = self._replay.deal(number, opening | {"wall": event["wall"], "dice": event["dice"]})
        self._due.extend(events[1:])
        return by_seed or events[0]

    def _end_match(self, line: int, event: Event) -> None:
        self._finish_hand(line, event)
        resumes, self._failed, self._ended = self._failed, False, True
        known = [carry["totals"] for carry in (self._next, self._logged_next) if carry is not None]
        if self._number < self.planned and not resumes:
            self._compare(line, {"type": "start_hand", "hand": self._number}, event)
        elif known and event["totals"] not in known:
            self._compare(line, {"type": "end_match", "totals": known[0]}, event)

    # Differences ----------------------------------------------------------------------------------------
    def _compare(self, line: int, expected: Event, found: Event | LogError | Words) -> None:
        """Tell where an event is not as expected."""
        if isinstance(found, dict):
            place = find_place(expected, found)
            if place:
                self._tell(line, *place)
        else:
            self._tell(line, expected["type"], expected, found)

    def _tell(self, line: int, what: str, expected: object, found: object) -> None:
        """Keep a difference, unless one of this hand is known."""
        if self._failed:
            return
        self._failed = True
        part = name_menu_part(expected, found) if what == "ask.legal" else ""
        clause = find_clauses(self.rules, what + part)
        found = Words(str(found)) if isinstance(found, LogError) else found
        place = format_value(Words(what))
        self.differences.append(Difference(line, place, clause, format_value(expected), format_value(found)))


def find_impossible_carry(carry: Event) -> Place | None:
    """Return what of a carry-over is more than a table can go on from.

    >>> find_impossible_carry({"draws": 0, "counter": -1, "totals": [0, 0, 0, 0]})
    ('start_hand.carry.counter', Words(text='from 0 to 1073741824'), -1)
    """
    for name, (low, high) in CARRY_LIMITS.items():
        values = carry[name] if name == "totals" else [carry[name]]
        if not all(low <= value <= high for value in values):
            return f"start_hand.carry.{name}", Words(f"from {low} to {high}"), carry[name]
    return None


def find_impossible_wall(rules: Rules, wall: list[str] | None) -> Place | None:
    """Return which tile a wall has too often or too seldom.

    >>> from mjenv import load_rules
    >>> find_impossible_wall(load_rules("harbin"), ["1m"] * 5)
    ('start_hand.wall', Words(text='4 of 1m'), Words(text='5 of 1m'))
    """
    kinds = np.zeros(NUM_TILES_MAX, np.int8)
    length = int(build_wall(rules.record[0], kinds))
    full = Counter(tile_name(kind) for kind in kinds[:length].tolist())
    if wall is None:
        return "start_hand.wall", Words(f"the {length} tiles of {rules.variant}"), ABSENT
    held = Counter(wall)
    for tile in (*full, *held):
        if held[tile] != full[tile]:
            return "start_hand.wall", Words(f"{full[tile]} of {tile}"), Words(f"{held[tile]} of {tile}")
    return None
