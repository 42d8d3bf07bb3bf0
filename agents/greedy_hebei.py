"""Greedy play for Hebei: of all hands that can be aimed at, the one that promises most points.

Aims are the standard shape within all tiles or one suit and the honours, concealed or open, with any sets or with
triplets only; seven pairs; thirteen orphans. The worth of an aim is the chance to win the race for it, times what
it pays. All the policy reads is the seat's own view and its legal actions. It declares no ready: that adds nothing
and locks the hand (B4).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import (
    DISCARD,
    HU,
    KONG,
    MELD_CONCEALED_KONG,
    NOTHING,
    NUM_KINDS,
    PASS,
    PUNG,
    SELF_KONG,
)
from mjenv.engine.melds import is_terminal
from mjenv.engine.shape_outlook import (
    ALL_SUITS,
    FORM,
    count_nearer,
    count_triplets,
    fits_suits,
    load_parts,
    missing_in_form,
    prepare,
    win_chance,
)
from mjenv.engine.tiles import FIRST_DRAGON, HONOUR_SUIT

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

# What a win pays, in points over discard wins and self-draws (B7). A fan is worth 1.4 there; to aim at it for less is
# better by +0.07 ± 0.04 points a hand against 1.6.
PAY_DEALER: Final = 9.2
PAY_OTHER: Final = 6.1
PAY_FAN: Final = 0.6
FAN_CONCEALED: Final = 2
FAN_TRIPLETS: Final = 3
FAN_HALF_FLUSH: Final = 2
FAN_FULL_FLUSH: Final = 3
FAN_PAIRS: Final = 2
FAN_ORPHANS: Final = 10
FAN_LUXURY: Final = 4  # doubled for each four of a kind

# Payments for kongs, paid in the hands that are won (B10).
PAID: Final = 0.9
KONG_PAY: Final = np.array([6.0, 3.0, 3.0])  # concealed, added, exposed
NEW_TILE: Final = 1.1  # worth of a hand with a tile more to draw

# The race (``win_chance``), found by play against itself.
HAZARD: Final = 5.0
HAZARD_LATE: Final = 100.0  # for each missing tile, over the tiles left
USUAL: Final = np.array([6.0, 14.0, 22.0, 30.0, 40.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0])
PUNG_TIMES: Final = 30  # tenths: a tile that makes a triplet is taken from anyone
# Live tiles of an aim's later stages, as shares of the usual ones.
SHARE_CONCEALED: Final = 0.7
SHARE_TRIPLETS: Final = 0.7
SHARE_PAIRS: Final = 0.6
NO_WORTH: Final = -1e6

AIMS: Final = np.array([ALL_SUITS, 0b1001, 0b1010, 0b1100, 0b0001, 0b0010, 0b0100])
FEWEST_IN_SUITS: Final = 8  # tiles, those of melds too, to aim at a flush

PLAN = np.dtype(
    [
        *FORM,
        ("meld_suits", np.int64),  # of the melds, one bit a suit
        ("melds", np.int64),
        ("is_open", np.int64),
        ("left", np.int64),
        ("any_orphan", np.int64),  # B3: any kind may be doubled
        ("fan_special", np.int64),  # B7: of a concealed hand that is not of the standard shape
        ("pay", np.float64),
        ("worth", np.float64, NUM_KINDS),  # after the discard of each kind
        ("missing", np.int64, NUM_KINDS),
    ],
    align=True,
)


def choose(rules: Rules, views: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return int64[k], the action for each of k VIEW records and masks int8[k, 113]."""
    plan = np.zeros(1, PLAN)
    plan["any_orphan"] = rules.values["thirteen_orphans_pair"] == "any"
    plan["fan_special"] = FAN_CONCEALED if rules.values["concealed_with_special"] else 0
    actions = np.zeros(len(views), np.int64)
    choose_actions(views, mask, *load_parts(), plan, actions)
    return actions


@njit
def choose_actions(views, mask, parts, row_of, plans, out_actions):
    """Choose for one view after another."""
    for i in range(len(views)):
        start_plan(views[i], plans[0])
        if mask[i, HU]:
            out_actions[i] = HU
        elif mask[i, PASS]:
            out_actions[i] = choose_claim(views[i], mask[i], parts, row_of, plans[0])
        else:
            out_actions[i] = choose_turn(views[i], mask[i], parts, row_of, plans[0])


