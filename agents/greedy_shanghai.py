"""Greedy play for Shanghai: of all hands that can be aimed at, the one that promises most points.

Aims are the standard shape within all tiles or one suit and the winds, or one suit alone, concealed or open, with any
sets or with triplets only. The worth of an aim is the chance to win the race for it, times what it pays: flowers,
doubled by each fan. Only a ready seat wins (S4), so ready is declared as soon as a discard leaves a live wait.
All the policy reads is the seat's own view and its legal actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.bits import ONE
from mjenv.engine.codes import (
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
    PUNG,
    SELF_KONG,
    TING,
)
from mjenv.engine.shape_outlook import (
    ALL_SUITS,
    FORM,
    count_nearer,
    count_partners,
    count_triplets,
    fits_suits,
    load_parts,
    missing_in_form,
    prepare,
    win_chance,
)
from mjenv.engine.state import NUM_FLOWERS
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_HONOUR, HONOUR_SUIT

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

# What a win pays: flowers, doubled by each fan (S10-S12).
PAYERS: Final = 1.6  # over discard wins and self-draws
FAN_CONCEALED: Final = 1
FAN_TRIPLETS: Final = 1
FAN_HALF_FLUSH: Final = 1
FAN_FULL_FLUSH: Final = 2
FLOWERS_TO_COME: Final = 0.8
FLOWERLESS: Final = 4.0  # 10 (S10), but a flower may still come
NEW_TILE: Final = 1.1  # worth of a hand with a tile more to draw

# The race (``win_chance``), found by play against itself.
HAZARD: Final = 5.0
HAZARD_LATE: Final = 120.0  # for each missing tile, over the tiles left
USUAL: Final = np.array([6.0, 14.0, 22.0, 30.0, 40.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0, 50.0])
PUNG_TIMES: Final = 30  # tenths: a tile that makes a triplet is taken from anyone
CHOW_TIMES: Final = 30  # one that makes a run, from the seat before
LOSS: Final = 10.0  # points that the giver pays
WAITS_EACH: Final = 1.7  # kinds that a ready seat waits for
# Live tiles of an aim's later stages, as shares of the usual ones.
SHARE_CONCEALED: Final = 0.7
SHARE_FLUSH: Final = 0.5
SHARE_TRIPLETS: Final = 0.7
NO_WORTH: Final = -1e6
UNREADY: Final = -1e5  # less than any ready hand, the danger of its discard taken off

AIMS: Final = np.array([ALL_SUITS, 0b1001, 0b1010, 0b1100, 0b0001, 0b0010, 0b0100])
FEWEST_IN_SUITS: Final = 8  # tiles, those of melds too, to aim at a flush

PLAN = np.dtype(
    [
        *FORM,
        ("meld_suits", np.int64),  # of the melds, one bit a suit
        ("melds", np.int64),
        ("is_open", np.int64),
        ("left", np.int64),
        ("flowers", np.int64),  # with the base, without the triplets in hand
        ("only_triplets", np.int64),  # among the melds
        ("is_linear", np.int64),  # S12
        ("barred", np.int64),  # kinds that may not be discarded, one bit a kind
        ("pay", np.float64),
        ("danger", np.float64, NUM_KINDS),  # of each kind: seats that wait for it
        ("ready_worth", np.float64, NUM_KINDS),  # of a ready hand after the discard of each kind
        ("worth", np.float64, NUM_KINDS),  # after the discard of each kind
        ("missing", np.int64, NUM_KINDS),
    ],
    align=True,
)


def choose(rules: Rules, views: np.ndarray, mask: np.ndarray) -> np.ndarray:
    """Return int64[k], the action for each of k VIEW records and masks int8[k, 113]."""
    plan = np.zeros(1, PLAN)
    plan["is_linear"] = rules.values["fan_mode"] == "linear"
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
        plan["danger"][kind] = 0.0
    plan["melds"] = 0
    plan["sets"] = 4
    plan["meld_suits"] = 0
    plan["is_open"] = 0
    plan["only_triplets"] = 1
    plan["flowers"] = 1
    for place in range(NUM_FLOWERS):
        plan["flowers"] += view["flowers"][0, place]
    for slot in range(view["meld_count"][0]):
        enter_meld(view["meld_type"][0, slot], view["meld_kind"][0, slot], plan)
    plan["left"] = view["left"]
    plan["pay"] = PAYERS * (2.0 if view["counter"] > 0 else 1.0)
    plan["barred"] = 0
    for seat in range(1, NUM_SEATS):
        if view["ready"][seat]:
            weigh_danger(view, seat, plan)


@njit
def enter_meld(meld_type, kind, plan):
    """Have one more meld; its tiles have left the hand before."""
    plan["melds"] += 1
    plan["sets"] = 4 - plan["melds"]
    plan["meld_suits"] |= 1 << (kind // 9)
    plan["is_open"] |= meld_type != MELD_CONCEALED_KONG
    plan["only_triplets"] &= meld_type != MELD_CHOW
    if meld_type != MELD_CHOW:
        plan["flowers"] += meld_flowers(meld_type, kind)


@njit
def meld_flowers(meld_type, kind):
    """Flowers of a pung or kong."""
    wind = 1 if kind >= FIRST_HONOUR else 0
    return wind + (2 if meld_type == MELD_CONCEALED_KONG else 0 if meld_type == MELD_PUNG else 1)


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
            plan["danger"][kind] += count_partners(plan["live"], kind) * WAITS_EACH / total


# Worth of a hand --------------------------------------------------------------------------------------


@njit
def worth_of(missing, live, share, fan, plan):
    """Points that an aim promises; ``live`` in tenths of a tile."""
    hazard = HAZARD + HAZARD_LATE * missing / (plan["left"] + 1)
    flowers = plan["flowers"]
    for kind in range(FIRST_HONOUR, FIRST_DRAGON):
        flowers += plan["hand"][kind] == 3
    times = max(1, fan) if plan["is_linear"] else 1 << fan
    value = FLOWERLESS if flowers == 1 else flowers + FLOWERS_TO_COME
    return win_chance(missing, live / 10, hazard, USUAL, share) * plan["pay"] * value * times


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
    plain, claimed = count_nearer(parts, row_of, suit, plan, PUNG_TIMES, CHOW_TIMES)
    fan = flush_fan(plan["suits"])
    return either_worth(missing, plain, claimed, 1.0, fan, plan)


@njit
def either_worth(missing, plain, claimed, share, fan, plan):
    """Worth of an aim, concealed where that pays more."""
    if plan["suits"] != ALL_SUITS:
        share *= SHARE_FLUSH
    worth = NO_WORTH
    if not plan["is_open"]:
        worth = worth_of(missing, 10 * plain, share * SHARE_CONCEALED, fan + FAN_CONCEALED, plan)
    return max(worth, worth_of(missing, 10 * plain if missing == 1 else claimed, share, fan, plan))


@njit
def worth_of_triplets(plan):
    """Worth of the hand as it is for triplets alone."""
    if not plan["only_triplets"]:
        return NO_WORTH
    missing, plain, claimed = count_triplets(plan, PUNG_TIMES)
    return either_worth(missing, plain, claimed, SHARE_TRIPLETS, flush_fan(plan["suits"]) + FAN_TRIPLETS, plan)


@njit
def worth_now(parts, row_of, plan):
    """Worth of a hand that has not drawn."""
    worth = NO_WORTH
    for suits in AIMS:
        plan["suits"] = suits
        if suits == ALL_SUITS or fits_suits(suits, plan, plan["meld_suits"], plan["melds"], FEWEST_IN_SUITS):
            prepare(parts, row_of, plan)
            worth = max(worth, worth_of_sets(parts, row_of, 0, plan), worth_of_triplets(plan))
    return worth


@njit
def best_discard(parts, row_of, plan):
    """Return the discard that leaves the most, and what it leaves."""
    for kind in range(NUM_KINDS):
        plan["worth"][kind] = NO_WORTH
        plan["ready_worth"][kind] = NO_WORTH
    for suits in AIMS:
        plan["suits"] = suits
        if suits == ALL_SUITS or fits_suits(suits, plan, plan["meld_suits"], plan["melds"], FEWEST_IN_SUITS):
            weigh_discards(parts, row_of, plan)
    best = NOTHING
    for kind in range(NUM_KINDS):
        if plan["hand"][kind] > 0 and not plan["barred"] >> kind & 1:
            plan["worth"][kind] -= LOSS * plan["danger"][kind]
            plan["ready_worth"][kind] -= LOSS * plan["danger"][kind]
            if best == NOTHING or plan["worth"][kind] > plan["worth"][best]:
                best = kind
    return best, plan["worth"][best] if best != NOTHING else NO_WORTH


@njit
def weigh_discards(parts, row_of, plan):
    """Raise the worth of each discard to what it leaves within the suits aimed at."""
    prepare(parts, row_of, plan)
    hand = plan["hand"]
    missing = plan["missing"]
    fewest = 99
    for kind in range(NUM_KINDS):
        if hand[kind] > 0 and not plan["barred"] >> kind & 1:
            hand[kind] -= 1
            missing[kind] = missing_in_form(parts, row_of, kind // 9, plan)
            fewest = min(fewest, missing[kind])
            plan["worth"][kind] = max(plan["worth"][kind], worth_of_triplets(plan))
            hand[kind] += 1
    for kind in range(NUM_KINDS):
        if hand[kind] > 0 and not plan["barred"] >> kind & 1 and missing[kind] == fewest:
            hand[kind] -= 1
            worth = worth_of_sets(parts, row_of, kind // 9, plan)
            hand[kind] += 1
            plan["worth"][kind] = max(plan["worth"][kind], worth)
            if fewest == 1 and worth > 0:  # there is a live wait
                plan["ready_worth"][kind] = max(plan["ready_worth"][kind], worth)


# Decisions ------------------------------------------------------------------------------------------------


@njit
def choose_turn(view, mask, parts, row_of, plan):
    """Kong where that is worth more, declare ready, or discard."""
    if view["ready"][0] > 0:
        return choose_ready_turn(view, mask, plan)
    for kind in range(NUM_KINDS):
        if not mask[DISCARD + kind]:
            plan["barred"] |= 1 << kind
    discard, worth = best_discard(parts, row_of, plan)
    plan["barred"] = 0
    action = DISCARD + discard
    ting = best_ting(mask, plan)
    if ting != NOTHING:
        action = TING + ting
        worth = plan["ready_worth"][ting]
    for kind in range(NUM_KINDS):
        if mask[SELF_KONG + kind]:
            konged = kong_worth(parts, row_of, kind, plan["hand"][kind], plan)
            if konged >= worth:
                action = SELF_KONG + kind
                worth = konged
    return action


@njit
def best_ting(mask, plan):
    """Return the discard that leaves the best live waits, NOTHING if none does; after ``best_discard``."""
    best = NOTHING
    for kind in range(NUM_KINDS):
        worth = plan["ready_worth"][kind]
        if mask[TING + kind] and worth > UNREADY and (best == NOTHING or worth > plan["ready_worth"][best]):
            best = kind
    return best


@njit
def choose_ready_turn(view, mask, plan):
    """Kong, unless that ends a hand without flowers (S10); else discard what was drawn."""
    for kind in range(NUM_KINDS):
        if mask[SELF_KONG + kind] and plan["flowers"] > 1:
            return SELF_KONG + kind
    return DISCARD + view["drawn"]


@njit
def kong_worth(parts, row_of, kind, tiles, plan):
    """Worth of the hand after a kong with so many tiles of it: 4 concealed, 1 added, 3 exposed."""
    plan["hand"][kind] -= tiles
    if tiles == 1:
        plan["flowers"] += 1
        worth = worth_now(parts, row_of, plan)
        plan["flowers"] -= 1
    else:
        worth = worth_with(MELD_CONCEALED_KONG if tiles == 4 else MELD_EXPOSED_KONG, kind, parts, row_of, plan)
    plan["hand"][kind] += tiles
    return worth * NEW_TILE


@njit
def worth_with(meld_type, kind, parts, row_of, plan):
    """Worth of the hand with one more meld, whose tiles have left the hand."""
    melds, suits, is_open = plan["melds"], plan["meld_suits"], plan["is_open"]
    only_triplets, flowers = plan["only_triplets"], plan["flowers"]
    enter_meld(meld_type, kind, plan)
    if meld_type in (MELD_CHOW, MELD_PUNG):
        _, worth = best_discard(parts, row_of, plan)
    else:
        worth = worth_now(parts, row_of, plan)
    plan["melds"], plan["meld_suits"], plan["is_open"] = melds, suits, is_open
    plan["only_triplets"], plan["flowers"] = only_triplets, flowers
    plan["sets"] = 4 - melds
    return worth


@njit
def choose_claim(view, mask, parts, row_of, plan):
    """Claim what makes the hand better than it is."""
    tile = view["tile"]
    if view["ready"][0] > 0:
        return PASS
    action = PASS
    best = worth_now(parts, row_of, plan)
    if mask[KONG]:
        worth = kong_worth(parts, row_of, tile, 3, plan)
        if worth > best:
            best = worth
            action = KONG
    if mask[PUNG]:
        plan["hand"][tile] -= 2
        worth = worth_with(MELD_PUNG, tile, parts, row_of, plan)
        plan["hand"][tile] += 2
        if worth > best:
            best = worth
            action = PUNG
    for place in range(3):
        if mask[CHOW_LOW + place]:
            worth = chow_worth(tile, place, parts, row_of, plan)
            if worth > best:
                best = worth
                action = CHOW_LOW + place
    return action


@njit
def chow_worth(tile, place, parts, row_of, plan):
    """Worth of the hand after a chow in which the tile has a place, and a discard that is not barred (S7)."""
    low = tile - place
    one = low + (place == 0)
    two = low + 2 - (place == 2)
    if plan["melds"] < 3:
        plan["barred"] = 1 << tile
        if place == 0 and tile % 9 <= 5:
            plan["barred"] |= 1 << (tile + 3)
        if place == 2 and tile % 9 >= 3:
            plan["barred"] |= 1 << (tile - 3)
    plan["hand"][one] -= 1
    plan["hand"][two] -= 1
    worth = worth_with(MELD_CHOW, low, parts, row_of, plan)
    plan["hand"][one] += 1
    plan["hand"][two] += 1
    plan["barred"] = 0
    return worth
