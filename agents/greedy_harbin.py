"""Greedy play for Harbin: the fewest tiles to a hand that may win, then the most live tiles that bring it nearer.

The distance knows the conditions of the game (``mjenv.engine.shanten``), so the policy opens, keeps a terminal, a
source of a triplet and two suits without being told. All it reads is the seat's own view and its legal actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
    CHOW_HIGH,
    CHOW_LOW,
    DISCARD,
    HU,
    KONG,
    MELD_ADDED_KONG,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PASS,
    SELF_KONG,
    TING,
    TING_CHOW_LOW,
    TING_PUNG,
)
from mjenv.engine.outlook import (
    OUTLOOK,
    add_meld,
    count_live,
    drop_meld,
    missing_with,
    prepare,
    row_after_discard,
    row_after_draw,
)
from mjenv.engine.shanten import BUT_ONE, NEED_OPENING, NEED_SETS, NEVER, cell, row_with
from mjenv.engine.shanten_table import HAS_TERMINAL, ROW_ZHONG, ROW_ZHONG_PLAIN, load_table
from mjenv.engine.shapes import HAS_RUN
from mjenv.engine.tiles import FIRST_HONOUR, ZHONG

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

# Worths are thousandths of a point.
#: Of a hand that misses 0, 1, 2 … tiles, found by play against itself.
HAND_WORTH: Final = np.array([4000, 3000, 1500, 700, 300, 100, 50, 0], np.int64)
READY_WORTH: Final = 10_000  # more than any hand that is not ready
WIN_WORTH: Final = 6  # points
LIVE_SHARE: Final = 200  # as many live tiles as would make up for one that is missing
#: In thousandths, a ready hand with n live waits wins LUCK + SKILL * n / (n + 5); counted over its own hands, of
#: which those without a live wait win by a 宝.
LUCK: Final = 150
SKILL: Final = 750
KADANG: Final = 2  # H17
LOSS: Final = 7  # points that the giver pays who is not ready (H18)
WAITS_EACH: Final = 1700  # kinds that a ready seat waits for, in thousandths
DRAW_WORTH: Final = 150  # of a tile that a kong brings
NO_WORTH: Final = -1_000_000

PLAN = np.dtype(
    [
        *OUTLOOK,
        ("danger", np.int64, NUM_KINDS),  # of each kind: seats that wait for it, in thousandths
        ("missing", np.int64, NUM_KINDS),  # tiles missing after the discard of each kind
        ("edge_is_kadang", np.int64),
    ],
    align=True,
)


def choose(rules: Rules, views: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return int64[k], the action for each of k VIEW records and masks int8[k, 113]."""
    plan = np.zeros(1, PLAN)
    plan["zhong"] = ROW_ZHONG if rules.values["zhong_pair_for_triplet"] else ROW_ZHONG_PLAIN
    plan["edge_is_kadang"] = rules.values["edge_is_kadang"]
    actions = np.zeros(len(views), np.int64)
    choose_actions(views, mask, *load_table(), plan, actions)
    return actions


@njit
def choose_actions(views, mask, rows, row_of, plans, out_actions):
    """Choose for one view after another."""
    for i in range(len(views)):
        start_plan(views[i], plans[0])
        if mask[i, HU]:
            out_actions[i] = HU
        elif mask[i, PASS]:
            out_actions[i] = choose_claim(views[i], mask[i], rows, row_of, plans[0])
        else:
            out_actions[i] = choose_turn(views[i], mask[i], rows, row_of, plans[0])


# What the seat sees ---------------------------------------------------------------------------------


@njit
def start_plan(view, plan):
    """Take over what the seat holds and what it knows of the others."""
    plan["meld_count"] = 0
    for kind in range(NUM_KINDS):
        plan["melded"][kind] = 0
        plan["hand"][kind] = view["hand"][kind]
        plan["live"][kind] = view["unseen"][kind] if is_used(kind) else 0
        plan["danger"][kind] = 0
    for slot in range(view["meld_count"][0]):
        add_meld(plan, view["meld_type"][0, slot], view["meld_kind"][0, slot])
    for seat in range(1, NUM_SEATS):
        if view["ready"][seat]:
            weigh_danger(view, seat, plan)


@njit
def is_used(kind):
    """Whether Harbin plays with a kind (H1)."""
    return kind < FIRST_HONOUR or kind == ZHONG


