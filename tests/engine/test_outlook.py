"""The outlook of a hand against the distance of each changed hand by itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from mjenv.engine.codes import MELD_CHOW, MELD_PUNG
from mjenv.engine.outlook import OUTLOOK, add_meld, count_live, drop_meld, missing_with, prepare, row_after_discard
from mjenv.engine.shanten import harbin_shanten
from mjenv.engine.shanten_table import ROW_ZHONG, load_table
from tests.engine.test_shanten import HARBIN_KINDS, discards, fits, own_tiles, random_hand, tiles_of

TABLE = load_table()
ONE_OF = np.eye(34, dtype=int)


def look_at(hand, melds):
    outlook = np.zeros(1, np.dtype(OUTLOOK, align=True))[0]
    outlook["hand"] = hand
    outlook["zhong"] = ROW_ZHONG
    own = own_tiles(hand, melds)
    outlook["live"][HARBIN_KINDS] = 4 - own[HARBIN_KINDS]
    for meld_type, kind in melds:
        add_meld(outlook, meld_type, kind)
    assert (outlook["melded"] + hand == own).all()
    return outlook, bool(prepare(*TABLE, outlook))


def hands(seed, count, melds=(0, 3)):
    """Yield hands whose distance does not hang on used-up copies or on a terminal yet to come."""
    draw = random.Random(seed)
    pools = [HARBIN_KINDS, [*range(9), *range(9, 12), 33], [*range(5), *range(9, 14)]]
    while count:
        hand, made = random_hand(draw, draw.choice(pools), melds)
        own = own_tiles(hand, made)
        has_terminal = any(own[kind] for kind in HARBIN_KINDS if kind % 9 in {0, 8} or kind == 33)
        if own.max() < 4 and own_tiles(hand * 0, made).max() < 3 and has_terminal:
            yield draw, hand, made
            count -= 1


def test_the_outlook_knows_the_distance_after_each_discard():
    for draw, hand, melds in hands(1, 60):
        drawn = hand + ONE_OF[draw.choice([kind for kind in HARBIN_KINDS if own_tiles(hand, melds)[kind] < 4])]
        outlook, possible = look_at(drawn, melds)
        assert possible
        for kind in np.flatnonzero(drawn):
            row = row_after_discard(TABLE.row_of, kind, outlook)
            outlook["hand"][kind] -= 1
            missing = int(missing_with(TABLE.rows, row, kind, outlook))
            outlook["hand"][kind] += 1
            after = drawn - ONE_OF[kind]
            own = own_tiles(after, melds)
            if any(own[k] for k in HARBIN_KINDS if k % 9 in {0, 8} or k == 33):
                assert missing - 1 == harbin_shanten(after, melds), (after, melds)


def test_the_outlook_counts_the_live_tiles_that_bring_an_open_hand_nearer():
    some = 0
    for _, hand, melds in hands(2, 300, (1, 2)):
        if max(hand[9 * suit : 9 * suit + 9].sum() + hand[33] for suit in range(3)) > 5:
            continue  # a hand of one suit might be near, were it not for H5d
        shanten = harbin_shanten(hand, melds)
        if shanten < 2:
            continue  # next to ready, used-up waits and a terminal may matter
        outlook, _ = look_at(hand, melds)
        row = int(outlook["row"][0])
        own = own_tiles(hand, melds)
        nearer = [k for k in HARBIN_KINDS if own[k] < 4 and harbin_shanten(hand + ONE_OF[k], melds) < shanten]
        assert int(count_live(*TABLE, row, 0, outlook)) == sum(4 - own[k] for k in nearer), (hand, melds)
        some += len(nearer)
    assert some > 100


def kinds_that_open_ready(hand):
    """Return the kinds with whose claim a hand without melds may be ready after a discard."""
    kinds = set()
    for kind in HARBIN_KINDS:
        for meld, low in [(MELD_PUNG, kind), *((MELD_CHOW, kind - place) for place in range(3))]:
            left = hand + ONE_OF[kind]
            group = tiles_of(meld, low)
            if hand[kind] < 4 and low >= 0 and fits(group, left):
                np.subtract.at(left, group, 1)
                if any(harbin_shanten(after, [(meld, low)]) == 0 for after in discards(left)):
                    kinds.add(kind)
    return kinds


def test_where_only_an_open_meld_is_missing_claims_count_and_no_draw_does():
    exact = counted = 0
    for _, hand, _ in hands(3, 120, (0, 0)):
        if harbin_shanten(hand) == 1:
            outlook, _ = look_at(hand, [])
            live = int(count_live(*TABLE, int(outlook["row"][0]), 0, outlook))
            true = sum(4 - hand[kind] for kind in kinds_that_open_ready(hand))
            assert live >= true, hand
            exact += live == true
            counted += 1
    assert counted > 40
    assert exact > 0.75 * counted


@pytest.mark.nojit
def test_a_dropped_meld_leaves_nothing_behind():
    outlook, _ = look_at(ONE_OF[5] * 2, [(1, 0), (2, 9), (1, 18), (1, 20)])
    for _ in range(4):
        drop_meld(outlook)
    assert outlook["melded"].sum() == 0
    assert outlook["meld_count"] == 0
