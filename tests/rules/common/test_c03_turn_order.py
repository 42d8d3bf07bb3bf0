"""C3: the next seat of seat i is (i + 1) mod 4. "Nearest in turn order" is tested with C14."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


@pytest.mark.parametrize("turn", range(4))
def test_the_next_seat_draws(turn):
    table = position(*[None] * turn, hand("147m 258p 369s 147m 7z", drew="7z"), turn=turn)
    events = table.play(f"{turn} discard 7z")
    following = (turn + 1) % 4
    assert [(event["type"], event["actor"]) for event in events[-2:]] == [("discard", turn), ("draw", following)]
    assert table.actor == following


@pytest.mark.parametrize("turn", range(4))
def test_only_the_next_seat_may_chow(turn):
    seats = [hand("1289m ...", drew="5m"), hand("67m ..."), hand("34m ..."), hand("46m ...")]
    table = position(*seats[-turn % 4 :], *seats[: -turn % 4], turn=turn)
    table.play(f"{turn} discard 5m")
    assert (table.actor, table.legal) == ((turn + 1) % 4, ["chow_low", "pass"])
    table.play(f"{(turn + 1) % 4} pass")
    assert table.last("draw")["actor"] == (turn + 1) % 4
