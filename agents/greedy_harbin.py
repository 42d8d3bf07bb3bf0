"""Greedy play for Harbin: the fewest tiles to a hand that may win, then the most live tiles that bring it nearer.

The distance knows the conditions of the game (``mjenv.engine.shanten``), so the policy opens, keeps a terminal, a
source of a triplet and two suits without being told. All it reads is the seat's own view and its legal actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    CHOW_HIGH,
    CHOW_LOW,
    DISCARD,
    HU,
    KONG,
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
from mjenv.engine.shanten import (
    BUT_ONE,
    BUT_TWO,
    NEED_OPENING,
    NEED_SETS,
    NEED_SIZE,
    NEVER,
    NUM_JOINED,
    SPARE,
    cell,
    find_rows,
    finish,
    join,
    join_suits,
    least_cost,
    may_be_one_suited,
    missing_tiles,
    need_of_melds,
    row_with,
    turn,
)
from mjenv.engine.shanten_table import CELLS, HAS_TERMINAL, ROW_ZHONG, ROW_ZHONG_PLAIN, load_table
from mjenv.engine.shapes import HAS_RUN, ONE
from mjenv.engine.state import NUM_SUITS
from mjenv.engine.tiles import FIRST_HONOUR, ZHONG

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

# Worths are thousandths of a point.
#: What a hand is worth that misses 0, 1, 2 … tiles.
HAND_WORTH: Final = np.array([4000, 3000, 1500, 700, 300, 100, 50, 0], np.int64)
LOSS: Final = 7  # points paid for the winning tile by a seat that is not ready (H18)
LOSS_READY: Final = 1
LIVE_HALF: Final = 6  # so many live waits win half as often as all tiles would
KADANG: Final = 2  # H17
WAITS_EACH: Final = 1700  # kinds that a ready seat waits on, in thousandths
LAST_WORTH: Final = 7
LOSS_AT: Final = 8
LIVE_HALF_AT: Final = 9
WORTHLESS: Final = 10_000_000
TING_WORTH: Final = 100
READY_WORTH: Final = 1_000_000

# Working space of one decision.
PLAN = np.dtype(
    [
        ("hand", np.int64, NUM_KINDS),  # concealed tiles as planned
        ("melded", np.int64, NUM_KINDS),  # copies in own melds
        ("live", np.int64, NUM_KINDS),  # copies not yet seen
        ("danger", np.int64, NUM_KINDS),  # of each kind as a discard: seats that wait for it, in thousandths
        ("missing", np.int64, NUM_KINDS),  # after the discard of each kind
        ("need", np.int64, NEED_SIZE),  # what the hand must become
        ("row", np.int64, NUM_SUITS),
        ("zhong", np.int64),  # row of 红中 in the table
        ("edge_is_kadang", np.int64),
        ("meld_count", np.int64),
        ("worth", np.int64, 12),
        ("meld_type", np.int64, 4),
        ("meld_kind", np.int64, 4),
        ("joined", np.uint8, (NUM_JOINED, CELLS)),
    ],
    align=True,
)


def choose(rules: Rules, views: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return int64[k], the action for each of k VIEW records and masks int8[k, 113]."""
    plan = np.zeros(1, PLAN)
    plan["zhong"] = ROW_ZHONG if rules.values["zhong_pair_for_triplet"] else ROW_ZHONG_PLAIN
    plan["edge_is_kadang"] = rules.values["edge_is_kadang"]
    plan["worth"][0, :8] = HAND_WORTH
    plan["worth"][0, 8:10] = LOSS, LIVE_HALF
    actions = np.zeros(len(views), np.int64)
    choose_actions(views, mask, *load_table(), plan, actions)
    return actions


