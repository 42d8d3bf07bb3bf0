"""Compiled loops over the rows of a batch. Rows do not touch one another, so any split gives the same bytes."""

from __future__ import annotations

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE, U63
from mjenv.engine.codes import NOTHING, NUM_ACTIONS, NUM_SEATS, PHASE_DONE
from mjenv.engine.menu import action_name, count_legal, default_action, is_legal, nth_legal
from mjenv.engine.rng import derive_seed, next_sample
from mjenv.table.hand import open_match
from mjenv.table.turn import advance, step


@njit
def begin_match(state, rules, log):
    """Open the match that is set up in a state and go to its first decision."""
    open_match(state, rules)
    advance(state, rules, log)


@njit
def restart_rows(states, rules, logs, rows, prepared, seeds, own_seeds):
    """Copy prepared states into rows and start their matches; their seeds follow from the rows' unless given."""
    for k in range(len(rows)):
        i = rows[k]
        states[i] = prepared[k]
        if not own_seeds:
            derive_seed(seeds[i], 0, states[i]["seed"])
        log = logs[i if len(logs) > 1 else 0]
        log["count"] = 0
        begin_match(states[i], rules[0], log)


@njit
def renew_match(state, rules, log, seed, match):
    """Start the next match of a row that is done."""
    hands = state["hands"]
    derive_seed(seed, match, state["seed"])
    state["totals"][:] = 0
    state["draws"] = 0
    state["counter"] = 0
    state["given"] = 0
    state["hands"] = hands
    state["reward"][:] = 0
    state["hand_over"] = 0
    begin_match(state, rules, log)


@njit
def step_rows(states, rules, logs, actions, seeds, matches, start, stop):
    """Step the rows from start to stop, whose actions are legal; done rows start a new match."""
    for i in range(start, stop):
        log = logs[i if len(logs) > 1 else 0]
        state = states[i]
        if log["enabled"]:
            log["count"] = 0
        if state["phase"] == PHASE_DONE:
            matches[i] += 1
            renew_match(state, rules[0], log, seeds[i], matches[i])
        else:
            step(state, rules[0], log, actions[i])


@njit
def step_row(states, rules, logs, action):
    """Step a single table; ILLEGAL leaves it as it was."""
    log = logs[0]
    if log["enabled"] and is_legal(states[0], action):
        log["count"] = 0
    return step(states[0], rules[0], log, action)


@njit
def apply_default(states, rules, logs):
    """Step a single table with the default action (C16)."""
    return step_row(states, rules, logs, default_action(states[0]))


@njit
def copy_mask(states, out_mask):
    """Write the menu of a single table."""
    fill_mask(states[0], out_mask)


@njit
def publish_rows(states, rows, out_actor, out_reward, out_hand_done, out_done, out_mask):
    """Write who acts, what was paid, what ended and what is legal."""
    for k in range(len(rows)):
        i = rows[k]
        state = states[i]
        out_actor[i] = state["actor"]
        out_hand_done[i] = state["hand_over"]
        out_done[i] = state["phase"] == PHASE_DONE
        for seat in range(NUM_SEATS):
            out_reward[i, seat] = state["reward"][seat]
        fill_mask(state, out_mask[i])


@njit
def fill_mask(state, out_mask):
    """Write the menu as 0 and 1."""
    for half in range(2):
        word = state["legal"][half]
        for bit in range(64):
            out_mask[64 * half + bit] = (word >> np.uint64(bit)) & ONE


@njit
def find_illegal(states, actions):
    """First row whose action is illegal, NOTHING if there is none; done rows take any."""
    for i in range(len(states)):
        if states[i]["phase"] != PHASE_DONE and not is_legal(states[i], actions[i]):
            return i
    return NOTHING


@njit
def replace_illegal(states, actions):
    """Put the default action (C16) in place of each illegal one."""
    for i in range(len(states)):
        if states[i]["phase"] != PHASE_DONE and not is_legal(states[i], actions[i]):
            actions[i] = default_action(states[i])


@njit
def choose_uniform(states, out_actions):
    """Write a uniformly random legal action of each row, 0 where the match is done (bias below 2**-57)."""
    for i in range(len(states)):
        state = states[i]
        out_actions[i] = 0
        if state["phase"] != PHASE_DONE:
            count = np.uint64(count_legal(state))
            out_actions[i] = nth_legal(state, np.int64(next_sample(state) % count))


def legal_actions(states: np.ndarray, row: int) -> list[int]:
    """Return the legal action ids of a row, ascending."""
    words = states["legal"][row]
    return [action for action in range(NUM_ACTIONS) if int(words[action >> 6]) >> (action & int(U63)) & 1]


def legal_names(states: np.ndarray, row: int) -> list[str]:
    """Return the legal actions of a row as strings, in id order."""
    return [action_name(action) for action in legal_actions(states, row)]
