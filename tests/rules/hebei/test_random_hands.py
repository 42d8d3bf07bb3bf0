"""B3, B7-B9, C18, C19: waits, fan, payments and readings of random hands, against the slow second implementation."""

import random
from collections import Counter

import numpy as np
import pytest

from mjenv.engine.codes import SOURCE_HEAD, SOURCE_KONG, WIN_DISCARD, WIN_ROBBED_KONG, WIN_SELF_DRAW
from mjenv.engine.groups import group_name
from mjenv.engine.tiles import add_tile, format_tiles, tile_name
from mjenv.table.hand import clear_hand
from mjenv.variants.hebei_hand import find_waits
from mjenv.variants.hebei_payment import ELEMENTS, choose_groups, settle
from mjenv.variants.registry import load_rules
from tests.builder import hand, place_seat
from tests.builder_wall import Meld
from tests.oracle import positions
from tests.oracle.settle import payment_vector
from tests.scripted import Table, full_set

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
PARAMS = {
    "thirteen_orphans_pair": ("dragons", "any"),
    "concealed_with_special": (True, False),
    "catch_five_sole_wait": (False, True),
}
WORDS = {"pung": "pung", "kong": "exposed_kong", "added": "added_kong", "concealed": "concealed_kong"}
WAYS = {"discard": WIN_DISCARD, "robbed_kong": WIN_ROBBED_KONG, "self_draw": WIN_SELF_DRAW}
ORPHANS = [kind for kind in range(34) if kind >= 27 or kind % 9 in (0, 8)]
HANDS = 400


def random_hand(chance):
    """Return 13 tiles of a finished hand that lacks one: concealed kinds and melds."""
    make = chance.choice([make_standard] * 8 + [make_pairs] * 3 + [make_orphans])
    while True:
        suits = chance.choice(([0], [1], [0, 3], [2, 3], [3], [0, 1], [0, 1, 2], [0, 1, 2, 3]))
        concealed, melds = make([kind for kind in range(34) if kind // 9 in suits], chance)
        if Counter([*concealed, *(kind for meld in melds for kind in meld.kinds)]) - full_set("hebei"):
            continue
        concealed.pop(chance.randrange(len(concealed)))
        return sorted(concealed), melds


def make_standard(kinds, chance):
    """Return four groups of some kinds and a pair; some triplets lie on the table."""
    runs = [[kind, kind + 1, kind + 2] for kind in kinds if kind < 27 and kind % 9 <= 6]
    thirds = [run for run in runs if run[0] % 9 in (0, 3, 6)]
    triplets = [[kind] * 3 for kind in kinds]
    chosen = chance.choice((triplets, runs or triplets, thirds or triplets, runs + triplets))
    groups = [chance.choice(chosen) for _ in range(4)]
    concealed, melds = [chance.choice(kinds)] * 2, []
    for group in groups:
        if group[0] == group[1] and chance.random() < 0.5:
            melds.append(make_meld(group, chance))
        else:
            concealed += group
    return concealed, melds


def make_meld(group, chance):
    """Return a triplet as a pung or as a kong."""
    word = chance.choice(("pung", "pung", "kong", "added", "concealed"))
    return Meld(word, group if word == "pung" else [*group, group[0]], 3)


def make_pairs(kinds, chance):
    """Return seven pairs, also of the same kind."""
    return [kind for kind in chance.sample([*kinds, *kinds], 7) for _ in range(2)], []


def make_orphans(_, chance):
    """Return thirteen orphans."""
    return [*ORPHANS, chance.choice(ORPHANS)], []


def ask_engine(table, concealed, melds):
    """Return the waits of seat 0, which is given the tiles, and the state."""
    state = table.state
    clear_hand(state)
    place_seat(table, 0, hand(format_tiles(concealed)), melds)
    table.take_events()
    bits = int(find_waits(state, table.rules.record[0], 0))
    return {kind for kind in range(34) if bits >> kind & 1}


def win_with(table, kind, way, source):
    """Return fan, payments and concealed groups of seat 0, which wins from seat 2; seat 3 deals."""
    state, rules = table.state, table.rules.record[0]
    state["tile"], state["win_type"], state["source"], state["dealer"] = kind, WAYS[way], source, 3
    state["giver"] = -1 if way == "self_draw" else 2
    state["head"], state["tail"], state["reserve"] = 60, 99, 12
    add_tile(state, 0, kind)
    payments, groups = np.zeros((4, 4), np.int64), np.zeros(7, np.int64)
    settle(state, rules, table.log, 0, payments)
    rows = table.log["rows"][: table.log["count"]]
    fan = {ELEMENTS[row[4]].key: int(row[5]) for row in rows}
    table.log["count"] = 0
    count = choose_groups(state, rules, 0, groups)
    return fan, (payments.sum(axis=0) - payments.sum(axis=1)).tolist(), [group_name(int(g)) for g in groups[:count]]


def test_random_hands_against_the_oracle():
    chance = random.Random(1307)
    seen = Counter()
    for _ in range(HANDS):
        params = {name: chance.choice(values) for name, values in PARAMS.items()}
        concealed, melds = random_hand(chance)
        table = Table(load_rules(chance.choice(("classic", "online")), **params))
        waits = ask_engine(table, concealed, melds)
        text = ", ".join(f"{WORDS[meld.word]} {format_tiles(meld.kinds)}" for meld in melds)
        twin = positions.make_table(table.rules.name, params, dealer=3)
        positions.place(twin, 0, format_tiles(concealed), text)
        held = (tuple(concealed), tuple(meld.group for meld in twin.seats[0].melds))
        assert waits == set(twin.book.waits(*held)), (concealed, melds, params)
        if not waits:
            continue
        kind = chance.choice(sorted(waits))
        way, after = chance.choice(
            [("discard", "head"), ("robbed_kong", "kong"), ("self_draw", "head"), ("self_draw", "kong")]
        )
        score = positions.score(twin, 0, None if way == "self_draw" else 2, tile_name(kind), way, after)
        fan, points, groups = win_with(table, kind, way, SOURCE_KONG if after == "kong" else SOURCE_HEAD)
        assert fan == score.elements, (concealed, melds, params, kind)
        assert points == payment_vector(0, score.pays)
        assert groups == score.groups[len(melds) :]
        seen.update(fan.keys())
    assert set(seen) == {element.key for element in ELEMENTS} - {"last_tile"}, seen
