"""One match at one table, as it is played and recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.arena.stream import ask_agent, read_hands
from mjenv.record.events import EventDecoder, start_match

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from mjenv.arena.protocol import Agent
    from mjenv.record.schema import Event
    from mjenv.table.batch import Batch

TABLE: Final = np.zeros(1, np.int64)  # the rows of a batch of one table


def play_match(batch: Batch, agents: Sequence[Agent], match_seed: np.ndarray) -> Iterator[Event]:
    """Play a match and yield the events of its full stream as they happen.

    ``batch`` has one table and keeps a log (``record=True``); ``agents`` has one agent a seat, begun by the
    caller; ``match_seed`` is uint64[2]. Raises ``ProtocolError`` where an agent does not answer with a
    legal action.
    """
    decoder = EventDecoder(batch.rules)
    yield start_match(batch.rules, batch.hands, [agent.name for agent in agents], match_seed)
    batch.reset(options={"match_seed": match_seed[None]})
    yield from decoder.decode(latest_rows(batch))
    while not batch.done[0]:
        batch.step(ask_agent(agents[batch.actor[0]], batch, TABLE))
        yield from decoder.decode(latest_rows(batch))
        if batch.hand_done[0]:
            for agent in agents:
                agent.end_hand(TABLE, read_hands(batch, TABLE))


def latest_rows(batch: Batch, row: int = 0) -> np.ndarray:
    """Return int32[n, LOG_WIDTH], the log rows that the latest step or reset wrote for a table."""
    rows: np.ndarray = batch.logs["rows"][row, : batch.logs["count"][row]]
    return rows
