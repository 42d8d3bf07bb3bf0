"""What a picture of a table shows, in plain words and numbers, before it becomes text or shapes.

For a seat it is made from the seat's ``view/1`` record and the rules alone; the record of the table is read only
for the open picture, which shows every hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine.codes import (
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ACT,
    PHASE_ROB,
    RIVER_CLAIMED,
    RIVER_DRAWN,
    RIVER_READY,
)
from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import FIRST_FLOWER, NAMES, parse_tile
from mjenv.errors import MjenvError
from mjenv.observe.encoders import find_encoder
from mjenv.observe.view import SEAT_BITS, VIEW, VIEW_VERSION
from mjenv.view.style import seat_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjenv.variants.params import Rules

BACK: Final = -1  # the back of a tile
FLOWER_KINDS: Final = (*range(FIRST_FLOWER, len(NAMES)), 31, 32, 33)  # 1f-8f, then the dragons (S1)
WALL_SHOWN: Final = 16  # tiles of the wall shown in the open picture


@dataclass(frozen=True)
class Discard:
    """One discard: whether it was of the kind just drawn, declared ready, was claimed; and is the latest, unclaimed."""

    kind: int
    drawn: bool
    ready: bool
    claimed: bool
    latest: bool


@dataclass(frozen=True)
class Meld:
    """One meld: its kinds, ``BACK`` where they are hidden, the tile claimed and the seat that fed it."""

    type: int
    kinds: tuple[int, ...]
    tile: int
    giver: int


@dataclass(frozen=True)
class Bao:
    """One 宝; ``owner`` is None while it is face down."""

    kind: int
    owner: int | None


@dataclass(frozen=True)
class Seat:
    """One seat. ``hand`` is None where it is not seen; ``drawn`` is the tile just drawn, not part of ``hand``."""

    number: int
    name: str
    points: int
    is_dealer: bool
    in_turn: bool
    ready: int  # 0, or 1 + place in the order of becoming ready
    hand: tuple[int, ...] | None
    drawn: int | None
    hand_size: int
    waits: tuple[int, ...]
    melds: tuple[Meld, ...]
    flowers: tuple[int, ...]
    river: tuple[Discard, ...]


@dataclass(frozen=True)
class Question:
    """What a seat is asked: about ``tile`` from ``giver``, or, in its own turn, about nothing."""

    seat: int
    tile: int | None
    giver: int | None
    robbing: bool
    menu: tuple[tuple[str, tuple[int, ...]], ...]  # each verb with its kinds


@dataclass(frozen=True)
class Result:
    """How the latest hand ended."""

    winners: tuple[int, ...]
    win_type: int
    points: tuple[int, ...]


@dataclass(frozen=True)
class Sight:
    """All that one picture shows; ``coming`` (the next tiles) and ``result`` are for the open picture only."""

    rules: str  # "harbin/four_bao"
    variant: str
    perspective: int | None
    hand: int
    hands: int
    is_over: bool
    left: int
    dice: tuple[int, int]
    draws: int
    counter: int
    turn: int
    seats: tuple[Seat, ...]
    bao: tuple[Bao, ...]
    question: Question | None
    coming: tuple[int, ...] = ()
    result: Result | None = None


def look(
    states: np.ndarray, rules: Rules, perspective: int | None, *, row: int = 0, names: Sequence[str] | None = None
) -> Sight:
    """Return what table ``row`` shows to a seat, or everything for ``None``.

    Raises ``MjenvError`` for a seat that is none, and for a table where no match has begun.

    >>> import mjenv
    >>> batch = mjenv.make_batch("four_bao", num_tables=1, seed=1)
    >>> sight = look(batch.states, batch.rules, 0)
    >>> sight.left, [seat.hand is None for seat in sight.seats]
    (55, [False, True, True, True])
    """
    if states["hands"][row] == 0:
        raise MjenvError("render: no match has begun at this table, call reset first")
    if perspective is not None and perspective not in range(NUM_SEATS):
        raise MjenvError(f"perspective={perspective!r}: expected None or a seat from 0 to 3")
    seats = np.arange(NUM_SEATS) if perspective is None else np.full(1, perspective)
    views = np.zeros(len(seats), VIEW)
    rows = np.full(len(seats), row)
    find_encoder(VIEW_VERSION).kernel(states, rules.record, rows, seats, views)
    sight = Reader(views, seat_names(names)).read(rules, perspective)
    return open_up(sight, states[row]) if perspective is None else sight


class Reader:
    """Reads the view of one seat, or those of all four."""

    def __init__(self, views: np.ndarray, names: Sequence[str]) -> None:
        self.views = views
        self.names = names
        self.public = views[0]  # what all seats see is the same in each view, but for who counts as seat 0

    def read(self, rules: Rules, perspective: int | None) -> Sight:
        """Return all that the views show."""
        view = self.public
        return Sight(
            rules=rules.preset.id,
            variant=rules.variant,
            perspective=perspective,
            hand=int(min(view["hand_index"] + 1, view["hands"])),
            hands=int(view["hands"]),
            is_over=bool(view["hand_index"] >= view["hands"]),
            left=int(view["left"]),
            dice=(int(view["dice"][0]), int(view["dice"][1])),
            draws=int(view["draws"]),
            counter=int(view["counter"]),
            turn=self.absolute(int(view["turn"])),
            seats=tuple(self.read_seat(number) for number in range(NUM_SEATS)),
            bao=tuple(
                Bao(kind, self.absolute(owner))
                for kind, owner in zip(view["bao"].tolist(), view["bao_owner"].tolist(), strict=True)
                if kind != NOTHING
            ),
            question=self.read_question(),
        )

    def absolute(self, place: int) -> int:
        """Return the seat that is ``place`` seats after the one whose view is read for the public part."""
        return int(self.public["seat"] + place) % NUM_SEATS

    def own_view(self, seat: int) -> np.ndarray | None:
        """Return a seat's own view, None where it is not at hand."""
        for view in self.views:
            if view["seat"] == seat:
                found: np.ndarray = view
                return found
        return None

    def read_seat(self, number: int) -> Seat:
        """Return one seat."""
        view = self.public
        place = (number - int(view["seat"])) % NUM_SEATS
        own = self.own_view(number)
        hand, drawn = read_hand(own) if own is not None else (None, None)
        waits = int(own["waits"]) if own is not None else 0
        return Seat(
            number=number,
            name=self.names[number],
            points=int(view["totals"][place]),
            is_dealer=bool(view["dealer"] == place),
            in_turn=bool(view["turn"] == place),
            ready=int(view["ready"][place]),
            hand=hand,
            drawn=drawn,
            hand_size=int(view["hand_size"][place]),
            waits=tuple(kind for kind in range(NUM_KINDS) if waits >> kind & 1),
            melds=tuple(self.read_meld(place, slot) for slot in range(view["meld_count"][place])),
            flowers=tuple(np.repeat(FLOWER_KINDS, view["flowers"][place]).tolist()),
            river=self.read_river(place),
        )

    def read_meld(self, place: int, slot: int) -> Meld:
        """Return a meld; a concealed kong may be hidden from the others."""
        view = self.public
        meld_type, first, tile = (int(view[name][place, slot]) for name in ("meld_type", "meld_kind", "meld_tile"))
        own = self.own_view(self.absolute(place))
        if own is not None:
            first = int(own["meld_kind"][0, slot])
        size = 4 if meld_type >= MELD_EXPOSED_KONG else 3
        kinds = (first, first + 1, first + 2) if meld_type == MELD_CHOW else (first,) * size
        giver = self.absolute(place if meld_type == MELD_CONCEALED_KONG else int(view["meld_from"][place, slot]))
        return Meld(meld_type, kinds, tile, giver)

    def read_river(self, place: int) -> tuple[Discard, ...]:
        """Return a seat's discards in order."""
        view = self.public
        last = int(view["river_count"]) - 1
        found = []
        for number, (kind, info) in enumerate(
            zip(view["river_kind"].tolist(), view["river_info"].tolist(), strict=True)
        ):
            if kind != NOTHING and info & SEAT_BITS == place:
                claimed = bool(info & RIVER_CLAIMED)
                latest = number == last and not claimed
                found.append(Discard(kind, bool(info & RIVER_DRAWN), bool(info & RIVER_READY), claimed, latest))
        return tuple(found)

    def read_question(self) -> Question | None:
        """Return what is asked, as far as it is seen."""
        for view in self.views:
            if view["asked"]:
                seat, turn = int(view["seat"]), self.absolute(int(self.public["turn"]))
                if view["phase"] == PHASE_ACT:
                    return Question(seat, None, None, robbing=False, menu=read_menu(view))
                is_rob = bool(view["phase"] == PHASE_ROB)
                return Question(seat, int(view["tile"]), turn, robbing=is_rob, menu=read_menu(view))
        return None


