"""``mjenv.shanten``: how far a hand is from one that its rule set lets win, and which tiles bring it nearer."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.calculator.distance import FAR, MAX_SETS, count_orphans, count_pairs, count_standard
from mjenv.calculator.holding import Meld, count_played, settle_rules
from mjenv.calculator.waits import FULL, parse_holding, parse_seen
from mjenv.engine.codes import NUM_KINDS
from mjenv.engine.shanten import NEVER, harbin_shanten
from mjenv.engine.tiles import FIRST_HONOUR, format_tiles, tile_name

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Iterator, Sequence

    from mjenv.variants.params import Rules

#: What the number is a distance to.
TARGETS: Final = {
    "harbin": "a hand that may be ready and win (H5, H6): open, at most three melds, terminal, two suits, run, triplet",
    "hebei": "the nearest of standard shape, seven pairs and thirteen orphans (B3)",
    "shanghai": "the standard shape (S5), which may always be declared ready",
}
OTHER_TARGET: Final = "the standard shape (C17)"
NOT_REGARDED: Final = "; sequence_at_ting is not regarded"


@dataclass(frozen=True)
class Accepted:
    """A kind that brings a hand nearer."""

    tile: str
    left: int  # copies that are neither in hand and melds nor named as seen
    by: str  # "draw", or "claim" where only claiming it does (an open meld is missing, H5)


@dataclass(frozen=True)
class Option:
    """A discard that keeps the least distance."""

    discard: str
    accepts: tuple[Accepted, ...]
    left: int


@dataclass(frozen=True)
class Shanten:
    """How far a hand is: 0 waits (in Harbin: may be ready), -1 is finished, None can no longer be finished."""

    rules: str
    params: dict[str, bool | int | str | None]
    hand: str
    melds: tuple[str, ...]
    shanten: int | None
    target: str  # what it is the distance to
    shapes: dict[str, int]  # plain distance to each winning shape, whatever else the rule set asks
    accepts: tuple[Accepted, ...]  # of 13 tiles
    left: int
    discards: tuple[Option, ...]  # of 14 tiles, most tiles left first

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values for JSON."""
        return asdict(self)


def shanten(
    rules: str | Rules, hand: str, *, melds: str | Sequence[str] = (), seen: str = "", **params: Any
) -> Shanten:
    """Return the distance of 13 or 14 tiles to a hand that the rule set lets win, and the tiles that lower it.

    Copies in the own melds are used up (no fifth tile can be drawn); ``seen`` are tiles that lie elsewhere, which
    only lessens what is left. Further keywords are rule parameters. Raises ``RulesError`` and ``HandError``.

    >>> found = shanten("hebei/classic", "1133m5577p99s22z3z")
    >>> found.shanten, found.shapes["standard"], [accepted.tile for accepted in found.accepts]
    (0, 3, ['3z'])
    """
    chosen = settle_rules(rules, params)
    kinds, made = parse_holding(chosen, hand, melds, 0)
    table = Distance(chosen, made, parse_seen(chosen, seen, kinds, made))
    held = np.bincount(kinds, minlength=NUM_KINDS)
    missing = table.count_missing(held, made)
    accepts: tuple[Accepted, ...] = ()
    discards: tuple[Option, ...] = ()
    if len(kinds) + 3 * len(made) < FULL:
        accepts = table.find_accepted(held, missing)
    elif 0 < missing < FAR:
        discards = tuple(sorted(table.find_discards(held, missing), key=lambda option: -option.left))
    return Shanten(
        rules=chosen.preset.id,
        params=chosen.changed,
        hand=format_tiles(kinds),
        melds=tuple(str(meld) for meld in made),
        shanten=None if missing >= FAR else missing - 1,
        target=TARGETS.get(chosen.variant, OTHER_TARGET)
        + (NOT_REGARDED if chosen.values.get("sequence_at_ting") else ""),
        shapes={name: number - 1 for name, number in table.count_shapes(held).items() if number < FAR},
        accepts=accepts,
        left=sum(accepted.left for accepted in accepts),
        discards=discards,
    )


