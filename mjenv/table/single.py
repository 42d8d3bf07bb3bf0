"""One table stepped from Python: a single row around the kernel of the batch, so that nothing else is compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.engine.codes import MASK_WIDTH, NOTHING, NUM_ACTIONS, NUM_KINDS, NUM_SEATS, PHASE_DEAL
from mjenv.engine.log import new_logs
from mjenv.engine.state import new_states
from mjenv.observe.planes import NUM_PLANES
from mjenv.table.rows import RUN, open_rows, play_rows, publish_rows

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

ROW: Final = np.zeros(1, np.int64)


class SingleTable:
    """A table and what it shows: ``mask`` int8 [113], ``planes`` int8 [28, 34] of the acting seat, rewritten in place.

    >>> from mjenv import load_rules
    >>> table = SingleTable(load_rules("four_bao"))
    >>> table.play(0)
    False
    """

    def __init__(self, rules: Rules, *, record: bool = False) -> None:
        self.rules = rules
        self.states = new_states(1)
        self.states["actor"] = NOTHING
        self.logs = new_logs(int(record))
        words = np.zeros((1, MASK_WIDTH // 8), np.uint64)
        planes = np.zeros((1, NUM_PLANES, NUM_KINDS), np.int8)
        self.mask = words.view(np.int8)[0, :NUM_ACTIONS]
        self.planes = planes[0]
        self._actions = np.zeros(1, np.int64)
        actor, reward = np.full(1, NOTHING, np.int8), np.zeros((1, NUM_SEATS), np.int32)
        flags = np.zeros((2, 1), np.bool_)
        self._table = (self.states, rules.record, self.logs, ROW)
        self._shown = (actor, reward, flags, words)
        self._rest = (self._actions, np.zeros(1, RUN), (*self._shown, planes))

    def __getstate__(self) -> dict[str, Any]:
        return {"rules": self.rules, "states": self.states, "logs": self.logs, "planes": self.planes}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__init__(kept["rules"], record=bool(kept["logs"]["enabled"][0]))  # type: ignore[misc]
        self.states[:] = kept["states"]
        self.logs[:] = kept["logs"]
        self.planes[:] = kept["planes"]
        self.publish()

    @property
    def actor(self) -> int:
        """The seat that is asked, NOTHING when the match is over."""
        return int(self._shown[0][0])

    @property
    def reward(self) -> np.ndarray:
        """Points paid in the latest step, int32 [4]."""
        reward: np.ndarray = self._shown[1][0]
        return reward

    @property
    def hand_over(self) -> bool:
        """Whether a hand ended in the latest step."""
        return bool(self._shown[2][0, 0])

    def open(self, prepared: np.ndarray) -> None:
        """Start the match that is set up in ``prepared`` [1] and go to its first decision."""
        open_rows(self.states, self.rules.record, ROW, prepared, self._rest[1], own_seeds=True)
        self.advance()

    def deal(self, prepared: np.ndarray) -> None:
        """Deal the hand that is set up in ``prepared`` [1], in the middle of a match, and go to its first decision."""
        self.states[:] = prepared
        self.states["actor"] = NOTHING
        self.states["phase"] = PHASE_DEAL
        self.advance()

    def play(self, action: int) -> bool:
        """Play an action and go to the next decision; False, and nothing is changed, where it is illegal."""
        if not (0 <= action < NUM_ACTIONS and self.mask[action]):
            return False
        self._actions[0] = action
        self.advance()
        return True

    def advance(self) -> None:
        """Play the action that is noted, if one is due, and go to the next decision."""
        play_rows(*self._table, *self._rest)

    def publish(self) -> None:
        """Rewrite what is shown, but for the planes, after a change of the state from outside."""
        publish_rows(self.states, ROW, *self._shown)
