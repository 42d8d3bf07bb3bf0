"""Shanghai Qiaoma (上海敲麻): `qiaoma`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .rulebook import CHOW_STEPS, RuleBook, after_claim
from .seat import CONCEALED_KONG, Seat, Turn, groups_of, tiles_of
from .settle import Score, turn_order
from .shapes import (
    KONG,
    TRIPLET,
    Groups,
    Hand,
    count_triplets,
    decompositions,
    sorted_text,
    standard_waits,
)
from .tiles import DRAGONS, FLOWERS, SUIT_KINDS, WINDS, suit_of

if TYPE_CHECKING:
    from .table import Table

FAN: dict[str, int] = {
    "single_hang": 1,
    "kong_draw": 1,
    "concealed": 1,
    "half_flush": 1,
    "all_triplets": 1,
    "full_flush": 2,
    "half_flush_triplets": 2,
    "full_flush_triplets": 3,
    "carried_draw": 1,
}
NO_FLOWER = 10  # S10


class Shanghai(RuleBook):
    """The only Shanghai rule set."""

    variant = "shanghai"
    kinds: ClassVar[tuple[int, ...]] = (*SUIT_KINDS, *WINDS)  # S1
    flower_kinds: ClassVar[tuple[int, ...]] = (*DRAGONS, *FLOWERS)
    multi_win = True  # S6
    presets: ClassVar[dict[str, dict[str, object]]] = {
        "qiaoma": {
            "kong_after_ting": "same_waits",  # S4
            "force_win": False,
            "single_hang_on_discard": False,
            "fan_mode": "double",  # S12
            "multi_win_dealer": "giver",  # S15
        }
    }

    def open_hand(self, table: Table) -> Turn | None:
        """Opening flowers, seat by seat from the dealer (S2)."""
        drawn = table.last_dealt
        for step in range(4):
            seat = table.seats[(table.dealer + step) % 4]
            while flowers := [kind for kind in seat.hand if kind in self.flower_kinds]:
                last = table.replace_flower(seat, min(flowers))
                if last is None:
                    return None
                if step == 0 and table.last_dealt in self.flower_kinds:
                    drawn = last  # C5
        return Turn(table.dealer, drawn, "deal")

    # --- waits (S5) ---

    def waits(self, hand: Hand, groups: Groups) -> frozenset[int]:
        """Standard shape only (S5, C19)."""
        own = hand + tuple(kind for group in groups for kind in group.kinds())
        return frozenset(kind for kind in standard_waits(hand) if own.count(kind) < 4 and kind in self.kinds)

    # --- claims and bans (S3, S7-S9) ---

    def meld_claims(self, table: Table, seat: Seat, giver: int, kind: int) -> list[str]:
        """Chow, pung and kong without what the bans forbid."""
        is_fourth = len(seat.melds) == 3
        claims = []
        for claim in super().meld_claims(table, seat, giver, kind):
            if claim != "kong" and kind in seat.own_ban and not is_fourth:  # S8
                continue
            if claim == "pung" and kind in seat.passed_pungs:  # S9
                continue
            if claim in CHOW_STEPS and not self.has_discard_after(seat, claim, kind, giver):  # S7
                continue
            claims.append(claim)
        return claims

    def has_discard_after(self, seat: Seat, claim: str, kind: int, giver: int) -> bool:
        """A chow that would leave no legal discard is not offered (S7)."""
        rest, _ = after_claim(seat, claim, kind, giver)
        return bool(set(rest) - self.barred_after(seat, claim, kind))

    def barred_after(self, seat: Seat, action: str, kind: int) -> frozenset[int]:
        """The swap ban of a chow, before the meld is made (S7)."""
        if action not in CHOW_STEPS or len(seat.melds) == 3:
            return frozenset()
        barred = {kind}
        if action == "chow_low" and kind % 9 + 3 <= 8:
            barred.add(kind + 3)
        if action == "chow_high" and kind % 9 - 3 >= 0:
            barred.add(kind - 3)
        return frozenset(barred)

    def after_discard(self, table: Table, seat: Seat, kind: int, ready: bool) -> None:
        """The own-tile ban starts (S8)."""
        seat.own_ban = {kind}

    def after_answer(self, seat: Seat, kind: int, legal: list[str], action: str) -> None:
        """The passed-pung ban starts (S9)."""
        if "pung" in legal and action != "pung":
            seat.passed_pungs.add(kind)

    # --- flowers (S10, S11) ---

    def count_flowers(self, seat: Seat, groups: Groups) -> int:
        """Everything in the flower table but the base."""
        concealed_kongs = {meld.kind for meld in seat.melds if meld.type == CONCEALED_KONG}
        flowers = len(seat.flowers)
        for form, kind in groups:
            wind = kind in WINDS
            if form == TRIPLET:
                flowers += 1 if wind else 0
            elif form == KONG:
                flowers += (2 if kind in concealed_kongs else 1) + (1 if wind else 0)
        return flowers

    # --- fan (S12) ---

    def fan_keys(self, table: Table, seat: Seat, groups: Groups, mode: str, turn: Turn) -> set[str]:
        """The fan of one decomposition."""
        keys = set()
        on_discard = self.params["single_hang_on_discard"]
        if len(seat.melds) == 4 and (mode == "self_draw" or on_discard):
            keys.add("single_hang")
        if mode == "self_draw" and turn.is_replacement:
            keys.add("kong_draw")
        if not seat.is_open:
            keys.add("concealed")
        if self.is_carried(table):
            keys.add("carried_draw")
        suits = {suit_of(kind) for kind in (*seat.hand, *tiles_of(seat.melds))}
        triplets = count_triplets(groups) == 4
        if len(suits - {None}) == 1:
            flush = "half_flush" if None in suits else "full_flush"
            keys.add(f"{flush}_triplets" if triplets else flush)
        elif triplets:
            keys.add("all_triplets")
        return keys

    def is_carried(self, table: Table) -> bool:
        """荒番 hand: the counter with the dice is above 0 (S14)."""
        return self.counter_with_dice(table) > 0

    def counter_with_dice(self, table: Table) -> int:
        """The counter of this hand (S14)."""
        return table.carry["counter"] + dice_fan(*table.dice)

    def points(self, flowers: int, keys: set[str], mode: str) -> int:
        """S12."""
        if self.params["fan_mode"] == "linear":
            points = flowers * max(1, sum(FAN[key] for key in keys - {"carried_draw"}))
            points *= 2 if "carried_draw" in keys else 1
        else:
            points = flowers * 2 ** sum(FAN[key] for key in keys)
        return points * 3 if mode == "robbed_kong" else points

    def score(self, table: Table, winner: int, giver: int | None, kind: int, mode: str, turn: Turn) -> Score:
        """The decomposition that pays most (C18); who pays (S13)."""
        seat = table.seats[winner]
        melds = groups_of(seat.melds)
        priced = []
        for concealed in decompositions(tuple(seat.hand)):
            flowers = 1 + self.count_flowers(seat, melds + concealed)
            flowers = NO_FLOWER if flowers == 1 else flowers  # S10
            keys = self.fan_keys(table, seat, melds + concealed, mode, turn)
            priced.append((self.points(flowers, keys, mode), flowers, keys, concealed))
        points, flowers, keys, concealed = min(
            priced, key=lambda one: (-one[0], -count_triplets(one[3]), sorted_text(one[3]))
        )
        elements = {key: value for key, value in FAN.items() if key in keys}
        if 1 + self.count_flowers(seat, melds + concealed) == 1:
            elements["no_flower"] = NO_FLOWER
        payers = turn_order(winner) if giver is None else [giver]
        texts = [group.text() for group in melds] + sorted_text(concealed)
        return Score(elements, texts, dict.fromkeys(payers, points), flowers)

    # --- carry-over (S14, S15) ---

    def next_hand(self, table: Table, winners: list[int], giver: int | None) -> tuple[int, int, int]:
        """Dealer and 荒番 counter of the next hand."""
        counter = self.counter_with_dice(table)
        if not winners:
            return table.dealer, table.carry["draws"] + 1, counter + 1
        dealer = winners[0]  # the nearest comes first
        if len(winners) > 1 and self.params["multi_win_dealer"] == "giver":
            dealer = giver
        return dealer, 0, max(0, counter - 1)


def dice_fan(first: int, second: int) -> int:
    """What the dice add to the 荒番 counter (S14)."""
    if first == second and first in (1, 4):
        return 2
    if {1, 4} & {first, second}:
        return 1
    return 1 if first == second else 0
