"""Seats that win, by the way in which the tile came; seats that are not named claim nothing and have no kong."""

import pytest

from tests.builder import hand, position

RULES = pytest.mark.parametrize("rules", ["classic", "online"])
#: An open hand of two suits and honours without any fan but those of how it is won; it lacks 8p.
PLAIN = ("234m 678m 79p 22s", "pung 444z")
#: The same, concealed.
CONCEALED = ("234m 678m 79p 22s 444z",)


def self_draw(tiles, *melds, drew, winner=1, **options):
    """Return the table after a seat has won by itself; the dealer is seat 0 unless given."""
    table = position(*[None] * winner, hand(tiles, *melds, drew=drew), turn=winner, **options)
    table.play(f"{winner} hu")
    return table


def on_discard(tiles, *melds, tile, winner=1, giver=2, **options):
    """Return the table after a seat has won with a discard."""
    table = position(*seats(winner, hand(tiles, *melds), giver, hand("...", drew=tile)), turn=giver, **options)
    table.play(f"{giver} discard {tile}", f"{winner} hu")
    return table


def robbed_kong(tiles, *melds, tile, winner=1, giver=2, **options):
    """Return the table after a seat has robbed an added kong."""
    maker = hand("...", f"pung {tile[0] * 3}{tile[1]}", drew=tile)
    table = position(*seats(winner, hand(tiles, *melds), giver, maker), turn=giver, **options)
    table.play(f"{giver} self_kong {tile}", f"{winner} hu")
    return table


def kong_draw(tiles, *melds, kong, drew, winner=1, **options):
    """Return the table after a seat has made a kong of its own and won with the replacement."""
    table = position(*[None] * winner, hand(tiles, *melds, drew=kong), turn=winner, tail=drew, **options)
    table.play(f"{winner} self_kong {kong}", f"{winner} hu")
    return table


def seats(winner, held, giver, given):
    """Return four seats of which two are described."""
    return [held if seat == winner else given if seat == giver else None for seat in range(4)]


def fan(table):
    """Return the fan of the latest win."""
    return table.last("hu")["elements"]


def groups(table):
    """Return the groups of the latest win."""
    return table.last("hu")["groups"]
