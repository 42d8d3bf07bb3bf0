"""The deal, and the flowers that are set out and replaced before play (C5, S1, S2)."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NOTHING, NUM_SEATS
from mjenv.engine.log import EV_DRAW, EV_FLOWER, new_row, set_values
from mjenv.engine.state import NUM_FLOWERS
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_FLOWER, add_tile
from mjenv.engine.wall import DEAL_ORDER, count_left, take_tail
from mjenv.variants import hooks

NUM_PICTURES: Final = 8  # 1f-8f; the columns behind them are the dragons


@njit
def deal_hands(state, rules, out_held):
    """Deal 13 tiles to each seat and a fourteenth, the drawn one, to the dealer; flowers are held apart."""
    for i in range(len(DEAL_ORDER)):
        seat = (state["dealer"] + DEAL_ORDER[i]) % NUM_SEATS
        kind = state["wall"][i]
        place = hooks.flower_place(rules, kind)
        if place == NOTHING:
            add_tile(state, seat, kind)
            state["drawn"] = kind
        else:
            out_held[seat, place] += 1
            state["drawn"] = NOTHING
    state["head"] = len(DEAL_ORDER)


@njit
def open_flowers(state, rules, log, held):
    """Each seat in turn sets out its flowers, lowest kind first, one by one, each replaced from the tail (S2).

    The dealer's last replacement counts as drawn if its fourteenth tile was a flower (C5). Returns whether
    the wall had a replacement for each.
    """
    dealer = np.int64(state["dealer"])
    redraw = state["drawn"] == NOTHING
    for step in range(NUM_SEATS):
        seat = (dealer + step) % NUM_SEATS
        kind = take_lowest(held[seat])
        while kind != NOTHING:
            set_out(state, rules, log, seat, kind)
            if count_left(state) == 0:
                return False
            drawn = np.int64(take_tail(state))
            set_values(log, new_row(log, EV_DRAW, seat, NOTHING, drawn), 0, 1, count_left(state), NOTHING)
            place = hooks.flower_place(rules, drawn)
            if place != NOTHING:
                held[seat, place] += 1
            else:
                add_tile(state, seat, drawn)
                if seat == dealer and redraw:
                    state["drawn"] = drawn
            kind = take_lowest(held[seat])
    return True


@njit
def set_out(state, rules, log, seat, kind):
    """Set out a flower."""
    state["flowers"][seat, hooks.flower_place(rules, kind)] += 1
    new_row(log, EV_FLOWER, seat, NOTHING, kind)


@njit
def take_lowest(held):
    """Take the lowest flower kind of those held, NOTHING if there is none; dragons are lower than 1f-8f."""
    for step in range(NUM_FLOWERS):
        place = (NUM_PICTURES + step) % NUM_FLOWERS
        if held[place] > 0:
            held[place] -= 1
            return FIRST_FLOWER + place if place < NUM_PICTURES else FIRST_DRAGON + place - NUM_PICTURES
    return NOTHING
