"""H7: a ready seat may kong on its own turn, if its waits stay the same; never from a discard."""

import pytest

from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
VALUES = ("same_waits", "never", "still_ready")


@pytest.mark.parametrize("kong_after_ting", VALUES)
@pytest.mark.parametrize(
    ("tiles", "melds", "drew", "same", "changed"),
    [
        ("555p 23m 77z", ("pung 888s", "chow 123s"), "5p", "5p", "5p"),  # concealed
        ("555p 23m 77z", ("pung 888s", "chow 123s"), "8s", "8s", "8s"),  # added
        ("23m 555567p 77z", ("chow 123s",), "8p", "5p", "5p"),  # four that it held before
        ("5556p 999s 234m", ("chow 123s",), "5p", "", "5p"),  # 4p 6p 7p become 6p
        ("45556p 23m 999s", ("chow 123s",), "5p", "", ""),  # the run breaks: not ready any more
        ("555p 67p 44m 123m", ("chow 123s",), "5p", "", "5p"),  # 4m 5p 8p become 8p
    ],
)
def test_kong_after_ting(tiles, melds, drew, same, changed, kong_after_ting):
    table = position(hand(tiles, *melds, drew=drew, ready=1), wall="9m", kong_after_ting=kong_after_ting)
    expected = {"same_waits": same, "never": "", "still_ready": changed}[kong_after_ting]
    offered = table.may("self_kong") if table.actor == 0 else ""
    assert offered == expected


@pytest.mark.parametrize("kong_after_ting", VALUES)
def test_before_ready_it_does_not_matter(kong_after_ting):
    table = position(hand("5556p 999s 234m", "chow 123s", drew="5p"), kong_after_ting=kong_after_ting)
    assert table.may("self_kong") == "5p"


@pytest.mark.parametrize("kong_after_ting", VALUES)
def test_never_from_a_discard(kong_after_ting):
    ready = hand("555p 23m 77z", "pung 888s", "chow 123s", ready=1)
    table = position(hand("19m ...", drew="5p"), ready, kong_after_ting=kong_after_ting)
    assert [event["type"] for event in table.play("0 discard 5p")[:3]] == ["ask", "discard", "draw"]


def test_the_waits_that_remain_count():
    seat = hand("5556p 999s 234m", "chow 123s", drew="5p", ready=1)
    table = position(seat, wall="9m 7p", tail="8m", kong_after_ting="still_ready")
    assert table.waits(0) == "467p"
    table.play("0 self_kong 5p")
    assert table.waits(0) == "6p"
    table.run_to(2)
    table.play("2 discard 7p")
    assert table.actor != 0


@pytest.mark.parametrize(
    ("tiles", "melds", "drew", "types"),
    [
        ("5556p 999s 234m", ("chow 123s",), "5p", [1, 0, 0, 0]),
        ("555p 23m 77z", ("pung 888s", "chow 123s"), "8s", [2, 1, 0, 0]),
    ],
)
def test_asking_whether_a_kong_is_allowed_changes_nothing(tiles, melds, drew, types):
    """The engine tries the kong on the table and takes it back."""
    table = position(hand(tiles, *melds, drew=drew, ready=1), kong_after_ting="still_ready")
    view = table.observe(0)
    assert view["meld_count"][0] == len(melds)
    assert view["meld_type"][0].tolist() == types
    assert view["hand"].sum() == 14 - 3 * len(melds)


def test_an_added_kong_of_a_ready_seat_can_be_robbed():
    robber = hand("67s 99p 345p", "pung 222s", "chow 789m", ready=2)
    table = position(hand("555p 23m 77z", "pung 888s", "chow 123s", drew="8s", ready=1), robber)
    table.play("0 self_kong 8s")
    assert (table.actor, table.legal) == (1, ["hu", "pass"])
    table.play("1 pass")
    assert table.waits(0) == "14m"
