"""Positions dealt on purpose for paths that play takes too rarely: hands, draws, and the actions that follow."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from .books import find_book
from .duel import Look, Match
from .table import Choose, Event
from .tiles import KIND_NAMES, hand, kind_of, names_of

ANY = "."  # any tile that no plan names
SWAPPED = {"low": "high", "high": "low", "mid": "mid"}  # the ends of a run in a mirror
NO_CARRY: dict[str, object] = {"draws": 0, "counter": 0, "totals": [0, 0, 0, 0]}


@dataclass(frozen=True)
class Position:
    """Four hands, filled up with any tiles, and what the seats do; a seat without a plan discards what it draws.

    A plan is a list of steps, taken in order, each as soon as it is legal: an action, for claims and wins with the tile
    (`pung 5m`; `hu 5m` on a discard, `rob 5m`, `win 5m` by self-draw); `@2` waits until two tiles are left.
    """

    name: str
    rules: tuple[str, ...]
    paths: str  # that every deal of it takes
    hands: tuple[str, ...]
    plans: tuple[str, ...] = ()
    draws: str = ""  # from the head
    tail: str = ""  # replacements
    baos: str = ""  # the last tiles of the wall, in its order
    dealer: int = 0
    params: dict[str, object] = field(default_factory=dict)
    carry: dict[str, object] = field(default_factory=dict)
    dice: tuple[int, int] | None = None
    keeps_characters: bool = False  # 5m is a tile of its own in Hebei

    def deal(self, rules: str, rng: random.Random) -> Match:
        """The position in other seats and with other tiles, as a match of one hand."""
        change = draw_change(self, rng)
        turn = rng.randrange(4)
        moved = [(seat - turn) % 4 for seat in range(4)]
        plans = [change_plan(self.plans[seat] if seat < len(self.plans) else "", change) for seat in moved]
        hands = [[change(name) for name in names_of(hand(self.hands[seat]))] for seat in moved]
        draws, tail, baos = (list(map(change, text.split())) for text in (self.draws, self.tail, self.baos))
        dealer = (self.dealer + turn) % 4
        fixed = [set(tiles) for tiles in hands]
        wall = lay_wall(rules, hands, (draws, tail, baos), dealer, plans, rng)
        dice = self.dice or (rng.randint(1, 6), rng.randint(1, 6))
        seed = rng.getrandbits(64)

        def make_player(events: list[Event], _: Look) -> Choose:
            return Planned(plans, fixed, events)

        options = {"wall": wall, "dealer": dealer, "dice": list(dice), "carry": {**NO_CARRY, **self.carry}}
        return Match(rules, 1, seed, dict(self.params), options, make_player)


def draw_change(position: Position, rng: random.Random) -> Callable[[str], str]:
    """A change of tiles that the rules do not notice: suits, winds, dragons change places, ranks are mirrored."""
    suits = ["p", "s"] if position.keeps_characters else ["m", "p", "s"]
    winds, dragons = ["1z", "2z", "3z", "4z"], ["5z", "6z", "7z"]
    new_suit = dict(zip(suits, rng.sample(suits, len(suits)), strict=True))
    new_honour = dict(zip(winds, rng.sample(winds, 4), strict=True))
    if position.rules[0] in ("classic", "online"):
        new_honour |= dict(zip(dragons, rng.sample(dragons, 3), strict=True))
    mirrored = rng.random() < 0.5

    def change(name: str) -> str:
        if name.startswith(("chow", "ting_chow")):
            stem, end = name.rsplit("_", 1)
            return f"{stem}_{SWAPPED[end] if mirrored else end}"
        if name not in KIND_NAMES or name[1] in "zf":
            return new_honour.get(name, name)
        rank = 10 - int(name[0]) if mirrored else int(name[0])
        return f"{rank}{new_suit.get(name[1], name[1])}"

    return change


def change_plan(plan: str, change: Callable[[str], str]) -> list[str]:
    """The steps of a plan with other tiles."""
    steps = [step.strip().partition("@") for step in plan.split(",") if step.strip()]
    return [" ".join(map(change, words.split())) + at + left for words, at, left in steps]


def lay_wall(
    rules: str,
    hands: list[list[str]],
    fixed: tuple[list[str], list[str], list[str]],
    dealer: int,
    plans: list[list[str]],
    rng: random.Random,
) -> list[str]:
    """The wall that deals the hands and gives the draws, replacements and 宝; what is open is filled at random."""
    book = find_book(rules)
    pool = Counter(names_of(book.full_set()))
    for name in [name for part in (*hands, *fixed) for name in part if name != ANY]:
        pool[name] -= 1
        if pool[name] < 0:
            raise ValueError(f"too many {name}")
    named = {step.partition("@")[0].split(" ")[-1] for plan in plans for step in plan}
    flowers = set(names_of(book.flower_kinds))
    plain = [name for name in pool.elements() if name not in named | flowers]
    rng.shuffle(plain)
    for seat, tiles in enumerate(hands):
        fixed_kinds = set(tiles)
        while len(tiles) < 13 + (seat == dealer):
            tiles.append(take_other(plain, fixed_kinds))
    spare = [name for name in pool.elements() if name in named - flowers]
    draws, tail, baos = ([(plain or spare).pop() if name == ANY else name for name in part] for part in fixed)
    rest = plain + spare + [name for name in pool.elements() if name in flowers]
    rng.shuffle(rest)
    wall: list[str] = []
    order = [(dealer + step) % 4 for step in range(4)]
    for start, stop in ((0, 4), (4, 8), (8, 12), (12, 13)):
        for seat in order:
            wall += hands[seat][start:stop]
    return [*wall, hands[dealer][13], *draws, *rest, *reversed(tail), *baos]


def take_other(tiles: list[str], unwanted: set[str]) -> str:
    """Take a tile, of another kind than the unwanted where there is one."""
    place = next((index for index, name in enumerate(tiles) if name not in unwanted), 0)
    return tiles.pop(place)


class Planned:
    """Four seats that follow their plans, and else pass and discard what they draw."""

    def __init__(self, plans: list[list[str]], fixed: list[set[str]], events: list[Event]) -> None:
        self.plans = [list(plan) for plan in plans]
        self.fixed = fixed
        self.events = events

    def __call__(self, actor: int, legal: list[str]) -> str:
        """The seat's next step where it is legal, else what changes nothing."""
        plan = self.plans[actor]
        if plan and self.is_done(actor, plan[0]):
            del plan[0]
        action = self.find_action(plan[0], legal) if plan else None
        if action is not None:
            del plan[0]
            return action
        if "pass" in legal:
            return "pass"
        return self.discard(actor, legal)

    def find_action(self, step: str, legal: list[str]) -> str | None:
        """The action of a step, None where it is not legal now."""
        words, _, left = step.partition("@")
        if left and self.last("draw").get("left") != int(left):
            return None
        word, _, tile = words.partition(" ")
        if words in legal:
            return words
        last = next(event for event in reversed(self.events) if event["type"] not in ("ask", "bao", "bao_exchange"))
        places = {"rob": ("added_kong",), "win": ("draw", "start_hand")}
        place = places.get(word, ("discard",))
        action = "hu" if word in places else word
        fits = last["type"] in place and (not tile or last.get("tile") == tile)
        return action if fits and action in legal else None

    def is_done(self, actor: int, step: str) -> bool:
        """Whether the seat was made to take a step without being asked."""
        mine = (event for event in self.events if event["type"] == "discard" and event["actor"] == actor)
        return any(step == f"ting {event['tile']}" for event in mine if event["ready"] and event.get("auto"))

    def last(self, type_: str) -> Event:
        """The last event of a type."""
        return next((event for event in reversed(self.events) if event["type"] == type_), {})

    def discard(self, actor: int, legal: list[str]) -> str:
        """Discard the tile drawn; after a claim, one that the position does not name."""
        last = next(event for event in reversed(self.events) if event["type"] != "ask")
        if last["type"] == "draw" and f"discard {last['tile']}" in legal:
            return f"discard {last['tile']}"
        choices = [action for action in legal if action.startswith(("discard", "ting"))]
        loose = [action for action in choices if action.split(" ")[1] not in self.fixed[actor]]
        return max(loose or choices, key=lambda action: kind_of(action.split(" ")[1]))
