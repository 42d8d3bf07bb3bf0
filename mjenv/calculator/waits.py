"""``mjenv.waits``: what completes a hand, how much of it is left, and what it would score."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from mjenv.calculator.holding import (
    HandError,
    Meld,
    check_copies,
    count_played,
    parse_hand,
    parse_melds,
    parse_seat,
    settle_rules,
)
from mjenv.calculator.position import NoWinError, Position
from mjenv.calculator.scoring import score
from mjenv.calculator.situation import FACTS, READY_NEEDED, Situation, check_situation, make_plain, parse_flag
from mjenv.engine.codes import NUM_SEATS
from mjenv.engine.tiles import format_tiles, tile_name
from mjenv.errors import quote

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjenv.variants.params import Rules

FULL: Final = 14
#: Facts that tell how one winning tile came.
OF_ONE_TILE: Final = ("self_draw", "discard_from", "robbed_from", "kong_draw", "flower_draw")


@dataclass(frozen=True)
class Wait:
    """A kind that completes a hand."""

    tile: str
    left: int  # copies that are neither in hand and melds nor named as seen
    self_draw: int | None = None  # points of the winner, where they were asked for and the win is legal
    discard: int | None = None  # on a discard of the next seat


@dataclass(frozen=True)
class WaitingHand:
    """13 tiles (less three a meld) and what they wait on."""

    hand: str
    waits: tuple[Wait, ...]
    may_be_ready: bool | None  # whether the seat may declare ready with them; None where nobody ever is
    not_ready_because: str | None  # why it does not

    @property
    def left(self) -> int:
        """Copies of all waits that are left."""
        return sum(wait.left for wait in self.waits)


@dataclass(frozen=True)
class Waits:
    """What a hand waits on: as it is with 13 tiles, else after each discard that leaves a wait."""

    rules: str
    params: dict[str, bool | int | str | None]
    hand: str
    melds: tuple[str, ...]
    waiting: WaitingHand | None  # of 13 tiles
    discards: dict[str, WaitingHand]  # of 14 tiles, by the discard, most tiles left first

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values for JSON."""
        return asdict(self)


def waits(
    rules: str | Rules,
    hand: str,
    *,
    melds: str | Sequence[str] = (),
    seen: str = "",
    scores: bool = False,
    **given: Any,
) -> Waits:
    """Return the kinds that complete 13 tiles (C19), or, of 14, those after each discard that leaves a wait.

    ``hand``: concealed tiles; ``melds`` as in ``score``; ``seen``: tiles that lie elsewhere and are not left;
    ``scores``: also what each win would bring, with the facts of ``score`` that are given (``seat``, ``dealer``
    …). Further keywords are rule parameters. Raises ``RulesError`` and ``HandError``.

    >>> found = waits("hebei/classic", "123m456m78m11z", melds="pung 777p")
    >>> [(wait.tile, wait.left) for wait in found.waiting.waits]
    [('3m', 3), ('6m', 3), ('9m', 4)]
    """
    facts = {name: given.pop(name) for name in FACTS if name in given}
    chosen = settle_rules(rules, given, FACTS)
    check_facts(facts, chosen, scores=scores)
    facts["seat"] = parse_seat(facts.get("seat", 0), "seat")
    kinds, made = parse_holding(chosen, hand, melds, facts["seat"])
    gone = parse_seen(chosen, seen, kinds, made)
    table = Table(chosen, made, gone, facts, scores=scores)
    if len(kinds) + 3 * len(made) < FULL:
        return table.answer(kinds, table.describe(kinds), {})
    options = {}
    for kind in sorted(set(kinds)):
        rest = kinds.copy()
        rest.remove(kind)
        if table.position(rest).find_waits():
            options[tile_name(kind)] = table.describe(rest)
    best = dict(sorted(options.items(), key=lambda item: -item[1].left))
    return table.answer(kinds, None, best)


