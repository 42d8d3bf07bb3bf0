"""Positions built from strings: a table in the middle of a hand, with every tile of the game somewhere (C2).

    table = position(hand("123m 456p 99s 11m", "pung 777p from 2", drew="9s"), wall="5m", bao="1p 2p 3p 4p")
    table.legal                          # what the seat in turn may do
    table.play("0 ting 9s", "1 pass")    # the events that follow

Seats that a position does not describe hold three melds and claim nothing (H9); they are open. A hand that ends
with ``...`` is filled up with tiles of the suits it does not name, two of a kind at most and none of them neighbours.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from mjenv.engine.codes import (
    MELD_ADDED_KONG,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_SEATS,
    PHASE_ACT,
    SOURCE_CLAIM,
    SOURCE_HEAD,
)
from mjenv.engine.log import EV_ADDED_KONG, EV_CHOW, EV_CONCEALED_KONG, EV_KONG, EV_PUNG, new_row, set_values
from mjenv.engine.melds import add_meld
from mjenv.engine.tiles import add_tile, format_tiles, parse_tile, parse_tiles, tile_name
from mjenv.table.hand import clear_hand
from mjenv.table.opening import prepare_matches
from mjenv.table.rows import begin_match
from mjenv.table.turn import advance
from mjenv.variants import registry
from mjenv.variants.harbin_ready import find_ready_waits
from tests.scripted import NUM_BAO, WALL_LENGTH, Table, full_set

MELD_TYPES = {
    "chow": MELD_CHOW,
    "pung": MELD_PUNG,
    "kong": MELD_EXPOSED_KONG,
    "added": MELD_ADDED_KONG,
    "concealed": MELD_CONCEALED_KONG,
}
MELD_ROWS = {"chow": EV_CHOW, "pung": EV_PUNG, "kong": EV_KONG, "added": EV_PUNG, "concealed": EV_CONCEALED_KONG}
DOTS = "..."
KINDS = sorted(full_set())


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
    """What one seat holds: concealed tiles, the tile just drawn, melds, its place in the order of becoming ready."""

    tiles: str
    melds: tuple[str, ...] = ()
    drew: str = ""
    ready: int = 0

    @property
    def known(self):
        """The concealed tiles that are named."""
        return self.tiles.removesuffix(DOTS)


def hand(tiles, *melds, drew="", ready=0):
    """Describe a seat: ``hand("123m 4s", "pung 777p from 2", "concealed 5555p", ready=1)``."""
    return Hand(tiles, melds, drew, int(ready))


def parse_meld(text, seat):
    """Return the meld of ``"pung 777p from 2"``; without a seat the one before fed it, a concealed kong the maker."""
    word, tiles, *rest = text.split()
    kinds = parse_tiles(tiles, KINDS)
    shape = [kind - kinds[0] for kind in kinds]
    expected = {"chow": [0, 1, 2], "pung": [0, 0, 0]}.get(word, [0, 0, 0, 0])
    if word not in MELD_TYPES or shape != expected or kinds[0] // 9 != kinds[-1] // 9:
        raise ValueError(f"meld {text!r}: expected chow, pung, kong, added or concealed and its tiles")
    giver = seat if word == "concealed" else int(rest[1]) if rest else (seat - 1) % NUM_SEATS
    return Meld(word, kinds, giver)


def position(
    *seats,
    turn=0,
    wall="",
    tail="",
    bao="",
    river="",
    left=None,
    dealer=0,
    draws=0,
    totals=(0, 0, 0, 0),
    hands=1,
    rules="four_bao",
    **params,
):
    """Return a table where ``turn`` is about to act, with the engine run to its first decision.

    ``seats``: what seats 0, 1 … hold; None or missing: a seat that claims nothing. ``wall``: the next draws;
    ``tail``: the next replacements; ``bao``: the 宝 in order; ``river``: discards before, in turn; ``left``: tiles
    that can still be drawn (the others lie in the river). Raises ``ValueError`` where tiles or sizes are impossible.
    """
    table = Table(registry.load_rules(rules, **params), hands)
    state = table.state
    clear_hand(state)
    state["dealer"], state["draws"], state["totals"], state["dice"] = dealer, draws, totals, (1, 1)
    described = [*seats, *[None] * (NUM_SEATS - len(seats))]
    melds = [[parse_meld(text, seat) for text in held.melds] if held else [] for seat, held in enumerate(described)]
    pool = Pool(described, melds, [wall, tail, bao, river])
    for seat, held in enumerate(described):
        if held is None:
            described[seat], melds[seat] = pool.take_quiet(seat)
        elif held.tiles.endswith(DOTS):
            described[seat] = pool.fill(seat, held, melds[seat], 14 if seat == turn else 13)
        check_size(seat, described[seat], melds[seat], seat == turn)
    kongs = sum(meld.is_kong for seat in melds for meld in seat)
    lay_wall(table, pool, wall, tail, bao, kongs=kongs)
    lay_river(state, pool, river, left, turn)
    for seat in range(NUM_SEATS):
        place_seat(table, seat, described[seat], melds[seat])
    declare_ready_seats(table, described)
    drew = described[turn].drew
    state["turn"], state["phase"], state["kongs"], state["actor"] = turn, PHASE_ACT, kongs, NOTHING
    state["drawn"] = parse_tile(drew) if drew else NOTHING
    state["source"] = SOURCE_HEAD if drew else SOURCE_CLAIM
    if drew:
        add_tile(state, turn, parse_tile(drew))
    table.take_events()
    table.events.clear()  # how the position came about
    advance(state, table.rules.record[0], table.log)
    table.take_events()
    return table.checked()


class Pool:
    """The tiles that are nowhere yet."""

    def __init__(self, described, melds, texts):
        used = [kind for held in described if held for kind in parse_tiles(held.known + held.drew, KINDS)]
        used += [kind for seat in melds for meld in seat for kind in meld.kinds]
        used += [parse_tile(name) for text in texts for name in text.split()]
        self.left = full_set()
        self.left.subtract(used)
        for kind, count in self.left.items():
            if count < 0 or kind not in KINDS:
                raise ValueError(f"position: {used.count(kind)} copies of {tile_name(kind)}, {full_set()[kind]} exist")

    def take(self, kinds):
        """Take some tiles out."""
        self.left.subtract(kinds)
        return list(kinds)

    def take_all(self, count=None):
        """Take the lowest ``count`` kinds, or all."""
        return self.take(sorted(self.left.elements())[:count])

    def fill(self, seat, held, melds, size):
        """Fill a hand up with tiles that make nothing with it."""
        suits = {kind // 9 for kind in parse_tiles(held.known, KINDS)}
        missing = size - 3 * len(melds) - len(parse_tiles(held.known + held.drew, KINDS))
        for step in range(3):
            apart = [kind for kind in KINDS if kind // 9 not in suits and kind % 3 == (seat + step) % 3]
            chosen = [kind for copy in range(2) for kind in apart if self.left[kind] > copy][:missing]
            if len(chosen) == missing:
                return replace(held, tiles=held.known + format_tiles(self.take(chosen)))
        raise ValueError(f"seat {seat}: {held.tiles} cannot be filled, name more of its tiles")

    def take_quiet(self, seat):
        """Take a seat with three melds, of the kinds that are left most."""
        melds = []
        for _ in range(3):
            groups = [("chow", [k, k + 1, k + 2]) for k in KINDS if k < 27 and k % 9 <= 6]
            groups += [("pung", [k, k, k]) for k in KINDS]
            fitting = [(word, kinds) for word, kinds in groups if not Counter(kinds) - self.left]
            word, kinds = max(fitting, key=lambda group: sum(self.left[k] for k in set(group[1])))
            melds.append(Meld(word, self.take(kinds), (seat - 1) % NUM_SEATS))
        tiles = self.take(sorted(KINDS, key=self.left.__getitem__)[-4:])
        return hand(format_tiles(tiles)), melds


def check_size(seat, held, melds, in_turn):
    """Refuse a seat that holds too many tiles or too few."""
    size = len(parse_tiles(held.tiles + held.drew, KINDS)) + 3 * len(melds)
    expected = 14 if in_turn else 13
    if size != expected:
        raise ValueError(f"seat {seat}: {held.tiles} {held.drew} with {len(melds)} melds makes {size}, not {expected}")
    if held.drew and not in_turn:
        raise ValueError(f"seat {seat}: drew {held.drew}, but it is not its turn")


def lay_wall(table, pool, wall, tail, bao, kongs):
    """Note the named tiles of the wall; the rest follows when the river is laid."""
    state = table.state
    first_bao = WALL_LENGTH - table.num_bao
    state["tail"] = first_bao - 1 - kongs
    shown = [parse_tile(name) for name in bao.split()]
    shown += pool.take_all(table.num_bao - len(shown))
    state["wall"][first_bao:WALL_LENGTH] = shown
    state["bao"][: table.num_bao] = shown
    replacements = [parse_tile(name) for name in tail.split()]
    draws = [parse_tile(name) for name in wall.split()]
    state["head"] = len(draws)  # for now
    state["wall"][: len(draws)] = draws
    state["wall"][state["tail"] - len(replacements) + 1 : state["tail"] + 1] = replacements[::-1]
    state["reserve"] = len(replacements)  # for now


def lay_river(state, pool, river, left, turn):
    """Lay the discards before, and fill the wall between the named draws and replacements."""
    draws, replacements = state["wall"][: state["head"]].copy(), int(state["reserve"])
    free = pool.take_all()
    most = len(draws) + len(free) + replacements
    count = most if left is None else left
    named = len(draws) + replacements
    if not named <= count <= most:
        raise ValueError(f"left={left}: expected from {named} to {most}")
    discards = free[: most - count] + [parse_tile(name) for name in river.split()]
    state["head"] = state["tail"] + 1 - count
    state["reserve"] = 0
    filled = [*draws, *free[most - count :]]
    state["wall"][state["head"] : state["head"] + len(filled)] = filled
    first = turn - len(discards)
    for place, kind in enumerate(discards):
        state["river_kind"][place] = kind
        state["river_info"][place] = (first + place) % NUM_SEATS
        state["visible"][kind] += 1
    state["river_count"] = len(discards)


def place_seat(table, seat, held, melds):
    """Give a seat its tiles and melds; the drawn tile follows later."""
    state = table.state
    for kind in parse_tiles(held.tiles, KINDS):
        add_tile(state, seat, kind)
    for meld in melds:
        first, *others = meld.kinds
        add_meld(state, seat, MELD_TYPES[meld.word], first, first, meld.giver)
        row = new_row(table.log, MELD_ROWS[meld.word], seat, meld.giver, first)
        set_values(table.log, row, 0, others[0], others[1], 0)
        if meld.word == "added":
            new_row(table.log, EV_ADDED_KONG, seat, NOTHING, first)
        if meld.word != "concealed":
            for kind in meld.kinds:
                state["visible"][kind] += 1


def declare_ready_seats(table, described):
    """Make seats ready in their order; each shows its 宝 (H11)."""
    ready = sorted((held.ready, seat) for seat, held in enumerate(described) if held.ready)
    if [place for place, _ in ready] != list(range(1, len(ready) + 1)):
        raise ValueError(f"ready seats come in places {[place for place, _ in ready]}, expected 1, 2 …")
    for _, seat in ready:
        if find_ready_waits(table.state, table.rules.record[0], seat) == 0:
            raise ValueError(f"seat {seat}: {described[seat].tiles} may not be ready (H5)")
        registry.declare_ready(table.state, table.rules.record[0], table.log, seat)


def deal(*hands, dealer=0, draws="", tail="", bao="", dice=(1, 1), carry=None, number=1, rules="four_bao", **params):
    """Return a table that was dealt from a constructed wall, at its first decision.

    ``hands``: what seats 0, 1 … are dealt, as hand strings; the rest is filled with tiles that go ill together.
    ``draws``, ``tail`` and ``bao`` as in ``position``; ``carry`` as in ``Batch.reset``; ``number`` of hands.
    """
    wall = deal_wall(*hands, dealer=dealer, draws=draws, tail=tail, bao=bao, rules=rules)
    return start(number, rules, {"wall": wall, "dealer": dealer, "dice": dice, "carry": carry}, **params)


def start(number=1, rules="four_bao", options=None, **params):
    """Return a table at the first decision of a match of ``number`` hands; ``options`` as in ``Batch.reset``."""
    table = Table(registry.load_rules(rules, **params), number)
    table.states[:] = prepare_matches(table.rules, 1, number, options or {})
    begin_match(table.state, table.rules.record[0], table.log)
    table.take_events()
    return table.checked()


def deal_wall(*hands, dealer=0, draws="", tail="", bao="", rules="four_bao"):
    """Return the wall, as tile names in wall order, that deals ``hands``."""
    held = [parse_tiles(text, KINDS) for text in hands] + [[] for _ in range(NUM_SEATS - len(hands))]
    named = [[parse_tile(name) for name in text.split()] for text in (draws, tail, bao)]
    free = full_set()
    free.subtract([kind for part in (*held, *named) for kind in part])
    for kind, count in free.items():
        if count < 0:
            raise ValueError(f"wall: {4 - count} copies of {tile_name(kind)}, 4 exist")
    rest = [kind for step in range(3) for _ in range(4) for kind in KINDS if kind % 3 == step and take_one(free, kind)]
    for seat, kinds in enumerate(held):
        size = 14 if seat == dealer else 13
        kinds += [rest.pop(0) for _ in range(size - len(kinds))]
    order = [(dealer + place) % NUM_SEATS for place in range(NUM_SEATS)]
    dealt = [kind for first in (0, 4, 8) for seat in order for kind in held[seat][first : first + 4]]
    dealt += [held[seat][12] for seat in order] + [held[dealer][13]]
    hidden = NUM_BAO[rules] - len(named[2])
    kinds = [*dealt, *named[0], *rest[hidden:], *named[1][::-1], *named[2], *rest[:hidden]]
    return [tile_name(kind) for kind in kinds]


def take_one(pool, kind):
    """Take a tile from a pool if it has one."""
    if pool[kind] <= 0:
        return False
    pool[kind] -= 1
    return True


def waits(tiles, *melds, drew="", **params):
    """Return what 13 tiles wait on once ready, as a hand string; empty where they may not be ready (H5).

    The seat draws a tile that it does not need and may discard it with ``ting``. The answer is what its view shows.
    """
    table = position(hand(tiles, *melds, drew=drew or find_odd_tile(tiles, melds)), **params)
    name = f"ting {table.drawn}"
    if name not in table.legal:
        return ""
    table.play(f"0 {name}")
    return table.waits(0)


def find_odd_tile(tiles, melds):
    """Return a tile that is not held four times."""
    held = Counter(parse_tiles(tiles, KINDS))
    held.update(kind for text in melds for kind in parse_meld(text, 0).kinds)
    return tile_name(max(kind for kind in KINDS if held[kind] == 0))
