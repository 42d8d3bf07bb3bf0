"""Points: from single payments to the result of a hand (C20, C22, C23)."""

from __future__ import annotations

from mjenv.engine._jit import njit
from mjenv.engine.codes import NUM_SEATS


@njit
def add_payments(payments, out_payments):
    """Add payments to others, pair by pair."""
    for payer in range(NUM_SEATS):
        for creditor in range(NUM_SEATS):
            out_payments[payer, creditor] += payments[payer, creditor]


@njit
def net_payments(payments, out_points):
    """Write what each seat has won or lost over all ``payments[payer, creditor]``."""
    for seat in range(NUM_SEATS):
        points = 0
        for other in range(NUM_SEATS):
            points += payments[other, seat] - payments[seat, other]
        out_points[seat] = points


@njit
def cap_payments(payments, cap):
    """Reduce payments until no seat's result leaves ±cap (C23)."""
    for payer in range(NUM_SEATS):
        budget = cap
        for step in range(1, NUM_SEATS):
            creditor = (payer + step) % NUM_SEATS
            payments[payer, creditor] = min(payments[payer, creditor], budget)
            budget -= payments[payer, creditor]
    points = payments[0].copy()
    again = True
    while again:
        again = False
        for seat in range(NUM_SEATS):
            net_payments(payments, points)
            again = give_back(payments, seat, points[seat] - cap) or again


@njit
def give_back(payments, seat, excess):
    """Return ``excess`` points of a seat one by one, in rotation, to those that still pay it; whether any was due."""
    if excess <= 0:
        return False
    step = 0
    while excess > 0:
        step = step % (NUM_SEATS - 1) + 1
        payer = (seat + step) % NUM_SEATS
        if payments[payer, seat] > 0:
            payments[payer, seat] -= 1
            excess -= 1
    return True