@njit
def choose_actions(views, mask, rows, row_of, plans, out_actions):
    """Choose for one view after another."""
    plan = plans[0]
    for i in range(len(views)):
        if mask[i, HU]:
            out_actions[i] = HU
            continue
        start_plan(views[i], plan)
        if mask[i, PASS]:
            out_actions[i] = choose_claim(views[i], mask[i], rows, row_of, plan)
        else:
            out_actions[i] = choose_turn(views[i], mask[i], rows, row_of, plan)


# What the seat sees ---------------------------------------------------------------------------------


@njit
def start_plan(view, plan):
    """Take over what the seat holds and what it knows of the others."""
    plan["melded"][:] = 0
    plan["meld_count"] = view["meld_count"][0]
    for slot in range(view["meld_count"][0]):
        plan["meld_type"][slot] = view["meld_type"][0, slot]
        plan["meld_kind"][slot] = view["meld_kind"][0, slot]
        put_meld(plan, plan["meld_type"][slot], plan["meld_kind"][slot], 1)
    for kind in range(NUM_KINDS):
        plan["hand"][kind] = view["hand"][kind]
        plan["live"][kind] = view["unseen"][kind] if is_used(kind) else 0
    weigh_danger(view, plan)


@njit
def is_used(kind):
    """Whether Harbin plays with a kind (H1)."""
    return kind < FIRST_HONOUR or kind == ZHONG


@njit
def put_meld(plan, meld_type, kind, copies):
    """Count the tiles of a meld among the melded ones, or take them back with copies = -1."""
    if meld_type == MELD_CHOW:
        for other in range(kind, kind + 3):
            plan["melded"][other] += copies
    else:
        plan["melded"][kind] += copies * (3 if meld_type == MELD_PUNG else 4)


@njit
def weigh_danger(view, plan):
    """Weigh how likely each kind is what a ready seat waits for; nothing for kinds that it let pass since."""
    danger = plan["danger"]
    danger[:] = 0
    for seat in range(1, NUM_SEATS):
        if view["ready"][seat] == 0:
            continue
        passed = np.uint64(0)
        for place in range(view["ready_at"][seat], view["river_count"]):
            passed |= ONE << np.uint64(view["river_kind"][place])
        total = 1
        for kind in range(NUM_KINDS):
            if (passed >> np.uint64(kind)) & ONE == 0:
                total += count_partners(plan["live"], kind)
        for kind in range(NUM_KINDS):
            if (passed >> np.uint64(kind)) & ONE == 0:
                danger[kind] += count_partners(plan["live"], kind) * WAITS_EACH // total


@njit
def count_partners(live, kind):
    """Ways in which unseen tiles can wait for a kind: two partners of a run, a pair, or a single tile."""
    ways = live[kind] * (live[kind] - 1) // 2 + live[kind]
    if kind < FIRST_HONOUR:
        for place in range(3):
            low = kind - place
            if low // 9 == kind // 9 and low % 9 <= 6 and low >= 0:
                ways += live[low + (place == 0)] * live[low + 2 - (place == 2)]
    return ways


# Weighing a hand --------------------------------------------------------------------------------------


@njit
def prepare(rows, row_of, plan):
    """Join the suits of the planned hand; return False where it can no longer win."""
    possible = need_of_melds(plan["meld_type"], plan["meld_kind"], plan["meld_count"], plan["need"])
    find_rows(row_of, plan["hand"], plan["zhong"], plan["row"])
    join_suits(rows, plan["row"], plan["need"], plan["joined"])
    return possible


@njit
def missing_with(rows, row, kind, plan):
    """Tiles the hand misses where the suit of ``kind`` has another row."""
    need = plan["need"]
    suit = kind // 9
    missing = missing_tiles(finish(rows[row], plan["joined"][BUT_ONE + suit], need), need)
    if may_be_one_suited(plan["hand"], need, missing):
        kept = plan["row"][suit]
        plan["row"][suit] = row
        missing = missing_tiles(least_cost(rows, plan["row"], need, plan["joined"][SPARE:]), need)
        plan["row"][suit] = kept
    return missing