def check_facts(facts: dict[str, Any], rules: Rules, *, scores: bool) -> None:
    """Refuse facts that cannot be, and those that say how one tile came. Raises ``HandError``."""
    parse_flag("scores", make_plain(scores))
    for name in OF_ONE_TILE:
        if name in facts:
            raise HandError(f"{name}: it is of one winning tile, so ask `score`; waits tells self-draw and discard")
    check_situation(Situation(self_draw=True, **facts), rules)


def parse_holding(rules: Rules, hand: str, melds: str | Sequence[str], seat: int) -> tuple[list[int], tuple[Meld, ...]]:
    """Return concealed kinds and melds of 13 or 14 tiles. Raises ``HandError``."""
    kinds, made = parse_hand(hand, rules), parse_melds(melds, seat, rules)
    most = FULL - 3 * len(made)
    if len(kinds) not in {most - 1, most}:
        raise HandError(
            f"hand {quote(hand)}: {len(kinds)} concealed tiles beside {len(made)} melds, expected {most - 1} or {most}"
        )
    return kinds, made


def parse_seen(rules: Rules, seen: str, kinds: Sequence[int], melds: Sequence[Meld]) -> Counter[int]:
    """Return how many of each kind are not left: in hand and melds, and seen. Raises ``HandError``."""
    gone = [*kinds, *(kind for meld in melds for kind in meld.kinds), *parse_hand(seen, rules)]
    check_copies(gone, rules)
    return Counter(gone)


@dataclass
class Table:
    """What the hands that follow from one question share."""

    rules: Rules
    melds: tuple[Meld, ...]
    gone: Counter[int]
    facts: dict[str, Any]
    scores: bool

    def __init__(
        self, rules: Rules, melds: tuple[Meld, ...], gone: Counter[int], facts: dict[str, Any], *, scores: bool
    ) -> None:
        self.rules, self.melds, self.gone, self.facts, self.scores = rules, melds, gone, facts, scores
        self.copies = count_played(rules)
        self.seat: int = facts["seat"]

    def position(self, kinds: list[int]) -> Position:
        """Return 13 tiles as a position."""
        return Position(self.rules, self.seat, kinds, self.melds)

    def describe(self, kinds: list[int]) -> WaitingHand:
        """Return what 13 tiles wait on."""
        position = self.position(kinds)
        ready = position.may_be_ready()
        found = tuple(self.describe_wait(kinds, kind, ready=ready) for kind in position.find_waits())
        if not self.rules.preset.has_ready:
            return WaitingHand(format_tiles(kinds), found, None, None)
        return WaitingHand(format_tiles(kinds), found, ready, None if ready else position.why_not_ready())

    def describe_wait(self, kinds: list[int], kind: int, *, ready: bool) -> Wait:
        """Return one wait."""
        left = self.copies[kind] - self.gone[kind]
        if not self.scores or (not ready and self.rules.variant in READY_NEEDED):
            return Wait(tile_name(kind), left)
        ways: tuple[dict[str, Any], ...] = ({"self_draw": True}, {"discard_from": (self.seat + 1) % NUM_SEATS})
        return Wait(tile_name(kind), left, *(self.find_points(kinds, kind, way) for way in ways))

    def find_points(self, kinds: list[int], kind: int, way: dict[str, Any]) -> int | None:
        """Return the points of a win that comes in a way; None where the rule set does not let it win."""
        melds = [str(meld) for meld in self.melds]
        try:
            won = score(self.rules, format_tiles(kinds), tile_name(kind), melds=melds, **self.facts, **way)
        except NoWinError:
            return None
        return int(won.points[self.seat])

    def answer(self, kinds: list[int], waiting: WaitingHand | None, discards: dict[str, WaitingHand]) -> Waits:
        """Return the whole answer."""
        melds = tuple(str(meld) for meld in self.melds)
        return Waits(self.rules.preset.id, self.rules.changed, format_tiles(kinds), melds, waiting, discards)
