"""What surrounds a hand, as a user says it: seats, how the tile came, who is ready, 宝, flowers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.calculator.holding import HandError, Meld, parse_hand, parse_melds, parse_seat, shorten
from mjenv.engine.codes import NOTHING, NUM_SEATS, WIN_DISCARD, WIN_ROBBED_KONG, WIN_SELF_DRAW
from mjenv.engine.tiles import FIRST_DRAGON, FIRST_FLOWER, parse_tiles
from mjenv.errors import quote
from mjenv.table.opening import COUNT_MAX
from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

#: Variants where only a ready seat may win, and the clause.
READY_NEEDED: Final = {"harbin": "H4", "shanghai": "S4"}
#: Facts that only some variants or rule sets know, and the clause.
ONLY_IN: Final = {
    "standing": ("harbin", "H16"),
    "bao": ("harbin", "H11"),
    "draws": ("single_bao", "H25"),
    "flowers": ("shanghai", "S1"),
    "flower_draw": ("shanghai", "S1"),
    "counter": ("shanghai", "S14"),
    "dice": ("shanghai", "S14"),
}
#: Variants whose use of the counts that a match carries over, and of the dice, the table above tells.
COUNTS_KNOWN: Final = ("harbin", "hebei", "shanghai")
FLOWER_TILES: Final = (*range(FIRST_FLOWER, FIRST_FLOWER + 8), *range(FIRST_DRAGON, FIRST_FLOWER))
MOST_FLOWERS: Final = 20
UNKNOWN_BAO: Final = 27  # 1z, which Harbin lacks: a 宝 that the user does not know is none of his tiles


@dataclass(frozen=True)
class Situation:
    """The facts beside hand and melds that a settlement depends on; each has a default."""

    seat: int = 0  # of the winner
    dealer: int = 0
    self_draw: bool = False
    discard_from: int | None = None  # the seat that discarded the winning tile
    robbed_from: int | None = None  # the seat whose added kong is robbed
    kong_draw: bool = False  # 杠开: the tile is a kong's replacement
    flower_draw: bool = False  # the tile is a flower's replacement
    last_tile: bool = False  # 海底: no tile can be drawn after it
    ready: Sequence[int] | None = None  # seats, in the order they became ready; None: who must be
    standing: Sequence[int] = ()  # losers without an open meld (H16); the others are open
    others: Mapping[int, str | Sequence[str]] | None = None  # melds of other seats
    bao: str | Sequence[str] = ()  # the revealed 宝, in the order of `ready`; `?` for an unknown one
    flowers: str | int = 0  # the winner's flower tiles, or their number
    draws: int = 0  # drawn hands in a row before this one
    counter: int = 0  # 荒番 before the dice of this hand
    dice: Sequence[int] | None = None


FACTS: Final = tuple(field.name for field in fields(Situation))


@dataclass(frozen=True)
class Facts:
    """A situation that has been checked."""

    seat: int
    dealer: int
    win_type: int
    giver: int  # NOTHING on a self-draw
    kong_draw: bool
    flower_draw: bool
    last_tile: bool
    ready: tuple[int, ...]
    standing: frozenset[int]
    others: dict[int, tuple[Meld, ...]]
    bao: tuple[int, ...]
    flowers: tuple[int, ...]  # by column of the state
    draws: int
    counter: int
    dice: tuple[int, int]


def check_situation(situation: Situation, rules: Rules) -> Facts:
    """Return the facts of a situation, checked among one another. Raises ``HandError`` that says what is wrong."""
    situation = Situation(**{name: make_plain(getattr(situation, name)) for name in FACTS})
    for name, (where, clause) in ONLY_IN.items():
        given = getattr(situation, name)
        if given and not knows(rules, name):
            raise HandError(f"{name}={quote(given)}: {rules.preset.id} has no such thing, only {where} ({clause})")
    seat = parse_seat(situation.seat, "seat")
    win_type, giver = find_source(situation, seat)
    ready = parse_ready(situation, rules, seat)
    others = parse_others(situation, rules, seat)
    facts = Facts(
        seat=seat,
        dealer=parse_seat(situation.dealer, "dealer"),
        win_type=win_type,
        giver=giver,
        kong_draw=parse_flag("kong_draw", situation.kong_draw),
        flower_draw=parse_flag("flower_draw", situation.flower_draw),
        last_tile=parse_flag("last_tile", situation.last_tile),
        ready=ready,
        standing=parse_standing(situation, seat, ready, others),
        others=others,
        bao=parse_bao(situation, rules, ready),
        flowers=parse_flowers(situation.flowers),
        draws=parse_number("draws", situation.draws),
        counter=parse_number("counter", situation.counter),
        dice=parse_dice(situation.dice),
    )
    check_draw(facts)
    check_open(facts, rules)
    return facts


def make_plain(value: Any) -> Any:  # noqa: ANN401
    """Return a fact that NumPy holds as Python's own numbers and lists."""
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


