"""Many games over a fixed number of tables: a table whose match is over takes the next game at once.

A game's result depends on its seed, its seating and the agents, not on the table or the moment at which it
is played.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine.codes import NUM_SEATS
from mjenv.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mjenv.arena.protocol import Agent
    from mjenv.table.batch import Batch

    Progress = Callable[[int, int], None]

#: The result of one hand.
HAND: Final = np.dtype(
    [
        ("points", np.int32, NUM_SEATS),  # after the cap, before the fee
        ("winners", np.uint8),  # one bit a seat, 0 on a draw
        ("giver", np.int8),  # seat the winning tile came from, NOTHING on a self-draw
        ("win_type", np.int8),  # WIN_
        ("ready", np.uint8),  # seats that were ready at the end, one bit a seat
    ],
    align=True,
)
IDLE: Final = -1  # a table without a game


def play_games(
    batch: Batch,
    agents: Sequence[Agent],
    seeds: np.ndarray,
    seating: np.ndarray,
    hands: int,
    progress: Progress | None = None,
) -> tuple[np.ndarray, float]:
    """Play every game; return HAND[g, hands] and the seconds it took, the first step (start-up) not counted.

    ``seeds`` uint64[g, 2] are the match seeds; ``seating`` [g, 4] says which of ``agents`` sits in each seat.
    ``progress`` is called with the numbers of finished and of all games. Raises ``ProtocolError`` where an
    agent answers with anything but one legal action a table.
    """
    tables = _Tables(batch, seeds, seating, hands)
    start = None
    while (busy := tables.game != IDLE).any():
        batch.step(tables.ask(agents, busy))
        tables.collect(agents, busy)
        start = start or time.perf_counter()
        if progress:
            progress(tables.finished, len(seeds))
    return tables.played, time.perf_counter() - (start or 0)


class _Tables:
    """Which game each table plays, and what has been played."""

    def __init__(self, batch: Batch, seeds: np.ndarray, seating: np.ndarray, hands: int) -> None:
        self.batch = batch
        self.seeds = seeds
        self.seating = seating
        self.played = np.zeros((len(seeds), hands), HAND)
        self.game = np.full(batch.num_tables, IDLE, np.int64)
        self.hand = np.zeros(batch.num_tables, np.int64)
        self.dealt = 0
        self.finished = 0
        self.deal(np.arange(batch.num_tables))

    def deal(self, rows: np.ndarray) -> None:
        """Give the next games to free tables; tables without one stay idle."""
        self.game[rows] = IDLE
        rows = rows[: len(self.seeds) - self.dealt]
        if rows.size:
            games = self.dealt + np.arange(rows.size)
            self.dealt += rows.size
            self.game[rows] = games
            self.hand[rows] = 0
            self.batch.reset(rows=rows, options={"match_seed": self.seeds[games]})

    def ask(self, agents: Sequence[Agent], busy: np.ndarray) -> np.ndarray:
        """Return int64[n], the actions of the agents in turn; idle tables run on at random."""
        actions = np.zeros(busy.size, np.int64) if busy.all() else self.batch.sample().copy()
        owner = np.where(busy, self.seating[self.game, self.batch.actor], IDLE)
        ask_agents(agents, owner, self.batch, np.arange(busy.size), actions)
        return actions

    def collect(self, agents: Sequence[Agent], busy: np.ndarray) -> None:
        """Keep the hands that ended in this step and refill the tables whose match is over."""
        rows = np.flatnonzero(busy & self.batch.hand_done)
        if not rows.size:
            return
        result = read_hands(self.batch, rows)
        self.played[self.game[rows], self.hand[rows]] = result
        self.hand[rows] += 1
        for agent in agents:
            agent.end_hand(rows, result.copy())
        over = rows[self.batch.done[rows]]
        self.finished += over.size
        self.deal(over)


def read_hands(batch: Batch, rows: np.ndarray) -> np.ndarray:
    """Return HAND[k], the latest hand of some tables."""
    states = batch.states[rows]
    result = np.zeros(rows.size, HAND)
    for name in ("points", "winners", "giver", "win_type"):
        result[name] = states[name]
    result["ready"] = states["last_ready"]
    return result


def ask_agents(
    agents: Sequence[Agent], owner: np.ndarray, batch: Batch, rows: np.ndarray, out_actions: np.ndarray
) -> None:
    """Write the actions at the tables ``rows``, whose seats in turn are of agents ``owner`` [k], into ``out_actions``.

    An agent is asked once for all its tables; a table whose owner is no index of ``agents`` is passed over.
    """
    for index, agent in enumerate(agents):
        asked = rows[owner == index]
        if len(asked):
            out_actions[asked] = ask_agent(agent, batch, asked)


def ask_agent(agent: Agent, batch: Batch, rows: np.ndarray) -> np.ndarray:
    """Return int64[k], one agent's actions at the tables ``rows``, where it is its turn.

    Raises ``ProtocolError`` where it answers with anything but one legal action a table.
    """
    mask = batch.action_mask[rows]
    seat = batch.actor[rows]
    try:
        answer = np.asarray(agent.act(batch.encode(agent.encoder, rows), mask.copy(), seat.copy(), rows.copy()))
    except (Exception, SystemExit) as error:
        raise ProtocolError(f"agent {agent.name}: act() failed with {type(error).__name__}: {error}") from error
    if answer.shape != rows.shape or not np.issubdtype(answer.dtype, np.integer):
        got = f"{answer.dtype}{list(answer.shape)}"
        raise ProtocolError(
            f"agent {agent.name} answered {got}, expected one whole number for each of {rows.size} tables"
        )
    legal = (answer >= 0) & (answer < mask.shape[1])
    legal &= mask[np.arange(rows.size), np.where(legal, answer, 0)] != 0
    if not legal.all():
        worst = int(np.argmin(legal))
        choices = ", ".join(map(str, np.flatnonzero(mask[worst])))
        raise ProtocolError(
            f"agent {agent.name} answered action {answer[worst]} at seat {seat[worst]}, legal were {choices}"
        )
    return answer
