"""A position of the engine's own state, laid out and settled by the kernels that settle every hand.

All work on ``states`` of two rows: the position is row 0; a settlement uses up both.
"""

from __future__ import annotations

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    HU,
    MELD_EXPOSED_KONG,
    NOTHING,
    NUM_SEATS,
    PHASE_ACT,
    SOURCE_HEAD,
    TING,
    WIN_DISCARD,
    WIN_SELF_DRAW,
)
from mjenv.engine.melds import add_meld
from mjenv.engine.menu import CLAIM_HU, clear_menu, is_legal
from mjenv.engine.settlement import cap_payments
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.engine.wall import DEAL_ORDER, count_left
from mjenv.table.hand import clear_hand, end_hand, pay_kongs, settle, settle_winner, win
from mjenv.table.turn import declare_ready
from mjenv.variants import hooks


@njit
def open_position(states, rules):
    """Clear the table and open a hand; dealer, dice and carry-over are set before."""
    state = states[0]
    clear_hand(state)
    state["head"] = len(DEAL_ORDER)
    hooks.open_hand(state, rules[0])


@njit
def lay_seat(states, seat, tiles, melds):
    """Give a seat concealed tiles, int64[n], and melds, int64[n, 3] of type, lowest kind and feeder."""
    state = states[0]
    for i in range(len(tiles)):
        add_tile(state, seat, tiles[i])
    for i in range(len(melds)):
        add_meld(state, seat, melds[i, 0], melds[i, 1], melds[i, 1], melds[i, 2])
        state["kongs"] += melds[i, 0] >= MELD_EXPOSED_KONG


@njit
def make_ready(states, rules, logs, ready, last_tile):
    """Make seats, int64[n], ready in this order, and leave no tile to draw after the last one."""
    state = states[0]
    hooks.after_kong(state, rules[0])
    if last_tile:
        state["head"] += count_left(state)
    for i in range(len(ready)):
        declare_ready(state, rules[0], logs[0], ready[i])


@njit
def find_waits(states, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind (C19)."""
    return hooks.find_waits(states[0], rules[0], seat)


@njit
def may_be_ready(states, rules, seat, spare):
    """Whether the seat's 13 tiles may be declared ready: by discarding a ``spare`` kind that it has drawn (C10)."""
    state = states[0]
    hold_drawn(state, rules, seat, spare, SOURCE_HEAD)
    remove_tile(state, seat, spare)
    return is_legal(state, TING + spare)


@njit
def hold_drawn(state, rules, seat, kind, source):
    """Have a seat draw a kind, and fill its menu."""
    state["phase"] = PHASE_ACT
    state["turn"] = seat
    state["drawn"] = kind
    state["source"] = source
    add_tile(state, seat, kind)
    clear_menu(state)
    hooks.fill_turn_menu(state, rules[0], seat)


@njit
def may_win(states, rules, seat, giver, kind, win_type):
    """Whether a seat may win with a kind that comes as ``win_type`` says; ``source`` is set before."""
    state = states[0]
    if win_type == WIN_SELF_DRAW:
        hold_drawn(state, rules, seat, kind, state["source"])
        remove_tile(state, seat, kind)
        return is_legal(state, HU)
    state["turn"] = giver
    state["tile"] = kind
    if win_type == WIN_DISCARD:
        return hooks.find_claims(state, rules[0], seat) & CLAIM_HU != 0
    return hooks.find_rob_claims(state, rules[0], seat) & CLAIM_HU != 0


@njit
def settle_position(states, rules, logs, silent, out_payments):
    """Settle the win that is set up, into ``logs``; write int64[4, 4] what each seat (row) pays each other."""
    settle(states[0], rules[0], logs[0])
    state = states[1]
    for seat in range(NUM_SEATS):
        if state["winners"] >> seat & 1:
            settle_winner(state, rules[0], silent[0], seat, out_payments)
    pay_kongs(state, rules[0], out_payments)
    if rules[0]["cap"] > 0:
        cap_payments(out_payments, rules[0]["cap"])


@njit
def set_win(states, seat, giver, kind, win_type):
    """End the hand with a win of a seat, and copy the position to row 1."""
    state = states[0]
    state["turn"] = seat if giver == NOTHING else giver
    state["tile"] = kind
    if win_type == WIN_SELF_DRAW:
        add_tile(state, seat, kind)
    end_hand(state)
    win(state, seat, giver, win_type)
    states[1] = states[0]
