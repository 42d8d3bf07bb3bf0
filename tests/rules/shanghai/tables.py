"""Tables of `qiaoma`, and hands that are won on them."""

from dataclasses import replace

from tests.builder import hand, position

RULES = "qiaoma"
#: Waits on 8p, two suits and more, open, no flowers, no fan.
PLAIN = ("234m 678m 79p 22s", "chow 123s")


def qiaoma(*seats, **options):
    """Return a position of `qiaoma`."""
    return position(*seats, rules=RULES, **options)


def win(tiles, *melds, tile="8p", mode="discard", flowers="", **options):
    """Return the table after a ready seat has won: seat 0 by itself, or seat 1 with the tile that seat 0 gives."""
    held = hand(tiles, *melds, ready=1, flowers=flowers)
    if mode == "self_draw":
        table = qiaoma(replace(held, drew=tile), **options)
        table.play("0 hu")
    elif mode == "discard":
        table = qiaoma(hand("...", drew=tile), held, **options)
        table.play(f"0 discard {tile}", "1 hu")
    else:
        table = qiaoma(hand("...", f"pung {tile[0] * 3}{tile[1]} from 2", drew=tile), held, **options)
        table.play(f"0 self_kong {tile}", "1 hu")
    assert table.last("hu")["mode"] == mode
    return table


def elements(*args, **options):
    """Return the scoring elements of a win."""
    return win(*args, **options).last("hu")["elements"]


def flowers_of(*args, **options):
    """Return the flowers of a win."""
    return win(*args, **options).last("hu")["flowers"]


def types(events):
    """Return the types of events, decisions left out."""
    return [event["type"] for event in events if event["type"] != "ask"]
