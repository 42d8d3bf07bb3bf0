"""A table that differs from another only in what one seat may not see (C24)."""

from __future__ import annotations

import copy

import numpy as np

from mjenv.engine.codes import (
    MELD_CONCEALED_KONG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PASS,
    PHASE_ACT,
    PHASE_CLAIM,
    PUNG,
    RIVER_DRAWN,
)
from mjenv.engine.menu import CLAIM_PASS, clear_menu, set_claim_menu
from mjenv.engine.tiles import add_tile, remove_tile
from mjenv.variants import hooks


def redeal(table, seat, chance):
    """Return a copy of a table with everything that ``seat`` may not see drawn anew by ``chance``.

    Concealed tiles of the others, the wall, 宝 face down to the seat, kinds of concealed kongs where those are
    hidden, the tile another seat drew, waits, claims, answers and menus of the others, and the seeds.
    """
    twin = copy.deepcopy(table)
    state = twin.state
    others = [other for other in range(NUM_SEATS) if other != seat]
    hidden_bao = [
        place for place in range(table.num_bao) if not (state["ready"][seat] and state["bao_owner"][place] >= 0)
    ]
    kongs = hidden_kongs(state, others) if twin.rules.values["concealed_kong_hidden"] else []
    draws = range(state["head"], state["tail"] + 1)
    pool = [tile for other in others for tile in tiles_of(state, other)]
    pool += [*state["wall"][draws], *state["bao"][hidden_bao]]
    pool += [state["meld_kind"][kong] for kong in kongs for _ in range(4)]
    flowers = [tile for tile in pool if hooks.flower_place(twin.rules.record[0], tile) != NOTHING]  # in the wall (S1)
    pool = [tile for tile in pool if hooks.flower_place(twin.rules.record[0], tile) == NOTHING]
    chance.shuffle(pool)
    state["wall"] = chance.choices(range(NUM_KINDS), k=len(state["wall"]))  # what was dealt and drawn before
    for kong in kongs:
        kind = chance.choice([kind for kind in range(NUM_KINDS) if pool.count(kind) == 4])
        pool = [tile for tile in pool if tile != kind]
        state["meld_kind"][kong] = state["meld_tile"][kong] = kind
    for other in others:
        held = tiles_of(state, other)
        for tile in held:
            remove_tile(state, other, tile)
        for _ in held:
            add_tile(state, other, pool.pop())
    for place in hidden_bao:
        state["bao"][place] = state["wall"][table.wall_length - table.num_bao + place] = pool.pop()
    pool += flowers
    chance.shuffle(pool)
    for index in draws:
        state["wall"][index] = pool.pop()
    assert not pool
    forget_plans(state, seat, others, chance)
    return twin


def forget_plans(state, seat, others, chance):
    """Draw anew what the other seats drew, wait on, may claim, passed on and answered, and who of them is asked."""
    state["decisions"] = chance.getrandbits(16)
    state["seed"] = chance.getrandbits(64), chance.getrandbits(64)
    state["sample_key"] = chance.getrandbits(64)
    for other in others:
        state["waits"][other] = chance.getrandbits(NUM_KINDS)
        state["barred"][other] = chance.getrandbits(NUM_KINDS)
        state["claims"][other] = chance.getrandbits(10)
        state["answers"][other] = chance.choice((NOTHING, PASS, PUNG))
    turn = state["turn"]
    latest = state["river_info"][state["river_count"] - 1] if state["river_count"] else 0
    is_public = state["phase"] != PHASE_ACT and latest & RIVER_DRAWN
    if turn != seat and state["drawn"] != NOTHING and not is_public:
        state["drawn"] = chance.choice(tiles_of(state, turn))
    if state["actor"] != seat:
        state["legal"] = chance.getrandbits(64), chance.getrandbits(49)
        if state["phase"] != PHASE_ACT:
            state["actor"] = chance.choice([other for other in others if other != turn])
            state["asked"] = (state["actor"] - turn) % NUM_SEATS


def hidden_kongs(state, others):
    """Return (seat, slot) of the concealed kongs of some seats."""
    slots = [(other, slot) for other in others for slot in range(state["meld_count"][other])]
    return [place for place in slots if state["meld_type"][place] == MELD_CONCEALED_KONG]


def tiles_of(state, seat):
    """Return the concealed tiles of a seat."""
    return np.repeat(np.arange(NUM_KINDS), state["hand"][seat]).tolist()


def menu_of(table, seat):
    """Return the legal actions of a seat that is asked, found anew from the table as it is now."""
    twin = copy.deepcopy(table)
    state, rules = twin.state, twin.rules.record[0]
    clear_menu(state)
    if state["actor"] != seat:
        return []
    if state["phase"] == PHASE_ACT:
        hooks.fill_turn_menu(state, rules, seat)
    else:
        find = hooks.find_claims if state["phase"] == PHASE_CLAIM else hooks.find_rob_claims
        set_claim_menu(state, find(state, rules, seat) | CLAIM_PASS)
    return twin.legal
