"""Claims where one seat cannot see them: what the others have passed by, who is asked, what was answered."""

from __future__ import annotations

from mjenv.engine._jit import njit
from mjenv.engine.codes import CHOW_LOW, HU, NOTHING, NUM_SEATS, PASS, PHASE_CLAIM
from mjenv.engine.menu import CLAIM_HU, CLAIM_PASS, set_claim_menu
from mjenv.observe.view import SEAT_BITS
from mjenv.table.claims import can_change, open_claims
from mjenv.table.determinize_paths import random_index
from mjenv.variants import hooks


@njit
def bar_passed(out, rules, seat):
    """Write anew what a seat may not claim for having passed on it, by its hand and the discards since its own (S9)."""
    out["barred"][seat] = 0
    turn = out["turn"]
    tile = out["tile"]
    if seat == turn:  # it has drawn or claimed since
        return
    stop = out["river_count"] - (out["phase"] == PHASE_CLAIM)
    start = stop
    while start > 0 and out["river_info"][start - 1] & SEAT_BITS != seat:
        start -= 1
    for place in range(start, stop):
        if out["hand"][seat, out["river_kind"][place]] >= 2:
            out["turn"] = out["river_info"][place] & SEAT_BITS
            out["tile"] = out["river_kind"][place]
            out["claims"][seat] = hooks.find_claims(out, rules, seat)
            hooks.on_answer(out, rules, seat, PASS)
    out["turn"] = turn
    out["tile"] = tile


@njit
def pick_answer(out, seat):
    """A random answer of a seat, each of its claims and `pass` alike."""
    claims = out["claims"][seat] | CLAIM_PASS
    count = 0
    for bit in range(PASS - CHOW_LOW + 1):
        count += claims >> bit & 1
    nth = random_index(out, count)
    for bit in range(PASS - CHOW_LOW + 1):
        if claims >> bit & 1:
            if nth == 0:
                return CHOW_LOW + bit
            nth -= 1
    return PASS


@njit
def ask_anew(state, rules, seat, out):
    """Rebuild the claims on the tile in question as ``seat`` may imagine them; whether they can be pending.

    The seats asked before answer at random. Where ``seat`` itself is not asked, the table stands at a random one of
    the decisions that fit what it knows: whether it has answered.
    """
    asked = state["actor"] == seat
    own = state["answers"][seat]
    open_claims(out, rules, out["phase"])
    out["claims"][seat] = state["claims"][seat]
    moment = find_moment(out, rules, seat, asked, own)
    if moment == NOTHING:
        return False
    for step in range(1, NUM_SEATS):
        other = (out["turn"] + step) % NUM_SEATS
        if step >= moment:
            out["answers"][other] = NOTHING
        elif other != seat and out["answers"][other] != NOTHING:
            hooks.on_answer(out, rules, other, out["answers"][other])
    out["asked"] = moment
    out["actor"] = (out["turn"] + moment) % NUM_SEATS
    set_claim_menu(out, out["claims"][out["actor"]] | CLAIM_PASS)
    return True


@njit
def find_moment(out, rules, seat, asked, own):
    """Draw answers and return at which step the table may stand, NOTHING where they do not fit what ``seat`` knows."""
    moment = NOTHING
    fitting = 0
    for step in range(1, NUM_SEATS):
        out["asked"] = step
        other = (out["turn"] + step) % NUM_SEATS
        if not can_change(out, rules, other):
            if other == seat and (asked or own != NOTHING):
                return NOTHING
            continue
        forced = out["claims"][other] & CLAIM_HU and hooks.forces_win(rules)
        if other == seat:
            if asked:
                return step
            if own == NOTHING:
                return moment  # it would be asked next
            out["answers"][other] = own
            moment = NOTHING
            fitting = 0
        elif forced:
            out["answers"][other] = HU
        else:
            fitting += 1
            if random_index(out, fitting) == 0:
                moment = step
            out["answers"][other] = pick_answer(out, other)
    return moment
