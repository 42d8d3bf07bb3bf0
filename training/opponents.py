"""Who sits against the learner: itself at most tables, others at a share of them.

At a table with opponents the learner has one seat, the same for the whole run, and only that seat is learned from.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
import torch

import agents
from agents.network import draw, log_policy
from mjenv.arena.seeds import agent_seed
from mjenv.engine.codes import NUM_SEATS
from training.walls import TRAIN

if TYPE_CHECKING:
    from agents.network import ActorCritic
    from mjenv.table.batch import Batch
    from mjenv.variants.params import Rules
    from training.config import Config

SELF: Final = "self"
PAST: Final = "past"


def seat_tables(shares: dict[str, float], tables: int) -> list[str]:
    """Return who sits at each table, in the order of ``shares``, each as often as its share says.

    >>> seat_tables({"self": 3.0, "greedy": 1.0}, 4)
    ['self', 'self', 'self', 'greedy']
    """
    names = list(shares)
    bounds = np.cumsum([shares[name] for name in names]) / sum(shares.values()) * tables
    return [names[index] for index in np.searchsorted(bounds, np.arange(tables) + 0.5)]


class Opponents:
    """The opponents of a run and the tables they sit at.

    ``names`` are those at each table, ``learner`` bool[tables, seats] the seats that the learner has.
    """

    def __init__(self, config: Config, rules: Rules, network: ActorCritic) -> None:
        tables = config.rollout.tables
        self.names = np.array(seat_tables(msgspec.to_builtins(config.opponents), tables))
        own_seat = np.arange(tables) % NUM_SEATS
        self.learner = (self.names == SELF)[:, None] | (own_seat[:, None] == np.arange(NUM_SEATS))
        self.kept = config.past_kept
        self.past = [copy.deepcopy(network)]
        self.agents = {name: agents.load(name, rules) for name in sorted({*self.names.tolist()} - {SELF, PAST})}
        for index, agent in enumerate(self.agents.values()):
            agent.begin(rules, tables, agent_seed(TRAIN, config.seed, 1 + index))

    def split(self, actor: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the tables where the learner decides and those where an opponent does."""
        mine = self.learner[np.arange(len(actor)), actor]
        return np.flatnonzero((actor >= 0) & mine), np.flatnonzero((actor >= 0) & ~mine)

    def remember(self, network: ActorCritic) -> None:
        """Keep a copy of the learner as it is now; the oldest goes."""
        self.past = [*self.past, copy.deepcopy(network)][-self.kept :]

    def act(self, batch: Batch, rows: np.ndarray, uniform: np.ndarray, out_action: np.ndarray) -> None:
        """Write the actions of the opponents at some tables; ``uniform`` float32[tables] decides for past selves."""
        for name, agent in self.agents.items():
            asked = rows[self.names[rows] == name]
            if len(asked):
                seen = batch.encode(agent.encoder, asked)
                out_action[asked] = agent.act(seen, batch.action_mask[asked], batch.actor[asked], asked)
        past_rows = rows[self.names[rows] == PAST]
        for index, network in enumerate(self.past):
            asked = past_rows[past_rows % len(self.past) == index]
            if len(asked):
                logits, _ = network(
                    torch.from_numpy(batch.observation[asked]), torch.from_numpy(batch.action_mask[asked])
                )
                out_action[asked] = draw(log_policy(logits), torch.from_numpy(uniform[asked])).numpy()

    def state(self) -> list[dict[str, torch.Tensor]]:
        """Return the weights of the past selves."""
        return [network.state_dict() for network in self.past]

    def restore(self, state: list[dict[str, torch.Tensor]]) -> None:
        """Set the past selves to those of ``state()``."""
        template = self.past[0]
        self.past = [copy.deepcopy(template) for _ in state]
        for network, weights in zip(self.past, state, strict=True):
            network.load_state_dict(weights)
