"""The phase machine of a table: draw → act → claims → settle.

``play`` plays one decision; ``advance`` then runs whatever needs none, up to the next.
"""

from __future__ import annotations

import numpy as np

from mjenv.engine._jit import njit, njit_inline
from mjenv.engine.codes import (
    HU,
    MELD_CONCEALED_KONG,
    NOTHING,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_DONE,
    PHASE_DRAW,
    PHASE_REPLACE,
    PHASE_ROB,
    PHASE_SETTLE,
    RIVER_DRAWN,
    RIVER_READY,
    SELF_KONG,
    SOURCE_ENDGAME,
    SOURCE_FLOWER,
    SOURCE_HEAD,
    TING,
    WIN_SELF_DRAW,
)
from mjenv.engine.log import EV_ADDED_KONG, EV_ASK, EV_CONCEALED_KONG, EV_DISCARD, EV_DRAW, new_row, set_values
from mjenv.engine.melds import add_meld
from mjenv.engine.menu import clear_menu, count_legal, nth_legal
from mjenv.engine.rng import WORD
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.engine.wall import count_left, take_head, take_tail
from mjenv.table.claims import answer_claim, ask_claims, finish_kong, open_claims
from mjenv.table.flowers import set_out
from mjenv.table.hand import deal, end_hand, settle, win
from mjenv.variants import hooks


@njit_inline
def play(state, rules, log, action):
    """Play a decision of the actor, a legal one."""
    log_ask(state, log, action)
    state["decisions"] += 1
    seat = state["actor"]
    state["actor"] = NOTHING
    if state["phase"] == PHASE_ACT:
        take_turn(state, rules, log, action, 0)
    else:
        answer_claim(state, rules, seat, action)


@njit
def advance(state, rules, log):
    """Carry out what is due until a seat has a choice or the match is over (C9)."""
    while state["actor"] == NOTHING and state["phase"] != PHASE_DONE:
        phase = state["phase"]
        if phase == PHASE_ACT:
            ask_turn(state, rules, log)
        elif phase == PHASE_DRAW:
            draw(state, rules, log)
        elif phase in (PHASE_CLAIM, PHASE_ROB):
            ask_claims(state, rules, log)
        elif phase == PHASE_REPLACE:
            replace(state, rules, log)
        elif phase == PHASE_SETTLE:
            settle(state, rules, log)
        else:
            deal(state, rules, log)
    if state["phase"] == PHASE_DONE:
        clear_menu(state)


@njit
def log_ask(state, log, action):
    """Write the decision that is made."""
    row = new_row(log, EV_ASK, state["actor"], NOTHING, NOTHING)
    if row != NOTHING:
        for part in range(4):
            word = (state["legal"][part // 2] >> np.uint64(32 * (part % 2))) & WORD
            log["rows"][row, 4 + part] = np.int64(word) - ((np.int64(word) >> 31) << 32)
        log["rows"][row, 8] = action


@njit_inline
def ask_turn(state, rules, log):
    """Ask the seat in turn, or carry out its only action (C9, C10)."""
    clear_menu(state)
    hooks.fill_turn_menu(state, rules, state["turn"])
    if count_legal(state) == 1:
        take_turn(state, rules, log, nth_legal(state, 0), 1)
    else:
        state["actor"] = state["turn"]


@njit_inline
def draw(state, rules, log):
    """The seat in turn draws, or the hand is drawn when nothing is left (C4, C20)."""
    if count_left(state) == 0:
        end_hand(state)
        return
    state["source"] = SOURCE_ENDGAME if hooks.is_endgame(state, rules) else SOURCE_HEAD
    show_draw(state, rules, log, take_head(state), 0)


@njit
def replace(state, rules, log):
    """The seat in turn draws a replacement; the hand is drawn where none is left (C8, S2)."""
    if count_left(state) == 0:
        end_hand(state)
        return
    show_draw(state, rules, log, take_tail(state), 1)


@njit_inline
def show_draw(state, rules, log, kind, from_tail):
    """Put the drawn tile into the hand, where the seat acts, or set a flower out, which is replaced."""
    seat = state["turn"]
    row = new_row(log, EV_DRAW, seat, NOTHING, kind)
    set_values(log, row, 0, from_tail, count_left(state), NOTHING)
    if hooks.flower_place(rules, kind) != NOTHING:
        set_out(state, rules, log, seat, kind)
        state["source"] = SOURCE_FLOWER
        state["phase"] = PHASE_REPLACE
        return
    add_tile(state, seat, kind)
    hooks.on_draw(state, rules, seat)
    state["drawn"] = kind
    state["phase"] = PHASE_ACT


@njit_inline
def take_turn(state, rules, log, action, auto):
    """Play the turn of the seat that has a tile too many."""
    if action == HU:
        state["tile"] = state["drawn"]
        end_hand(state)
        win(state, state["turn"], NOTHING, WIN_SELF_DRAW)
    elif action >= SELF_KONG:
        self_kong(state, rules, log, action - SELF_KONG)
    elif action >= TING:
        discard(state, rules, log, action - TING, True, auto)
    else:
        discard(state, rules, log, action, False, auto)


@njit_inline
def discard(state, rules, log, kind, ready, auto):
    """Discard a kind, perhaps declaring ready with it, and open the claims on it."""
    seat = state["turn"]
    is_drawn = kind == state["drawn"]
    remove_tile(state, seat, kind)
    place = state["river_count"]
    state["river_kind"][place] = kind
    state["river_info"][place] = seat + RIVER_DRAWN * is_drawn + RIVER_READY * ready
    state["river_count"] = place + 1
    state["visible"][kind] += 1
    state["must_ting"] = 0
    hooks.on_discard(state, rules, seat, kind)
    row = new_row(log, EV_DISCARD, seat, NOTHING, kind)
    set_values(log, row, 0, int(is_drawn), int(ready), auto)
    if ready:
        declare_ready(state, rules, log, seat)
    hooks.after_shown(state, rules, log)
    state["tile"] = kind
    open_claims(state, rules, PHASE_CLAIM)


@njit
def declare_ready(state, rules, log, seat):
    """Make a seat ready with the 13 tiles it holds (C15)."""
    place = state["ready_count"]
    state["ready_count"] = place + 1
    state["ready"][seat] = place + 1
    state["ready_at"][seat] = state["river_count"]
    state["waits"][seat] = hooks.find_waits(state, rules, seat)
    hooks.on_ready(state, rules, log, seat, place)


@njit
def self_kong(state, rules, log, kind):
    """Make a concealed kong, or show an added kong, which may be robbed (C7, C12)."""
    seat = state["turn"]
    if state["hand"][seat, kind] == 4:
        for _ in range(4):
            remove_tile(state, seat, kind)
        add_meld(state, seat, MELD_CONCEALED_KONG, kind, kind, seat)
        new_row(log, EV_CONCEALED_KONG, seat, NOTHING, kind)
        finish_kong(state, rules, seat)
    else:
        remove_tile(state, seat, kind)
        state["tile"] = kind
        new_row(log, EV_ADDED_KONG, seat, NOTHING, kind)
        open_claims(state, rules, PHASE_ROB)