@njit
def count_live(rows, row_of, kind, row, plan):
    """Live tiles that bring the hand nearer, where the suit of ``kind`` has the row ``row``."""
    need = plan["need"]
    suit = kind // 9
    missing = missing_tiles(finish(rows[row], plan["joined"][BUT_ONE + suit], need), need)
    total = 0
    for other in range(NUM_SUITS):
        rest = plan["joined"][BUT_ONE + suit]
        if other != suit:
            rest = plan["joined"][SPARE]
            join(rows[row], plan["joined"][BUT_TWO[suit, other]], need, plan["joined"][SPARE + 1])
            turn(plan["joined"][SPARE + 1], need, rest)
        for drawn in range(9 * other, min(9 * other + 9, NUM_KINDS)):
            if plan["live"][drawn] > 0 and plan["hand"][drawn] + plan["melded"][drawn] < 4:
                plan["hand"][drawn] += 1
                cost = finish(rows[row_with(row_of, plan["hand"], drawn, plan["zhong"])], rest, need)
                plan["hand"][drawn] -= 1
                if missing_tiles(cost, need) < missing:
                    total += plan["live"][drawn]
    return total


@njit
def worth_of(missing, live, plan):
    """Worth of a hand that misses so many tiles and comes nearer by so many live ones."""
    missing = min(missing, LAST_WORTH)
    step = plan["worth"][missing - 1] - plan["worth"][missing]
    return plan["worth"][missing] + step * live // 200


@njit
def best_discard(rows, row_of, plan):
    """Return the discard that leaves the most, and what it leaves; NOTHING where the hand can no longer win."""
    best = NOTHING
    best_worth = -WORTHLESS
    fewest = NEVER
    possible = prepare(rows, row_of, plan)
    missing = plan["missing"]
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0:
            plan["hand"][kind] -= 1
            row = row_with(row_of, plan["hand"], kind, plan["zhong"])
            missing[kind] = missing_with(rows, row, kind, plan) if possible else NEVER
            plan["hand"][kind] += 1
            fewest = min(fewest, missing[kind])
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0:
            plan["hand"][kind] -= 1
            live = 0
            if possible and missing[kind] == fewest:
                live = count_live(rows, row_of, kind, row_with(row_of, plan["hand"], kind, plan["zhong"]), plan)
            plan["hand"][kind] += 1
            worth = worth_of(missing[kind], live, plan) - plan["worth"][LOSS_AT] * plan["danger"][kind]
            if worth > best_worth:
                best = kind
                best_worth = worth
    return best, best_worth


@njit
def worth_now(rows, row_of, plan):
    """Worth of a hand that has not drawn; -WORTHLESS where it can no longer win."""
    if not prepare(rows, row_of, plan):
        return -WORTHLESS
    row = plan["row"][0]
    return worth_of(missing_with(rows, row, 0, plan), count_live(rows, row_of, 0, row, plan), plan)


# Waits --------------------------------------------------------------------------------------------------


@njit
def wait_worth(rows, row_of, plan):
    """Worth of being ready with the planned hand, 0 where it is not: live waits, twice as much for 卡当 (H17)."""
    if not prepare(rows, row_of, plan) or plan["need"][NEED_OPENING]:
        return 0
    kinds = 0
    live = 0
    last = NOTHING
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] + plan["melded"][kind] < 4 and is_used(kind):
            plan["hand"][kind] += 1
            row = row_with(row_of, plan["hand"], kind, plan["zhong"])
            plan["hand"][kind] -= 1
            if missing_with(rows, row, kind, plan) == 0:
                kinds += 1
                live += plan["live"][kind]
                last = kind
    if kinds == 0:
        return 0
    times = KADANG if kinds == 1 and is_kadang(rows, row_of, last, plan) else 1
    return 1 + times * 1000 * live // (live + plan["worth"][LIVE_HALF_AT])


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
    if view["ready"][0]:
        kong = NOTHING
        for kind in range(NUM_KINDS):
            if mask[SELF_KONG + kind]:
                kong = kind
        return DISCARD + view["drawn"] if kong == NOTHING else SELF_KONG + kong
    discard, worth = best_discard(rows, row_of, plan)
    for kind in range(NUM_KINDS):
        if mask[SELF_KONG + kind] and kong_worth(rows, row_of, kind, plan) >= worth:
            return SELF_KONG + kind
    ting, _ = best_ting(mask, rows, row_of, plan)
    return discard if ting == NOTHING else TING + ting


