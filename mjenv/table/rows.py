"""Compiled loops over the rows of a batch. Rows do not touch one another, so any split gives the same bytes."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit, njit_inline, prefetch
from mjenv.engine.bits import BYTE, U63
from mjenv.engine.codes import MASK_WIDTH, NOTHING, NUM_ACTIONS, NUM_SEATS, PHASE_DONE
from mjenv.engine.menu import action_name, count_legal, default_action, is_legal, nth_legal
from mjenv.engine.rng import derive_seed, next_sample
from mjenv.engine.state import STATE
from mjenv.observe.planes import NUM_CELLS, fill_planes
from mjenv.table.hand import open_match
from mjenv.table.turn import advance, play

#: What a row plays one after another.
RUN = np.dtype(
    [
        ("seed", np.uint64, 2),  # that the seeds of its matches follow from
        ("matches", np.int64),  # begun since that seed
        ("random_seats", np.int64),  # seats that the kernel plays itself, uniformly at random, one bit a seat
    ],
    align=True,
)
STATE_SIZE: Final = STATE.itemsize
BYTE_BITS: Final = 8
MASK_WORDS: Final = MASK_WIDTH // BYTE_BITS  # a row of a mask, eight entries a word
#: SPREAD[byte]: eight bytes, one a bit.
SPREAD: Final = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little").view(np.uint64)[:, 0]


# Playing --------------------------------------------------------------------------------------------
@njit
def open_rows(states, rules, rows, prepared, runs, own_seeds):
    """Copy prepared states into rows and open their matches; their seeds follow from the rows' unless given."""
    for k in range(len(rows)):
        i = rows[k]
        states[i] = prepared[k]
        if not own_seeds:
            derive_seed(runs[i]["seed"], 0, states[i]["seed"])
        open_match(states[i], rules[0])


@njit
def renew_match(state, rules, run):
    """Open the next match of a row that is done."""
    run["matches"] += 1
    derive_seed(run["seed"], run["matches"], state["seed"])
    state["totals"][:] = 0
    state["draws"] = 0
    state["counter"] = 0
    state["given"] = 0
    open_match(state, rules)


@njit
def play_rows(states, rules, logs, rows, actions, runs, out_shown):
    """Play a legal action in each row and publish what follows; rows that are done start their next match.

    ``out_shown``: actor, reward, flags, mask in words, and planes, which are left out where they have no rows.

    All that ``advance`` reaches is compiled once, for this kernel: rows that have been opened come here too. A row
    is played and encoded while it is in the first-level cache, and the next is fetched meanwhile: 1.3 times as fast.
    What is left is ruled by branches that the processor foretells wrong (nine a decision, 17 before they were counted):
    so loops of unknown length and tests that go either way are worth avoiding in all that a decision reaches.
    """
    out_actor, out_reward, out_flags, out_mask, out_planes = out_shown
    flat = out_planes.reshape(len(out_planes), NUM_CELLS)
    for k in range(len(rows)):
        i = rows[k]
        if k + 1 < len(rows):
            prefetch(states, rows[k + 1], STATE_SIZE)
            if len(flat) > 0:
                prefetch(flat, rows[k + 1], NUM_CELLS)
        state = states[i]
        log = logs[i if len(logs) > 1 else 0]
        if log["enabled"]:
            log["count"] = 0
        state["reward"][:] = 0
        state["hand_over"] = 0
        going = True
        while going:
            if state["phase"] == PHASE_DONE:
                renew_match(state, rules[0], runs[i])
            elif state["actor"] != NOTHING:
                random = is_random(state, runs[i])
                play(state, rules[0], log, draw_action(state) if random else actions[i])
            advance(state, rules[0], log)
            going = is_random(state, runs[i]) and not state["hand_over"]
        publish(state, i, out_actor, out_reward, out_flags, out_mask)
        if len(flat) > 0:
            if state["actor"] == NOTHING:
                flat[i] = 0
            else:
                fill_planes(state, rules[0], state["actor"], flat[i])


@njit
def is_random(state, run):
    """Whether the seat that is asked is one that the kernel plays."""
    return state["actor"] != NOTHING and run["random_seats"] >> state["actor"] & 1 != 0


@njit_inline
def publish(state, row, out_actor, out_reward, out_flags, out_mask):
    """Write who acts, what was paid, whether a hand and the match ended, and what is legal."""
    out_actor[row] = state["actor"]
    out_flags[0, row] = state["hand_over"]
    out_flags[1, row] = state["phase"] == PHASE_DONE
    for seat in range(NUM_SEATS):
        out_reward[row, seat] = state["reward"][seat]
    for half in range(2):
        word = np.uint64(state["legal"][half])
        for part in range(BYTE_BITS):
            out_mask[row, BYTE_BITS * half + part] = SPREAD[(word >> np.uint64(BYTE_BITS * part)) & BYTE]


@njit
def publish_rows(states, rows, out_actor, out_reward, out_flags, out_mask):
    """Write what ``publish`` does of some rows."""
    for k in range(len(rows)):
        publish(states[rows[k]], rows[k], out_actor, out_reward, out_flags, out_mask)


# Choosing -------------------------------------------------------------------------------------------
@njit
def needs_legal(state, run):
    """Whether the action of a row counts: its match is not done, and the seat is not one that the kernel plays."""
    return state["phase"] != PHASE_DONE and not is_random(state, run)


@njit
def find_illegal(states, runs, actions):
    """First row whose action is illegal, NOTHING if there is none."""
    for i in range(len(states)):
        if needs_legal(states[i], runs[i]) and not is_legal(states[i], actions[i]):
            return i
    return NOTHING


@njit
def replace_illegal(states, runs, actions):
    """Put the default action (C16) in place of each illegal one."""
    for i in range(len(states)):
        if needs_legal(states[i], runs[i]) and not is_legal(states[i], actions[i]):
            actions[i] = default_action(states[i])


@njit
def draw_action(state):
    """Draw a legal action uniformly (bias below 2**-57)."""
    return nth_legal(state, np.int64(next_sample(state) % np.uint64(count_legal(state))))


@njit
def choose_uniform(states, out_actions):
    """Write a uniformly random legal action of each row, 0 where the match is done."""
    for i in range(len(states)):
        out_actions[i] = draw_action(states[i]) if states[i]["phase"] != PHASE_DONE else 0


def legal_actions(states: np.ndarray, row: int) -> list[int]:
    """Return the legal action ids of a row, ascending."""
    words = states["legal"][row]
    return [action for action in range(NUM_ACTIONS) if int(words[action >> 6]) >> (action & int(U63)) & 1]


def legal_names(states: np.ndarray, row: int) -> list[str]:
    """Return the legal actions of a row as strings, in id order."""
    return [action_name(action) for action in legal_actions(states, row)]
