"""Two agents on duplicate deals: each wall is played with the seats rotated, so that luck cancels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.arena.intervals import Interval, mean_interval, rate_interval
from mjenv.arena.seeds import EVALUATE, agent_seed, match_seeds
from mjenv.arena.stream import play_games
from mjenv.engine.codes import NOTHING, NUM_SEATS, WIN_SELF_DRAW
from mjenv.observe.view import VIEW_VERSION
from mjenv.table.batch import Batch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mjenv.arena.protocol import Agent
    from mjenv.arena.stream import Progress
    from mjenv.variants.params import Rules

FORMATS: Final = ("1 vs 3", "3 vs 1")  # the first agent's seats against the second's
METRICS: Final = ("points", "win", "self_draw", "deal_in", "ready", "draw")
#: [format, rotation, seat]: which of the two agents sits there. The odd seat out moves round the table.
SEATINGS: Final = np.stack([1 - np.eye(NUM_SEATS, dtype=np.int64), np.eye(NUM_SEATS, dtype=np.int64)])
GAMES_PER_DEAL: Final = len(FORMATS) * NUM_SEATS
DEFAULT_TABLES: Final = 512


@dataclass(frozen=True)
class Result:
    """What two agents scored.

    ``walls`` float64[format, agent, metric, deal]: means over the rotations and the agent's seats, a hand.
    """

    rules: Rules
    labels: tuple[str, str]
    deals: int
    seed: int
    hands: int
    seconds: float
    walls: np.ndarray = field(repr=False)

    @property
    def hands_played(self) -> int:
        """Number of hands in both formats."""
        return self.deals * GAMES_PER_DEAL * self.hands

    def interval(self, form: int, agent: int, metric: str) -> Interval:
        """Return the 95 % interval of a metric (``METRICS``), points in points a hand and seat, rates in [0, 1]."""
        values = self.walls[form, agent, METRICS.index(metric)]
        return mean_interval(values) if metric == "points" else rate_interval(values)


def evaluate(
    rules: Rules,
    agents: Mapping[str, Agent],
    *,
    deals: int,
    seed: int,
    hands: int = 1,
    tables: int = DEFAULT_TABLES,
    threads: int = 1,
    progress: Progress | None = None,
) -> Result:
    """Play the first agent against the second on ``deals`` walls, eight games each, and return the scores.

    ``agents`` are two by label. Each wall, with its dealer and dice, is played four times with one seat for
    the first agent and three for the second, and four times the other way round; a game has ``hands`` hands.
    Walls follow from (``"evaluate"``, seed, deal). The result depends on neither ``tables`` nor ``threads``
    as long as the agents' answers do not. Raises ``ValueError`` unless there are two agents and two deals.

    >>> from mjenv.arena.agents import load_agent
    >>> from mjenv.variants.registry import load_rules
    >>> agents = {name: load_agent(name, None) for name in ("greedy", "random")}
    >>> result = evaluate(load_rules("four_bao"), agents, deals=2, seed=1)
    >>> result.labels, result.deals
    (('greedy', 'random'), 2)
    """
    if len(agents) != 2 or deals < 2:
        raise ValueError(f"an evaluation takes two agents and at least 2 deals, got {len(agents)} and {deals}")
    games = deals * GAMES_PER_DEAL
    players = list(agents.values())
    batch = Batch(rules, min(tables, games), hands=hands, threads=threads, encoder=VIEW_VERSION)
    for index, agent in enumerate(players):
        agent.begin(rules, batch.num_tables, agent_seed(EVALUATE, seed, index))
    seeds = match_seeds(EVALUATE, seed, range(deals)).repeat(GAMES_PER_DEAL, axis=0)
    seating = np.tile(SEATINGS.reshape(GAMES_PER_DEAL, NUM_SEATS), (deals, 1))
    played, seconds = play_games(batch, players, seeds, seating, hands, progress)
    first, second = agents
    return Result(rules, (first, second), deals, seed, hands, seconds, score_walls(played.reshape(deals, -1, hands)))


def score_walls(played: np.ndarray) -> np.ndarray:
    """Return ``Result.walls`` of HAND[deal, game of the deal, hand]."""
    deals, _, hands = played.shape
    played = played.reshape(deals, *SEATINGS.shape[:2], hands)
    sits = np.stack([agent == SEATINGS for agent in range(2)], axis=1)  # [format, agent, rotation, seat]
    sums = [np.einsum("dfrhs,fars->fad", values, sits.astype(np.int64)) for values in seat_values(played)]
    # Whole numbers up to here: where luck cancels, it cancels to exactly zero.
    walls: np.ndarray = np.stack(sums, axis=2) / (hands * sits.sum((2, 3)))[:, :, None, None]
    return walls


def seat_values(played: np.ndarray) -> list[np.ndarray]:
    """Return for each of ``METRICS`` int64[..., 4]: its value for each seat in each hand."""
    seats = np.arange(NUM_SEATS)
    winners, giver = played["winners"][..., None], played["giver"][..., None]
    win = winners >> seats & 1
    self_draw = win * (played["win_type"] == WIN_SELF_DRAW)[..., None]
    deal_in = (winners != 0) & (giver != NOTHING) & (giver == seats)
    ready = played["ready"][..., None] >> seats & 1
    draw = np.broadcast_to(winners == 0, win.shape)
    return [values.astype(np.int64) for values in (played["points"], win, self_draw, deal_in, ready, draw)]
