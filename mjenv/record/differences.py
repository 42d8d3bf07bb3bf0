"""Where two events differ, and how that is told."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from mjenv.record.clauses import FREE
from mjenv.record.replay import ACTION_IDS

if TYPE_CHECKING:
    from mjenv.record.schema import Event

TEXT_LIMIT: Final = 300  # letters of a value that are shown
LONG_LIST: Final = 15  # of a list longer than any hand, only the first differing item is shown

#: What differs, what it should be, what it is.
Place = tuple[str, Any, Any]


@dataclass(frozen=True)
class Difference:
    """One place where a log is not what the rules give.

    ``what`` is an event, a field or a part of one (``draw.left``); ``clause`` the clauses that decide it;
    ``expected`` and ``found`` are JSON as in the log, shortened, or words.
    """

    line: int
    what: str
    clause: str
    expected: str
    found: str

    def __str__(self) -> str:
        return f"line {self.line}, {self.what} ({self.clause}): expected {self.expected}, found {self.found}"


@dataclass(frozen=True)
class Words:
    """What stands in the place of a value: it is shown as it is."""

    text: str


ABSENT: Final = Words("nothing")
END: Final = Words("the end of the file")


def find_place(expected: Event, found: Event) -> Place | None:
    """Return the first place where ``found`` is not as expected, None where there is none.

    >>> find_place({"type": "draw", "actor": 1, "left": 9}, {"type": "draw", "actor": 1, "left": 8})
    ('draw.left', 9, 8)
    """
    if expected == found:
        return None
    kind = expected["type"]
    if found["type"] != kind:
        return kind, expected, found
    for key in dict.fromkeys((*expected, *found)):
        one, other = (event.get(key, ABSENT) for event in (expected, found))
        if key == "groups":  # in any order
            one, other = (sorted(value) if isinstance(value, list) else value for value in (one, other))
        what = f"{kind}.{key}"
        if one != other and what not in FREE:
            return _narrow(what, one, other)
    return None


def _narrow(what: str, expected: object, found: object) -> Place:
    """Return the first part of a value that differs, where the whole would be long."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            one, other = (value.get(key, ABSENT) for value in (expected, found))
            if one != other:
                return _narrow(f"{what}.{key}", one, other)
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            if one != other and (isinstance(one, list) or len(expected) > LONG_LIST) and what != "ask.legal":
                return _narrow(f"{what}[{index}]", one, other)
    return what, expected, found


def name_menu_part(expected: object, found: object) -> str:
    """Return the kind of action in which two menus differ first, empty where only their order differs.

    >>> name_menu_part(["discard 1m", "hu"], ["discard 1m"]), name_menu_part(["pass"], ["chow_low", "pass"])
    ('.hu', '.chow')
    """
    if isinstance(expected, list) and isinstance(found, list):
        odd = set(map(str, expected)) ^ set(map(str, found))
        for action in sorted(odd & ACTION_IDS.keys(), key=ACTION_IDS.__getitem__):
            word = action.split(" ")[0]
            return "." + (word.rpartition("_")[0] if "chow" in word else word)
    return ""


def format_value(value: object) -> str:
    r"""Return a value as ASCII text of limited length.

    >>> format_value("5m"), format_value("红"), format_value(ABSENT)
    ('"5m"', '"\\u7ea2"', 'nothing')
    """
    words = value.text if isinstance(value, Words) else json.dumps(value, separators=(",", ":"))
    line = "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in words)
    plain = line.encode("ascii", "backslashreplace").decode()
    return plain if len(plain) <= TEXT_LIMIT else plain[:TEXT_LIMIT] + "..."
