"""What happened in the hands of a rollout: how they ended and what the learner earned against each opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mjenv.engine.codes import NUM_SEATS, WIN_SELF_DRAW
from training.opponents import SELF

if TYPE_CHECKING:
    from mjenv.table.batch import Batch
    from training.opponents import Opponents

SEAT_BITS = 1 << np.arange(NUM_SEATS)


class Tally:
    """Counts the hands that end, by who sits against the learner."""

    def __init__(self, opponents: Opponents) -> None:
        self.learner = opponents.learner
        self.places = {name: np.flatnonzero(opponents.names == name) for name in dict.fromkeys(opponents.names)}
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.hands = self.won = self.self_drawn = self.ready_seats = 0
        self.points = dict.fromkeys(self.places, 0)
        self.played = dict.fromkeys(self.places, 0)

    def count(self, batch: Batch) -> None:
        """Add the hands that ended in the latest step."""
        ended = batch.hand_done
        if not ended.any():
            return
        states = batch.states[ended]
        self.hands += len(states)
        self.won += int((states["winners"] != 0).sum())
        self.self_drawn += int(((states["winners"] != 0) & (states["win_type"] == WIN_SELF_DRAW)).sum())
        self.ready_seats += int(((states["last_ready"][:, None] & SEAT_BITS) != 0).sum())
        for name, rows in self.places.items():
            if name != SELF:
                over = rows[ended[rows]]
                self.points[name] += int((batch.states["points"][over] * self.learner[over]).sum())
                self.played[name] += len(over)

    def describe(self) -> dict[str, float]:
        """Return rates a hand (ready: a hand and seat), and points a hand against each opponent that was met."""
        hands = max(self.hands, 1)
        rates = {
            "won": self.won / hands,
            "self_drawn": self.self_drawn / hands,
            "ready": self.ready_seats / hands / NUM_SEATS,
        }
        points = {f"points_{name}": self.points[name] / hands for name, hands in self.played.items() if hands}
        return rates | points
