"""Decisions of agents among themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.arena.agents import load_agent, looks_like_path
from mjenv.arena.seeds import agent_seed, match_seeds
from mjenv.arena.stream import ask_agents, read_hands
from mjenv.engine.codes import NUM_SEATS
from mjenv.errors import MjenvError, ProtocolError, quote
from mjenv.offline.wave import Wave, choose_tables
from mjenv.table.batch import Batch

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mjenv.arena.protocol import Agent
    from mjenv.arena.stream import Progress
    from mjenv.offline.columns import Block
    from mjenv.offline.header import SelfPlay
    from mjenv.variants.params import Rules

LABEL: Final = "export"  # of the match seeds and of the agents' seeds


def split_agents(specs: str) -> list[str]:
    """Return four agents by seat; one name stands for all. Raises ``ProtocolError`` for another number.

    >>> split_agents("greedy"), split_agents("greedy,random,random,random")[0]
    (['greedy', 'greedy', 'greedy', 'greedy'], 'greedy')
    """
    names = [name.strip() for name in specs.split(",")]
    if len(names) not in {1, NUM_SEATS}:
        raise ProtocolError(f"--play {specs!r}: {len(names)} agents named, expected one for all seats or four")
    return names * (NUM_SEATS // len(names))


def refuse_paths(agents: Sequence[str]) -> None:
    """Raise ``MjenvError`` where a data file names an agent that is a file: none is run because a file says so."""
    for spec in agents:
        if looks_like_path(spec):
            raise MjenvError(f"its agent {quote(spec)} is a file; name it with --play to have it run")


class Players:
    """The agents of the four seats; one that sits in several seats is asked once for all of them."""

    def __init__(self, rules: Rules, specs: Sequence[str], seed: int, device: str = "cpu") -> None:
        distinct = list(dict.fromkeys(specs))
        self.agents: list[Agent] = [load_agent(spec, rules, device) for spec in distinct]
        self.seating = np.array([distinct.index(spec) for spec in specs])
        self._rules = rules
        self._seed = seed

    def begin(self, tables: int) -> None:
        """Start a run of matches."""
        for index, agent in enumerate(self.agents):
            agent.begin(self._rules, tables, agent_seed(LABEL, self._seed, index))

    def ask(self, batch: Batch, rows: np.ndarray, out_actions: np.ndarray) -> None:
        """Write the action of the seat in turn at each of ``rows`` into ``out_actions`` [tables]."""
        ask_agents(self.agents, self.seating[batch.actor[rows]], batch, rows, out_actions)

    def end_hands(self, batch: Batch, rows: np.ndarray) -> None:
        """Tell the agents of the hands that have ended at ``rows``."""
        ended = rows[batch.hand_done[rows]]
        if len(ended):
            for agent in self.agents:
                agent.end_hand(ended.copy(), read_hands(batch, ended))


@dataclass(frozen=True)
class AgentSource:
    """The decisions that ``made`` describes; its agents compute on ``device``."""

    rules: Rules
    made: SelfPlay
    device: str = "cpu"

    def blocks(
        self,
        encoder: str,
        seat: int | None = None,
        *,
        threads: int = 1,
        tables: int | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Block]:
        """Yield the decisions of a seat (None: of all) in order.

        The rows depend on neither ``tables`` nor ``threads`` as long as the agents' answers do not. Raises
        ``MjenvError`` where the hands are no whole number of matches.
        """
        hands, match_hands = self.made.hands, self.made.match_hands
        matches, rest = divmod(hands, match_hands)
        if rest:
            raise MjenvError(f"{hands} hands are no whole number of matches of {match_hands} hands")
        size = min(tables or choose_tables(encoder, match_hands), matches)
        batch = Batch(self.rules, size, hands=match_hands, threads=threads, encoder=encoder)
        players = Players(self.rules, self.made.agents, self.made.seed, self.device)
        players.begin(size)
        for first in range(0, matches, size):
            rows = np.arange(min(size, matches - first))
            seeds = match_seeds(LABEL, self.made.seed, (first + rows).tolist())
            batch.reset(rows=rows, options={"match_seed": seeds})
            wave = Wave(batch, seat)
            for left in play_wave(batch, players, wave, rows):
                if progress:
                    progress((first + len(rows) - left) * match_hands, hands)
            block = wave.take()
            if block:
                block["match"] += first
                yield block


def play_wave(batch: Batch, players: Players, wave: Wave, rows: np.ndarray) -> Iterator[int]:
    """Play the matches at ``rows`` to their end; yield after each step how many are going on."""
    actions = np.zeros(batch.num_tables, np.int64)
    going = rows[~batch.done[rows]]
    while len(going):
        players.ask(batch, going, actions)
        wave.play(going, actions)
        players.end_hands(batch, going)
        going = going[~batch.done[going]]
        yield len(going)
