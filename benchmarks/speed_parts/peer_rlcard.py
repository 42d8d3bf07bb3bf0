"""RLCard's mahjong: one round is one game, which knows no win on a discard."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import rlcard

from .worker import Played, serve

if TYPE_CHECKING:
    from collections.abc import Callable


def find(case: dict) -> Callable[[], Played]:
    """Return a round: with ``observe`` through the environment, which builds planes; else the game alone."""
    env = rlcard.make("mahjong", config={"seed": case["seed"]})
    draw = random.Random(case["seed"]).random
    return observed(env, draw) if case["observe"] else bare(env.game, draw)


def observed(env: object, draw: Callable[[], float]) -> Callable[[], Played]:
    """Return a round of the environment."""

    def play() -> Played:
        decisions = single = 0
        state, _ = env.reset()
        while not env.is_over():
            legal = list(state["legal_actions"])
            single += len(legal) == 1
            state, _ = env.step(legal[int(draw() * len(legal))])
            decisions += 1
        return Played(decisions, 1, single)

    return play


def bare(game: object, draw: Callable[[], float]) -> Callable[[], Played]:
    """Return a round of the game without the environment around it."""

    def play() -> Played:
        decisions = single = 0
        state, _ = game.init_game()
        while not game.is_over():
            legal = game.get_legal_actions(state)
            single += len(legal) == 1
            state, _ = game.step(legal[int(draw() * len(legal))])
            decisions += 1
        return Played(decisions, 1, single)

    return play


if __name__ == "__main__":
    serve(find)