def read_hand(own: np.ndarray) -> tuple[tuple[int, ...], int | None]:
    """Return the concealed tiles of a view, and the tile just drawn apart from them."""
    kinds = np.repeat(np.arange(NUM_KINDS), own["hand"]).tolist()
    drawn = int(own["drawn"])
    if drawn not in kinds:
        return tuple(kinds), None
    kinds.remove(drawn)
    return tuple(kinds), drawn


def read_menu(view: np.ndarray) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the legal actions of a view, tiles of one verb together."""
    words = [int(word) for word in view["legal"]]
    names = [name for action, name in enumerate(ACTION_NAMES) if words[action // 64] >> action % 64 & 1]
    return tuple(
        (verb, tuple(parse_tile(name.partition(" ")[2]) for name in group if " " in name))
        for verb, group in groupby(names, key=lambda name: name.partition(" ")[0])
    )


def open_up(sight: Sight, state: np.ndarray) -> Sight:
    """Return a sight with what no seat sees: 宝 face down, the next tiles; and how the latest hand ended."""
    bao = tuple(
        Bao(kind, owner if owner != NOTHING else None)
        for kind, owner in zip(state["bao"].tolist(), state["bao_owner"].tolist(), strict=True)
        if kind != NOTHING
    )
    coming = state["wall"][state["head"] : state["tail"] + 1 - state["reserve"]][:WALL_SHOWN].tolist()
    result = None
    if state["hand_over"]:
        winners = tuple(seat for seat in range(NUM_SEATS) if state["winners"] >> seat & 1)
        result = Result(winners, int(state["win_type"]), tuple(state["points"].tolist()))
    return replace(sight, bao=bao, coming=tuple(coming), result=result)