@njit
def best_ting(mask, rows, row_of, plan):
    """Return the discard that leaves the best waits, and their worth; of those the menu has, if it has any."""
    best = NOTHING
    best_worth = -WORTHLESS
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0 and (mask[TING + kind] or mask[PASS]):
            plan["hand"][kind] -= 1
            worth = wait_worth(rows, row_of, plan)
            plan["hand"][kind] += 1
            worth = worth * TING_WORTH - LOSS_READY * plan["danger"][kind]
            if worth > best_worth:
                best = kind
                best_worth = worth
    return best, best_worth


@njit
def kong_worth(rows, row_of, kind, plan):
    """Worth of the hand after a kong on the own turn, before the replacement."""
    concealed = plan["hand"][kind] == 4
    tiles = 4 if concealed else 1
    plan["hand"][kind] -= tiles
    if concealed:
        add_meld(plan, MELD_CONCEALED_KONG, kind)
    worth = worth_now(rows, row_of, plan)
    if concealed:
        drop_meld(plan)
    plan["hand"][kind] += tiles
    return worth


@njit
def choose_claim(view, mask, rows, row_of, plan):
    """Claim to be ready if one can; else claim what makes the hand better than it is."""
    best = PASS
    best_worth = worth_now(rows, row_of, plan)
    for action in range(CHOW_LOW, TING_PUNG + 1):
        if mask[action]:
            worth = claim_worth(action, view["tile"], mask, rows, row_of, plan)
            if worth > best_worth:
                best = action
                best_worth = worth
    return best


@njit
def claim_worth(action, kind, mask, rows, row_of, plan):
    """Worth of the hand after a claim and the best discard that may follow."""
    hand = plan["hand"]
    if action == KONG:
        hand[kind] -= 3
        add_meld(plan, MELD_EXPOSED_KONG, kind)
        worth = worth_now(rows, row_of, plan)
        drop_meld(plan)
        hand[kind] += 3
        return worth
    is_ting = action >= TING_CHOW_LOW
    place = action - (TING_CHOW_LOW if is_ting else CHOW_LOW)
    is_chow = place <= CHOW_HIGH - CHOW_LOW
    low = kind - place if is_chow else kind
    one = low + (place == 0) if is_chow else kind
    two = low + 2 - (place == 2) if is_chow else kind
    hand[one] -= 1
    hand[two] -= 1
    add_meld(plan, MELD_CHOW if is_chow else MELD_PUNG, low)
    best = best_ting(mask, rows, row_of, plan) if is_ting else best_discard(rows, row_of, plan)
    worth = best[1] + (READY_WORTH if is_ting else 0)
    drop_meld(plan)
    hand[one] += 1
    hand[two] += 1
    return worth


@njit
def add_meld(plan, meld_type, kind):
    """Plan with one more meld; its tiles have left the hand before."""
    slot = plan["meld_count"]
    plan["meld_type"][slot] = meld_type
    plan["meld_kind"][slot] = kind
    plan["meld_count"] = slot + 1
    put_meld(plan, meld_type, kind, 1)


@njit
def drop_meld(plan):
    """Undo ``add_meld``."""
    slot = plan["meld_count"] - 1
    plan["meld_count"] = slot
    put_meld(plan, plan["meld_type"][slot], plan["meld_kind"][slot], -1)