class Distance:
    """Counts what hands beside the same melds are missing."""

    def __init__(self, rules: Rules, melds: tuple[Meld, ...], gone: Counter[int]) -> None:
        self.rules = rules
        self.melds = melds
        self.copies = count_played(rules)
        self.left = [max(0, copies - gone[kind]) for kind, copies in enumerate(self.copies)]
        self.limits = self.copies.copy()
        for meld in melds:
            for kind in meld.kinds:
                self.limits[kind] -= 1

    def count_shapes(self, held: np.ndarray) -> dict[str, int]:
        """Return the tiles missing to each winning shape."""
        hand = held.tolist()
        shapes = {"standard": count_standard(hand, self.limits, MAX_SETS - len(self.melds))}
        if self.rules.variant == "hebei" and not self.melds:
            shapes["seven_pairs"] = count_pairs(hand)
            any_pair = self.rules.values["thirteen_orphans_pair"] == "any"
            shapes["thirteen_orphans"] = count_orphans(hand, any_pair=any_pair)
        return shapes

    def count_missing(self, held: np.ndarray, melds: Sequence[Meld]) -> int:
        """Return the tiles missing to a hand that may win; FAR for never."""
        if self.rules.variant != "harbin":
            return min(self.count_shapes(held).values())
        options = {
            name: bool(self.rules.values[name]) for name in ("zhong_pair_for_triplet", "terminal_from_winning_tile")
        }
        distance = harbin_shanten(held, [meld.row[:2] for meld in melds], **options)
        return FAR if distance == NEVER else distance + 1

    def find_accepted(self, held: np.ndarray, missing: int) -> tuple[Accepted, ...]:
        """Return the kinds that leave 13 tiles nearer once drawn, or claimed where that alone helps."""
        accepted: list[Accepted] = []
        for kind in range(NUM_KINDS):
            if held[kind] >= self.limits[kind]:  # C19
                continue
            held[kind] += 1
            nearer = self.count_missing(held, self.melds) < missing
            held[kind] -= 1
            if nearer:
                accepted.append(Accepted(tile_name(kind), self.left[kind], "draw"))
            elif self.rules.variant == "harbin" and self.gains_by_claim(held, kind, missing):
                accepted.append(Accepted(tile_name(kind), self.left[kind], "claim"))
        return tuple(accepted)

    def gains_by_claim(self, held: np.ndarray, kind: int, missing: int) -> bool:
        """Whether a chow or a pung of a kind leaves a hand without an open meld nearer (H5, H8)."""
        if any(meld.is_open for meld in self.melds) or len(self.melds) > 2:
            return False
        for meld in list_claims(held, kind):
            rest = held.copy()
            for other in meld.kinds:
                rest[other] -= 1
            rest[kind] += 1
            if self.count_missing(rest, [*self.melds, meld]) < missing:
                return True
        return False

    def find_discards(self, held: np.ndarray, missing: int) -> Iterator[Option]:
        """Yield the discards of 14 tiles that keep the least distance."""
        for kind in np.flatnonzero(held).tolist():
            held[kind] -= 1
            if self.count_missing(held, self.melds) == missing:
                accepts = self.find_accepted(held, missing)
                yield Option(tile_name(kind), accepts, sum(accepted.left for accepted in accepts))
            held[kind] += 1


def list_claims(held: np.ndarray, kind: int) -> Iterator[Meld]:
    """Yield the melds that a hand can make of a discard, kongs left out."""
    if held[kind] > 1:
        yield Meld("pung", (kind,) * 3, 1)
    for first in range(max(0, kind - 2), kind + 1):
        run = (first, first + 1, first + 2)
        in_suit = first // 9 == run[2] // 9 and run[2] < FIRST_HONOUR
        if in_suit and all(held[other] > 0 for other in run if other != kind):
            yield Meld("chow", run, 1)
