"""Decisions as they are made at many tables, put in the order of tables, with the points to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mjenv.engine.codes import NUM_SEATS
from mjenv.offline.columns import Block, pack_mask, pack_observation, row_bytes

if TYPE_CHECKING:
    from mjenv.table.batch import Batch

#: What a wave may hold, by estimate.
WAVE_BYTES = 1 << 26
DECISIONS_PER_HAND = 64
MOST_TABLES = 2048


def choose_tables(encoder: str, hands: int) -> int:
    """Return how many matches of ``hands`` hands are played at a time.

    >>> choose_tables("planes/1", 1), choose_tables("planes/1", 1000)
    (2048, 2)
    """
    return max(1, min(MOST_TABLES, WAVE_BYTES // (DECISIONS_PER_HAND * hands * row_bytes(encoder))))


class Wave:
    """Plays tables of a batch and keeps the decisions of a seat (None: of all) until they are taken."""

    def __init__(self, batch: Batch, seat: int | None) -> None:
        self._batch = batch
        self._wanted = np.full(NUM_SEATS, seat is None)
        if seat is not None:
            self._wanted[seat] = True
        self._steps: list[Block] = []
        self._seen: list[Block] = []

    def play(self, rows: np.ndarray, actions: np.ndarray) -> None:
        """Play legal actions, int64 [tables], at the tables ``rows``, where a seat is asked."""
        batch = self._batch
        step = {
            "match": rows,
            "hand": batch.states["hand_index"][rows],
            "seat": batch.actor[rows],
            "action": actions[rows].astype(np.int8),
        }
        chosen = rows[self._wanted[step["seat"]]]
        if len(chosen):
            seen = pack_observation(batch.encoder.name, batch.observation[chosen])
            self._seen.append(
                {"match": chosen, "action_mask": pack_mask(batch.action_mask[chosen]), "observation": seen}
            )
        batch.play(rows, actions)
        self._steps.append(step | {"reward": batch.reward[rows], "over": batch.hand_done[rows]})

    def take(self) -> Block:
        """Return the decisions, ``match`` being the number of the table, and forget them."""
        steps, seen = _sort(self._steps), _sort(self._seen)
        self._steps, self._seen = [], []
        if not seen:
            return {}
        told = settle(steps)
        wanted = self._wanted[told["seat"]]
        block = {name: column[wanted] for name, column in told.items()}
        return block | {name: seen[name] for name in ("action_mask", "observation")}


def _sort(parts: list[Block]) -> Block:
    """Return the parts joined, table by table, each in the order of time."""
    if not parts:
        return {}
    order = np.argsort(np.concatenate([part["match"] for part in parts]), kind="stable")
    return {name: np.concatenate([part[name] for part in parts])[order] for name in parts[0]}


def settle(steps: Block) -> Block:
    """Return the columns of a file, but for what was seen, of steps table by table.

    ``steps``: ``match``, ``hand``, ``seat``, ``action`` [n]; ``reward`` int [n, 4], paid in the step; ``over``
    bool [n], the step ended a hand.

    >>> steps = {"match": [0, 0, 0], "hand": [0, 0, 1], "seat": [1, 2, 1], "action": [5, 6, 7]}
    >>> steps |= {"reward": [[0, 1, 0, -1], [-3, 3, 0, 0], [0, -2, 2, 0]], "over": [False, True, True]}
    >>> told = settle({name: np.array(column) for name, column in steps.items()})
    >>> told["points"].tolist(), told["match_points"].tolist(), told["decision"].tolist()
    ([4, 0, -2], [2, 2, -2], [0, 1, 0])
    """
    count = len(steps["match"])
    place = np.arange(count)
    last = np.append(steps["match"][1:] != steps["match"][:-1], True)
    ends = np.flatnonzero(steps["over"] | last)
    hand = np.searchsorted(ends, place)
    begin = np.append(0, ends[:-1] + 1)[hand]
    after = np.cumsum(steps["reward"], axis=0, dtype=np.int64)
    before = after - steps["reward"]
    match_end = np.flatnonzero(last)[np.cumsum(last) - last]
    final = np.zeros(count, np.bool_)
    final[count - 1 - np.unique((NUM_SEATS * hand + steps["seat"])[::-1], return_index=True)[1]] = True
    seat = steps["seat"].astype(np.int64)
    return {
        "match": steps["match"].astype(np.int32),
        "hand": steps["hand"].astype(np.int32),
        "seat": steps["seat"].astype(np.int8),
        "decision": (place - begin).astype(np.int16),
        "action": steps["action"].astype(np.int8),
        "points": (after[ends[hand]] - before)[place, seat].astype(np.int32),
        "match_points": (after[match_end] - before)[place, seat].astype(np.int32),
        "hand_end": final,
    }
