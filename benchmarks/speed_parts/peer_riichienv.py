"""RiichiEnv: one round is one hand; every seat that is asked draws one of its legal actions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
from riichienv import RiichiEnv

from .worker import Played, serve

if TYPE_CHECKING:
    from collections.abc import Callable


def find(case: dict) -> Callable[[], Played]:
    """Return a round: with ``observe``, each seat that is asked also has its planes and its mask built."""
    env = RiichiEnv(game_mode="4p-red-single", skip_mjai_logging=True, seed=case["seed"])
    draw = random.Random(case["seed"]).random
    observe = case["observe"]

    def play() -> Played:
        decisions = single = 0
        asked = env.reset()
        while not env.done():
            chosen = {}
            for seat, view in asked.items():
                legal = view.legal_actions()
                if not legal:
                    continue
                if observe:
                    np.frombuffer(view.encode(), np.float32)
                    np.frombuffer(view.mask(), np.int8)
                chosen[seat] = legal[int(draw() * len(legal))]
                single += len(legal) == 1
            decisions += len(chosen)
            asked = env.step(chosen)
        return Played(decisions, 1, single)

    return play


if __name__ == "__main__":
    serve(find)
