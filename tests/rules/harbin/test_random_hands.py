"""H5, H6, H15, C19: waits, ready and 卡当 of many random hands, against the slow second implementation."""

import random
from collections import Counter

import pytest

from mjenv.engine.tiles import format_tiles
from mjenv.table.hand import clear_hand
from mjenv.variants.harbin_ready import find_ready_waits, find_waits, is_kadang
from mjenv.variants.registry import load_rules
from tests.builder import hand, place_seat
from tests.builder_wall import Meld
from tests.oracle import seat as oracle
from tests.oracle.books import find_book
from tests.scripted import PLAYED, Table, full_set

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
PARAMS = ("terminal_from_winning_tile", "zhong_pair_for_triplet", "sequence_at_ting", "edge_is_kadang")
WORDS = {
    "chow": oracle.CHOW,
    "pung": oracle.PUNG,
    "kong": oracle.EXPOSED_KONG,
    "added": oracle.ADDED_KONG,
    "concealed": oracle.CONCEALED_KONG,
}
HANDS = 500


def random_hand(chance):
    """Return the 13 tiles of a finished hand that lacks one, mostly of few kinds: concealed kinds and melds."""
    kinds = [kind for kind in PLAYED["harbin"] if chance.random() < 0.4 or kind == 33]
    runs = [[kind, kind + 1, kind + 2] for kind in kinds if kind < 27 and kind % 9 <= 6]
    triplets = [[kind] * 3 for kind in kinds]
    while True:
        groups = [chance.choice(runs if runs and chance.random() < 0.6 else triplets) for _ in range(4)]
        count = chance.choice((1, 1, 2, 2, 3))
        melds = [make_meld(group, chance) for group in groups[:count]]
        concealed = [kind for group in groups[count:] for kind in group] + [chance.choice(kinds)] * 2
        concealed.pop(chance.randrange(len(concealed)))
        if not Counter([*concealed, *(kind for meld in melds for kind in meld.kinds)]) - full_set():
            return tuple(sorted(concealed)), melds


def make_meld(group, chance):
    """Return a group as a meld, triplets sometimes as kongs."""
    if group[0] != group[1]:
        return Meld("chow", group, 3)
    if chance.random() < 0.7:
        return Meld("pung", group, 3)
    return Meld(chance.choice(("kong", "added", "concealed")), [*group, group[0]], 3)


def ask_engine(concealed, melds, params):
    """Return the waits, those with which ready may be declared, and whether it is 卡当."""
    table = Table(load_rules("four_bao", **params))
    state, rules = table.state, table.rules.record[0]
    clear_hand(state)
    place_seat(table, 0, hand(format_tiles(concealed)), melds)
    waits = find_waits(state, rules, 0)
    state["waits"][0] = waits
    ready = find_ready_waits(state, rules, 0)
    return kinds_of(waits), kinds_of(ready), bool(is_kadang(state, rules, 0))


def kinds_of(bits):
    return {kind for kind in range(34) if int(bits) >> kind & 1}


def test_random_hands_against_the_oracle():
    chance = random.Random(515)
    seen = Counter()
    for _ in range(HANDS):
        params = {name: chance.random() < 0.5 for name in PARAMS}
        concealed, melds = random_hand(chance)
        waits, ready, kadang = ask_engine(concealed, melds, params)
        book = find_book("four_bao", params)
        known = tuple(oracle.Meld(WORDS[meld.word], meld.kinds[0]) for meld in melds)
        assert ready == set(book.ready_waits(concealed, known)), (concealed, melds, params)
        if ready:
            assert waits == ready
            assert kadang == book.is_kadang(concealed, oracle.groups_of(known)), (concealed, melds, params)
            seen.update(ready=1, kadang=kadang, several=len(ready) > 1)
    assert min(seen["ready"], seen["kadang"], seen["several"]) > HANDS // 20
