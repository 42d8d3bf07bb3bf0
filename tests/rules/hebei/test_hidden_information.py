"""C24 in Hebei: tables that differ only in what a seat may not see look the same to it, also with a claim to answer."""

import copy
import random

import pytest

from mjenv.engine.codes import PHASE_ACT, PHASE_CLAIM, PHASE_ROB
from mjenv.engine.menu import action_id
from tests.builder import hand, position, start
from tests.redealt import menu_of, redeal
from tests.rules.hebei.wins import PLAIN

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


def robbing():
    """Return a table where two seats may rob a kong, the second of them asked."""
    maker = hand("147m 258s 1234z", "pung 888p from 3", drew="8p")
    table = position(maker, hand("67p 123m 345s 999m 55z"), hand(*PLAIN, ready=1), rules="online")
    table.play("0 self_kong 8p", "1 hu")
    return table


def ready_kong():
    """Return a table where a ready seat may win with a discard or make a kong of it."""
    table = position(hand("...", drew="5m"), hand("555m 67m 11p 234p 678s", ready=1), rules="online")
    table.play("0 discard 5m")
    return table


def played(rules, hidden):
    """Return tables of hands played at random, where claims are made and ready is declared whenever it can be."""
    chance = random.Random(rules)
    tables = []
    table = start(2, rules, {"match_seed": (24, hidden)}, concealed_kong_hidden=hidden)
    while table.actor >= 0:
        if table.state["phase"] != PHASE_ACT or table.state["decisions"] % 9 == 0:
            tables.append(copy.deepcopy(table))
        eager = [name for name in table.legal if name.split()[0] in {"ting", "pung", "kong", "self_kong"}]
        table.apply(action_id(chance.choice(eager or table.legal)))
    return tables


def look(table, seat):
    return table.observe(seat).tobytes(), table.observe(seat, "planes/1").tobytes(), menu_of(table, seat)


def assert_the_same(tables):
    chance = random.Random(24)
    for table in tables:
        for seat in range(4):
            assert look(table, seat) == look(redeal(table, seat, chance), seat)


@pytest.mark.parametrize(("build", "phase"), [(robbing, PHASE_ROB), (ready_kong, PHASE_CLAIM)])
def test_hidden_things_do_not_show(build, phase):
    table = build()
    assert table.state["phase"] == phase
    assert_the_same([table] * 3)


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("rules", ["classic", "online"])
def test_hidden_things_do_not_show_in_played_hands(rules, hidden):
    tables = played(rules, hidden)
    assert len(tables) >= 15
    assert {int(table.state["phase"]) for table in tables} >= {PHASE_ACT, PHASE_CLAIM}
    assert_the_same(tables)
