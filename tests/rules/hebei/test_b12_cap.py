"""B12: `online` caps what a seat wins or loses in a hand at 1000 (C23), kong payments included."""

import pytest

from mjenv.variants.registry import load_rules
from tests.builder import hand, position
from tests.rules.hebei.wins import self_draw

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
WINNERS = [
    hand("34m 123p 678p 22s", "pung 444z"),  # 6 from the dealer
    hand("55m 111p 99s", "pung 888s", "pung 555z"),  # 9
    hand("46m 345p 678s 77z", "kong 3333z from 1"),  # 11, and 3 from seat 1
]


def test_the_cap_of_the_rule_sets():
    assert load_rules("classic").values["cap"] is None
    assert load_rules("online").values["cap"] == load_rules("online").record["cap"][0] == 1000


@pytest.mark.parametrize("rules", ["classic", "online"])
@pytest.mark.parametrize(
    ("cap", "points"),
    [
        ("preset", [-8, 20, -6, -6]),
        (None, [-8, 20, -6, -6]),
        (20, [-8, 20, -6, -6]),
        (19, [-8, 19, -5, -6]),
        (7, [-3, 7, -2, -2]),
        (1, [-1, 1, 0, 0]),
    ],
)
def test_cap(cap, points, rules):
    options = {} if cap == "preset" else {"cap": cap}
    table = self_draw("234m 678m 79p 22s", "concealed 4444z", drew="8p", rules=rules, **options)
    assert table.last("hu")["payments"] == [-6, 14, -4, -4]
    assert table.last("end_hand")["kongs"] == [-2, 6, -2, -2]
    assert table.points == table.last("end_hand")["next"]["totals"] == points


@pytest.mark.parametrize(
    ("cap", "points"),
    [
        (None, [-26 + 6, 6 - 3 - 2, 9 - 2, 11 + 3 - 2]),
        (26, [-20, 1, 7, 12]),
        (20, [-14, 1, 7, 6]),
        (10, [-4, 1, 2, 1]),
    ],
)
def test_several_winners_and_kongs(cap, points):
    """The giver's payments are cut gross, its creditors served in turn order."""
    giver = hand("...", "concealed 1111z", drew="5m")
    table = position(giver, *WINNERS, rules="online", cap=cap)
    table.play("0 discard 5m", "1 hu", "2 hu", "3 hu")
    assert [event["payments"][0] for event in table.events if event["type"] == "hu"] == [-6, -9, -11]
    assert table.last("end_hand")["kongs"] == [6, -2 - 3, -2, -2 + 3]
    assert table.points == points
