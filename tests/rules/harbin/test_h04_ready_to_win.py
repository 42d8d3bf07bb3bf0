"""H4: only a ready seat may win; it is ready from its discard on, before claims on that discard are asked."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
TILES = ("234m 567p 1s", "pung 222s", "chow 123p")  # waits on 1s


@pytest.mark.parametrize("ready", [0, 1])
def test_self_draw(ready):
    table = position(hand(*TILES, drew="1s", ready=ready))
    assert ("hu" in table.legal) == bool(ready)


@pytest.mark.parametrize("ready", [0, 1])
def test_discard(ready):
    table = position(hand("9m ...", drew="1s"), None, hand(*TILES, ready=ready))
    table.play("0 discard 1s")
    assert (table.actor, "hu" in table.legal) == ((2, True) if ready else (1, False))


@pytest.mark.parametrize("ready", [0, 1])
def test_robbed_kong(ready):
    maker = hand("3m 345p", "pung 111s", "chow 456s", "chow 456s", drew="1s")
    table = position(maker, None, hand("23s 456m 88p", "pung 777p", "chow 789m", ready=ready))
    table.play("0 self_kong 1s")
    assert (table.actor, "hu" in table.legal) == ((2, True) if ready else (0, False))


def test_ready_comes_before_the_claims_on_the_discard():
    table = position(hand(*TILES, drew="9m"), hand("99m ..."), bao="5p")
    events = table.play("0 ting 9m")
    assert [event["type"] for event in events] == ["ask", "discard", "bao"]
    assert events[1]["ready"] is True
    assert (table.actor, table.observe(1)["ready"].tolist()) == (1, [0, 0, 0, 1])
    table.play("1 pung")
    assert table.waits(0) == "1s"


def test_a_seat_wins_from_its_ready_discard_on():
    table = position(hand(*TILES, drew="9m"), wall="1s")
    table.play("0 ting 9m", "1 discard 1s")
    assert (table.actor, table.legal) == (0, ["hu", "pass"])


def test_a_discard_without_ting_does_not_make_ready():
    table = position(hand(*TILES, drew="9m"), wall="1s")
    table.play("0 discard 9m", "1 discard 1s")
    assert table.actor == 2
    assert table.observe(0)["ready"].tolist() == [0, 0, 0, 0]
    assert table.observe(0)["waits"] == 0
