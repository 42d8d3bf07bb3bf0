"""A mildly greedy random player that sees only the legal actions, for random hands."""

from __future__ import annotations

import random

from .tiles import is_suited, kind_of


class GreedyPlayer:
    """Wins and declares ready mostly, claims often, discards tiles that stand alone."""

    def __init__(self, rng: random.Random, claim_rate: float = 0.7, win_rate: float = 0.9) -> None:
        self.rng = rng
        self.claim_rate = claim_rate
        self.win_rate = win_rate

    def __call__(self, actor: int, legal: list[str]) -> str:
        """Choose one of the legal actions."""
        if "hu" in legal and self.rng.random() < self.win_rate:
            return "hu"
        readies = [action for action in legal if action.startswith("ting")]
        if readies and self.rng.random() < 0.9:
            return self.rng.choice(readies)
        kongs = [action for action in legal if action.startswith(("self_kong", "kong"))]
        if kongs and self.rng.random() < self.claim_rate:
            return self.rng.choice(kongs)
        if "pass" in legal:
            claims = [action for action in legal if action not in ("pass", "hu")]
            return self.rng.choice(claims) if claims and self.rng.random() < self.claim_rate else "pass"
        discards = [action for action in legal if action.startswith("discard")]
        if not discards or self.rng.random() < 0.05:
            return self.rng.choice(legal)
        kinds = {kind_of(action.split(" ")[1]) for action in discards}
        loneliest = min(self.company(kind_of(action.split(" ")[1]), kinds) for action in discards)
        lonely = [action for action in discards if self.company(kind_of(action.split(" ")[1]), kinds) == loneliest]
        return self.rng.choice(lonely)

    def company(self, kind: int, kinds: set[int]) -> int:
        """How many neighbours within two steps the kind has in the hand."""
        if not is_suited(kind):
            return 1
        near = [kind + step for step in (-2, -1, 1, 2)]
        return sum(other in kinds and is_suited(other) and other // 9 == kind // 9 for other in near)
