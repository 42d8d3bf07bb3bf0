"""Seats that differ only in what matters to a settlement: open, standing or ready; winners with or without 卡当."""

from tests.builder import hand, position

#: Winning hands by what they lack: a pair tile, or the middle of a run (卡当).
WINNERS = {
    "plain": (("234m 567p 2s", "pung 888s", "chow 123p"), "2s"),
    "kadang": (("24m 567p 99s", "pung 888s", "chow 123p"), "3m"),
    "open_run": (("34m 567p 99s", "pung 888s", "chow 123p"), "2m"),
}
LOSERS = {
    "open": None,
    "standing": hand("6s ..."),
    "kong": hand("6s ...", "concealed 7777z"),  # which does not open
}
GIVERS = {
    "open": ("4s ...", "pung 777p"),
    "standing": ("4s ...",),
    "kong": ("4s ...", "concealed 1111s"),
    "ready": ("46m 99p 345p", "pung 555s", "chow 678p"),
    "declares": ("46m 99p 345p", "pung 555s", "chow 678p"),  # ready with this very discard
}


def self_draw(winner, losers, tile="", **options):
    """Return the table after seat 0 has won by itself; ``losers``: seats 1 to 3."""
    (tiles, *melds), wait = WINNERS[winner]
    table = position(hand(tiles, *melds, drew=tile or wait, ready=1), *[LOSERS[loser] for loser in losers], **options)
    table.play("0 hu")
    return table


def small_bao(winner, losers, tile):
    """Return the table after seat 0 has drawn the 宝 of seat 1, which is ready and open; ``losers``: seats 2 and 3."""
    (tiles, *melds), _ = WINNERS[winner]
    owner = hand(*GIVERS["ready"], ready=1)
    table = position(hand(tiles, *melds, drew=tile, ready=2), owner, *[LOSERS[loser] for loser in losers], bao=tile)
    table.play("0 hu")
    return table


def on_discard(winner, giver, losers, **options):
    """Return the table after seat 1 has won with seat 0's discard; ``losers``: seats 2 and 3."""
    (tiles, *melds), wait = WINNERS[winner]
    held = hand(*GIVERS[giver], drew=wait, ready=2 if giver == "ready" else 0)
    table = position(held, hand(tiles, *melds, ready=1), *[LOSERS[loser] for loser in losers], **options)
    if giver != "ready":
        table.play(f"0 {'ting' if giver == 'declares' else 'discard'} {wait}")
    table.play("1 hu")
    return table


def robbed_kong(winner, losers, **options):
    """Return the table after seat 1 has robbed seat 0's kong; ``losers``: seats 2 and 3."""
    (tiles, *melds), wait = WINNERS[winner]
    maker = hand("4s 1466p 2259p 1s", f"pung {wait[0] * 3}{wait[1]}", drew=wait)
    table = position(maker, hand(tiles, *melds, ready=1), *[LOSERS[loser] for loser in losers], **options)
    table.play(f"0 self_kong {wait}", "1 hu")
    return table


def standing(count, losers=3):
    """Return ``losers`` seats, the first ``count`` of them standing."""
    return ["standing"] * count + ["open"] * (losers - count)
