"""C14: hu before ready claims, those before kong and pung, those before chow; of equals the nearest (C3).

What follows from it for who is asked is in test_c13.
"""

import pytest

from mjenv.engine.menu import action_id
from mjenv.table.claims import rank_action, rank_claims
from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]

RANKS = (
    ("pass",),
    ("chow_low", "chow_mid", "chow_high"),
    ("pung", "kong"),
    ("ting_chow_low", "ting_chow_mid", "ting_chow_high", "ting_pung"),
    ("hu",),
)


def test_priorities():
    ranks = [{rank_action(action_id(name)) for name in names} for names in RANKS]
    assert all(len(rank) == 1 for rank in ranks)
    assert ranks == sorted(ranks, key=min)
    assert len(set.union(*ranks)) == len(RANKS)


def test_a_set_of_claims_ranks_as_its_highest():
    bit = {name: 1 << (action_id(name) - action_id("chow_low")) for names in RANKS for name in names}
    assert rank_claims(0) == rank_action(action_id("pass"))
    below = 0
    for names in RANKS[1:]:
        for name in names:
            assert rank_claims(bit[name] | below) == rank_action(action_id(name))
        below |= sum(bit[name] for name in names)


def test_chow_is_for_the_next_seat_only_and_ting_chow_for_any():
    ready_chow = hand("46m 123p 555p 777s 68s")
    for seat, claims in ((1, ["chow_mid", "ting_chow_mid", "pass"]), (2, ["ting_chow_mid", "pass"])):
        table = position(hand("19m ...", drew="5m"), *[None] * (seat - 1), ready_chow)
        table.play("0 discard 5m")
        assert (table.actor, table.legal) == (seat, claims)


@pytest.mark.parametrize("giver", range(4))
def test_the_nearest_of_equal_claims_is_counted_from_the_giver(giver):
    waiting = [
        hand("5m 123p 567p", "pung 222s", "chow 789s", ready=1),
        hand("46m 99p 345p", "pung 888s", "chow 345s", ready=2),
        hand("34m 11p 567p", "pung 444s", "chow 567s", ready=3),
    ]
    seats = [hand("119m 2288p 133s 777z", drew="5m"), *waiting]
    table = position(*seats[-giver % 4 :], *seats[: -giver % 4], turn=giver)
    order = [(giver + step) % 4 for step in (1, 2, 3)]
    table.play(f"{giver} discard 5m", *[f"{seat} pass" for seat in order[:2]], f"{order[2]} hu")
    assert table.last("hu")["target"] == giver
