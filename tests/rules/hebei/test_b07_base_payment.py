"""B7 and the table of base payments: every payer pays base + the sum of fan."""

import pytest

from tests.rules.hebei.wins import CONCEALED, PLAIN, RULES, fan, on_discard, robbed_kong, self_draw

pytestmark = pytest.mark.nojit


@RULES
@pytest.mark.parametrize(
    ("winner", "dealer", "points"),
    [
        (0, 0, [12, -4, -4, -4]),
        (2, 2, [-4, -4, 12, -4]),
        (1, 0, [-4, 8, -2, -2]),
        (1, 2, [-2, 8, -4, -2]),
        (3, 2, [-2, -2, -4, 8]),
        (0, 3, [8, -2, -2, -4]),
    ],
)
def test_self_draw(winner, dealer, points, rules):
    table = self_draw(*PLAIN, drew="8p", winner=winner, dealer=dealer, rules=rules)
    assert fan(table) == {}
    assert table.points == table.last("hu")["payments"] == points


@RULES
@pytest.mark.parametrize(("win", "more"), [(on_discard, 0), (robbed_kong, 2)])
@pytest.mark.parametrize(
    ("winner", "giver", "dealer", "points"),
    [
        (0, 1, 0, 8),  # the dealer wins
        (3, 1, 3, 8),
        (1, 0, 0, 6),  # from the dealer
        (2, 3, 3, 6),
        (1, 2, 0, 5),  # between others
        (2, 1, 0, 5),
        (0, 3, 1, 5),
    ],
)
def test_the_giver_alone_pays(winner, giver, dealer, points, win, more, rules):
    table = win(*PLAIN, tile="8p", winner=winner, giver=giver, dealer=dealer, rules=rules)
    expected = [0, 0, 0, 0]
    expected[winner], expected[giver] = points + more, -points - more
    assert table.points == table.last("hu")["payments"] == expected


@RULES
def test_fan_are_added_to_what_every_payer_pays(rules):
    table = self_draw(*CONCEALED, drew="8p", rules=rules)
    assert (fan(table), table.points) == ({"concealed": 2}, [-6, 14, -4, -4])
    table = on_discard(*CONCEALED, tile="8p", rules=rules)
    assert (fan(table), table.points) == ({"concealed": 2}, [0, 7, -7, 0])
    table = self_draw("46m 123p 678s 99s 444z", drew="5m", rules=rules)
    assert (fan(table), table.points) == ({"concealed": 2, "catch_five": 5}, [-11, 29, -9, -9])


@RULES
def test_what_a_result_names(rules):
    """C20."""
    table = self_draw(
        "46m 99p 34p 5p", "pung 888s from 3", "concealed 2222z", drew="5m", winner=0, draws=2, rules=rules
    )
    won, end, over = table.events[-3:]
    assert won == {
        "type": "hu",
        "actor": 0,
        "target": None,
        "tile": "5m",
        "mode": "self_draw",
        "elements": {"catch_five": 5},
        "hand": ["4m", "5m", "6m", "3p", "4p", "5p", "9p", "9p"],
        "groups": ["888s", "2222z", "345p", "456m", "99p"],
        "payments": [27, -9, -9, -9],
    }
    assert end == {
        "type": "end_hand",
        "result": "win",
        "points": [33, -11, -11, -11],
        "kongs": [6, -2, -2, -2],
        "tasks": {},
        "next": {"dealer": 0, "draws": 0, "counter": 0, "totals": [33, -11, -11, -11]},
    }
    assert over == {"type": "end_match", "totals": [33, -11, -11, -11]}
