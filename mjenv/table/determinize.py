"""Draws from what a seat may see: a full table that looks to it like the real one (C24).

**What is drawn.** The concealed tiles of the others, the wall, 宝 and concealed kongs that the seat may not see, the
tile another seat has drawn, pending claims and answers, what others may not claim for having passed on it (S9), the
seed. All else is public or the seat's own and stays.

**How.** Deals are uniform: each way to lay the unseen tiles on the hidden places has the same chance, given that

- ready seats hold 13 tiles that may be ready (H5, B4, S4), and where a win must be taken (``force_win``) have had none;
- a seat that is asked has a choice (C9): two legal actions at least, or a claim that can change who gets the tile;
- no 换宝 is due, and tiles that left play by one are fourth copies of kinds of which three lie on the table (H12);
- answers to the tile in question agree with the seat's own. Each answer open to a seat has the same chance, and so
  has each moment at which the table may stand where the seat is not asked.

Ready hands are drawn with exactly this chance, not found by shuffling (``determinize_paths``). The draw is not uniform
in two places: a ready seat that shows an added kong is taken to have drawn it; and where no seat was found that may
be asked, one is dealt a hand that wins with the tile in question, though a deal with another claim may exist.

**What it does not know.** It looks at one moment. What the order of past events tells beyond it (when a 宝 was
exchanged, that a kong came after ready) and what players would do (a seat that wins claims it) is not regarded.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    MAX_MELDS,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    NUM_TILES_MAX,
    PHASE_ACT,
    PHASE_CLAIM,
    PHASE_ROB,
    RIVER_DRAWN,
    SOURCE_CLAIM,
    TING,
)
from mjenv.engine.log import new_logs
from mjenv.engine.menu import clear_menu, count_legal, is_legal
from mjenv.engine.state import STATE, new_states
from mjenv.errors import MjenvError, quote
from mjenv.table.checks import count_copies
from mjenv.table.determinize_claims import ask_anew, bar_passed
from mjenv.table.determinize_deal import (
    READY_TRIES,
    SCRATCH,
    count_unseen,
    deal_kongs,
    deal_ready,
    deal_rest,
    drop_gone,
    fill_past,
    is_hidden_kong,
    is_in_turn,
    may_win,
    set_hand,
)
from mjenv.table.determinize_paths import fill_values, random_index, random_unit, weigh_starts
from mjenv.variants import hooks
from mjenv.variants.params import Rules

DRAWN: Final = 0
FAILED: Final = 1  # no fitting deal was found in the number of tries
NOT_ASKED: Final = 2  # no seat is asked: there is nothing to play on from
TRIES: Final = 4000
ASKED: Final = (PHASE_ACT, PHASE_CLAIM, PHASE_ROB)
MAX_LACKING: Final = 4  # kinds that may lie under the 宝 altogether
WORDS: Final = 3  # random words of a draw: the table's seed and its sampling stream
EVERYBODY: Final = -2  # no hand is dealt to win with the tile in question


def determinize(
    states: np.ndarray, i: int, seat: int, rng: np.random.Generator, out: np.ndarray, *, rules: Rules
) -> int:
    """Draw tables that look to ``seat`` like table ``i`` of ``states``; see the module for their distribution.

    ``out``: an array of ``STATE``, each record one independent draw. Returns ``DRAWN`` (0), or ``FAILED`` (1) where
    some draw found nothing in ``TRIES`` deals, or ``NOT_ASKED`` (2) for a table whose match is done; records that
    were not drawn are blank, never the true table. Raises ``MjenvError`` for arguments that do not fit.

    >>> from mjenv import make_batch
    >>> batch = make_batch("four_bao", num_tables=1, seed=1)
    >>> out = new_states(5)
    >>> determinize(batch.states, 0, 2, np.random.default_rng(7), out, rules=batch.rules)
    0
    >>> (out["hand"][:, 2] == batch.states["hand"][0, 2]).all(), (out["seed"] == batch.states["seed"]).any()
    (np.True_, np.False_)
    """
    check_arguments(states, i, seat, rng, out)
    words = rng.integers(0, 2**64, (len(out), WORDS), np.uint64)
    scratch = np.zeros(1, SCRATCH)
    table = states[i : i + 1]
    check_rules(table, rules)
    return int(draw_tables(table, rules.record, seat, new_logs(0), scratch, words, new_states(1), out))


def check_arguments(states: np.ndarray, i: int, seat: int, rng: np.random.Generator, out: np.ndarray) -> None:
    """Raise ``MjenvError`` for arguments of the wrong kind."""
    for name, array in (("states", states), ("out", out)):
        if not isinstance(array, np.ndarray):
            raise MjenvError(f"{name} {quote(array)}: expected an array [n] of STATE records")
        if array.dtype != STATE or array.ndim != 1:
            raise MjenvError(f"{name} {array.dtype.name}{list(array.shape)}: expected an array [n] of STATE records")
    for number, most in ((i, len(states)), (seat, NUM_SEATS)):
        if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 0 <= number < most:
            message = (
                f"table {quote(i)}, seat {quote(seat)}: expected a table below {len(states)} and a seat from 0 to 3"
            )
            raise MjenvError(message)
    if not isinstance(rng, np.random.Generator):
        raise MjenvError(f"rng {quote(rng)}: expected a random generator such as numpy.random.default_rng(7)")
    if not out.flags.writeable:
        raise MjenvError("out is read-only: expected an array that can be written")
    if np.shares_memory(states, out):
        raise MjenvError("out shares memory with states: expected an array of its own")


def check_rules(table: np.ndarray, rules: Rules) -> None:
    """Raise ``MjenvError`` where the tiles of a table, [1], are those of another variant."""
    if not isinstance(rules, Rules):
        raise MjenvError(f"rules {quote(rules)}: expected a rule set such as load_rules('four_bao') returns")
    state = table[0]
    if state["phase"] not in ASKED:
        return
    full = np.zeros(NUM_TILES_MAX, np.int8)
    exist = np.bincount(full[: int(hooks.build_wall(rules.record[0], full))], minlength=NUM_KINDS)
    seen = np.zeros((1, NUM_KINDS), np.int64)
    count_copies(table, seen)
    has_flowers = state["flowers"].any() or (state["wall"][state["head"] : state["tail"] + 1] >= NUM_KINDS).any()
    lacking = ((exist[:NUM_KINDS] > 0) & (seen[0] == 0)).sum()
    if has_flowers != exist[NUM_KINDS:].any() or (seen[0] > exist[:NUM_KINDS]).any() or lacking > MAX_LACKING:
        raise MjenvError(
            f"rules {rules.preset.id}: the table is of another variant; expected the rules it is played by"
        )


@njit
def draw_tables(states, rules, seat, logs, scratch, words, blank, out):
    """Fill ``out`` from table 0; ``words`` uint64 [len(out), 3] are random, ``blank`` is an empty table."""
    state = states[0]
    status = NOT_ASKED
    if state["phase"] in ASKED:
        status = DRAWN
        count_unseen(state, rules[0], seat, scratch[0])
        if needs_values(state, seat):
            fill_values(scratch[0]["unseen"], scratch[0]["values"])
    for k in range(len(out)):
        drawn = False
        if status != NOT_ASKED:
            out[k] = state
            count_unseen(state, rules[0], seat, scratch[0])
            forget(out[k], seat, words[k])
            drawn = draw_table(state, rules[0], seat, logs[0], scratch[0], out[k])
            if not drawn:
                status = FAILED
        if not drawn:
            out[k] = blank[0]
    return status


@njit
def needs_values(state, seat):
    """Whether some other seat is ready, or about to be."""
    for other in range(NUM_SEATS):
        if other != seat and (state["ready"][other] > 0 or (is_in_turn(state, other) and state["must_ting"])):
            return True
    return False


@njit
def forget(out, seat, words):
    """Drop what is not drawn anew below: the seeds, and what has been asked and answered."""
    out["seed"][0] = words[0]
    out["seed"][1] = words[1]
    out["sample_key"] = words[2]
    out["decisions"] = out["river_count"]  # the others' were not all seen
    out["asked"] = 0
    out["answers"][:] = NOTHING
    out["claims"][:] = 0
    for other in range(NUM_SEATS):
        if other != seat:
            out["waits"][other] = 0
            out["barred"][other] = 0


@njit
def draw_table(state, rules, seat, log, scratch, out):
    """Deal until a deal fits; a pending win that shuffling does not find is dealt to some seat."""
    for _ in range(TRIES):
        if fits(state, rules, seat, log, scratch, out, EVERYBODY):
            return True
    if state["phase"] == PHASE_ACT or state["actor"] == seat:
        return False
    if not needs_values(state, seat):
        fill_values(scratch["unseen"], scratch["values"])
    for _ in range(TRIES):
        winner = pick_winner(state, seat, scratch, out)
        if winner == NOTHING:
            return False
        if fits(state, rules, seat, log, scratch, out, winner):
            return True
    return False


@njit
def fits(state, rules, seat, log, scratch, out, winner):
    """Deal once; whether the table can be in play as ``seat`` sees it, and is then finished."""
    if not (deal_hidden(state, rules, seat, scratch, out, winner) and draw_drawn(out, seat, scratch)):
        return False
    if is_exchange_due(out, rules, log) or (winner != EVERYBODY and not is_chosen(out, rules, seat)):
        return False
    for other in range(NUM_SEATS):
        if other != seat:
            bar_passed(out, rules, other)
    if out["phase"] != PHASE_ACT:
        asked = ask_anew(state, rules, seat, out)
    else:
        asked = out["turn"] == seat or ask_turn_anew(out, rules)
    if asked:
        fill_past(out, scratch)
    return asked


@njit
def deal_hidden(state, rules, seat, scratch, out, winner):
    """Deal all hidden tiles once; ``winner`` is dealt a hand that wins with the tile in question."""
    scratch["free"][:] = scratch["unseen"]
    if not (deal_kongs(out, rules, seat, scratch) and drop_gone(out, scratch)):
        return False
    for other in range(NUM_SEATS):
        scratch["lacking"][other] = 0
        if other == seat:
            continue
        in_turn = is_in_turn(state, other)
        if state["ready"][other] > 0 or (in_turn and state["must_ting"]) or other == winner:
            tries = 1 if other == winner or hides_kong(state, rules, seat, other) else READY_TRIES
            if not deal_ready(out, rules, other, scratch, other == winner, tries):
                return False
            scratch["lacking"][other] = in_turn
        else:
            scratch["hand"][:] = 0
            set_hand(out, other, scratch["hand"])
            scratch["lacking"][other] = 13 - 3 * state["meld_count"][other] + in_turn
    deal_rest(out, rules, seat, scratch)
    return True


@njit
def hides_kong(state, rules, seat, other):
    """Whether a seat has a concealed kong whose kind is drawn: then its ready hand depends on it."""
    for slot in range(MAX_MELDS):
        if is_hidden_kong(state, rules, seat, other, slot):
            return True
    return False


@njit
def draw_drawn(out, observer, scratch):
    """Draw which tile of the seat in turn is the one it has just drawn; whether it can be."""
    seat = out["turn"]
    if seat == observer or out["source"] == SOURCE_CLAIM:
        return True
    tile = out["tile"]
    if out["phase"] == PHASE_ACT:
        out["drawn"] = scratch["latest"]
        return True
    size = 13 - 3 * np.int64(out["meld_count"][seat])
    if out["phase"] == PHASE_CLAIM and out["river_info"][out["river_count"] - 1] & RIVER_DRAWN:
        out["drawn"] = tile
        return True
    if out["phase"] == PHASE_ROB and (out["ready"][seat] > 0 or random_index(out, size + 1) == 0):
        out["drawn"] = tile
        return True
    nth = random_index(out, size)
    kind = 0
    while nth >= out["hand"][seat, kind]:
        nth -= out["hand"][seat, kind]
        kind += 1
    out["drawn"] = kind
    return out["phase"] == PHASE_ROB or kind != tile


@njit
def is_exchange_due(out, rules, log):
    """Whether something would happen to the tiles as they lie on the table: it would have happened before."""
    tail = out["tail"]
    bao = out["bao"][0]
    hooks.after_shown(out, rules, log)
    is_due = out["tail"] != tail
    out["tail"] = tail
    out["bao"][0] = bao
    return is_due


@njit
def ask_turn_anew(out, rules):
    """Ask the seat in turn; whether it has a choice (C9)."""
    seat = out["turn"]
    clear_menu(out)
    hooks.fill_turn_menu(out, rules, seat)
    if count_legal(out) < 2:
        return False
    if not out["must_ting"]:
        return True
    ways = 0  # in which the 13 ready tiles and the other may have been dealt
    for kind in range(NUM_KINDS):
        if is_legal(out, TING + kind):
            ways += out["hand"][seat, kind]
    return random_unit(out) * ways < 1.0


@njit
def pick_winner(state, seat, scratch, out):
    """A seat to be dealt a hand that lacks one tile, by the chance that a deal gives it one; NOTHING if none can."""
    total = 0.0
    picked = NOTHING
    for other in range(NUM_SEATS):
        if other in (seat, np.int64(state["turn"])) or state["ready"][other] > 0:
            continue
        sets = MAX_MELDS - np.int64(state["meld_count"][other])
        weight = weigh_starts(scratch["values"], sets)
        unseen = 0
        for kind in range(NUM_KINDS):
            unseen += scratch["unseen"][kind]
        for step in range(3 * sets + 1):
            weight *= (step + 1) / (unseen - step)
        total += weight
        if weight > 0.0 and random_unit(out) * total < weight:
            picked = other
    return picked


@njit
def is_chosen(out, rules, seat):
    """Whether a deal in which several seats win with the tile in question is kept: it can come from each of them."""
    count = 0
    for other in range(NUM_SEATS):
        if other not in (seat, np.int64(out["turn"])) and out["ready"][other] == 0 and may_win(out, rules, other):
            count += 1
    return random_unit(out) * count < 1.0
