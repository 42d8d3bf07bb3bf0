"""``mjenv.hands.Hands``: the hand functions of one rule set."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.calculator.holding import HandError, settle_rules
from mjenv.engine.codes import MAX_MELDS, NUM_KINDS
from mjenv.errors import quote
from mjenv.hands import asking
from mjenv.hands.checks import ALL_KINDS, BAD, OPTIONS, as_melds, as_small, describe_rules, explain
from mjenv.hands.quick import Kernels, KernelsOfRules, bind_answer, bind_number
from mjenv.hands.settlement import Settlement, Settler, new_wins
from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from mjenv.variants.params import Element, Rules

CLOSED: Final = np.zeros((MAX_MELDS, 2), np.int8)
READY_OR_NOT: Final = (13, 14)
HARBIN: Final = "harbin"


class Hands:
    """Hand functions of one rule set.

    ``rules``: a name or ``Rules``; further keywords are rule parameters. Each method takes one hand and returns a
    number, or many and returns an array. Raises ``RulesError``.

    >>> from mjenv.engine.tiles import parse_tiles
    >>> hands = Hands("hebei/classic")
    >>> hand = np.bincount(parse_tiles("123m456m78m11z777p"), minlength=34).astype(np.int8)
    >>> hands.shanten(hand), np.flatnonzero(has_kinds(hands.waits(hand))).tolist()
    (0, [2, 5, 8])
    >>> hands.is_win(hand + np.eye(34, dtype=np.int8)[[0, 8]]).tolist()
    [False, True]
    """

    def __init__(self, rules: str | Rules, **params: Any) -> None:
        self.rules = settle_rules(rules, params)
        self._record = self.rules.record
        self._facts = facts = describe_rules(self.rules, find_options(self.rules))
        #: One int8[34] takes the short way; the methods below are for all else.
        vars(self).update(
            shanten=bind_number(Kernels("shanten", self._load, facts), self.shanten),
            is_win=bind_answer(Kernels("wins", self._load, facts), self.is_win),
            waits=bind_number(KernelsOfRules("waits", lambda: asking, facts, self._record), self.waits),
        )

    def shanten(self, hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        """Return how far 13 or 14 tiles (less three a meld) are: 0 waits, -1 is finished, ``NEVER`` (99) is never.

        The number of ``mjenv.shanten``, the distance to a hand that may win; in Harbin to one that may be ready as
        well (H5, H6; ``sequence_at_ting`` is not regarded); of a variant that mjenv does not bring, to the standard
        shape. An int, or int8[n] of many hands. Raises ``HandError``.

        >>> from mjenv.engine.tiles import parse_tiles
        >>> hand = np.bincount(parse_tiles("1133m5577p99s22z3z"), minlength=34).astype(np.int8)
        >>> Hands("classic").shanten(hand), Hands("online").shanten(np.stack([hand, hand])).tolist()
        (0, [0, 0])
        """
        out = ask_many(self._load().shanten_of_many, np.int8, hands, melds, self._facts, READY_OR_NOT)
        return out if out.ndim else int(out)

    def is_win(self, hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        """Return whether 14 tiles (less three a meld) are finished, that is shanten -1.

        In Harbin the seat may have been ready before the last of them (H5); a 宝 that is no wait (H13) does not come
        into it. A bool, or bool[n] of many hands. Raises ``HandError``.
        """
        out = ask_many(self._load().wins_of_many, np.int8, hands, melds, self._facts, READY_OR_NOT[1:])
        return out.view(np.bool_) if out.ndim else bool(out)

    def waits(self, hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        """Return the kinds that complete 13 tiles (less three a meld), a bit each (C19).

        The waits of ``mjenv.waits``: whether Harbin lets the seat be ready with them is another question, that of
        shanten 0. An int, or uint64[n] of many hands. Raises ``HandError``.
        """
        out = ask_many(self._waits_of_many, np.uint64, hands, melds, self._facts, READY_OR_NOT[:1])
        return out if out.ndim else int(out)

    def new_wins(self, count: int) -> np.ndarray:
        """Return ``count`` wins to fill in and settle, records of type ``WIN`` with the defaults of ``mjenv.score``.

        They are self-draws of seat 0, which deals, is ready where it must be, and sits beside open seats that are not
        ready.
        """
        return new_wins(self.rules, count)

    def settle(self, wins: np.ndarray) -> Settlement:
        """Return what each win pays, by the hooks that settle every hand.

        ``wins``: records [n] as of ``new_wins``; each is settled by itself, with the kong payments of its hand. As in
        ``mjenv.score``, a win that the rules do not let is refused. Raises ``HandError`` that names the first such.

        >>> from mjenv.engine.tiles import parse_tiles
        >>> hands = Hands("hebei/classic")
        >>> wins = hands.new_wins(2)
        >>> wins["hand"] = np.bincount(parse_tiles("123m456m78m11z"), minlength=34)
        >>> wins["tile"] = 8
        >>> wins["melds"][:, 0, 0] = 2, 15, 3  # a pung of 7p, fed by seat 3
        >>> wins["win_type"][1], wins["giver"][1] = 1, 2
        >>> paid = hands.settle(wins)
        >>> paid.points.tolist()
        [[18, -6, -6, -6], [10, 0, -10, 0]]
        >>> [hands.elements[i].key for i in np.flatnonzero(paid.elements[0] >= 0)]
        ['straight']
        """
        return self._settler.settle(wins)

    @property
    def elements(self) -> tuple[Element, ...]:
        """Scoring elements, by the column of ``Settlement.elements``."""
        return BOOKS[self.rules.variant].elements

    @cached_property
    def _settler(self) -> Settler:
        return Settler(self.rules)

    # Kernels, compiled when they are first asked for ----------------------------------------------------
    def _load(self) -> ModuleType:
        """Return the kernels of distance and finished hands."""
        if self.rules.variant != HARBIN:
            return asking
        from mjenv.hands import asking_harbin

        return asking_harbin

    def _waits_of_many(self, hands: np.ndarray, melds: np.ndarray, facts: int, out: np.ndarray) -> int:
        return int(asking.waits_of_many(hands, melds, facts, self._record, out))

    def __reduce__(self) -> tuple[type, tuple[Rules]]:
        return type(self), (self.rules,)


def ask_many(
    kernel: Callable[..., int],
    dtype: type,
    hands: object,
    melds: object,
    facts: int,
    sizes: tuple[int, ...],
) -> np.ndarray:
    """Return what a kernel answers about one hand or many; raise ``HandError`` with the first that cannot be."""
    held = as_small(hands, "hands")
    if held.ndim not in {1, 2} or held.shape[-1] != NUM_KINDS:
        raise HandError(f"hands of shape {list(held.shape)}: expected [34] or [n, 34], copies of each kind")
    many = held.reshape(-1, NUM_KINDS)
    shape = (*held.shape[:-1], MAX_MELDS, 2)
    made = np.zeros((0, MAX_MELDS, 2), np.int8) if melds is None else as_melds(melds, shape).reshape(-1, MAX_MELDS, 2)
    out: np.ndarray = np.zeros(len(many), dtype)
    row = kernel(many, made, facts, out)
    if row != BAD:
        where = f"hands[{row}]: " if held.ndim == 2 else ""
        raise HandError(where + explain(many[row], made[row] if len(made) else CLOSED, facts, sizes))
    return out.reshape(held.shape[:-1])


def find_options(rules: Rules) -> int:
    """Return what the kernels of a variant are told beside the kinds that are played."""
    if rules.variant == HARBIN:
        from mjenv.hands.harbin import LAST_TERMINAL, ZHONG_PAIR

        pair = ZHONG_PAIR if rules.values["zhong_pair_for_triplet"] else 0
        return pair | (LAST_TERMINAL if rules.values["terminal_from_winning_tile"] else 0)
    if rules.variant == "hebei":
        return asking.SPECIAL | (asking.ANY_PAIR if rules.values["thirteen_orphans_pair"] == "any" else 0)
    return 0


# By shape alone -----------------------------------------------------------------------------------------
SHAPES: Final = {
    "standard": 0,
    "seven_pairs": asking.ONLY_PAIRS,
    "thirteen_orphans": asking.ONLY_ORPHANS | asking.ANY_PAIR,
}


def shape_shanten(hands: np.ndarray, shape: str = "standard", melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
    """Return the plain distance to a winning shape, whatever a rule set asks beside: -1 is finished.

    ``shape``: ``standard`` (C17), ``seven_pairs`` (four of a kind are two pairs) or ``thirteen_orphans`` (any of them
    doubled); the latter two without melds. All 34 kinds, four of each; copies in melds are used up. An int, or
    int8[n]. Raises ``HandError``.

    >>> from mjenv.engine.tiles import parse_tiles
    >>> hand = np.bincount(parse_tiles("1111m2222m3333m44z"), minlength=34)
    >>> [shape_shanten(hand, shape) for shape in ("standard", "seven_pairs", "thirteen_orphans")]
    [-1, -1, 10]
    """
    if shape not in SHAPES:
        raise HandError(f"shape {quote(shape)}: expected {', '.join(SHAPES)}")
    if melds is not None and shape != "standard":
        raise HandError(f"melds: there are none in {shape}")
    facts = ALL_KINDS | SHAPES[shape] << OPTIONS
    out = ask_many(asking.shanten_of_many, np.int8, hands, melds, facts, READY_OR_NOT)
    return out if out.ndim else int(out)


def has_kinds(waits: Any) -> np.ndarray:  # noqa: ANN401
    """Return sets of kinds, as ``Hands.waits`` gives them, as bool[34], or bool[n, 34] of many.

    >>> np.flatnonzero(has_kinds(0b1001)).tolist()
    [0, 3]
    """
    sets = np.asarray(waits, np.uint64)
    found: np.ndarray = (sets[..., None] >> np.arange(NUM_KINDS, dtype=np.uint64)) & np.uint64(1) != 0
    return found
