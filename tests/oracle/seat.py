"""What one player has on the table, and the turn that a player is in."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from .shapes import KONG, RUN, TRIPLET, Group, Groups, Hand, without

CHOW, PUNG = "chow", "pung"
EXPOSED_KONG, ADDED_KONG, CONCEALED_KONG = "exposed_kong", "added_kong", "concealed_kong"

FORM = {CHOW: RUN, PUNG: TRIPLET, EXPOSED_KONG: KONG, ADDED_KONG: KONG, CONCEALED_KONG: KONG}


class Meld(NamedTuple):
    """A meld (C7); `kind` is the lowest kind of a chow, `feeder` the seat that gave the claimed tile."""

    type: str
    kind: int
    feeder: int | None = None

    @property
    def group(self) -> Group:
        """The meld as a group of the finished hand."""
        return Group(FORM[self.type], self.kind)

    @property
    def is_open(self) -> bool:
        """Everything but a concealed kong opens the hand."""
        return self.type != CONCEALED_KONG

    @property
    def is_kong(self) -> bool:
        """Whether the meld is a kong of any sort."""
        return FORM[self.type] == KONG


Melds = tuple[Meld, ...]


def groups_of(melds: Melds | list[Meld]) -> Groups:
    """The melds as groups, in the order they were made."""
    return tuple(meld.group for meld in melds)


def tiles_of(melds: Melds | list[Meld]) -> Hand:
    """All tiles of the melds."""
    return tuple(kind for meld in melds for kind in meld.group.kinds())


@dataclass
class Seat:
    """One player's tiles and state."""

    index: int
    hand: list[int] = field(default_factory=list)
    melds: list[Meld] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)
    ready: bool = False
    waits: frozenset[int] = frozenset()
    own_ban: set[int] = field(default_factory=set)  # S8
    passed_pungs: set[int] = field(default_factory=set)  # S9

    @property
    def is_open(self) -> bool:
        """Whether the seat has an open meld."""
        return any(meld.is_open for meld in self.melds)

    def take(self, kind: int) -> None:
        """Add a tile to the hand; a draw or a claim ends the bans S8 and S9."""
        self.hand.append(kind)
        self.hand.sort()

    def end_bans(self) -> None:
        """The seat's own draw or claim ends S8 and S9."""
        self.own_ban.clear()
        self.passed_pungs.clear()

    def after_self_kong(self, kind: int) -> tuple[Hand, Melds] | None:
        """Hand and melds after a kong on the seat's own turn, or None where it has no such kong (C7)."""
        if self.hand.count(kind) == 4:
            return without(self.hand, kind, 4), (*self.melds, Meld(CONCEALED_KONG, kind))
        for number, meld in enumerate(self.melds):
            if meld.type == PUNG and meld.kind == kind and kind in self.hand:
                melds = list(self.melds)
                melds[number] = Meld(ADDED_KONG, kind, meld.feeder)
                return without(self.hand, kind), tuple(melds)
        return None


@dataclass(frozen=True)
class Turn:
    """A turn decision to come (C10); `after` tells what led to it."""

    seat: int
    drawn: int | None  # the tile just drawn; None after a claim
    after: str  # "deal", "head", "kong", "flower", "claim" or "ready_claim"
    endgame: bool = False  # H23
    barred: frozenset[int] = frozenset()  # S7

    @property
    def is_replacement(self) -> bool:
        """Whether the drawn tile replaced a kong, or a flower drawn in play."""
        return self.after in ("kong", "flower")
