"""From the kernels' log rows to events. What the rows alone do not say (melds, the deal) is kept here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine import log
from mjenv.engine.codes import NOTHING, NUM_SEATS, WIN_DISCARD, WIN_ROBBED_KONG, WIN_SELF_DRAW
from mjenv.engine.groups import GROUP_TRIPLET, group_name
from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import tile_name
from mjenv.engine.wall import DEAL_ORDER
from mjenv.record.schema import VERSION
from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules

WIN_MODES: Final = {WIN_DISCARD: "discard", WIN_SELF_DRAW: "self_draw", WIN_ROBBED_KONG: "robbed_kong"}
FIRST: Final = 4  # column of a0
WORD: Final = 0xFFFFFFFF
Row = list[int]


def seed_text(seed: Sequence[int] | np.ndarray) -> str:
    """Return a match seed, two 64-bit words, as 32 hexadecimal digits.

    >>> seed_text([1, 255])
    '000000000000000100000000000000ff'
    """
    return f"{int(seed[0]):016x}{int(seed[1]):016x}"


def parse_seed(text: str) -> np.ndarray:
    """Return the match seed uint64[2] that ``seed_text`` wrote.

    >>> parse_seed("000000000000000100000000000000ff").tolist()
    [1, 255]
    """
    return np.array([int(text[:16], 16), int(text[16:], 16)], np.uint64)


def start_match(rules: Rules, hands: int, names: Sequence[str], seed: Sequence[int] | np.ndarray) -> Event:
    """Return the first event of a match of ``hands`` planned hands; ``seed`` is the 128-bit match seed."""
    return {
        "type": "start_match",
        "version": VERSION,
        "variant": rules.variant,
        "rules": rules.name,
        "params": rules.changed,
        "hands": hands,
        "names": list(names),
        "seed": seed_text(seed),
    }


class EventDecoder:
    """Turns the log rows of one table into events of the full stream.

    Keep one decoder a table and give it all rows in order; the rows that a step wrote must come in one call.
    """

    def __init__(self, rules: Rules) -> None:
        self._book = BOOKS[rules.variant]
        self._melds: list[list[str]] = [[] for _ in range(NUM_SEATS)]  # as groups, in the order made
        self._exchanged: list[str] = []  # 宝 of this hand that have left play
        self._last: Event = {}  # the event that further rows add to

    def decode(self, rows: np.ndarray) -> list[Event]:
        """Return the events of int32[n, LOG_WIDTH] rows.

        The row of a match's end gives ``end_match``; ``start_match`` is the caller's, as rows know no names.
        """
        events: list[Event] = []
        for row in np.asarray(rows).tolist():
            if row[0] in _PARTS:
                _PARTS[row[0]](self, row)
            else:
                self._last = _WHOLE[row[0]](self, row)
                events.append(self._last)
        return events

    # Events of one row ---------------------------------------------------------------------------------
    def _start_hand(self, row: Row) -> Event:
        self._melds = [[] for _ in range(NUM_SEATS)]
        self._exchanged = []
        hand, die, other_die, draws, counter = row[FIRST : FIRST + 5]
        return {
            "type": "start_hand",
            "hand": hand,
            "dealer": row[1],
            "dice": [die, other_die],
            "carry": {"draws": draws, "counter": counter, "totals": row[FIRST + 5 : FIRST + 9]},
            "wall": [],
            "hands": [[] for _ in range(NUM_SEATS)],
        }

    def _flower(self, row: Row) -> Event:
        return {"type": "flower", "actor": row[1], "tile": tile_name(row[3])}

    def _draw(self, row: Row) -> Event:
        place = "tail" if row[FIRST] == 1 else "head"
        return {"type": "draw", "actor": row[1], "tile": tile_name(row[3]), "from": place, "left": row[FIRST + 1]}

    def _ask(self, row: Row) -> Event:
        bits = sum((word & WORD) << (32 * part) for part, word in enumerate(row[FIRST : FIRST + 4]))
        legal = [name for action, name in enumerate(ACTION_NAMES) if bits >> action & 1]
        return {"type": "ask", "actor": row[1], "legal": legal, "action": ACTION_NAMES[row[FIRST + 4]]}

    def _discard(self, row: Row) -> Event:
        drawn, ready, auto = (value == 1 for value in row[FIRST : FIRST + 3])
        event = {"type": "discard", "actor": row[1], "tile": tile_name(row[3]), "drawn": drawn, "ready": ready}
        return event | {"auto": True} if auto else event

    def _chow(self, row: Row) -> Event:
        consumed = sorted(row[FIRST : FIRST + 2])
        self._melds[row[1]].append(group_name(min(row[3], consumed[0])))
        return _claim("chow", row, consumed, ready=row[FIRST + 2] == 1)

    def _pung(self, row: Row) -> Event:
        self._melds[row[1]].append(group_name(GROUP_TRIPLET + row[3]))
        return _claim("pung", row, row[FIRST : FIRST + 2], ready=row[FIRST + 2] == 1)

    def _kong(self, row: Row) -> Event:
        self._melds[row[1]].append(_kong_name(row[3]))
        return _claim("kong", row, [row[3]] * 3, ready=False)

    def _added_kong(self, row: Row) -> Event:
        melds = self._melds[row[1]]
        melds[melds.index(group_name(GROUP_TRIPLET + row[3]))] = _kong_name(row[3])
        return {"type": "added_kong", "actor": row[1], "tile": tile_name(row[3])}

    def _concealed_kong(self, row: Row) -> Event:
        self._melds[row[1]].append(_kong_name(row[3]))
        return {"type": "concealed_kong", "actor": row[1], "tile": tile_name(row[3])}

    def _bao(self, row: Row) -> Event:
        return {"type": "bao", "actor": row[1], "tile": tile_name(row[3]), "index": row[FIRST]}

    def _bao_exchange(self, row: Row) -> Event:
        self._exchanged.append(tile_name(row[FIRST]))
        return {"type": "bao_exchange", "old": tile_name(row[FIRST]), "new": tile_name(row[FIRST + 1])}

    def _hu(self, row: Row) -> Event:
        event: Event = {
            "type": "hu",
            "actor": row[1],
            "target": None if row[2] == NOTHING else row[2],
            "tile": tile_name(row[3]),
            "mode": WIN_MODES[row[FIRST]],
            "elements": {},
        }
        if self._book.has_flowers:
            event["flowers"] = row[FIRST + 1]
        return event | {"hand": [], "groups": [], "payments": row[FIRST + 2 : FIRST + 6]}

    def _end_hand(self, row: Row) -> Event:
        points, kongs, fee = (row[start : start + 4] for start in (FIRST, FIRST + 4, FIRST + 8))
        event: Event = {
            "type": "end_hand",
            "result": "win" if row[1] == 1 else "draw",
            "points": points,
            "kongs": kongs,
        }
        event["tasks"] = {}
        if self._book.has_bao:
            event["bao"] = self._exchanged[:]
        if any(points > 0 for points in fee):
            event["fee"] = fee
        return event | {"next": {}}

    def _end_match(self, row: Row) -> Event:
        return {"type": "end_match", "totals": row[FIRST : FIRST + 4]}

    # Rows that add to the event before -----------------------------------------------------------------
    def _add_wall(self, row: Row) -> None:
        for index, kind in enumerate(_until_nothing(row[FIRST:]), start=row[3]):
            self._last["wall"].append(tile_name(kind))
            if index < len(DEAL_ORDER):
                seat = (self._last["dealer"] + int(DEAL_ORDER[index])) % NUM_SEATS
                self._last["hands"][seat].append(tile_name(kind))

    def _add_element(self, row: Row) -> None:
        self._last["elements"][self._book.elements[row[FIRST]].key] = row[FIRST + 1]

    def _add_win_hand(self, row: Row) -> None:
        self._last["hand"] = [tile_name(kind) for kind in sorted(_until_nothing(row[2:]))]

    def _add_groups(self, row: Row) -> None:
        concealed = sorted(group_name(group) for group in _until_nothing(row[FIRST:]))
        self._last["groups"] = self._melds[self._last["actor"]] + concealed if concealed else []

    def _add_task(self, row: Row) -> None:
        self._last["tasks"][self._book.tasks[row[FIRST]].key] = row[FIRST + 1]

    def _add_shown_bao(self, row: Row) -> None:
        self._last["bao"].append(tile_name(row[3]))

    def _add_next(self, row: Row) -> None:
        draws, counter = row[FIRST + 1 : FIRST + 3]
        totals = row[FIRST + 3 : FIRST + 7]
        self._last["next"] = {"dealer": row[FIRST], "draws": draws, "counter": counter, "totals": totals}


def _claim(name: str, row: Row, consumed: list[int], *, ready: bool) -> Event:
    return {
        "type": name,
        "actor": row[1],
        "target": row[2],
        "tile": tile_name(row[3]),
        "consumed": [tile_name(kind) for kind in consumed],
        "ready": ready,
    }


def _kong_name(kind: int) -> str:
    rank, suit = tile_name(kind)
    return rank * 4 + suit


def _until_nothing(values: Row) -> Row:
    return values[: values.index(NOTHING)] if NOTHING in values else values


_WHOLE: Final[dict[int, Callable[[EventDecoder, Row], Event]]] = {
    log.EV_START_HAND: EventDecoder._start_hand,
    log.EV_FLOWER: EventDecoder._flower,
    log.EV_DRAW: EventDecoder._draw,
    log.EV_ASK: EventDecoder._ask,
    log.EV_DISCARD: EventDecoder._discard,
    log.EV_CHOW: EventDecoder._chow,
    log.EV_PUNG: EventDecoder._pung,
    log.EV_KONG: EventDecoder._kong,
    log.EV_ADDED_KONG: EventDecoder._added_kong,
    log.EV_CONCEALED_KONG: EventDecoder._concealed_kong,
    log.EV_BAO: EventDecoder._bao,
    log.EV_BAO_EXCHANGE: EventDecoder._bao_exchange,
    log.EV_HU: EventDecoder._hu,
    log.EV_END_HAND: EventDecoder._end_hand,
    log.EV_END_MATCH: EventDecoder._end_match,
}
_PARTS: Final[dict[int, Callable[[EventDecoder, Row], None]]] = {
    log.EV_WALL: EventDecoder._add_wall,
    log.EV_ELEMENT: EventDecoder._add_element,
    log.EV_WIN_HAND: EventDecoder._add_win_hand,
    log.EV_GROUPS: EventDecoder._add_groups,
    log.EV_TASK: EventDecoder._add_task,
    log.EV_SHOWN_BAO: EventDecoder._add_shown_bao,
    log.EV_NEXT: EventDecoder._add_next,
}
