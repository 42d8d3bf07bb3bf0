"""RiichiEnv's functions of a hand: a round is some calls, each with another hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from riichienv import Conditions, HandEvaluator, calculate_shanten

from .deals import build_complete, deal_random, number_tiles
from .worker import Played, call_round, serve

if TYPE_CHECKING:
    from collections.abc import Callable

CALLS = 200  # a round


def find(case: dict) -> Callable[[], Played]:
    """Return a round of one function."""
    won = Conditions(tsumo=True, riichi=True)
    complete = [number_tiles([*hand, tile]) for hand, tile in build_complete()]
    ready = [(sorted(tiles[:-1]), tiles[-1]) for tiles in complete]
    rounds = {
        "shanten": (calculate_shanten, [sorted(number_tiles(hand)) for hand in deal_random()]),
        "win": (calculate_shanten, [sorted(tiles) for tiles in complete]),
        "waits": (lambda pair: HandEvaluator(pair[0]).get_waits(), ready),
        "settle": (
            lambda pair: HandEvaluator(pair[0]).calc(pair[1], dora_indicators=[], ura_indicators=[], conditions=won),
            ready,
        ),
    }
    return call_round(*rounds[case["of"]], CALLS)


if __name__ == "__main__":
    serve(find)
