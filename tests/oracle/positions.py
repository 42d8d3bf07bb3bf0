"""Constructed positions for tests: tables set up from strings, walls from hands and draws, scripted players."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from .books import find_book
from .seat import CHOW, Meld, Turn
from .settle import Score, payment_vector
from .table import Choose, Event, Table
from .tiles import ACTION_ID, hand, kind_of, names_of

NO_CARRY = {"draws": 0, "counter": 0, "totals": [0, 0, 0, 0]}


def melds_of(text: str, owner: int = 0) -> list[Meld]:
    """Melds from `"chow 123m, pung 555p<2"`; `<2` names the feeder, by default the next seat."""
    melds = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        type_, rest = part.split(" ")
        tiles, _, feeder = rest.partition("<")
        kinds = hand(tiles)
        expected = {CHOW: 3, "pung": 3}.get(type_, 4)
        if len(kinds) != expected:
            raise ValueError(f"{part}: {expected} tiles expected")
        source = None if type_ == "concealed_kong" else int(feeder or (owner + 1) % 4)
        melds.append(Meld(type_, kinds[0], source))
    return melds


def build_wall(
    rules: str, hands: list[str], draws: str = "", ends: str = "", dealer: int = 0, filler: str = ""
) -> list[str]:
    """A wall that deals these hands, then gives `draws` from the head; `ends` are its last tiles, in order.

    `draws` and `ends` are names parted by blanks; hands may be short: the rest is filled from `filler`
    (tiles to take first), then by tiles that go ill together, then by whatever is left.
    """
    book = find_book(rules)
    pool = Counter(names_of(book.full_set()))
    wanted = [names_of(hand(text)) for text in hands]
    fixed_draws, fixed_ends = draws.split(), ends.split()
    for name in [*chain.from_iterable(wanted), *fixed_draws, *fixed_ends]:
        pool[name] -= 1
        if pool[name] < 0:
            raise ValueError(f"too many {name}")
    first = [name for name in names_of(hand(filler)) if pool[name] > 0]
    for name in first:
        pool[name] -= 1
    lonely = names_of([kind for kind in book.kinds if kind >= 27 or kind % 3 == 0])
    spare = [name for _ in range(4) for name in lonely if take_one(pool, name)]
    spare = first + spare + list(pool.elements())
    for index, tiles in enumerate(wanted):
        while len(tiles) < 13 + (index == dealer):
            tiles.append(spare.pop(0))
    wall: list[str] = []
    order = [(dealer + step) % 4 for step in range(4)]
    taken = [0, 0, 0, 0]
    for number, seats in ((4, order), (4, order), (4, order), (1, order), (1, order[:1])):
        for seat in seats:
            wall += wanted[seat][taken[seat] : taken[seat] + number]
            taken[seat] += number
    return [*wall, *fixed_draws, *spare, *fixed_ends]


def take_one(pool: Counter[str], name: str) -> bool:
    """Take a tile from the pool if it has one."""
    if pool[name] <= 0:
        return False
    pool[name] -= 1
    return True


class Script:
    """A player that follows a plan per seat, and else passes or discards the highest kind."""

    def __init__(self, *plans: str) -> None:
        self.plans = [[step.strip() for step in plan.split(",") if step.strip()] for plan in plans]
        self.seen: list[tuple[int, list[str]]] = []

    def __call__(self, actor: int, legal: list[str]) -> str:
        """The seat's next planned action where it is legal, else the default."""
        self.seen.append((actor, legal))
        plan = self.plans[actor] if actor < len(self.plans) else []
        if plan and plan[0] in legal:
            return plan.pop(0)
        if "pass" in legal:
            return "pass"
        return max((action for action in legal if action.startswith("discard")), key=ACTION_ID.__getitem__)

    def asked(self, actor: int) -> list[list[str]]:
        """Every legal list the seat was asked about."""
        return [legal for index, legal in self.seen if index == actor]


def play(rules: str, wall: list[str], choose: Choose, **options: object) -> list[Event]:
    """Play a constructed wall; options: params, dealer, dice, carry."""
    table = Table(
        find_book(rules, options.get("params")),
        wall=wall,
        dealer=options.get("dealer", 0),
        dice=options.get("dice", (2, 3)),
        carry=options.get("carry", NO_CARRY),
        hand=0,
        choose=choose,
    )
    return table.play()


def make_table(rules: str, params: dict[str, object] | None = None, **options: object) -> Table:
    """A table that has not been dealt, to be set up by `place`."""
    book = find_book(rules, params)
    return Table(
        book,
        wall=names_of(book.full_set()),
        dealer=options.get("dealer", 0),
        dice=options.get("dice", (2, 3)),
        carry=options.get("carry", NO_CARRY),
        hand=0,
        choose=Script(),
    )


def place(table: Table, index: int, tiles: str, melds: str = "", ready: bool = False) -> None:
    """Give a seat its concealed tiles and melds."""
    seat = table.seats[index]
    seat.hand = list(hand(tiles))
    seat.melds = melds_of(melds, index)
    if len(seat.hand) + 3 * len(seat.melds) not in (13, 14):
        raise ValueError(f"{tiles} with {melds!r} is no hand of 13 or 14 tiles")
    if ready:
        seat.ready = True
        seat.waits = table.book.ready_waits(tuple(seat.hand), tuple(seat.melds))
        if not seat.waits:
            raise ValueError(f"seat {index} may not be ready with {tiles} {melds}")


def score(table: Table, winner: int, giver: int | None, tile: str, mode: str, after: str = "head") -> Score:
    """Score a win of a set-up table."""
    kind = kind_of(tile)
    table.seats[winner].take(kind)
    turn = Turn(winner if giver is None else giver, kind, after)
    return table.book.score(table, winner, giver, kind, mode, turn)


def vector(table: Table, winner: int, giver: int | None, tile: str, mode: str, after: str = "head") -> list[int]:
    """The payment vector of a win of a set-up table."""
    return payment_vector(winner, score(table, winner, giver, tile, mode, after).pays)


def of_type(events: list[Event], type_: str) -> list[Event]:
    """The events of one type."""
    return [event for event in events if event["type"] == type_]
