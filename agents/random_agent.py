"""The agent that plays every legal action with the same probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.observe.view import VIEW

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
MIX_ONE: Final = np.uint64(0xBF58476D1CE4E5B9)
MIX_TWO: Final = np.uint64(0x94D049BB133111EB)
U27, U30, U31, U32 = (np.uint64(bits) for bits in (27, 30, 31, 32))
WORD_BITS: Final = (1 << 64) - 1


class RandomAgent:
    """Draws from a hash of the seed and of what is seen: whatever the table, the same view, the same choice.

    >>> import mjenv
    >>> batch = mjenv.make_batch("four_bao", num_tables=2, seed=1, encoder="view/1")
    >>> agent, rows = RandomAgent(), np.arange(2)
    >>> agent.begin(batch.rules, tables=2, seed=3)
    >>> actions = agent.act(batch.observation, batch.action_mask, batch.actor, rows)
    >>> batch.action_mask[rows, actions].tolist()
    [1, 1]
    """

    name = "random"
    encoder = "view/1"

    def __init__(self) -> None:
        self.seed = 0

    def begin(self, rules: Rules, tables: int, seed: int) -> None:  # noqa: ARG002 - the protocol of agents
        """Start a run of matches."""
        self.seed = seed

    def act(self, observation: np.ndarray, mask: np.ndarray, seat: np.ndarray, rows: np.ndarray) -> np.ndarray:  # noqa: ARG002
        """Return int64[k], an action for each of the VIEW records ``observation`` and of the masks."""
        actions = np.zeros(len(observation), np.int64)
        words = np.ascontiguousarray(observation).view(np.uint64).reshape(len(observation), -1)
        draw_actions(words, FIELD_BITS, mask, np.uint64(self.seed & WORD_BITS), actions)
        return actions

    def end_hand(self, rows: np.ndarray, result: np.ndarray) -> None:
        """Nothing is remembered between decisions."""


def field_bits(record: np.dtype) -> np.ndarray:
    """Return a record as 64-bit words with ones for its fields and zeros for the padding between them.

    >>> [hex(word) for word in field_bits(np.dtype([("tile", np.int8), ("seed", np.uint64)], align=True))]
    ['0xff', '0xffffffffffffffff']
    """
    data = np.zeros(record.itemsize, np.uint8)
    for kind, offset, *_ in (record.fields or {}).values():
        data[offset : offset + kind.itemsize] = 0xFF
    return data.view(np.uint64)


FIELD_BITS: Final = field_bits(VIEW)


@njit
def draw_actions(words, field_bits, mask, seed, out_actions):
    """Draw one legal action a row."""
    for row in range(len(words)):
        state = mix(seed)
        legal = 0
        for i in range(words.shape[1]):
            state = mix(state ^ (words[row, i] & field_bits[i]))
        for action in range(mask.shape[1]):
            legal += mask[row, action]
        left = np.int64(((state >> U32) * np.uint64(legal)) >> U32)
        for action in range(mask.shape[1]):
            if mask[row, action]:
                if left == 0:
                    out_actions[row] = action
                    break
                left -= 1


@njit
def mix(word):
    """Scramble 64 bits (splitmix64, Steele et al. 2014)."""
    z = word + GAMMA
    z = (z ^ (z >> U30)) * MIX_ONE
    z = (z ^ (z >> U27)) * MIX_TWO
    return z ^ (z >> U31)
