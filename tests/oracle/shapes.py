"""Winning shapes: groups, decompositions and the tiles that complete a hand (C17, C19)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .tiles import HONOURS, KIND_NAMES, SUIT_KINDS, TERMINALS, is_suited

Hand = tuple[int, ...]

RUN, TRIPLET, KONG, PAIR = "run", "triplet", "kong", "pair"

PART_KINDS = (SUIT_KINDS[0:9], SUIT_KINDS[9:18], SUIT_KINDS[18:27], HONOURS)

ORPHANS = (*sorted(TERMINALS), *HONOURS)


class Group(NamedTuple):
    """One group of a finished hand; `kind` is the lowest kind of a run."""

    form: str
    kind: int

    def kinds(self) -> Hand:
        """The tiles of the group."""
        if self.form == RUN:
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * {PAIR: 2, TRIPLET: 3, KONG: 4}[self.form]

    def text(self) -> str:
        """The group as EVENTS.md writes it: `123m`, `1111z`, `77z`."""
        names = [KIND_NAMES[kind] for kind in self.kinds()]
        return "".join(name[0] for name in names) + names[0][1]

    def is_triplet(self) -> bool:
        """Whether the group is a triplet or a kong."""
        return self.form in (TRIPLET, KONG)


Groups = tuple[Group, ...]


def with_tile(hand: Hand, kind: int) -> Hand:
    """The hand with one more tile, sorted."""
    return tuple(sorted((*hand, kind)))


def without(hand: Hand | list[int], kind: int, number: int = 1) -> Hand:
    """The hand with `number` tiles of one kind less, sorted."""
    rest = list(hand)
    for _ in range(number):
        rest.remove(kind)
    return tuple(sorted(rest))


@lru_cache(maxsize=1 << 16)
def split_part(part: Hand, pair: bool) -> tuple[Groups, ...]:
    """All ways to split the tiles of one suit (or the honours) into melds, and one pair where asked."""
    if not part:
        return () if pair else ((),)
    first = part[0]
    found: set[Groups] = set()
    if pair and part.count(first) >= 2:
        rest = split_part(without(part, first, 2), False)
        found.update(tuple(sorted((Group(PAIR, first), *groups))) for groups in rest)
    if part.count(first) >= 3:
        rest = split_part(without(part, first, 3), pair)
        found.update(tuple(sorted((Group(TRIPLET, first), *groups))) for groups in rest)
    if is_suited(first) and first % 9 <= 6 and first + 1 in part and first + 2 in part:
        remaining = without(without(without(part, first), first + 1), first + 2)
        rest = split_part(remaining, pair)
        found.update(tuple(sorted((Group(RUN, first), *groups))) for groups in rest)
    return tuple(sorted(found))


@lru_cache(maxsize=1 << 16)
def parts_of(hand: Hand) -> tuple[Hand, Hand, Hand, Hand]:
    """The tiles of a hand by suit, honours last."""
    parts: tuple[list[int], ...] = ([], [], [], [])
    for kind in hand:
        parts[min(kind // 9, 3)].append(kind)
    return (tuple(parts[0]), tuple(parts[1]), tuple(parts[2]), tuple(parts[3]))


@lru_cache(maxsize=1 << 16)
def decompositions(hand: Hand) -> tuple[Groups, ...]:
    """All ways to split concealed tiles into melds and exactly one pair (C17)."""
    parts = parts_of(hand)
    remainders = [len(part) % 3 for part in parts]
    if sorted(remainders) != [0, 0, 0, 2]:
        return ()
    ways: list[Groups] = [()]
    for part, remainder in zip(parts, remainders, strict=True):
        ways = [done + more for done in ways for more in split_part(part, remainder == 2)]
    return tuple(ways)


@lru_cache(maxsize=1 << 16)
def standard_waits(hand: Hand) -> frozenset[int]:
    """The kinds that complete the standard shape, however many of them the hand holds."""
    parts = parts_of(hand)
    remainders = [len(part) % 3 for part in parts]
    if sorted(remainders) not in ([0, 0, 0, 1], [0, 0, 2, 2]):
        return frozenset()
    found: set[int] = set()
    for index, part in enumerate(parts):
        if remainders[index] == 0:
            continue
        others = parts[:index] + parts[index + 1 :]
        if all(split_part(other, len(other) % 3 == 2) for other in others):
            has_pair = remainders[index] == 1  # else the pair is in the other part that has two over
            found.update(kind for kind in PART_KINDS[index] if split_part(with_tile(part, kind), has_pair))
    return frozenset(found)


def is_seven_pairs(hand: Hand) -> bool:
    """Seven pairs; four of a kind counts as two pairs (B3)."""
    return len(hand) == 14 and all(hand.count(kind) % 2 == 0 for kind in set(hand))


def is_thirteen_orphans(hand: Hand) -> bool:
    """Every terminal and honour, one of them twice (B3)."""
    return len(hand) == 14 and set(hand) == set(ORPHANS)


def count_triplets(groups: Groups) -> int:
    """How many groups are triplets or kongs."""
    return sum(group.is_triplet() for group in groups)


def sorted_text(groups: Groups) -> list[str]:
    """The groups as text, sorted: the last tie-break of C18."""
    return sorted(group.text() for group in groups)
