"""Whether states that come from outside are tables that the kernels can go on with.

Kernels use fields as indices without looking at them, so a state that was damaged or made up could make them
write anywhere. A state passes where every field is in range, no tile exists more often than the variant has
it, what is asked fits the phase, and every field that follows from others is what it should be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    CHOW_LOW,
    MASK_WIDTH,
    MAX_MELDS,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    NUM_TILES_MAX,
    PASS,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_DONE,
    PHASE_ROB,
    PUNG,
    RIVER_CLAIMED,
    SOURCE_CLAIM,
    SOURCE_ENDGAME,
    STATUS_OUT,
    WIN_ROBBED_KONG,
)
from mjenv.engine.melds import add_meld
from mjenv.engine.menu import CLAIM_PASS, CLAIM_PUNG, clear_menu, set_claim_menu
from mjenv.engine.state import RIVER_LENGTH
from mjenv.engine.tiles import FIRST_HONOUR, NAMES, add_tile, remove_tile
from mjenv.engine.wall import DEAL_ORDER
from mjenv.errors import MjenvError
from mjenv.table.claims import open_claims
from mjenv.variants import hooks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from mjenv.variants.params import Rules

    Fault = tuple[str, NDArray[np.bool_]]  # what is wrong, and in which rows

BYTE: Final = (0, 127)
LONG: Final = (0, 2**31 - 1)
KIND: Final = (NOTHING, NUM_KINDS - 1)
SEAT: Final = (NOTHING, NUM_SEATS - 1)
SEATS: Final = (0, 2**NUM_SEATS - 1)  # one bit a seat
RIVER: Final = (0, RIVER_LENGTH)
FLAG: Final = (0, 1)
#: Lowest and highest value of each field, except for those below.
LIMITS: Final = {
    "barred": (0, 2**NUM_KINDS - 1),
    "swap_ban": (0, 2**NUM_KINDS - 1),
    "own_ban": KIND,
    "hand": (0, 4),
    "wall": (0, len(NAMES) - 1),
    "head": (len(DEAL_ORDER), NUM_TILES_MAX),
    "tail": (len(DEAL_ORDER) - 1, NUM_TILES_MAX - 1),
    "reserve": (0, NUM_TILES_MAX),
    "meld_count": (0, MAX_MELDS),
    "meld_type": (0, MELD_CONCEALED_KONG),
    "meld_kind": KIND,
    "meld_tile": KIND,
    "meld_from": SEAT,
    "kongs": (0, NUM_SEATS * MAX_MELDS),
    "river_count": RIVER,
    "river_kind": KIND,
    "river_info": (0, 2 * RIVER_CLAIMED - 1),
    "flowers": (0, 4),
    "status": (0, STATUS_OUT),
    "ready": (0, NUM_SEATS),
    "ready_count": (0, NUM_SEATS),
    "ready_at": (NOTHING, RIVER_LENGTH),
    "bao": KIND,
    "bao_owner": SEAT,
    "phase": (PHASE_ACT, PHASE_DONE),
    "turn": (0, NUM_SEATS - 1),
    "actor": SEAT,
    "drawn": KIND,
    "source": (SOURCE_CLAIM, SOURCE_ENDGAME),
    "tile": KIND,
    "must_ting": FLAG,
    "asked": (0, NUM_SEATS - 1),
    "answers": (NOTHING, PASS),
    "winners": SEATS,
    "giver": SEAT,
    "win_type": (0, WIN_ROBBED_KONG),
    "last_ready": SEATS,
    "hand_over": FLAG,
    "dealer": (0, NUM_SEATS - 1),
    "dice": (1, 6),
    "draws": LONG,
    "counter": LONG,
    "hand_index": LONG,
    "hands": LONG,
    "given": (0, 0),  # used up by the deal
    "decisions": LONG,
}
#: Any value will do.
FREE: Final = ("seed", "sample_key", "totals", "reward", "points", "win_points", "kong_points")
#: What follows from the other fields (see ``rederive``).
DERIVED: Final = ("copies", "codes", "suit_size", "visible", "traits", "meld_suits", "waits", "claims", "legal")


def check_states(rules: Rules, hands: int, states: np.ndarray) -> None:
    """Raise ``MjenvError`` that names the first table which no match of ``hands`` hands can have come to.

    >>> from mjenv import make_batch
    >>> batch = make_batch("four_bao", num_tables=2, seed=1)
    >>> check_states(batch.rules, 1, batch.states)
    >>> batch.states["tile"][1] = 99
    >>> check_states(batch.rules, 1, batch.states)
    Traceback (most recent call last):
    ...
    mjenv.errors.MjenvError: table 1 is damaged: tile is not from -1 to 33
    """
    for find in (_find_out_of_range, _find_wall, _find_melds, _find_phase, _find_tiles, _find_decision, _find_derived):
        for what, wrong in find(rules, hands, states):
            if wrong.any():
                message = f"table {int(np.argmax(wrong))} is damaged: {what}"
                raise MjenvError(message)


def _any(wrong: np.ndarray) -> NDArray[np.bool_]:
    """Whether anything is wrong in each row."""
    found: NDArray[np.bool_] = np.logical_or.reduce(wrong.reshape(len(wrong), -1), axis=1)
    return found


def _find_out_of_range(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    for name, (low, high) in LIMITS.items():
        wrong = states[name] > high
        if low > 0 or states.dtype[name].base.kind == "i":
            wrong |= states[name] < low
        yield f"{name} is not from {low} to {high}", _any(wrong)
    over = states["phase"] == PHASE_DONE
    yield f"hands is not {hands}", states["hands"] != hands
    yield "hand_index does not fit the phase", (states["hand_index"] >= hands) != over


def _find_wall(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    full = np.zeros(NUM_TILES_MAX, np.int8)
    length = int(hooks.build_wall(rules.record[0], full))
    yield (
        "wall does not hold the variant's tiles",
        _any(np.sort(states["wall"][:, :length], axis=1) != np.sort(full[:length])),
    )
    left = _count_left(states)
    yield "head, tail and reserve do not fit the wall", (states["tail"] >= length) | (left < 0)
    melds = states["meld_count"].sum(axis=1, dtype=np.int64)
    claims_left = NUM_SEATS * MAX_MELDS - melds  # each puts one more discard into the river
    yield "river_count is too high", states["river_count"] + left + 1 + claims_left > RIVER_LENGTH


def _count_left(states: np.ndarray) -> np.ndarray:
    left: np.ndarray = states["tail"].astype(np.int64) - states["head"] + 1 - states["reserve"]
    return left


def _find_melds(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    made = np.arange(MAX_MELDS) < states["meld_count"][:, :, None]
    kinds = states["meld_kind"]
    chow = states["meld_type"] == MELD_CHOW
    yield "meld_type does not fit meld_count", _any((states["meld_type"] > 0) != made)
    yield "meld_kind is no tile", _any(made & (kinds == NOTHING))
    yield "meld_kind starts no run", _any(made & chow & ((kinds >= FIRST_HONOUR) | (kinds % 9 > 6)))
    kongs = (made & (states["meld_type"] >= MELD_EXPOSED_KONG)).sum(axis=(1, 2))
    yield "kongs does not count the kongs", kongs != states["kongs"]
    fed = (made & (states["meld_type"] != MELD_CONCEALED_KONG)).sum(axis=(1, 2))
    claimed = (_in_river(states) & (states["river_info"] & RIVER_CLAIMED != 0)).sum(axis=1)
    yield "river_info does not mark the claimed tiles", fed != claimed


def _in_river(states: np.ndarray) -> NDArray[np.bool_]:
    present: NDArray[np.bool_] = np.arange(RIVER_LENGTH) < states["river_count"][:, None]
    return present


def _find_phase(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    phase, turn, actor, asked = (states[name].astype(np.int64) for name in ("phase", "turn", "actor", "asked"))
    acting = phase == PHASE_ACT
    answering = (phase == PHASE_CLAIM) | (phase == PHASE_ROB)
    yield "phase is none in which a seat is asked", ~(acting | answering | (phase == PHASE_DONE))
    expected = np.where(acting, turn, np.where(answering, (turn + asked) % NUM_SEATS, NOTHING))
    yield "actor is not the seat to be asked", (actor != expected) | (answering & (asked == 0))
    ready = states["ready"] > 0
    yield "ready_count does not count the ready seats", ready.sum(axis=1) != states["ready_count"]
    places = np.sort(np.where(ready, states["ready"], NUM_SEATS + 1), axis=1)
    in_order = np.arange(1, NUM_SEATS + 1)
    yield (
        "ready does not number the ready seats",
        _any((places != in_order) & (in_order <= states["ready_count"][:, None])),
    )


def _find_tiles(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    live = states["phase"] != PHASE_DONE  # afterwards the winning tile is in a hand and in the river
    acting = (states["phase"] == PHASE_ACT)[:, None] & (np.arange(NUM_SEATS) == states["turn"][:, None])
    size = 13 - 3 * states["meld_count"].astype(np.int64) + acting
    yield "hand has too few or too many tiles", live & _any(states["hand"].sum(axis=2) != size)
    yield "river_kind is no tile", _any(_in_river(states) & (states["river_kind"] == NOTHING))
    full = np.zeros(NUM_TILES_MAX, np.int8)
    full = full[: int(hooks.build_wall(rules.record[0], full))]
    most = np.bincount(full, minlength=len(NAMES))[:NUM_KINDS]
    copies = np.zeros((len(states), NUM_KINDS), np.int64)
    count_copies(states, copies)
    yield "a tile is there too often", live & _any(copies > most)


@njit
def count_copies(states, out_copies):
    """Count the tiles of each kind in hands, melds and rivers and among those that can still be drawn."""
    for i in range(len(states)):
        state = states[i]
        for seat in range(NUM_SEATS):
            for kind in range(NUM_KINDS):
                out_copies[i, kind] += state["hand"][seat, kind]
            for slot in range(state["meld_count"][seat]):
                count_meld(state["meld_type"][seat, slot], state["meld_kind"][seat, slot], out_copies[i])
        for place in range(state["river_count"]):
            if state["river_info"][place] & RIVER_CLAIMED == 0:
                out_copies[i, state["river_kind"][place]] += 1
        for index in range(state["head"], state["tail"] + 1):
            if state["wall"][index] < NUM_KINDS:
                out_copies[i, state["wall"][index]] += 1
        if state["phase"] == PHASE_ROB and state["tile"] != NOTHING:
            out_copies[i, state["tile"]] += 1


@njit
def count_meld(meld_type, kind, out_copies):
    """Add the tiles of a meld."""
    if meld_type == MELD_CHOW:
        for step in range(3):
            out_copies[kind + step] += 1
    else:
        out_copies[kind] += 3 if meld_type == MELD_PUNG else 4


def _find_decision(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    phase, turn, drawn, tile = (states[name].astype(np.int64) for name in ("phase", "turn", "drawn", "tile"))
    acting, claiming, robbing = (phase == code for code in (PHASE_ACT, PHASE_CLAIM, PHASE_ROB))
    rows = np.arange(len(states))
    in_turn = acting | robbing
    claimed = states["source"] == SOURCE_CLAIM
    held = states["hand"][rows, turn, drawn] + (robbing & (drawn == tile))
    yield "drawn does not fit source", in_turn & (claimed != (drawn == NOTHING))
    yield "drawn is not in the hand", in_turn & ~claimed & (held == 0)
    yield "a ready seat has drawn nothing", in_turn & claimed & (states["ready"][rows, turn] > 0)
    yield "must_ting does not fit source", in_turn & ~claimed & (states["must_ting"] > 0)
    last = states["river_count"].astype(np.int64) - 1
    info = states["river_info"][rows, last].astype(np.int64)
    matches = (
        (last >= 0) & (states["river_kind"][rows, last] == tile) & (info & 3 == turn) & (info & RIVER_CLAIMED == 0)
    )
    yield "tile is not the latest discard", claiming & ~matches
    pungs = (states["meld_type"][rows, turn] == MELD_PUNG) & (states["meld_kind"][rows, turn] == tile[:, None])
    yield "tile fits no pung", robbing & ~pungs.any(axis=1)
    yield "answers holds what was not offered", (claiming | robbing) & _any(~_is_offered(states))


def _is_offered(states: np.ndarray) -> NDArray[np.bool_]:
    """Whether each seat's answer was open to it: none from a seat not asked yet, else a claim of its or to pass."""
    answers = states["answers"].astype(np.int64)
    place = (np.arange(NUM_SEATS) - states["turn"][:, None]) % NUM_SEATS
    been_asked = (place > 0) & (place < states["asked"][:, None])
    claims = states["claims"].astype(np.int64) | CLAIM_PASS
    offered = (answers >= CHOW_LOW) & (claims >> np.maximum(answers - CHOW_LOW, 0) & 1 != 0)
    allowed: NDArray[np.bool_] = (answers == NOTHING) | (been_asked & offered)
    return allowed


