"""Splitting a finished hand into groups: needed where a hand is scored or shown, never while it is played.

A group is a number: k a run from kind k, 34 + k a triplet, 68 + k a pair.
"""

from __future__ import annotations

from typing import Final

from mjenv.engine._jit import njit
from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.tiles import FIRST_HONOUR, NAMES

GROUP_TRIPLET: Final = 34
GROUP_PAIR: Final = 68
MAX_GROUPS: Final = 7  # seven pairs


@njit
def count_choices(hand, pair):
    """How many ``choices`` of ``split_hand`` are to be tried with a pair: none where the hand does not hold it."""
    return 16 if hand[pair] >= 2 else 0


@njit
def split_hand(hand, pair, choices, out_groups):
    """Split 3n + 2 concealed tiles with a pair that they hold; return the number of groups, 0 if it fails.

    The lowest tile left starts a triplet where the next bit of ``choices`` is set, else a run; so all
    choices from 0 to 15 together meet every split. ``hand`` is used up and restored.
    """
    hand[pair] -= 2
    out_groups[0] = GROUP_PAIR + pair
    count = 1
    kind = 0
    while kind < NUM_KINDS:
        if hand[kind] == 0:
            kind += 1
        elif (choices >> (count - 1)) & 1:
            if hand[kind] < 3:
                break
            hand[kind] -= 3
            out_groups[count] = GROUP_TRIPLET + kind
            count += 1
        else:
            if kind >= FIRST_HONOUR or kind % 9 > 6 or hand[kind + 1] == 0 or hand[kind + 2] == 0:
                break
            for i in range(3):
                hand[kind + i] -= 1
            out_groups[count] = kind
            count += 1
    finished = kind == NUM_KINDS
    put_back(hand, out_groups, count)
    return count if finished else 0


@njit
def put_back(hand, groups, count):
    """Add the tiles of some groups to a hand."""
    for g in range(count):
        group = groups[g]
        if group >= GROUP_PAIR:
            hand[group - GROUP_PAIR] += 2
        elif group >= GROUP_TRIPLET:
            hand[group - GROUP_TRIPLET] += 3
        else:
            for i in range(3):
                hand[group + i] += 1


@njit
def copy_groups(groups, count, out_groups):
    """Copy some groups (assigning one slice to another takes seconds to compile)."""
    for g in range(count):
        out_groups[g] = groups[g]


@njit
def text_key(group):
    """A number that orders groups as their text does (digits, then m p s z)."""
    if group >= GROUP_PAIR:
        kind = group - GROUP_PAIR
        rank = kind % 9 + 1
        return (rank * 16 + rank) * 4096 + (10 + kind // 9) * 256
    if group >= GROUP_TRIPLET:
        kind = group - GROUP_TRIPLET
        rank = kind % 9 + 1
        return ((rank * 16 + rank) * 16 + rank) * 256 + (10 + kind // 9) * 16
    rank = group % 9 + 1
    return ((rank * 16 + rank + 1) * 16 + rank + 2) * 256 + (10 + group // 9) * 16


@njit
def sort_groups(groups, count):
    """Sort groups as text, in place."""
    for i in range(1, count):
        group = groups[i]
        j = i
        while j > 0 and text_key(groups[j - 1]) > text_key(group):
            groups[j] = groups[j - 1]
            j -= 1
        groups[j] = group


@njit
def is_better_split(groups, count, best, best_count):
    """Whether sorted ``groups`` come before ``best``: more triplets, else first as text (C18)."""
    triplets = count_triplets(groups, count) - count_triplets(best, best_count)
    if triplets != 0:
        return triplets > 0
    for g in range(min(count, best_count)):
        if groups[g] != best[g]:
            return text_key(groups[g]) < text_key(best[g])
    return count < best_count


@njit
def count_triplets(groups, count):
    """Number of triplets among the groups."""
    triplets = 0
    for g in range(count):
        triplets += GROUP_TRIPLET <= groups[g] < GROUP_PAIR
    return triplets


def group_name(group: int) -> str:
    """Return a group as text.

    >>> group_name(0), group_name(34 + 27), group_name(68 + 33)
    ('123m', '111z', '77z')
    """
    if group >= GROUP_PAIR:
        rank, suit = NAMES[group - GROUP_PAIR]
        return rank * 2 + suit
    if group >= GROUP_TRIPLET:
        rank, suit = NAMES[group - GROUP_TRIPLET]
        return rank * 3 + suit
    return "".join(NAMES[group + i][0] for i in range(3)) + NAMES[group][1]
