"""The paths through the rules of Hebei."""

from __future__ import annotations

from .path_counter import KONGS, PathCounter
from .shapes import decompositions
from .table import Event
from .tiles import kind_of

FLUSHES = ("full_flush", "half_flush", "all_honours")


class HebeiPaths(PathCounter):
    """The reserve, base payments, readings of a hand, kong payments."""

    def see_kong_ban(self, actor: int, held: set[str], added: set[str]) -> None:
        """B2: the replacement would come out of the reserve."""
        self.mark("kong_ban:reserve", held | added)

    def see_hu(self, event: Event) -> None:
        """Base payments (B7) and how the hand is read (B8, B9)."""
        super().see_hu(event)
        winner, giver, keys = event["actor"], event["target"], event["elements"]
        dealer = self.start["dealer"]
        if giver is None:
            self.mark("base:dealer_self_draw" if winner == dealer else "base:self_draw")
        elif winner == dealer:
            self.mark(f"base:dealer_on_{event['mode']}")
        else:
            self.mark(f"base:{event['mode']}_of_{'dealer' if giver == dealer else 'another'}")
        luxury = any(key.startswith("luxury") for key in keys)
        for flush in FLUSHES:
            self.mark(f"luxury+{flush}", luxury and flush in keys)
        self.mark("last_tile+kong_draw", "last_tile" in keys and "kong_draw" in keys)
        self.count_reading(event)

    def count_reading(self, event: Event) -> None:
        """Hands that are seven pairs and the standard shape at once (C18)."""
        kinds = tuple(sorted(kind_of(tile) for tile in event["hand"]))
        all_pairs = len(kinds) == 14 and all(kinds.count(kind) % 2 == 0 for kind in kinds)
        if all_pairs and decompositions(kinds):
            self.mark("read:seven_pairs" if len(event["groups"]) == 7 else "read:standard")

    def see_end_hand(self, event: Event) -> None:
        """Kong payments (B10), parity of the kongs at a draw (B2), the dealer among several winners (B11)."""
        super().see_end_hand(event)
        makers = {seat for seat in range(4) if any(type_ in KONGS for type_, _ in self.melds[seat])}
        winners = {win["actor"] for win in self.wins}
        if event["result"] == "draw":
            number = sum(type_ in KONGS for melds in self.melds for type_, _ in melds)
            self.mark(f"draw_with:{'odd' if number % 2 else 'even'}_kongs")
            self.mark("kongs:void", makers)
        else:
            self.mark("kongs:paid_to_winner", makers & winners)
            self.mark("kongs:paid_to_loser", makers - winners)
        self.mark("dealer_among_several_winners", len(winners) > 1 and self.start["dealer"] in winners)