@njit
def weigh_danger(view, seat, plan):
    """Add how likely a ready seat waits for each kind; not at all for those that it has let pass."""
    passed = np.uint64(0)
    for place in range(view["ready_at"][seat], view["river_count"]):
        passed |= ONE << np.uint64(view["river_kind"][place])
    total = 1
    for kind in range(NUM_KINDS):
        if (passed >> np.uint64(kind)) & ONE == 0:
            total += count_partners(plan["live"], kind)
    for kind in range(NUM_KINDS):
        if (passed >> np.uint64(kind)) & ONE == 0:
            plan["danger"][kind] += count_partners(plan["live"], kind) * WAITS_EACH // total


@njit
def count_partners(live, kind):
    """Ways in which unseen tiles can wait for a kind: as a single tile, a pair, or two of a run."""
    ways = live[kind] + live[kind] * (live[kind] - 1) // 2
    for place in range(3):
        low = kind - place
        if kind < FIRST_HONOUR and low >= 0 and low // 9 == kind // 9 and low % 9 <= 6:
            ways += live[low + (place == 0)] * live[low + 2 - (place == 2)]
    return ways


# Weighing a hand --------------------------------------------------------------------------------------


@njit
def hand_worth(missing, live):
    """Worth of a hand that misses so many tiles and comes nearer by so many live ones."""
    missing = min(missing, len(HAND_WORTH) - 1)
    step = HAND_WORTH[missing - 1] - HAND_WORTH[missing]
    return HAND_WORTH[missing] + step * live // LIVE_SHARE


@njit
def worth_now(rows, row_of, plan):
    """Worth of a hand that has not drawn."""
    if not prepare(rows, row_of, plan):
        return NO_WORTH
    row = plan["row"][0]
    return hand_worth(missing_with(rows, row, 0, plan), count_live(rows, row_of, row, 0, plan))


@njit
def best_discard(rows, row_of, plan):
    """Return the discard that leaves the most, and what it leaves less the danger."""
    missing = plan["missing"]
    possible = prepare(rows, row_of, plan)
    fewest = NEVER
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0 and possible:
            row = row_after_discard(row_of, kind, plan)
            plan["hand"][kind] -= 1
            missing[kind] = missing_with(rows, row, kind, plan)
            plan["hand"][kind] += 1
            fewest = min(fewest, missing[kind])
    best = NOTHING
    best_worth = 2 * NO_WORTH
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0:
            live = 0
            if possible and missing[kind] == fewest:
                row = row_after_discard(row_of, kind, plan)
                plan["hand"][kind] -= 1
                live = count_live(rows, row_of, row, kind, plan)
                plan["hand"][kind] += 1
            worth = hand_worth(missing[kind], live) if possible else NO_WORTH
            worth -= LOSS * plan["danger"][kind]
            if worth > best_worth:
                best = kind
                best_worth = worth
    return best, best_worth


@njit
def kong_worth(rows, row_of, kind, meld_type, plan):
    """Worth of the hand after a kong and the tile to come for it."""
    tiles = 1 if meld_type == MELD_ADDED_KONG else 3 if meld_type == MELD_EXPOSED_KONG else 4
    plan["hand"][kind] -= tiles
    if meld_type != MELD_ADDED_KONG:
        add_meld(plan, meld_type, kind)
    worth = worth_now(rows, row_of, plan) + DRAW_WORTH
    if meld_type != MELD_ADDED_KONG:
        drop_meld(plan)
    plan["hand"][kind] += tiles
    return worth


# Waits --------------------------------------------------------------------------------------------------


