"""C5: three rounds of four tiles from the dealer on, one tile each, one more for the dealer, who acts first."""

import pytest

from mjenv.engine.tiles import format_tiles, parse_tile
from tests.builder import deal, deal_wall, start

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]


@pytest.mark.parametrize("dealer", range(4))
def test_who_is_dealt_what(dealer):
    table = start(options={"dealer": dealer}, number=1)
    event = table.last("start_hand")
    wall = event["wall"]
    for place in range(4):
        seat = (dealer + place) % 4
        dealt = [name for first in (0, 16, 32) for name in wall[first + 4 * place :][:4]] + [wall[48 + place]]
        dealt += [wall[52]] * (place == 0)
        assert event["hands"][seat] == dealt
        assert table.hand(seat) == format_tiles([parse_tile(name) for name in dealt])
    assert table.actor == event["dealer"] == dealer


@pytest.mark.parametrize("dealer", range(4))
def test_the_dealers_extra_tile_counts_as_drawn(dealer):
    wall = deal_wall(dealer=dealer)
    for place, is_drawn in ((52, True), (0, False)):
        table = start(options={"wall": wall, "dealer": dealer})
        extra = table.drawn
        assert extra == wall[52] != wall[0]
        (event,) = [e for e in table.play(f"{dealer} discard {wall[place]}") if e["type"] == "discard"]
        assert event["drawn"] is is_drawn


def test_the_dealer_may_kong_at_once():
    table = deal("1111m")
    assert table.may("self_kong") == "1m"
