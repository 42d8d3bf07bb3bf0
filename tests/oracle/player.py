"""Random players for many hands: they win and claim mostly, and some keep the tiles of a kind of hand."""

from __future__ import annotations

import random
from collections.abc import Callable

from .tiles import is_suited, kind_of

Look = Callable[[int], list[int]]  # the concealed tiles of a seat, as numbers of each kind

AIMS = ("any", "shape", "flush", "pairs", "triplets", "honours")


class GreedyPlayer:
    """Wins and declares ready mostly, claims often, discards tiles that stand alone.

    Without `look` it sees only the legal actions; with it, each seat may aim at a kind of hand.
    """

    def __init__(
        self,
        rng: random.Random,
        claim_rate: float = 0.7,
        win_rate: float = 0.9,
        look: Look | None = None,
        aims: tuple[str, str, str, str] = ("any", "any", "any", "any"),
    ) -> None:
        self.rng = rng
        self.claim_rate = claim_rate
        self.win_rate = win_rate
        self.look = look
        self.aims = aims

    def __call__(self, actor: int, legal: list[str]) -> str:
        """Choose one of the legal actions."""
        aim = self.aims[actor]
        if "hu" in legal and self.rng.random() < self.win_rate:
            return "hu"
        readies = [action for action in legal if action.startswith("ting")]
        if readies and self.rng.random() < 0.9:
            return self.rng.choice(readies)
        kongs = [action for action in legal if action.startswith(("self_kong", "kong"))]
        if kongs and self.rng.random() < self.claim_rate:
            return self.rng.choice(kongs)
        if "pass" in legal:
            claims = [action for action in legal if action not in ("pass", "hu") and self.likes(aim, action)]
            return self.rng.choice(claims) if claims and self.rng.random() < self.claim_rate else "pass"
        discards = [action for action in legal if action.startswith("discard")]
        if not discards or self.rng.random() < 0.05:
            return self.rng.choice(legal)
        kinds = [kind_of(action.split(" ")[1]) for action in discards]
        values = self.values(actor, aim, kinds)
        least = min(values)
        return self.rng.choice([action for action, value in zip(discards, values, strict=True) if value == least])

    def likes(self, aim: str, action: str) -> bool:
        """Whether a claim suits the hand aimed at."""
        return aim in ("any", "shape") or (aim != "pairs" and "chow" not in action)

    def values(self, actor: int, aim: str, kinds: list[int]) -> list[float]:
        """What each kind is worth to the hand aimed at; the least is discarded."""
        held = set(kinds)
        if self.look is None or aim == "any":
            return [self.company(kind, held) for kind in kinds]
        counts = self.look(actor)
        if aim in ("pairs", "triplets"):
            return [counts[kind] for kind in kinds]
        near = [2 * counts[kind] + self.company(kind, held) for kind in kinds]
        if aim == "honours":
            return [10.0 * (not is_suited(kind)) + value for kind, value in zip(kinds, near, strict=True)]
        if aim == "flush":
            suit = max(range(3), key=lambda suit: sum(counts[9 * suit : 9 * suit + 9]))
            return [10.0 * (kind // 9 == suit) + value for kind, value in zip(kinds, near, strict=True)]
        return [float(value) for value in near]

    def company(self, kind: int, kinds: set[int]) -> int:
        """How many neighbours within two steps the kind has in the hand."""
        if not is_suited(kind):
            return 1
        near = [kind + step for step in (-2, -1, 1, 2)]
        return sum(other in kinds and is_suited(other) and other // 9 == kind // 9 for other in near)
