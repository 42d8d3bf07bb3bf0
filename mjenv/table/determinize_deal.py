"""One try at dealing anew what a seat does not see: concealed kongs, ready hands, other hands, 宝 and wall."""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
    MAX_MELDS,
    MELD_CONCEALED_KONG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    NUM_TILES_MAX,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_ROB,
)
from mjenv.engine.menu import CLAIM_HU
from mjenv.engine.state import NUM_SUITS
from mjenv.engine.tiles import NAMES, add_tile, remove_tile
from mjenv.table.checks import rederive_tiles
from mjenv.table.determinize_paths import (
    CHOOSE,
    MAX_COPIES,
    NUM_NODES,
    count_paths,
    draw_path,
    random_index,
    random_unit,
)
from mjenv.variants import hooks

READY_TRIES: Final = 400  # at one ready hand
OUT_OF_PLAY: Final = 3  # copies on the table of a kind that has left play (H12)

SCRATCH = np.dtype(
    [
        ("values", np.float64, (NUM_KINDS + 1, NUM_NODES)),
        ("counts", np.float64, (2, NUM_NODES)),
        ("unseen", np.int64, NUM_KINDS),  # copies that may lie where the seat does not see them
        ("free", np.int64, NUM_KINDS),  # of these, what is not dealt yet
        ("hand", np.int64, NUM_KINDS),  # a ready hand
        ("full", np.int64, len(NAMES)),  # copies that the game has
        ("tiles", np.int8, NUM_TILES_MAX),
        ("pool", np.int8, NUM_TILES_MAX),
        ("lacking", np.int64, NUM_SEATS),  # tiles that each seat is yet to be dealt
        ("gone", np.int64),  # tiles that have left play (H12)
        ("latest", np.int64),  # kind dealt last to the seat in turn
    ],
    align=True,
)


# What is not seen -----------------------------------------------------------------------------------
@njit
def is_hidden_kong(state, rules, seat, other, slot):
    """Whether a meld is a concealed kong whose kind ``seat`` may not know (C24)."""
    if other == seat or slot >= state["meld_count"][other]:
        return False
    return state["meld_type"][other, slot] == MELD_CONCEALED_KONG and rules["concealed_kong_hidden"] != 0


@njit
def is_hidden_bao(state, seat, place):
    """Whether there is a 宝 that ``seat`` may not see (H11, H12)."""
    if state["bao"][place] == NOTHING:
        return False
    return state["ready"][seat] == 0 or state["bao_owner"][place] == NOTHING


@njit
def count_unseen(state, rules, seat, scratch):
    """Count the tiles that lie where ``seat`` does not see them, and those that have left play."""
    length = hooks.build_wall(rules, scratch["pool"])
    scratch["full"][:] = 0
    for index in range(length):
        scratch["full"][scratch["pool"][index]] += 1
    unseen = scratch["unseen"]
    for kind in range(NUM_KINDS):
        unseen[kind] = hooks.count_copies(rules, kind) - state["hand"][seat, kind] - state["visible"][kind]
    if state["phase"] == PHASE_ROB:
        unseen[state["tile"]] -= 1  # between hand and meld
    slots = count_wall_slots(state, rules, scratch)
    for other in range(NUM_SEATS):
        for suit in range(NUM_SUITS):
            slots += state["suit_size"][other, suit] if other != seat else 0
        slots += count_kongs(state, rules, seat, other, unseen)
        if is_hidden_bao(state, seat, other):
            slots += 1
        elif state["bao"][other] != NOTHING:
            unseen[state["bao"][other]] -= 1
    scratch["gone"] = -slots
    for kind in range(NUM_KINDS):
        scratch["gone"] += unseen[kind]


