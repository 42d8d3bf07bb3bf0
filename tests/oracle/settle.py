"""Payments of one hand: results, and the per-hand cap (C20, C23)."""

from __future__ import annotations

from dataclasses import dataclass

Pairs = dict[tuple[int, int], int]  # (payer, creditor) -> points, gross


@dataclass
class Score:
    """What one winner gets: scoring elements, decomposition and who pays how much."""

    elements: dict[str, int]
    groups: list[str]
    pays: dict[int, int]  # payer -> points
    flowers: int | None = None

    @property
    def total(self) -> int:
        """Everything the winner receives."""
        return sum(self.pays.values())


def turn_order(seat: int) -> list[int]:
    """The three other seats, next seat first (C3)."""
    return [(seat + step) % 4 for step in (1, 2, 3)]


def add_pair(pairs: Pairs, payer: int, creditor: int, points: int) -> None:
    """Add a single payment to the pairs."""
    pairs[payer, creditor] = pairs.get((payer, creditor), 0) + points


def net(pairs: Pairs) -> list[int]:
    """The settlement vector of the payments."""
    points = [0, 0, 0, 0]
    for (payer, creditor), amount in pairs.items():
        points[payer] -= amount
        points[creditor] += amount
    return points


def payment_vector(winner: int, pays: dict[int, int]) -> list[int]:
    """The vector of one winner's payments."""
    return net({(payer, winner): amount for payer, amount in pays.items()})


def apply_cap(pairs: Pairs, cap: int | None) -> Pairs:
    """Reduce payments until no seat's result leaves plus or minus `cap` (C23)."""
    if not cap:
        return pairs
    cut: Pairs = {}
    for payer in range(4):
        budget = cap
        for creditor in turn_order(payer):
            cut[payer, creditor] = min(pairs.get((payer, creditor), 0), budget)
            budget -= cut[payer, creditor]
    while any(result > cap for result in net(cut)):
        for seat in range(4):
            _give_back(cut, seat, cap)
    return cut


def _give_back(pairs: Pairs, seat: int, cap: int) -> None:
    """One point at a time, in rotation, to the seats that still pay this one something (C23)."""
    step = 0
    while net(pairs)[seat] > cap:
        payer = turn_order(seat)[step % 3]
        if pairs[payer, seat] > 0:
            pairs[payer, seat] -= 1
        step += 1