def parse_flag(name: str, value: object) -> bool:
    """Return whether something is so. Raises ``HandError``."""
    if not isinstance(value, bool):
        raise HandError(f"{name}={quote(value)}: expected True or False")
    return value


def knows(rules: Rules, name: str) -> bool:
    """Whether a rule set knows a fact of ``ONLY_IN``."""
    if name == "bao":
        return BOOKS[rules.variant].has_bao
    if name in {"flowers", "flower_draw"}:
        return BOOKS[rules.variant].has_flowers
    if name != "standing" and rules.variant not in COUNTS_KNOWN:
        return True
    return ONLY_IN[name][0] in (rules.variant, rules.name)


def find_source(situation: Situation, seat: int) -> tuple[int, int]:
    """Return how the tile came: WIN_ and the giver."""
    named = [name for name in ("discard_from", "robbed_from") if getattr(situation, name) is not None]
    if parse_flag("self_draw", situation.self_draw):
        named.insert(0, "self_draw")
    if len(named) != 1:
        said = f"{' and '.join(named)} contradict each other" if named else "it is not said how the winning tile came"
        raise HandError(f"{said}: expected one of self_draw, discard_from=SEAT, robbed_from=SEAT")
    if named[0] == "self_draw":
        return WIN_SELF_DRAW, NOTHING
    giver = parse_seat(getattr(situation, named[0]), named[0])
    if giver == seat:
        raise HandError(f"{named[0]}={giver}: seat {seat} is the winner itself")
    return WIN_DISCARD if named[0] == "discard_from" else WIN_ROBBED_KONG, giver


def parse_ready(situation: Situation, rules: Rules, seat: int) -> tuple[int, ...]:
    """Return the ready seats in their order."""
    clause = READY_NEEDED.get(rules.variant)
    if situation.ready is None:
        return (seat,) if clause else ()
    ready = tuple(parse_seat(other, "ready") for other in list_values("ready", situation.ready))
    if len(set(ready)) != len(ready):
        raise HandError(f"ready={list(ready)}: a seat becomes ready once")
    if ready and not rules.preset.has_ready:
        cited = " (B4)" if rules.variant == "hebei" else ""
        raise HandError(f"ready={list(ready)}: {rules.preset.id} has no ready declaration{cited}")
    if clause and seat not in ready:
        raise HandError(f"ready={list(ready)}: seat {seat} is not among them, and only a ready seat may win ({clause})")
    return ready


def list_values(name: str, value: object) -> list[Any]:
    """Return the items of a sequence that is no string."""
    if isinstance(value, (str, Mapping)) or not isinstance(value, (Sequence, set, frozenset)):
        raise HandError(f"{name}={quote(value)}: expected a list of seats")
    return list(value)


def parse_others(situation: Situation, rules: Rules, seat: int) -> dict[int, tuple[Meld, ...]]:
    """Return the melds of the other seats that are named."""
    given = situation.others or {}
    if not isinstance(given, Mapping):
        raise HandError(f"others={quote(given)}: expected melds by seat, such as {{2: 'kong 5555p from 1'}}")
    others: dict[int, tuple[Meld, ...]] = {}
    for key, texts in given.items():
        other = parse_seat(key, "others")
        if other == seat:
            raise HandError(f"others: seat {seat} is the winner, whose melds are given by melds")
        if other in others:
            raise HandError(f"others: seat {other} is named twice")
        others[other] = parse_melds(texts, other, rules)
    return others


def parse_standing(
    situation: Situation, seat: int, ready: tuple[int, ...], others: dict[int, tuple[Meld, ...]]
) -> frozenset[int]:
    """Return the losers without an open meld: those named, and those whose melds are named but not open."""
    standing = {parse_seat(other, "standing") for other in list_values("standing", situation.standing)}
    if seat in standing:
        raise HandError(f"standing: seat {seat} is the winner, whose melds are given by melds")
    for other in sorted(standing):
        if other in ready:
            raise HandError(f"standing: seat {other} is ready, which needs an open meld (H5)")
        if any(meld.is_open for meld in others.get(other, ())):
            raise HandError(f"standing: seat {other} has an open meld")
    return frozenset(standing | {other for other, melds in others.items() if not any(meld.is_open for meld in melds)})