@njit
def count_kongs(state, rules, seat, other, unseen):
    """Tiles in a seat's hidden concealed kongs; those of the others are seen."""
    hidden = 0
    for slot in range(state["meld_count"][other]):
        if is_hidden_kong(state, rules, seat, other, slot):
            hidden += MAX_COPIES
        elif state["meld_type"][other, slot] == MELD_CONCEALED_KONG:
            unseen[state["meld_kind"][other, slot]] -= MAX_COPIES
    return hidden


@njit
def count_wall_slots(state, rules, scratch):
    """Tiles of the wall that are not flowers; every flower that is not set out lies in it (S1)."""
    slots = np.int64(state["tail"]) - np.int64(state["head"]) + 1
    for kind in range(len(NAMES)):
        if hooks.flower_place(rules, kind) != NOTHING:
            slots -= scratch["full"][kind]
    for seat in range(NUM_SEATS):
        for place in range(len(state["flowers"][seat])):
            slots += state["flowers"][seat, place]
    return slots


# Parts of a deal ------------------------------------------------------------------------------------
@njit
def deal_kongs(out, rules, seat, scratch):
    """Draw the kinds of hidden concealed kongs, each possible kind alike; whether there were enough."""
    found = False
    for other in range(NUM_SEATS):
        for slot in range(MAX_MELDS):
            if is_hidden_kong(out, rules, seat, other, slot):
                kind = pick_kind(out, scratch, MAX_COPIES, 0)
                if kind == NOTHING:
                    return False
                scratch["free"][kind] = 0
                out["meld_kind"][other, slot] = kind
                out["meld_tile"][other, slot] = kind
                found = True
    if found:
        rederive_tiles(out)
    return True


@njit
def drop_gone(out, scratch):
    """Draw what has left play: the last copies of kinds of which three lie on the table (H12)."""
    for _ in range(scratch["gone"]):
        kind = pick_kind(out, scratch, 1, OUT_OF_PLAY)
        if kind == NOTHING:
            return False
        scratch["free"][kind] = 0
    return True


@njit
def pick_kind(out, scratch, free, shown):
    """A random kind of which ``free`` copies are not dealt and at least ``shown`` lie on the table."""
    count = 0
    for kind in range(NUM_KINDS):
        count += scratch["free"][kind] == free and out["visible"][kind] >= shown
    if count == 0:
        return NOTHING
    nth = random_index(out, count)
    for kind in range(NUM_KINDS):
        if scratch["free"][kind] == free and out["visible"][kind] >= shown:
            if nth == 0:
                return kind
            nth -= 1
    return NOTHING


@njit
def set_hand(out, seat, hand):
    """Make these the concealed tiles of a seat."""
    out["hand"][seat] = 0
    out["copies"][seat] = 0
    out["codes"][seat] = 0
    out["suit_size"][seat] = 0
    for kind in range(NUM_KINDS):
        for _ in range(hand[kind]):
            add_tile(out, seat, kind)


@njit
def deal_ready(out, rules, seat, scratch, must_win, tries):
    """Give a seat a random hand that may be ready (``must_win``: that wins with the tile in question).

    Hands come with their chance in a deal of all unseen tiles. What others hold already then turns one away with
    the chance that makes up for it: the product over its kinds of C(free, n) / C(unseen, n).
    """
    sets = MAX_MELDS - out["meld_count"][seat]
    hand = scratch["hand"]
    for _ in range(tries):
        if not draw_path(out, scratch["unseen"], scratch["values"], sets, hand):
            return False
        set_hand(out, seat, hand)
        fits = may_win(out, rules, seat) if must_win else may_be_ready(out, rules, seat)
        if fits and random_unit(out) * count_paths(hand, sets, scratch["counts"]) < 1.0:
            chance = 1.0
            for kind in range(NUM_KINDS):
                free = max(0, scratch["free"][kind])
                chance *= CHOOSE[free, hand[kind]] / CHOOSE[scratch["unseen"][kind], hand[kind]]
                scratch["free"][kind] = free - hand[kind]
            return random_unit(out) < chance
    return False


