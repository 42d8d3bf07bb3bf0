"""mjenv: a round is some steps of a batch, or one match of an environment with a single table."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import gymnasium
import numpy as np

import mjenv
from mjenv.observe.packing import pack

from .draw import Draw
from .one_table import ENVIRONMENTS
from .worker import Played, serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from mjenv.table.batch import Batch

SPREAD = 75  # steps over which tables are restarted, about a hand
SETTLE = 75  # steps after that
ROUND = 4096  # decisions of a round, about
SEED = 1


@cache
def spread_batch(rules: str, tables: int, hands: int, threads: int, encoder: str) -> Batch:
    """Return a batch whose tables are at all places of their hands, not all at the same."""
    batch = mjenv.make_batch(rules, num_tables=tables, hands=hands, threads=threads, encoder=encoder, seed=SEED)
    for step in range(SPREAD + SETTLE):
        batch.step(batch.sample())
        if 0 < step < min(SPREAD, tables):
            batch.reset(SEED + step, rows=np.arange(step, tables, SPREAD))
    return batch


def play_batch(case: dict) -> Callable[[], Played]:
    """Return a round of a batch. Rows that are done start a new match, which is no decision."""
    batch = spread_batch(
        case["rules"], case["tables"], case.get("hands", 1), case.get("threads", 1), case.get("encoder", "planes/1")
    )
    steps = max(1, ROUND // batch.num_tables)
    actions = np.zeros(batch.num_tables, np.int64)
    draw = Draw(*batch.action_mask.shape, np.random.default_rng(SEED))
    compiled = case["policy"] == "sample"
    packed = pack(batch.observation) if case.get("packed") else None

    def play() -> Played:
        decisions = hands = 0
        for _ in range(steps):
            decisions += batch.num_tables - np.count_nonzero(batch.done)
            if compiled:
                batch.sample(out=actions)
                batch.step(actions)
            else:
                batch.step(draw(batch.action_mask))
            if packed is not None:
                pack(batch.observation, out=packed)
            hands += np.count_nonzero(batch.hand_done)
        return Played(int(decisions), int(hands))

    return play


def play_vector(case: dict) -> Callable[[], Played]:
    """Return a round of a Gymnasium vector environment, a step: a decision of each learner."""
    envs = gymnasium.make_vec(
        "mjenv/Harbin-v0",
        num_envs=case["tables"],
        rules=case["rules"],
        opponents=case["opponents"],
        autoreset_mode="SameStep",
    )
    masks = [envs.reset(seed=SEED)[0]["action_mask"]]
    draw = Draw(*masks[0].shape, np.random.default_rng(SEED))

    def play() -> Played:
        observations, _, ended, _, _ = envs.step(draw(masks[0]))
        masks[0] = observations["action_mask"]
        return Played(case["tables"], int(np.count_nonzero(ended)))

    return play


def count_single(case: dict) -> Callable[[], Played]:
    """Return a round that counts the decisions with a single legal action, which is not timed."""
    batch = spread_batch(case["rules"], case["tables"], 1, 1, "planes/1")

    def play() -> Played:
        batch.step(batch.sample())
        legal = batch.action_mask.sum(axis=1)
        return Played(np.count_nonzero(legal).item(), 0, np.count_nonzero(legal == 1).item())

    return play


def copy_batch(case: dict) -> Callable[[], Played]:
    """Return a round that only copies the bytes of states, observations and masks: a "decision" is one table."""
    batch = spread_batch(case["rules"], case["tables"], 1, 1, "planes/1")
    mask = batch.action_mask if batch.action_mask.base is None else batch.action_mask.base
    parts = [part.view(np.uint8) for part in (batch.states, batch.observation, mask)]
    copies = [part.copy() for part in parts]
    steps = max(1, ROUND // batch.num_tables)

    def play() -> Played:
        for _ in range(steps):
            for part, copy in zip(parts, copies, strict=True):
                np.copyto(copy, part)
        return Played(steps * batch.num_tables, 0)

    return play


WAYS = {"batch": play_batch, "vector": play_vector, "single": count_single, "copy": copy_batch} | ENVIRONMENTS


def find(case: dict) -> Callable[[], Played]:
    """Return a round of a case."""
    return WAYS[case["way"]](case)


if __name__ == "__main__":
    serve(find)
