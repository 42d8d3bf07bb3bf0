"""Answers to a discard or to an added kong: who is asked, who gets the tile (C11-C14)."""

from __future__ import annotations

from typing import Final

from mjenv.engine._jit import njit, njit_inline
from mjenv.engine.codes import (
    CHOW_LOW,
    HU,
    KONG,
    MELD_CHOW,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_SEATS,
    PASS,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PUNG,
    RIVER_CLAIMED,
    SOURCE_CLAIM,
    SOURCE_KONG,
    TING_CHOW_LOW,
    TING_PUNG,
    WIN_DISCARD,
    WIN_ROBBED_KONG,
)
from mjenv.engine.log import EV_CHOW, EV_KONG, EV_PUNG, new_row, set_values
from mjenv.engine.melds import add_meld, find_pung, promote_pung
from mjenv.engine.menu import CLAIM_HU, CLAIM_KONG, CLAIM_PASS, CLAIM_PUNG, CLAIMS_TING, set_claim_menu
from mjenv.engine.tiles import remove_tile
from mjenv.table.hand import end_hand, win
from mjenv.variants import hooks

# Priority of a claim (C14)
NO_CLAIM: Final = 0
RANK_CHOW: Final = 1
RANK_PUNG: Final = 2  # and kong
RANK_TING: Final = 3
RANK_HU: Final = 4


@njit
def rank_action(action):
    """Priority of an answer."""
    if action == HU:
        return RANK_HU
    if action >= TING_CHOW_LOW and action <= TING_PUNG:
        return RANK_TING
    if action in (PUNG, KONG):
        return RANK_PUNG
    return NO_CLAIM if action in (PASS, NOTHING) else RANK_CHOW


@njit
def rank_claims(claims):
    """Highest priority in a set of claims."""
    if claims & CLAIM_HU:
        return RANK_HU
    if claims & CLAIMS_TING:
        return RANK_TING
    if claims & (CLAIM_PUNG | CLAIM_KONG):
        return RANK_PUNG
    return RANK_CHOW if claims else NO_CLAIM


@njit_inline
def open_claims(state, rules, phase):
    """Find what the other seats may do with the tile in question (C11, C12)."""
    state["phase"] = phase
    state["asked"] = 0
    state["answers"][:] = NOTHING
    giver = state["turn"]
    state["claims"][giver] = 0
    for step in range(1, NUM_SEATS):
        seat = (giver + step) % NUM_SEATS
        if phase == PHASE_CLAIM:
            state["claims"][seat] = hooks.find_claims(state, rules, seat)
        else:
            state["claims"][seat] = hooks.find_rob_claims(state, rules, seat)


@njit_inline
def ask_claims(state, rules, log):
    """Ask the next seat whose answer can still change who gets the tile, or resolve (C13)."""
    if not has_claims(state):  # as after most discards
        state["asked"] = NUM_SEATS - 1
        pass_by(state, rules, log)
        return
    while state["asked"] < NUM_SEATS - 1:
        state["asked"] += 1
        seat = (state["turn"] + state["asked"]) % NUM_SEATS
        if can_change(state, rules, seat):
            if state["claims"][seat] & CLAIM_HU and hooks.forces_win(rules):
                answer_claim(state, rules, seat, HU)
                continue
            set_claim_menu(state, state["claims"][seat] | CLAIM_PASS)
            state["actor"] = seat
            return
    resolve(state, rules, log)


@njit_inline
def has_claims(state):
    """Whether some seat has a claim on the tile in question (one test: which of them has is not foretold)."""
    claims = 0
    for seat in range(NUM_SEATS):
        claims |= state["claims"][seat]
    return claims != 0


@njit
def can_change(state, rules, seat):
    """Whether, given the answers so far, a claim of the seat could change who gets the tile."""
    best = rank_claims(state["claims"][seat])
    if best == NO_CLAIM:
        return False
    if best == RANK_HU and hooks.has_many_winners(rules):
        return True
    for step in range(1, state["asked"]):
        if rank_action(state["answers"][(state["turn"] + step) % NUM_SEATS]) >= best:
            return False
    return True