@njit
def may_be_ready(out, rules, seat):
    """Whether a seat's 13 tiles may be ready, and, where a win may not be passed on, have not been offered one."""
    odd = 0
    while out["hand"][seat, odd] == MAX_COPIES:
        odd += 1
    add_tile(out, seat, odd)
    fits = hooks.is_ready_without(out, rules, seat, odd)
    remove_tile(out, seat, odd)
    if not fits or out["ready"][seat] == 0:
        return fits
    waits = hooks.find_waits(out, rules, seat)
    out["waits"][seat] = waits
    if hooks.forces_win(rules):
        for place in range(out["ready_at"][seat], out["river_count"] - (out["phase"] == PHASE_CLAIM)):
            if (waits >> np.uint64(out["river_kind"][place])) & ONE != 0:
                return False
    return waits != 0


@njit
def may_win(out, rules, seat):
    """Whether a seat may win with the tile in question."""
    if out["phase"] == PHASE_CLAIM:
        return hooks.find_claims(out, rules, seat) & CLAIM_HU != 0
    return hooks.find_rob_claims(out, rules, seat) & CLAIM_HU != 0


@njit
def shuffle_tiles(out, tiles, count):
    """Shuffle (Fisher-Yates)."""
    for i in range(count - 1, 0, -1):
        j = random_index(out, i + 1)
        held = tiles[i]
        tiles[i] = tiles[j]
        tiles[j] = held


@njit
def deal_rest(out, rules, seat, scratch):
    """Deal what is free to the hands that lack tiles, the hidden 宝 and the wall."""
    pool = scratch["pool"]
    count = 0
    for kind in range(NUM_KINDS):
        for _ in range(scratch["free"][kind]):
            pool[count] = kind
            count += 1
    shuffle_tiles(out, pool, count)
    for other in range(NUM_SEATS):
        for _ in range(scratch["lacking"][other]):
            count -= 1
            add_tile(out, other, pool[count])
            if other == out["turn"]:
                scratch["latest"] = pool[count]
    for place in range(NUM_SEATS):
        if is_hidden_bao(out, seat, place):
            count -= 1
            out["bao"][place] = pool[count]
    count = add_flowers(out, rules, scratch, count)
    shuffle_tiles(out, pool, count)
    for index in range(count):
        out["wall"][out["head"] + index] = pool[index]


@njit
def add_flowers(out, rules, scratch, count):
    """Add the flowers that are not set out to the pool of ``count`` tiles; return how many it has then."""
    for kind in range(len(NAMES)):
        place = hooks.flower_place(rules, kind)
        if place != NOTHING:
            copies = scratch["full"][kind]
            for seat in range(NUM_SEATS):
                copies -= out["flowers"][seat, place]
            for _ in range(copies):
                scratch["pool"][count] = kind
                count += 1
    return count


@njit
def fill_past(out, scratch):
    """Write where the wall has been taken what lies elsewhere, in random order, and the 宝 at its end."""
    full = scratch["full"]
    length = 0
    for kind in range(len(NAMES)):
        length += full[kind]
    for index in range(out["head"], out["tail"] + 1):
        full[out["wall"][index]] -= 1
    last = length
    for place in range(NUM_SEATS - 1, -1, -1):
        if out["bao"][place] != NOTHING:
            last -= 1
            out["wall"][last] = out["bao"][place]
            full[out["bao"][place]] -= 1
    count = 0
    for kind in range(len(NAMES)):
        for _ in range(full[kind]):
            scratch["pool"][count] = kind
            count += 1
    shuffle_tiles(out, scratch["pool"], count)
    for index in range(last):
        if index < out["head"] or index > out["tail"]:
            count -= 1
            out["wall"][index] = scratch["pool"][count]
    for index in range(length, NUM_TILES_MAX):
        out["wall"][index] = 0


@njit
def is_in_turn(state, seat):
    """Whether a seat has a tile too many."""
    return state["phase"] == PHASE_ACT and state["turn"] == seat
