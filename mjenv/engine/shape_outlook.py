"""What a hand may become where any four sets and a pair win (C17), within the suits that its player aims at.

A *form* is a record with the fields of ``FORM`` (and, as its user likes, more). ``prepare`` joins the suits once;
after that a discard or a draw costs a look at its own suit. A *part* is int64[10]: at ``2 * j + p`` the tiles to be
had yet for j sets and p pairs in one suit, or in several together.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.outlook import can_claim
from mjenv.engine.shanten_table import TILE, load_table
from mjenv.engine.tiles import FIRST_HONOUR, HONOUR_SUIT, KIND_WEIGHT

PART: Final = 10
FAR: Final = 60  # tiles: out of reach
ALL_SUITS: Final = 0b1111

FORM: Final[list[Any]] = [
    ("hand", np.int64, NUM_KINDS),  # concealed tiles
    ("live", np.int64, NUM_KINDS),  # copies that may still come
    ("sets", np.int64),  # beside the melds
    ("suits", np.int64),  # that may be used, one bit a suit
    ("part", np.int64, (4, PART)),  # of each suit
    ("but_one", np.int64, (4, PART)),  # of all others, turned round: the cell beside which a part is enough
    ("but_two", np.int64, (4, 4, PART)),
    ("spare", np.int64, (3, PART)),
]


@cache
def load_parts() -> tuple[np.ndarray, np.ndarray]:
    """Return uint8[n, 10], the part of each row of the shanten table, and uint16[5**9], the row of a suit's code.

    >>> parts, row_of = load_parts()
    >>> parts[row_of[0]].tolist()  # an empty suit
    [0, 2, 3, 5, 6, 8, 9, 11, 12, 14]
    """
    rows, row_of = load_table()
    tiles = (rows[:, ::8].astype(np.int64) + TILE - 1) // TILE
    return np.minimum(tiles, FAR).astype(np.uint8), row_of


# Parts --------------------------------------------------------------------------------------------


@njit
def write_sorted(hand, start, stop, out_part):
    """Part of kinds that form no runs: those with most copies are the triplets, the next one the pair."""
    place = 0
    tiles = 0
    for copies in range(4, -1, -1):
        for kind in range(start, stop):
            if hand[kind] == copies and place < PART // 2:
                out_part[2 * place] = tiles
                out_part[2 * place + 1] = tiles + max(0, 2 - copies)
                tiles += max(0, 3 - copies)
                place += 1


@njit
def write_part(parts, row_of, form, suit, out_part):
    """Part of a suit as the hand holds it."""
    hand = form["hand"]
    if form["suits"] >> suit & 1 == 0:
        for place in range(PART):
            out_part[place] = FAR
        out_part[0] = 0
    elif suit == HONOUR_SUIT:
        write_sorted(hand, FIRST_HONOUR, NUM_KINDS, out_part)
    else:
        code = 0
        for kind in range(9 * suit, 9 * suit + 9):
            code += hand[kind] * KIND_WEIGHT[kind]
        row = np.int64(row_of[code])
        for place in range(PART):
            out_part[place] = parts[row, place]


@njit
def join_parts(one, other, sets, out_part):
    """Part of the tiles of two parts together."""
    for place in range(PART):
        out_part[place] = FAR
    for i in range(sets + 1):
        for j in range(sets + 1 - i):
            place = 2 * (i + j)
            plain = one[2 * i] + other[2 * j]
            paired = min(one[2 * i + 1] + other[2 * j], one[2 * i] + other[2 * j + 1])
            out_part[place] = min(out_part[place], plain)
            out_part[place + 1] = min(out_part[place + 1], paired)


@njit
def turn_part(part, sets, out_part):
    """Turn a part round: each cell becomes the tiles of all that is needed beside it."""
    for j in range(sets + 1):
        for p in range(2):
            out_part[2 * j + p] = part[2 * (sets - j) + 1 - p]


@njit
def missing_beside(part, turned, sets):
    """Tiles to be had yet, from a part and what it needs beside it."""
    best = np.int64(FAR)
    for place in range(2 * sets + 2):
        best = min(best, part[place] + turned[place])
    return best


@njit
def prepare(parts, row_of, form):
    """Look at the hand as it is now, for the suits that may be used."""
    sets = form["sets"]
    part = form["part"]
    for suit in range(4):
        write_part(parts, row_of, form, suit, part[suit])
    for a in range(4):
        for b in range(4):
            if a != b:
                c = 0
                while c in (a, b):
                    c += 1
                join_parts(part[c], part[6 - a - b - c], sets, form["but_two"][a, b])
    for a in range(4):
        b = HONOUR_SUIT if a < HONOUR_SUIT else 0
        join_parts(part[b], form["but_two"][a, b], sets, form["spare"][0])
        turn_part(form["spare"][0], sets, form["but_one"][a])


@njit
def fits_suits(suits, form, meld_suits, melds, fewest):
    """Whether the melds lie within the suits, and tiles enough, those of melds too."""
    if meld_suits & ~suits:
        return False
    tiles = 3 * melds
    for kind in range(NUM_KINDS):
        if suits >> (kind // 9) & 1:
            tiles += form["hand"][kind]
    return tiles >= fewest


# Hands after a change -------------------------------------------------------------------------------


@njit
def missing_in_form(parts, row_of, suit, form):
    """Tiles that are missing where only ``suit`` has changed since ``prepare``."""
    write_part(parts, row_of, form, suit, form["spare"][0])
    return missing_beside(form["spare"][0], form["but_one"][suit], form["sets"])


@njit
def count_nearer(parts, row_of, suit, form, pung_times, chow_times):
    """Live tiles that bring the hand nearer, where only ``suit`` has changed since ``prepare``.

    In tenths of a tile: 10 for a tile that must be drawn, more where it may be claimed. And the plain number.
    """
    sets = form["sets"]
    spare = form["spare"]
    hand = form["hand"]
    missing = missing_in_form(parts, row_of, suit, form)  # leaves the part of the suit in spare[0]
    plain = 0
    claimed = 0
    for other in range(4):
        if form["suits"] >> other & 1 == 0:
            continue
        if other == suit:
            for place in range(PART):
                spare[1, place] = form["but_one"][suit, place]
        else:
            join_parts(spare[0], form["but_two"][suit, other], sets, spare[2])
            turn_part(spare[2], sets, spare[1])
        for kind in range(9 * other, min(9 * other + 9, NUM_KINDS)):
            if form["live"][kind] > 0 and hand[kind] < 4 and may_help(hand, kind):
                hand[kind] += 1
                write_part(parts, row_of, form, other, spare[2])
                hand[kind] -= 1
                if missing_beside(spare[2], spare[1], sets) < missing:
                    plain += form["live"][kind]
                    times = pung_times if hand[kind] >= 2 else chow_times if can_claim(hand, kind) else 10
                    claimed += form["live"][kind] * times
    return plain, claimed


@njit
def may_help(hand, kind):
    """Whether a hand holds the kind or one that forms runs with it; others help only a hand far from all."""
    if hand[kind] > 0:
        return True
    if kind >= FIRST_HONOUR:
        return False
    rank = kind % 9
    for other in range(kind - min(rank, 2), kind + min(8 - rank, 2) + 1):
        if hand[other] > 0:
            return True
    return False


@njit
def count_triplets(form, pung_times):
    """Tiles that a hand misses to triplets and a pair, and the live ones that bring it nearer (as ``count_nearer``)."""
    sets = form["sets"]
    hand = form["hand"]
    threes = 0
    twos = 0
    ones = 0
    for kind in range(NUM_KINDS):
        if form["suits"] >> (kind // 9) & 1:
            threes += hand[kind] >= 3
            twos += hand[kind] == 2
            ones += hand[kind] == 1
    missing = missing_to_triplets(threes, twos, ones, sets)
    nearer_two = missing_to_triplets(threes + 1, twos - 1, ones, sets) < missing
    nearer_one = missing_to_triplets(threes, twos + 1, ones - 1, sets) < missing
    nearer_new = missing_to_triplets(threes, twos, ones + 1, sets) < missing
    plain = 0
    claimed = 0
    for kind in range(NUM_KINDS):
        copies = hand[kind]
        if form["suits"] >> (kind // 9) & 1 == 0 or copies >= 3:
            continue
        if (copies == 2 and nearer_two) or (copies == 1 and nearer_one) or (copies == 0 and nearer_new):
            plain += form["live"][kind]
            claimed += form["live"][kind] * (pung_times if copies == 2 else 10)
    return missing, plain, claimed


@njit
def missing_to_triplets(threes, twos, ones, sets):
    """Tiles that are missing to so many triplets and a pair, from kinds held three times, twice and once."""
    missing = 0
    take = min(sets, threes)
    threes -= take
    sets -= take
    take = min(sets, twos)
    twos -= take
    sets -= take
    missing += take
    take = min(sets, ones)
    ones -= take
    sets -= take
    missing += 2 * take + 3 * sets
    if threes > 0 or twos > 0:
        return missing
    return missing + (1 if ones > 0 else 2)


# Chances --------------------------------------------------------------------------------------------


@njit
def win_chance(missing, live, hazard, usual, share):
    """Chance that a hand wins which misses so many tiles, of which ``live`` bring it nearer now.

    A race of stages: each is passed before the hand is over with live / (live + hazard); ``usual``: the live tiles
    of the stages to come, float64[n], from the last one on, of which an aim has a ``share``.
    """
    if missing <= 0:
        return 1.0
    chance = live / (live + hazard)
    for stage in range(missing - 1):
        chance *= share * usual[stage] / (share * usual[stage] + hazard)
    return chance


@njit
def count_partners(live, kind):
    """Ways in which unseen tiles can wait for a kind: as a single tile, a pair, or two of a run."""
    ways = live[kind] + live[kind] * (live[kind] - 1) // 2
    for place in range(3):
        low = kind - place
        if kind < FIRST_HONOUR and low >= 0 and low // 9 == kind // 9 and low % 9 <= 6:
            ways += live[low + (place == 0)] * live[low + 2 - (place == 2)]
    return ways