def _find_derived(rules: Rules, hands: int, states: np.ndarray) -> Iterator[Fault]:
    expected = states.copy()
    rederive(expected, rules.record)
    refused = (states["answers"] != NOTHING) & (states["answers"] != PUNG)  # may bar a pung that was offered (S9)
    kept = np.where(refused, np.uint32(CLAIM_PUNG), np.uint32(0))
    expected["claims"] = (expected["claims"] & ~kept) | (states["claims"] & kept)
    for name in DERIVED:
        yield f"{name} does not follow from the table", _any(states[name] != expected[name])
    legal = np.unpackbits(states["legal"].copy().view(np.uint8), axis=1).reshape(-1, MASK_WIDTH).sum(axis=1)
    yield "legal leaves no choice", (states["phase"] != PHASE_DONE) & (legal < 2)


@njit
def rederive(states, rules):
    """Write anew every field that follows from the others; claims only while they are asked."""
    for i in range(len(states)):
        state = states[i]
        rederive_tiles(state)
        clear_menu(state)
        phase = state["phase"]
        if phase != PHASE_DONE:
            rederive_waits(state, rules[0])
        if phase == PHASE_ACT:
            hooks.fill_turn_menu(state, rules[0], state["turn"])
        elif phase in (PHASE_CLAIM, PHASE_ROB):
            open_claims(state, rules[0], phase)
            set_claim_menu(state, state["claims"][state["actor"]] | CLAIM_PASS)


