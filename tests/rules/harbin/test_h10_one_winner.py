"""H10: one winner only, the nearest ready seat that claims hu. Who is asked is tested with C13."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
WAITING = [
    hand("5m 123p 567p", "pung 222s", "chow 789s", ready=1),
    hand("46m 99p 345p", "pung 888s", "chow 345s", ready=2),
    hand("34m 11p 567p", "pung 444s", "chow 567s", ready=3),
]


@pytest.mark.parametrize("winner", [1, 2, 3])
def test_the_nearest_that_claims_wins_alone(winner):
    table = position(hand("119m 2288p 133s 777z", drew="5m"), *WAITING)
    events = table.play("0 discard 5m", *[f"{seat} pass" for seat in range(1, winner)], f"{winner} hu")
    assert [event["actor"] for event in events if event["type"] == "hu"] == [winner]
    assert [seat for seat in range(4) if table.points[seat] > 0] == [winner]
    assert table.state["winners"] == 1 << winner
