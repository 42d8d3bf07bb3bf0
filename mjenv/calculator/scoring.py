"""``mjenv.score``: what a win pays, by the engine's own settlement, with its reasons."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from mjenv.calculator.holding import HandError, parse_hand, parse_melds, parse_one, parse_seat, settle_rules
from mjenv.calculator.position import SILENT, Position, check_win, surround
from mjenv.calculator.situation import FACTS, Facts, Situation, check_situation
from mjenv.engine.codes import NOTHING, NUM_SEATS
from mjenv.engine.log import new_logs
from mjenv.engine.tiles import format_tiles, tile_name
from mjenv.errors import quote
from mjenv.record.events import WIN_MODES, EventDecoder
from mjenv.table import position as kernels
from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from mjenv.variants.params import Element, Rules


@dataclass(frozen=True)
class ScoredElement:
    """A scoring element of a win: its names, its value and the clause that it comes from."""

    key: str
    chinese: str
    english: str
    value: int
    clause: str


@dataclass(frozen=True)
class Score:
    """A win, explained. Seats are 0-3, tiles as in hand strings, points whole numbers."""

    rules: str  # "harbin/four_bao"
    params: dict[str, bool | int | str | None]  # that differ from the rule set
    seat: int
    dealer: int
    mode: str  # "discard", "self_draw" or "robbed_kong"
    giver: int | None  # None on a self-draw
    tile: str
    hand: str  # concealed tiles with the winning tile
    melds: tuple[str, ...]
    waits: tuple[str, ...]  # before the winning tile (C19)
    groups: tuple[str, ...]  # the reading that pays most (C18), melds first; empty where there is none
    elements: tuple[ScoredElement, ...]
    flowers: int | None  # of the winner, the base included; only Shanghai
    payments: tuple[int, ...]  # net of the win by seat, before the cap
    kongs: tuple[int, ...]  # net of kong payments by seat, before the cap (B10)
    transfers: tuple[tuple[int, ...], ...]  # [payer][creditor], all payments, the cap included (C23)
    points: tuple[int, ...]  # net result by seat, the cap included
    tasks: tuple[ScoredElement, ...]  # side task of Harbin (H26), apart from the points

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values for JSON."""
        return asdict(self)


def score(rules: str | Rules, hand: str, tile: str, *, melds: str | Sequence[str] = (), **given: Any) -> Score:
    """Return what a win with ``tile`` pays, and why.

    ``hand``: concealed tiles, with the winning tile or without; ``melds``: such as ``"pung 777p from 2, kong
    5555s"``. Further keywords are the facts of ``Situation`` (one of ``self_draw=True``, ``discard_from=SEAT``,
    ``robbed_from=SEAT`` must be said) and rule parameters. Raises ``RulesError`` for an unknown rule set or
    parameter, ``HandError`` for what cannot be.

    >>> won = score("hebei/classic", "123m456m789m11z", "9m", melds="pung 777p", discard_from=2)
    >>> won.points, [element.key for element in won.elements]
    ((10, 0, -10, 0), ['straight'])
    """
    facts = {name: given.pop(name) for name in FACTS if name in given}
    chosen = settle_rules(rules, given, FACTS)
    seat = parse_seat(facts.get("seat", 0), "seat")
    position, kind = lay_hand(chosen, seat, hand, tile, melds)
    checked = check_situation(Situation(**facts), chosen)
    surround(position, checked, kind)
    waits = check_win(position, checked, kind)
    transfers, events = settle(position, checked, kind)
    return describe(position, checked, kind, waits, transfers, events)


def lay_hand(rules: Rules, seat: int, hand: str, tile: str, melds: str | Sequence[str]) -> tuple[Position, int]:
    """Return the position of the hand before the winning tile, and that tile's kind."""
    kind = parse_one(tile, rules)
    kinds = parse_hand(hand, rules)
    made = parse_melds(melds, seat, rules)
    before = 13 - 3 * len(made)
    if len(kinds) == before + 1:
        if kind not in kinds:
            raise HandError(f"hand {quote(hand)}: the winning tile {tile} is not among its {len(kinds)} tiles")
        kinds.remove(kind)
    elif len(kinds) != before:
        raise HandError(
            f"hand {quote(hand)}: {len(kinds)} concealed tiles beside {len(made)} melds, "
            f"expected {before} and the winning tile"
        )
    return Position(rules, seat, kinds, made), kind


def settle(position: Position, facts: Facts, kind: int) -> tuple[np.ndarray, dict[str, dict[str, Any]]]:
    """Settle by the engine; return int64[4, 4] what is paid and the last event of each type."""
    states, rules = position.states, position.rules
    states["hands"] = 1
    kernels.set_win(states, position.seat, facts.giver, kind, facts.win_type)
    logs = new_logs(1)
    transfers = np.zeros((NUM_SEATS, NUM_SEATS), np.int64)
    kernels.settle_position(states, rules.record, logs, SILENT, transfers)
    events = EventDecoder(rules).decode(logs[0]["rows"][: logs[0]["count"]])
    return transfers, {event["type"]: event for event in events}


def describe(
    position: Position,
    facts: Facts,
    kind: int,
    waits: list[int],
    transfers: np.ndarray,
    events: Mapping[str, Mapping[str, Any]],
) -> Score:
    """Return the result of a settlement."""
    hu, end = events["hu"], events["end_hand"]
    book = BOOKS[position.rules.variant]
    groups = [meld.tiles for meld in position.melds] + hu["groups"]
    return Score(
        rules=position.rules.preset.id,
        params=position.rules.changed,
        seat=position.seat,
        dealer=facts.dealer,
        mode=WIN_MODES[facts.win_type],
        giver=None if facts.giver == NOTHING else facts.giver,
        tile=hu["tile"],
        hand=format_tiles([*position.hand, kind]),
        melds=tuple(str(meld) for meld in position.melds),
        waits=tuple(tile_name(kind) for kind in waits),
        groups=tuple(groups if hu["groups"] else ()),
        elements=name_elements(book.elements, hu["elements"]),
        flowers=hu.get("flowers"),
        payments=tuple(hu["payments"]),
        kongs=tuple(end["kongs"]),
        transfers=tuple(tuple(row) for row in transfers.tolist()),
        points=tuple(end["points"]),
        tasks=name_elements(book.tasks, end["tasks"]),
    )


def name_elements(known: Sequence[Element], values: Mapping[str, int]) -> tuple[ScoredElement, ...]:
    """Return elements by key with their names."""
    return tuple(
        ScoredElement(element.key, element.chinese, element.english, values[element.key], element.clause)
        for element in known
        if element.key in values
    )
