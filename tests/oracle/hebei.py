"""Hebei mahjong (河北麻将): `classic` and `online`."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from .rulebook import RuleBook, after_claim
from .seat import ADDED_KONG, CONCEALED_KONG, EXPOSED_KONG, Melds, Seat, Turn, groups_of, tiles_of
from .settle import Pairs, Score, add_pair, turn_order
from .shapes import (
    ORPHANS as ORPHAN_KINDS,
)
from .shapes import (
    PAIR,
    RUN,
    Group,
    Groups,
    Hand,
    count_triplets,
    decompositions,
    is_seven_pairs,
    is_thirteen_orphans,
    sorted_text,
    standard_waits,
    with_tile,
    without,
)
from .tiles import DRAGONS, HONOURS, SUIT_KINDS, kind_of, suit_of

if TYPE_CHECKING:
    from .table import Table

FAN: dict[str, int] = {
    "concealed": 2,
    "robbed_kong": 2,
    "kong_draw": 2,
    "all_triplets": 3,
    "single_hang": 2,
    "full_flush": 3,
    "half_flush": 2,
    "all_honours": 3,
    "straight": 2,
    "mixed_straight": 5,
    "seven_pairs": 2,
    "luxury_1": 8,
    "luxury_2": 16,
    "luxury_3": 32,
    "thirteen_orphans": 10,
    "last_tile": 2,
    "catch_five": 5,
    "half_flush_seven_pairs": 4,  # B8, after the table
    "full_flush_seven_pairs": 5,
}

FIVE = kind_of("5m")
RESERVE = 12  # B2

STANDARD, PAIRS, ORPHANS = "standard", "seven_pairs", "thirteen_orphans"  # sorts of shapes


class Shape(NamedTuple):
    """One way to read a finished hand: its sort and its groups, melds included."""

    sort: str
    groups: Groups


def is_complete(hand: Hand, any_orphan: bool) -> bool:
    """Whether concealed tiles (melds apart) make a winning shape (B3)."""
    if decompositions(hand) or is_seven_pairs(hand):
        return True
    return is_thirteen_orphans(hand) and (any_orphan or is_dragon_pair(hand))


def is_dragon_pair(hand: Hand) -> bool:
    """Whether the doubled tile of thirteen orphans is a dragon (B3)."""
    return any(hand.count(kind) == 2 for kind in DRAGONS)


def special_candidates(hand: Hand) -> set[int]:
    """The kinds that may complete seven pairs or thirteen orphans."""
    kinds = set(hand)
    single = [kind for kind in kinds if hand.count(kind) % 2 == 1]
    return set(ORPHAN_KINDS) if kinds <= set(ORPHAN_KINDS) else set(single if len(single) == 1 else ())


@lru_cache(maxsize=1 << 16)
def hebei_waits(hand: Hand, melds: Groups, any_orphan: bool) -> frozenset[int]:
    """The waits of a 13-tile state (C19, B3)."""
    own = hand + tuple(kind for group in melds for kind in group.kinds())
    candidates = set(standard_waits(hand))
    if len(hand) == 13:
        candidates.update(special_candidates(hand))
    return frozenset(
        kind for kind in candidates if own.count(kind) < 4 and is_complete(with_tile(hand, kind), any_orphan)
    )


class Hebei(RuleBook):
    """Both Hebei rule sets; `online` adds ready, several winners and the cap."""

    variant = "hebei"
    kinds: ClassVar[tuple[int, ...]] = (*SUIT_KINDS, *HONOURS)  # B1
    chow_allowed = False  # B1
    presets: ClassVar[dict[str, dict[str, object]]] = {
        rules: {
            "thirteen_orphans_pair": "dragons",  # B3
            "kong_after_ting": "still_ready",  # B4
            "multi_win": rules == "online",  # B5
            "concealed_with_special": True,
            "catch_five_sole_wait": False,
            "cap": 1000 if rules == "online" else None,  # B12
        }
        for rules in ("classic", "online")
    }

    @property
    def multi_win(self) -> bool:
        """Whether every seat that claims `hu` wins (B5)."""
        return bool(self.params["multi_win"])

    # --- wall (B2) ---

    def left(self, table: Table) -> int:
        """Wall tiles without the reserve."""
        return table.tail - table.head - RESERVE - table.kongs_made % 2

    def can_kong(self, table: Table) -> bool:
        """The replacement must leave the reserve as it is after the kong."""
        wall = table.tail - table.head
        return self.left(table) > 0 and wall - 1 >= RESERVE + (table.kongs_made + 1) % 2

    # --- waits, ready, wins (B3, B4) ---

    @property
    def any_orphan(self) -> bool:
        """Whether any doubled tile makes thirteen orphans."""
        return self.params["thirteen_orphans_pair"] == "any"

    def waits(self, hand: Hand, groups: Groups) -> frozenset[int]:
        """B3 with the parameters of this table."""
        return hebei_waits(hand, groups, self.any_orphan)

    def ready_waits(self, hand: Hand, melds: Melds) -> frozenset[int]:
        """Only `online` has the ready declaration (B4)."""
        return super().ready_waits(hand, melds) if self.rules == "online" else frozenset()

    def can_self_draw(self, table: Table, turn: Turn) -> bool:
        """No ready is needed; the dealer may win with the 14 tiles dealt (C5, B4)."""
        return is_complete(tuple(table.seats[turn.seat].hand), self.any_orphan)

    def can_claim_win(self, seat: Seat, kind: int) -> bool:
        """No ready is needed (B4)."""
        return is_complete(with_tile(tuple(seat.hand), kind), self.any_orphan)

    def ready_seat_kong(self, table: Table, seat: Seat, kind: int) -> list[str]:
        """A ready seat may kong a discard if it stays ready (B4)."""
        if seat.hand.count(kind) != 3 or not self.can_kong(table):
            return []
        rest, meld = after_claim(seat, "kong", kind, 0)
        return ["kong"] if self.is_kong_kept_ready(seat, rest, (*seat.melds, meld)) else []

    # --- scoring (B7-B9) ---

    def shapes(self, seat: Seat) -> list[Shape]:
        """All readings of a finished hand."""
        hand, melds = tuple(seat.hand), groups_of(seat.melds)
        found = [Shape(STANDARD, melds + groups) for groups in decompositions(hand)]
        if is_seven_pairs(hand):
            found.append(Shape(PAIRS, tuple(Group(PAIR, kind) for kind in hand[::2])))
        if is_thirteen_orphans(hand) and (self.any_orphan or is_dragon_pair(hand)):
            found.append(Shape(ORPHANS, ()))
        return found

    def score(self, table: Table, winner: int, giver: int | None, kind: int, mode: str, turn: Turn) -> Score:
        """The reading that pays most; then most triplets, then first as text (B9, C18)."""
        seat = table.seats[winner]
        happening = self.happening(table, mode, turn)
        priced = []
        for shape in self.shapes(seat):
            keys = happening | self.hand_fan(seat, shape) | self.shape_fan(seat, shape, kind)
            priced.append((combine_flush(keys), shape))
        keys, shape = min(
            priced,
            key=lambda pair: (
                -sum(FAN[key] for key in pair[0]),
                -count_triplets(pair[1].groups),
                sorted_text(pair[1].groups),
            ),
        )
        elements = {key: value for key, value in FAN.items() if key in keys}
        fan = sum(elements.values())
        pays = {payer: base + fan for payer, base in base_payments(table.dealer, winner, giver).items()}
        return Score(elements, group_texts(seat, shape), pays)

    def happening(self, table: Table, mode: str, turn: Turn) -> set[str]:
        """The fan that come from how the tile was won."""
        keys = set()
        if mode == "robbed_kong":
            keys.add("robbed_kong")
        if mode == "self_draw" and turn.is_replacement:
            keys.add("kong_draw")
        if mode == "self_draw" and self.left(table) == 0:  # B2
            keys.add("last_tile")
        return keys

    def hand_fan(self, seat: Seat, shape: Shape) -> set[str]:
        """The fan that look at the tiles only."""
        keys = set()
        if not seat.is_open and (shape.sort == STANDARD or self.params["concealed_with_special"]):
            keys.add("concealed")
        tiles = (*seat.hand, *tiles_of(seat.melds))
        suits = {suit_of(kind) for kind in tiles}
        if suits == {None} and shape.sort != ORPHANS:
            keys.add("all_honours")
        elif len(suits) == 1:
            keys.add("full_flush")
        elif len(suits) == 2 and None in suits:
            keys.add("half_flush")
        return keys

    def shape_fan(self, seat: Seat, shape: Shape, kind: int) -> set[str]:
        """The fan that depend on the decomposition."""
        if shape.sort == ORPHANS:
            return {"thirteen_orphans"}
        if shape.sort == PAIRS:
            fours = 7 - len(set(seat.hand))
            return {f"luxury_{fours}" if fours else "seven_pairs"}
        keys = set()
        if count_triplets(shape.groups) == 4:
            keys.add("all_triplets")
        if len(seat.melds) == 4:
            keys.add("single_hang")
        runs = {group.kind for group in shape.groups if group.form == RUN}
        if any({low, low + 3, low + 6} <= runs for low in (0, 9, 18)):
            keys.add("straight")
        if any({a, b + 3, c + 6} <= runs for a, b, c in permutations((0, 9, 18))):
            keys.add("mixed_straight")
        if kind == FIVE and FIVE - 1 in runs and self.is_catch(seat):
            keys.add("catch_five")
        return keys

    def is_catch(self, seat: Seat) -> bool:
        """`catch_five_sole_wait` asks for 5m as the only wait."""
        if not self.params["catch_five_sole_wait"]:
            return True
        return self.waits(without(seat.hand, FIVE), groups_of(seat.melds)) == {FIVE}

    # --- kongs, dealer (B10, B11) ---

    def kong_payments(self, table: Table) -> Pairs:
        """Paid whenever the hand is won, for every seat's kongs (B10)."""
        pairs: Pairs = {}
        for seat in table.seats:
            for meld in seat.melds:
                if meld.type == EXPOSED_KONG:
                    add_pair(pairs, meld.feeder, seat.index, 3)
                elif meld.type in (ADDED_KONG, CONCEALED_KONG):
                    for payer in turn_order(seat.index):
                        add_pair(pairs, payer, seat.index, 1 if meld.type == ADDED_KONG else 2)
        return pairs

    def next_hand(self, table: Table, winners: list[int], giver: int | None) -> tuple[int, int, int]:
        """The dealer stays if it won and after a draw (B11)."""
        counter = table.carry["counter"]
        if not winners:
            return table.dealer, table.carry["draws"] + 1, counter
        stays = table.dealer in winners
        return table.dealer if stays else (table.dealer + 1) % 4, 0, counter


def combine_flush(keys: set[str]) -> set[str]:
    """Seven pairs with a flush are one fan of their own (B8)."""
    for flush in ("half_flush", "full_flush"):
        if {flush, "seven_pairs"} <= keys:
            return keys - {flush, "seven_pairs"} | {f"{flush}_seven_pairs"}
    return keys


def group_texts(seat: Seat, shape: Shape) -> list[str]:
    """Melds in the order made, then the concealed groups as text."""
    number = len(seat.melds)
    return [group.text() for group in shape.groups[:number]] + sorted_text(shape.groups[number:])


def base_payments(dealer: int, winner: int, giver: int | None) -> dict[int, int]:
    """The base per payer (B7 table)."""
    if giver is None:
        return {payer: 4 if dealer in (winner, payer) else 2 for payer in turn_order(winner)}
    if winner == dealer:
        return {giver: 8}
    return {giver: 6 if giver == dealer else 5}
