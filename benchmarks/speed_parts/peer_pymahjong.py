"""pymahjong: one round is one hand. It passes over decisions with a single legal action by itself."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pymahjong import MahjongEnv

from .worker import Played, serve

if TYPE_CHECKING:
    from collections.abc import Callable


def find(case: dict) -> Callable[[], Played]:
    """Return a round: with ``observe``, the acting seat's planes are built before each decision."""
    env = MahjongEnv()
    draw = random.Random(case["seed"]).random
    observe = case["observe"]

    def play() -> Played:
        decisions = 0
        env.reset()
        while not env.is_over():
            seat = env.get_curr_player_id()
            legal = env.get_valid_actions()
            if observe:
                env.get_obs(seat)
            env.step(seat, int(legal[int(draw() * len(legal))]))
            decisions += 1
        return Played(decisions, 1)

    return play


if __name__ == "__main__":
    serve(find)