@njit_inline
def answer_claim(state, rules, seat, action):
    """Note an answer; it takes effect when all are in."""
    hooks.on_answer(state, rules, seat, action)
    state["answers"][seat] = action


@njit_inline
def resolve(state, rules, log):
    """Give the tile to the highest claim, the nearest of equals (C13, C14)."""
    giver = state["turn"]
    taker = NOTHING
    best = NO_CLAIM
    for step in range(1, NUM_SEATS):
        seat = (giver + step) % NUM_SEATS
        rank = rank_action(state["answers"][seat])
        if rank > best:
            best = rank
            taker = seat
    if best == RANK_HU:
        win_type = WIN_DISCARD if state["phase"] == PHASE_CLAIM else WIN_ROBBED_KONG
        end_hand(state)
        for step in range(1, NUM_SEATS):
            seat = (giver + step) % NUM_SEATS
            if seat == taker or (state["answers"][seat] == HU and hooks.has_many_winners(rules)):
                win(state, seat, giver, win_type)
    elif taker == NOTHING:
        pass_by(state, rules, log)
    else:
        take_claim(state, rules, log, taker, state["answers"][taker])


@njit_inline
def pass_by(state, rules, log):
    """Nobody takes the tile: an added kong stands (C12), after a discard the next seat draws."""
    if state["phase"] == PHASE_ROB:
        finish_added_kong(state, rules, log, state["turn"])
    else:
        state["turn"] = (state["turn"] + 1) % NUM_SEATS
        state["phase"] = PHASE_DRAW


@njit
def finish_added_kong(state, rules, log, seat):
    """The added kong was not robbed (C12)."""
    kind = state["tile"]
    promote_pung(state, seat, find_pung(state, seat, kind))
    state["visible"][kind] += 1
    state["tile"] = NOTHING
    finish_kong(state, rules, seat)
    hooks.after_shown(state, rules, log)


@njit
def finish_kong(state, rules, seat):
    """A kong has been made: the seat's waits may have changed, and a replacement is due (C8)."""
    state["kongs"] += 1
    hooks.after_kong(state, rules)
    if state["ready"][seat] > 0:
        state["waits"][seat] = hooks.find_waits(state, rules, seat)
    state["source"] = SOURCE_KONG
    state["phase"] = PHASE_REPLACE


@njit
def take_claim(state, rules, log, seat, action):
    """Make the meld that a seat claimed; its turn follows (C7, C8)."""
    kind = state["tile"]
    giver = state["turn"]
    ready = action >= TING_CHOW_LOW
    hooks.before_claim(state, rules, seat, kind, action)
    state["river_info"][state["river_count"] - 1] |= RIVER_CLAIMED
    state["turn"] = seat
    state["tile"] = NOTHING
    state["drawn"] = NOTHING
    state["source"] = SOURCE_CLAIM
    state["must_ting"] = ready
    state["phase"] = PHASE_ACT
    if action == KONG:
        for _ in range(3):
            show_tile(state, seat, kind)
        add_meld(state, seat, MELD_EXPOSED_KONG, kind, kind, giver)
        finish_kong(state, rules, seat)
        set_values(log, new_row(log, EV_KONG, seat, giver, kind), 0, kind, kind, 0)
    elif action in (PUNG, TING_PUNG):
        for _ in range(2):
            show_tile(state, seat, kind)
        add_meld(state, seat, MELD_PUNG, kind, kind, giver)
        set_values(log, new_row(log, EV_PUNG, seat, giver, kind), 0, kind, kind, int(ready))
    else:
        place = action - (TING_CHOW_LOW if ready else CHOW_LOW)
        first = kind - place
        low = first + (place == 0)
        high = first + 2 - (place == 2)
        show_tile(state, seat, low)
        show_tile(state, seat, high)
        add_meld(state, seat, MELD_CHOW, first, kind, giver)
        set_values(log, new_row(log, EV_CHOW, seat, giver, kind), 0, low, high, int(ready))
    hooks.after_shown(state, rules, log)


@njit
def show_tile(state, seat, kind):
    """Move a tile from the hand to the table."""
    remove_tile(state, seat, kind)
    state["visible"][kind] += 1
