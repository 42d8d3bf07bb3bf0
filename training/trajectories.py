"""One trajectory a seat: what each decision of a seat was paid, and its advantage.

A table asks one seat a step. A decision collects everything paid to its seat from its own step until the
seat's next decision: payments on other seats' moves and at the end of the hand are in it. The end of a hand
ends the trajectories of its four seats; where the rollout ends in mid-hand the value of what the seat sees
then stands for the rest. Tables need not be in step with each other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NUM_ACTIONS, NUM_SEATS
from mjenv.observe.encoders import find_encoder


@dataclass(frozen=True)
class Rollout:
    """Everything collected in ``steps`` steps of ``tables`` tables; arrays start with [steps, tables].

    ``actor`` is the seat that decided, -1 where none did. ``reward`` are the points paid by the step to each
    seat, ``ended`` says that the step ended a hand. ``learner`` [tables, seats] marks seats whose decisions count.
    """

    observation: np.ndarray  # as the encoder writes it: int8[steps, tables, planes, kinds] for planes/1
    mask: np.ndarray  # int8[steps, tables, actions]
    action: np.ndarray  # int64
    log_prob: np.ndarray  # float32, of the action under the policy that chose it
    value: np.ndarray  # float32
    actor: np.ndarray  # int8
    reward: np.ndarray  # int32[steps, tables, seats]
    ended: np.ndarray  # bool
    learner: np.ndarray  # bool[tables, seats]

    @classmethod
    def empty(cls, steps: int, tables: int, encoder: str = "planes/1") -> Rollout:
        """Return a rollout to be written into, for observations of an encoder.

        >>> Rollout.empty(5, 3).reward.shape
        (5, 3, 4)
        """
        shape = (steps, tables)
        seen = find_encoder(encoder)
        return cls(
            observation=np.zeros((*shape, *seen.shape), seen.dtype),
            mask=np.zeros((*shape, NUM_ACTIONS), np.int8),
            action=np.zeros(shape, np.int64),
            log_prob=np.zeros(shape, np.float32),
            value=np.zeros(shape, np.float32),
            actor=np.full(shape, -1, np.int8),
            reward=np.zeros((*shape, NUM_SEATS), np.int32),
            ended=np.zeros(shape, np.bool_),
            learner=np.ones((tables, NUM_SEATS), np.bool_),
        )

    def learner_decisions(self) -> np.ndarray:
        """Return bool[steps, tables]: a learner's seat decided there."""
        rows = np.arange(self.actor.shape[1])
        return (self.actor >= 0) & self.learner[rows, self.actor]


def assign_payments(rollout: Rollout) -> tuple[np.ndarray, np.ndarray]:
    """Return the points that each decision collected, and those that no decision of this rollout did.

    float32[steps, tables] and float32[tables, seats]: the latter were paid to a seat before its first decision
    in the rollout (since the hand began). Both together are all points paid.

    >>> rollout = Rollout.empty(3, 1)
    >>> rollout.actor[:, 0] = 0, 1, 0
    >>> rollout.reward[2, 0] = 5, -5, 0, 0
    >>> paid, early = assign_payments(rollout)
    >>> paid[:, 0].tolist(), early[0].tolist()
    ([0.0, -5.0, 5.0], [0.0, 0.0, 0.0, 0.0])
    """
    paid = np.zeros(rollout.actor.shape, np.float32)
    early = np.zeros((rollout.actor.shape[1], NUM_SEATS), np.float32)
    _assign_payments(rollout.actor, rollout.reward, rollout.ended, paid, early)
    return paid, early


def estimate_advantages(
    rollout: Rollout, paid: np.ndarray, last_value: np.ndarray, gamma: float, lam: float
) -> tuple[np.ndarray, np.ndarray]:
    """Return generalised advantage estimates and value targets, float32[steps, tables], 0 where nobody decided.

    ``paid`` is the reward of each decision in the unit of the values, ``last_value`` float32[tables, seats] the
    value of what each seat sees after the last step. ``gamma`` and ``lam`` act from a seat's decision to its next.
    """
    advantage = np.zeros(rollout.actor.shape, np.float32)
    target = np.zeros(rollout.actor.shape, np.float32)
    _estimate_advantages(
        rollout.actor, rollout.ended, rollout.value, paid, last_value, np.array([gamma, lam]), advantage, target
    )
    return advantage, target


@njit
def _assign_payments(actor, reward, ended, out_paid, out_early):
    """Walk back through each table with the points not yet claimed by a decision of each seat."""
    steps, tables = actor.shape
    waiting = np.zeros(NUM_SEATS, np.float32)
    for row in range(tables):
        waiting[:] = 0
        for step in range(steps - 1, -1, -1):
            if ended[step, row]:
                # Paid after this step belongs to the next hand, where its seat had not decided yet.
                out_early[row] += waiting
                waiting[:] = 0
            for seat in range(NUM_SEATS):
                waiting[seat] += reward[step, row, seat]
            seat = actor[step, row]
            if seat >= 0:
                out_paid[step, row] = waiting[seat]
                waiting[seat] = 0
        out_early[row] += waiting


@njit
def _estimate_advantages(actor, ended, value, paid, last_value, discounts, out_advantage, out_target):
    """Walk back through each table with the value and advantage of each seat's next decision."""
    gamma = discounts[0]
    lam = discounts[1]
    steps, tables = actor.shape
    next_value = np.zeros(NUM_SEATS)
    next_advantage = np.zeros(NUM_SEATS)
    for row in range(tables):
        next_value[:] = last_value[row]
        next_advantage[:] = 0
        for step in range(steps - 1, -1, -1):
            if ended[step, row]:
                next_value[:] = 0
                next_advantage[:] = 0
            seat = actor[step, row]
            if seat >= 0:
                error = paid[step, row] + gamma * next_value[seat] - value[step, row]
                advantage = error + gamma * lam * next_advantage[seat]
                out_advantage[step, row] = advantage
                out_target[step, row] = advantage + value[step, row]
                next_value[seat] = value[step, row]
                next_advantage[seat] = advantage
