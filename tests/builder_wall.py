"""The tiles that a position or a deal does not name: where they lie, in hands that claim nothing, wall and river."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from mjenv.engine.codes import MELD_ADDED_KONG, MELD_CHOW, MELD_CONCEALED_KONG, MELD_EXPOSED_KONG, MELD_PUNG, NUM_SEATS
from mjenv.engine.tiles import FIRST_HONOUR, format_tiles, parse_tile, parse_tiles, tile_name
from mjenv.variants import registry
from tests.scripted import FLOWERS, NUM_BAO, PLAYED, full_set

MELD_TYPES = {
    "chow": MELD_CHOW,
    "pung": MELD_PUNG,
    "kong": MELD_EXPOSED_KONG,
    "added": MELD_ADDED_KONG,
    "concealed": MELD_CONCEALED_KONG,
}
DOTS = "..."
RESERVE = 12  # B2


@dataclass(frozen=True)
class Meld:
    """A meld on the table; ``giver`` is the seat that fed it."""

    word: str
    kinds: list[int]
    giver: int

    @property
    def is_kong(self) -> bool:
        """Whether a replacement was drawn for it."""
        return len(self.kinds) == 4


@dataclass(frozen=True)
class Hand:
    """What a seat holds: concealed tiles, the tile just drawn, melds, its place among the ready seats, flowers."""

    tiles: str
    melds: tuple[str, ...] = ()
    drew: str = ""
    ready: int = 0
    flowers: str = ""

    @property
    def known(self):
        """The concealed tiles that are named."""
        return self.tiles.removesuffix(DOTS)


def parse_meld(text, seat, variant):
    """Return the meld of ``"pung 777p from 2"``; without a seat the one before fed it, a concealed kong the maker."""
    word, tiles, *rest = text.split()
    kinds = parse_tiles(tiles, PLAYED[variant])
    expected = {"chow": [0, 1, 2], "pung": [0, 0, 0]}.get(word, [0, 0, 0, 0])
    fits = word in MELD_TYPES and [kind - kinds[0] for kind in kinds] == expected and kinds[0] // 9 == kinds[-1] // 9
    if not fits or (word == "chow" and (variant == "hebei" or kinds[0] >= FIRST_HONOUR)):
        raise ValueError(
            f"meld {text!r}: expected chow, pung, kong, added or concealed and its tiles, as {variant} has"
        )
    giver = seat if word == "concealed" else int(rest[1]) if rest else (seat - 1) % NUM_SEATS
    return Meld(word, kinds, giver)


class Pool:
    """The tiles that are nowhere yet; ``named`` holds kinds by the part of the table where they lie."""

    def __init__(self, variant, described, melds, named):
        self.kinds = PLAYED[variant]
        self.is_harbin = variant == "harbin"
        used = [kind for held in described if held for kind in parse_tiles(held.known + held.drew, self.kinds)]
        used += [kind for held in described if held for kind in parse_tiles(held.flowers, FLOWERS)]
        used += [kind for seat in melds for meld in seat for kind in meld.kinds]
        used += [kind for part in named.values() for kind in part]
        exist = full_set(variant)
        self.left = exist.copy()
        self.left.subtract(used)
        for kind, count in self.left.items():
            if count < 0:
                raise ValueError(f"position: {used.count(kind)} copies of {tile_name(kind)}, {exist[kind]} exist")

    def take(self, kinds):
        """Take some tiles out."""
        self.left.subtract(kinds)
        return list(kinds)

    def take_all(self, kinds, count=None):
        """Take the lowest ``count`` tiles of some kinds, or all."""
        return self.take([kind for kind in sorted(kinds) for _ in range(self.left[kind])][:count])

    def find_apart(self, first, suits=()):
        """Return kinds of other suits that make no run with one another; honours fit with any of them."""
        kinds = [kind for kind in self.kinds if kind // 9 not in suits]
        return [kind for kind in kinds if kind % 3 == first % 3 or (kind >= FIRST_HONOUR and not self.is_harbin)]

    def fill(self, seat, held, melds, size):
        """Fill a hand up with tiles that make nothing with it."""
        suits = {kind // 9 for kind in parse_tiles(held.known, self.kinds)}
        missing = size - 3 * len(melds) - len(parse_tiles(held.known + held.drew, self.kinds))
        for step in range(3):
            apart = self.find_apart(seat + step, suits)
            chosen = [kind for copy in range(2) for kind in apart if self.left[kind] > copy][:missing]
            if len(chosen) == missing:
                return replace(held, tiles=held.known + format_tiles(self.take(chosen)))
        raise ValueError(f"seat {seat}: {held.tiles} cannot be filled, name more of its tiles")

    def take_quiet(self, seat):
        """Take a seat that claims nothing, of the kinds that are left most: open with three melds, or single tiles."""
        if self.is_harbin:  # H9
            melds = [self.take_meld(seat) for _ in range(3)]
            tiles = self.take(sorted(self.kinds, key=self.left.__getitem__)[-4:])
            return Hand(format_tiles(tiles)), melds
        melds = []
        for size in (13, 10, 7, 4):
            for step in range(3):
                apart = [kind for kind in self.find_apart(seat + step) if self.left[kind] > 0]
                apart = [kind for kind in apart if all(kind not in meld.kinds for meld in melds)]
                if len(apart) >= size:
                    tiles = self.take(sorted(apart, key=self.left.__getitem__, reverse=True)[:size])
                    return Hand(format_tiles(tiles)), melds
            melds.append(self.take_meld(seat, runs=False))
        raise ValueError(f"seat {seat}: too few tiles are left for a seat that claims nothing")

    def take_meld(self, seat, runs=True):
        """Take a meld of the kinds that are left most."""
        groups = [("chow", [k, k + 1, k + 2]) for k in self.kinds if k < 27 and k % 9 <= 6] if runs else []
        groups += [("pung", [k, k, k]) for k in self.kinds]
        fitting = [(word, kinds) for word, kinds in groups if not Counter(kinds) - self.left]
        word, kinds = max(fitting, key=lambda group: sum(self.left[k] for k in set(group[1])))
        return Meld(word, self.take(kinds), (seat - 1) % NUM_SEATS)


def lay_bao(table, pool, shown):
    """Set aside the 宝, the named ones first."""
    if len(shown) > table.num_bao:
        raise ValueError(f"bao: {len(shown)} tiles, {table.rules.name} sets {table.num_bao} aside")
    shown = shown + pool.take_all(pool.kinds, table.num_bao - len(shown))
    table.state["wall"][table.wall_length - table.num_bao : table.wall_length] = shown
    table.state["bao"][: table.num_bao] = shown


def lay_wall(table, pool, named, left, quiet):
    """Lay the wall from the named draws to the named replacements, flowers in its middle; return the discards before.

    Flowers for which the wall is too short have been set out by the ``quiet`` seats.
    """
    state = table.state
    draws, tail = named["wall"], named["tail"]
    free, flowers = pool.take_all(pool.kinds), pool.take_all(FLOWERS)
    reserve = RESERVE + state["kongs"] % 2 if table.rules.variant == "hebei" else 0
    most = len(draws) + len(free) + len(flowers) + len(tail) - reserve
    count = most if left is None else left
    while quiet and flowers and len(draws) + len(flowers) + len(tail) > count:
        set_out(state, quiet[len(flowers) % len(quiet)], flowers.pop())
    fixed = len(draws) + len(flowers) + len(tail) - reserve
    if not max(fixed, 0) <= count <= len(free) + fixed:
        raise ValueError(f"left={left}: expected from {max(fixed, 0)} to {len(free) + fixed}")
    discards = free[: len(free) + fixed - count]
    rest = free[len(discards) :]
    middle = len(rest) // 2
    tiles = [*draws, *rest[:middle], *flowers, *rest[middle:], *tail[::-1]]
    stop = table.wall_length - table.num_bao - int(state["kongs"]) - int(state["flowers"].sum())
    state["reserve"], state["tail"], state["head"] = reserve, stop - 1, stop - len(tiles)
    state["wall"][state["head"] : stop] = tiles
    return discards + named["river"]


def lay_river(state, discards, turn):
    """Lay discards in turn, the last by the seat before ``turn``."""
    for place, kind in enumerate(discards):
        state["river_kind"][place] = kind
        state["river_info"][place] = (turn - len(discards) + place) % NUM_SEATS
        state["visible"][kind] += 1
    state["river_count"] = len(discards)


def set_out(state, seat, kind):
    """Set out a flower."""
    state["flowers"][seat, FLOWERS.index(kind)] += 1


def deal_wall(*hands, dealer=0, draws="", tail="", bao="", rules="four_bao"):
    """Return the wall, as tile names in wall order, that deals ``hands``; flowers not named lie in its middle."""
    preset = registry.find_preset(rules)
    played = PLAYED[preset.variant]
    exist = full_set(preset.variant)
    held = [parse_tiles(text, sorted(exist)) for text in hands] + [[] for _ in range(NUM_SEATS - len(hands))]
    named = [[parse_tile(name) for name in text.split()] for text in (draws, tail, bao)]
    free = exist.copy()
    free.subtract([kind for part in (*held, *named) for kind in part])
    for kind, count in free.items():
        if count < 0:
            raise ValueError(f"wall: {exist[kind] - count} copies of {tile_name(kind)}, {exist[kind]} exist")
    rest = [k for step in range(3) for copy in range(1, 5) for k in played if k % 3 == step and free[k] >= copy]
    flowers = [kind for kind in sorted(exist) if kind not in played for _ in range(free[kind])]
    for seat, kinds in enumerate(held):
        size = 14 if seat == dealer else 13
        kinds += [rest.pop(0) for _ in range(size - len(kinds))]
    order = [(dealer + place) % NUM_SEATS for place in range(NUM_SEATS)]
    dealt = [kind for first in (0, 4, 8) for seat in order for kind in held[seat][first : first + 4]]
    dealt += [held[seat][12] for seat in order] + [held[dealer][13]]
    hidden = NUM_BAO.get(preset.name, 0) - len(named[2])
    rest, shown = rest[hidden:], rest[:hidden]
    middle = len(rest) // 2
    kinds = [*dealt, *named[0], *rest[:middle], *flowers, *rest[middle:], *named[1][::-1], *named[2], *shown]
    return [tile_name(kind) for kind in kinds]