@njit
def rederive_tiles(state):
    """Write the sums over hands, melds and rivers."""
    state["copies"][:] = 0
    state["codes"][:] = 0
    state["suit_size"][:] = 0
    state["visible"][:] = 0
    state["traits"][:] = 0
    state["meld_suits"][:] = 0
    for seat in range(NUM_SEATS):
        for kind in range(NUM_KINDS):
            held = state["hand"][seat, kind]
            state["hand"][seat, kind] = 0
            for _ in range(held):
                add_tile(state, seat, kind)
        count = state["meld_count"][seat]
        state["meld_count"][seat] = 0
        for slot in range(count):
            meld_type = state["meld_type"][seat, slot]
            kind = state["meld_kind"][seat, slot]
            add_meld(state, seat, meld_type, kind, state["meld_tile"][seat, slot], state["meld_from"][seat, slot])
            if meld_type != MELD_CONCEALED_KONG:
                count_meld(meld_type, kind, state["visible"])
    for place in range(state["river_count"]):
        if state["river_info"][place] & RIVER_CLAIMED == 0:
            state["visible"][state["river_kind"][place]] += 1


@njit
def rederive_waits(state, rules):
    """Write the waits of the ready seats: of the tiles each holds when it is not its turn."""
    for seat in range(NUM_SEATS):
        state["waits"][seat] = 0
        if state["ready"][seat] == 0:
            continue
        in_turn = seat == state["turn"]
        robbed = in_turn and state["phase"] == PHASE_ROB
        drew = in_turn and state["phase"] != PHASE_CLAIM
        if robbed:
            add_tile(state, seat, state["tile"])
        if drew:
            remove_tile(state, seat, state["drawn"])
        state["waits"][seat] = hooks.find_waits(state, rules, seat)
        if drew:
            add_tile(state, seat, state["drawn"])
        if robbed:
            remove_tile(state, seat, state["tile"])