@njit
def wait_worth(rows, row_of, plan):
    """Worth of the waits of a ready hand; twice as much for 卡当."""
    if not prepare(rows, row_of, plan) or plan["need"][NEED_OPENING]:
        return NO_WORTH
    kinds = 0
    live = 0
    last = NOTHING
    for kind in range(NUM_KINDS):
        if is_used(kind) and plan["hand"][kind] + plan["melded"][kind] < 4:
            row = row_after_draw(row_of, kind, plan)
            if missing_with(rows, row, kind, plan) == 0:
                kinds += 1
                live += plan["live"][kind]
                last = kind
    if kinds == 0:
        return NO_WORTH
    times = KADANG if kinds == 1 and is_kadang(rows, row_of, last, plan) else 1
    return WIN_WORTH * times * (LUCK + SKILL * live // (live + 5))


@njit
def is_kadang(rows, row_of, kind, plan):
    """Whether the only wait is the middle of a run, or its edge where the rules count that (H15)."""
    for place in range(3):
        low = kind - place
        if kind >= FIRST_HONOUR or low < 0 or low // 9 != kind // 9 or low % 9 > 6:
            continue
        is_edge = (place == 0 and low % 9 == 6) or (place == 2 and low % 9 == 0)
        if (place == 1 or (is_edge and plan["edge_is_kadang"])) and completes_run(rows, row_of, kind, low, plan):
            return True
    return False


@njit
def completes_run(rows, row_of, kind, low, plan):
    """Whether the hand is finished by ``kind`` as part of the run from ``low``."""
    hand = plan["hand"]
    for other in range(low, low + 3):
        if other != kind and hand[other] == 0:
            return False
    for other in range(low, low + 3):
        hand[other] -= other != kind
    row = row_with(row_of, hand, kind, plan["zhong"])
    for other in range(low, low + 3):
        hand[other] += other != kind
    features = HAS_RUN | (HAS_TERMINAL if low % 9 == 0 or low % 9 == 6 else 0)
    turned = plan["joined"][BUT_ONE + kind // 9]
    for sets in range(plan["need"][NEED_SETS]):
        for other in range(16):  # a pair or none, and any features, in the rest of the suit
            if rows[row, cell(sets, 0, other)] + turned[cell(sets + 1, 0, other | features)] == 0:
                return True
    return False


# Decisions ------------------------------------------------------------------------------------------------


@njit
def choose_turn(view, mask, rows, row_of, plan):
    """Kong where that costs nothing, declare ready, or discard."""
    is_ready = view["ready"][0] > 0
    discard, worth = (view["drawn"], NO_WORTH) if is_ready else best_discard(rows, row_of, plan)
    for kind in range(NUM_KINDS):
        if mask[SELF_KONG + kind]:
            meld_type = MELD_CONCEALED_KONG if plan["hand"][kind] == 4 else MELD_ADDED_KONG
            if is_ready or kong_worth(rows, row_of, kind, meld_type, plan) >= worth:
                return SELF_KONG + kind
    ting, _ = best_ting(mask, rows, row_of, plan)
    return DISCARD + discard if ting == NOTHING else TING + ting


@njit
def best_ting(mask, rows, row_of, plan):
    """Return the discard that leaves the best waits, and their worth; of those on the menu, if it has any."""
    best = NOTHING
    best_worth = 2 * NO_WORTH
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0 and (mask[TING + kind] or mask[PASS]):
            plan["hand"][kind] -= 1
            worth = READY_WORTH + wait_worth(rows, row_of, plan) - plan["danger"][kind]
            plan["hand"][kind] += 1
            if worth > best_worth:
                best = kind
                best_worth = worth
    return best, best_worth


@njit
def choose_claim(view, mask, rows, row_of, plan):
    """Claim to be ready if one can; else claim what makes the hand better than it is."""
    tile = view["tile"]
    best = PASS
    best_worth = worth_now(rows, row_of, plan)
    for action in range(CHOW_LOW, TING_PUNG + 1):
        if mask[action]:
            if action == KONG:
                worth = kong_worth(rows, row_of, tile, MELD_EXPOSED_KONG, plan)
            else:
                worth = claim_worth(action, tile, mask, rows, row_of, plan)
            if worth > best_worth:
                best = action
                best_worth = worth
    return best


@njit
def claim_worth(action, tile, mask, rows, row_of, plan):
    """Worth of the hand after a chow or pung, ready or not, and the best discard that may follow."""
    is_ting = action >= TING_CHOW_LOW
    place = action - (TING_CHOW_LOW if is_ting else CHOW_LOW)
    is_chow = place <= CHOW_HIGH - CHOW_LOW
    low = tile - place if is_chow else tile
    one = low + (place == 0) if is_chow else tile
    two = low + 2 - (place == 2) if is_chow else tile
    plan["hand"][one] -= 1
    plan["hand"][two] -= 1
    add_meld(plan, MELD_CHOW if is_chow else MELD_PUNG, low)
    _, worth = best_ting(mask, rows, row_of, plan) if is_ting else best_discard(rows, row_of, plan)
    drop_meld(plan)
    plan["hand"][one] += 1
    plan["hand"][two] += 1
    return worth