def parse_bao(situation: Situation, rules: Rules, ready: tuple[int, ...]) -> tuple[int, ...]:
    """Return the kinds of the 宝 in force, UNKNOWN_BAO for those that are not named."""
    given = situation.bao
    if not isinstance(given, (str, list, tuple)):
        raise HandError(f"bao={quote(given)}: expected tiles with spaces between, such as '5m 7z'")
    names = given.replace(",", " ").split() if isinstance(given, str) else [str(name) for name in given]
    kinds = [UNKNOWN_BAO if name == "?" else parse_bao_tile(name, rules) for name in names]
    most = min(len(ready), 1) if rules.name == "single_bao" else len(ready)
    if len(kinds) > most:
        why = "one is in force (H12)" if rules.name == "single_bao" else f"ready: {len(ready)}, one each (H11)"
        raise HandError(f"bao={quote(' '.join(names))}: {len(kinds)} are named, but {why}")
    return (*kinds, *[UNKNOWN_BAO] * (NUM_SEATS - len(kinds)))


def parse_bao_tile(name: str, rules: Rules) -> int:
    """Return the kind of one 宝."""
    kinds = parse_hand(name, rules)
    if len(kinds) != 1:
        raise HandError(f"bao {quote(name)}: expected tiles with spaces between, such as '5m 7z'")
    return kinds[0]


def parse_flowers(given: str | int) -> tuple[int, ...]:
    """Return the flowers by column of the state: 1f-8f, then the dragons."""
    if isinstance(given, str):
        try:
            kinds = parse_tiles(given, FLOWER_TILES)
        except ValueError as error:
            raise HandError(f"flowers: {shorten(error, given)}") from None
        return tuple(kinds.count(kind) for kind in FLOWER_TILES)
    if isinstance(given, bool) or not isinstance(given, int) or not 0 <= given <= MOST_FLOWERS:
        raise HandError(
            f"flowers={quote(given)}: expected tiles such as '3f 55z', or a number from 0 to {MOST_FLOWERS}"
        )
    left = given
    columns = []
    for kind in FLOWER_TILES:
        columns.append(min(left, 1 if kind >= FIRST_FLOWER else 4))
        left -= columns[-1]
    return tuple(columns)


def parse_number(name: str, value: object) -> int:
    """Return a count that a match carries over."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= COUNT_MAX:
        raise HandError(f"{name}={quote(value)}: expected a whole number from 0 to {COUNT_MAX}")
    return value


def parse_dice(value: Sequence[int] | None) -> tuple[int, int]:
    """Return two dice; without, a throw that adds nothing to the 荒番 counter (S14)."""
    if value is None:
        return 2, 3
    dice = tuple(make_plain(die) for die in value) if isinstance(value, (list, tuple)) else ()
    if len(dice) != 2 or not all(type(die) is int and 1 <= die <= 6 for die in dice):
        raise HandError(f"dice={quote(value)}: expected two numbers from 1 to 6")
    return dice[0], dice[1]


def check_draw(facts: Facts) -> None:
    """Refuse a replacement that is not drawn, or that nothing calls for."""
    if facts.win_type != WIN_SELF_DRAW:
        for name in ("kong_draw", "flower_draw"):
            if getattr(facts, name):
                raise HandError(f"{name}: a replacement is drawn, so it needs self_draw")
    if facts.kong_draw and facts.flower_draw:
        raise HandError("kong_draw and flower_draw contradict each other: the tile replaced one thing")
    if facts.flower_draw and not any(facts.flowers):
        raise HandError("flower_draw: the winner has no flower that it replaces")
    if facts.last_tile and facts.win_type == WIN_ROBBED_KONG:
        raise HandError("last_tile: no kong can be made, and none robbed, where no replacement is left (C8)")


def check_open(facts: Facts, rules: Rules) -> None:
    """Refuse a giver or a ready seat that cannot be standing."""
    if facts.win_type == WIN_ROBBED_KONG and facts.giver in facts.standing and facts.giver not in facts.others:
        raise HandError(f"standing: seat {facts.giver} adds to its pung, so it is open")
    for other in facts.ready:
        if rules.variant == "harbin" and other in facts.standing:
            raise HandError(f"ready: seat {other} has no open meld, which ready needs (H5)")