@njit
def start_plan(view, plan):
    """Take over what the seat holds and sees."""
    for kind in range(NUM_KINDS):
        plan["hand"][kind] = view["hand"][kind]
        plan["live"][kind] = view["unseen"][kind]
    plan["melds"] = view["meld_count"][0]
    plan["meld_suits"] = 0
    plan["is_open"] = 0
    for slot in range(view["meld_count"][0]):
        plan["meld_suits"] |= 1 << (view["meld_kind"][0, slot] // 9)
        plan["is_open"] |= view["meld_type"][0, slot] != MELD_CONCEALED_KONG
    plan["sets"] = 4 - plan["melds"]
    plan["left"] = view["left"]
    plan["pay"] = PAY_DEALER if view["dealer"] == 0 else PAY_OTHER


# Worth of a hand --------------------------------------------------------------------------------------


@njit
def worth_of(missing, live, share, fan, plan):
    """Points that an aim promises; ``live`` in tenths of a tile."""
    hazard = HAZARD + HAZARD_LATE * missing / (plan["left"] + 1)
    return win_chance(missing, live / 10, hazard, USUAL, share) * (plan["pay"] + PAY_FAN * fan)


@njit
def flush_fan(suits):
    """Fan for the suits that are aimed at."""
    if suits == ALL_SUITS:
        return 0
    return FAN_HALF_FLUSH if suits >> HONOUR_SUIT & 1 else FAN_FULL_FLUSH


@njit
def worth_of_sets(parts, row_of, suit, plan):
    """Worth of the standard shape where only ``suit`` has changed since ``prepare``, concealed or open."""
    missing = missing_in_form(parts, row_of, suit, plan)
    plain, claimed = count_nearer(parts, row_of, suit, plan, PUNG_TIMES, 10)
    fan = flush_fan(plan["suits"])
    return either_worth(missing, plain, claimed, 1.0, fan, plan)


@njit
def either_worth(missing, plain, claimed, share, fan, plan):
    """Worth of an aim, concealed where that pays more."""
    worth = NO_WORTH
    if not plan["is_open"]:
        worth = worth_of(missing, 10 * plain, share * SHARE_CONCEALED, fan + FAN_CONCEALED, plan)
    return max(worth, worth_of(missing, 10 * plain if missing == 1 else claimed, share, fan, plan))


@njit
def worth_of_others(plan):
    """Worth of the hand as it is for triplets, pairs and orphans, of which no draw needs the table."""
    fan = flush_fan(plan["suits"])
    missing, plain, claimed = count_triplets(plan, PUNG_TIMES)
    worth = either_worth(missing, plain, claimed, SHARE_TRIPLETS, fan + FAN_TRIPLETS, plan)
    if plan["melds"] == 0:
        worth = max(worth, worth_of_pairs(fan, plan))
        if plan["suits"] == ALL_SUITS:
            worth = max(worth, worth_of_orphans(plan))
    return worth


@njit
def worth_of_pairs(fan, plan):
    """Worth of the hand as seven pairs; four of a kind are two (B3, B8)."""
    pairs = 0
    singles = 0
    live = 0
    luxury = FAN_PAIRS
    for kind in range(NUM_KINDS):
        copies = plan["hand"][kind]
        if plan["suits"] >> (kind // 9) & 1 and copies > 0:
            pairs += copies // 2
            if copies == 4:
                luxury = max(FAN_LUXURY, luxury) * 2
            if copies % 2:
                singles += 1
                live += plan["live"][kind]
    missing = 7 - pairs + max(0, 7 - pairs - singles)
    return worth_of(missing, 10 * live, SHARE_PAIRS, fan + luxury + plan["fan_special"], plan)


@njit
def worth_of_orphans(plan):
    """Worth of the hand as thirteen orphans (B3)."""
    kinds = 0
    doubled = 0
    live = 0
    live_doubled = 0
    for kind in range(NUM_KINDS):
        if is_terminal(kind):
            may_double = kind >= FIRST_DRAGON or plan["any_orphan"]
            if plan["hand"][kind] > 0:
                kinds += 1
                doubled |= may_double and plan["hand"][kind] >= 2
            else:
                live += plan["live"][kind]
            if may_double and plan["hand"][kind] > 0:
                live_doubled += plan["live"][kind]
    missing = 14 - kinds - doubled
    if not doubled:
        live += live_doubled
    return worth_of(missing, 10 * live, SHARE_PAIRS, FAN_ORPHANS + plan["fan_special"], plan)


@njit
def worth_now(parts, row_of, plan):
    """Worth of a hand that has not drawn."""
    worth = NO_WORTH
    for suits in AIMS:
        plan["suits"] = suits
        if suits == ALL_SUITS or fits_suits(suits, plan, plan["meld_suits"], plan["melds"], FEWEST_IN_SUITS):
            prepare(parts, row_of, plan)
            worth = max(worth, worth_of_sets(parts, row_of, 0, plan), worth_of_others(plan))
    return worth


@njit
def best_discard(parts, row_of, plan):
    """Return the discard that leaves the most, and what it leaves."""
    for kind in range(NUM_KINDS):
        plan["worth"][kind] = NO_WORTH
    for suits in AIMS:
        plan["suits"] = suits
        if suits == ALL_SUITS or fits_suits(suits, plan, plan["meld_suits"], plan["melds"], FEWEST_IN_SUITS):
            weigh_discards(parts, row_of, plan)
    best = NOTHING
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0 and (best == NOTHING or plan["worth"][kind] > plan["worth"][best]):
            best = kind
    return best, plan["worth"][best]


@njit
def weigh_discards(parts, row_of, plan):
    """Raise the worth of each discard to what it leaves within the suits aimed at."""
    prepare(parts, row_of, plan)
    hand = plan["hand"]
    missing = plan["missing"]
    fewest = 99
    for kind in range(NUM_KINDS):
        if hand[kind] > 0:
            hand[kind] -= 1
            missing[kind] = missing_in_form(parts, row_of, kind // 9, plan)
            fewest = min(fewest, missing[kind])
            plan["worth"][kind] = max(plan["worth"][kind], worth_of_others(plan))
            hand[kind] += 1
    for kind in range(NUM_KINDS):
        if hand[kind] > 0 and missing[kind] == fewest:
            hand[kind] -= 1
            plan["worth"][kind] = max(plan["worth"][kind], worth_of_sets(parts, row_of, kind // 9, plan))
            hand[kind] += 1


# Decisions ------------------------------------------------------------------------------------------------


@njit
def choose_turn(view, mask, parts, row_of, plan):
    """Kong where that is worth more, or discard."""
    if view["ready"][0] > 0:
        best, worth = view["drawn"], NO_WORTH
    else:
        best, worth = best_discard(parts, row_of, plan)
    action = DISCARD + best
    for kind in range(NUM_KINDS):
        if mask[SELF_KONG + kind]:
            tiles = plan["hand"][kind]
            konged = kong_worth(parts, row_of, kind, tiles, plan)
            if konged >= worth:
                action = SELF_KONG + kind
                worth = konged
    return action


@njit
def kong_worth(parts, row_of, kind, tiles, plan):
    """Worth of the hand after a kong with so many tiles of it: 4 concealed, 1 added, 3 exposed."""
    pay = KONG_PAY[0 if tiles == 4 else 1 if tiles == 1 else 2]
    is_open = plan["is_open"]
    suits = plan["meld_suits"]
    melds = plan["melds"]
    plan["hand"][kind] -= tiles
    if tiles > 1:
        plan["melds"] = melds + 1
        plan["meld_suits"] |= 1 << (kind // 9)
        plan["is_open"] |= tiles == 3
    plan["sets"] = 4 - plan["melds"]
    worth = worth_now(parts, row_of, plan) * NEW_TILE + PAID * pay
    plan["hand"][kind] += tiles
    plan["is_open"] = is_open
    plan["meld_suits"] = suits
    plan["melds"] = melds
    plan["sets"] = 4 - melds
    return worth


@njit
def choose_claim(view, mask, parts, row_of, plan):
    """Claim what makes the hand better than it is."""
    tile = view["tile"]
    if view["ready"][0] > 0:
        return KONG if mask[KONG] else PASS
    action = PASS
    best = worth_now(parts, row_of, plan)
    if mask[KONG]:
        worth = kong_worth(parts, row_of, tile, 3, plan)
        if worth > best:
            best = worth
            action = KONG
    if mask[PUNG]:
        plan["hand"][tile] -= 2
        plan["melds"] += 1
        plan["sets"] -= 1
        plan["is_open"] = 1
        plan["meld_suits"] |= 1 << (tile // 9)
        _, worth = best_discard(parts, row_of, plan)
        if worth > best:
            action = PUNG
    return action
