"""A player whose games the tests keep: it wins, becomes ready and claims whenever it may, with no strategy."""

import numpy as np

from mjenv.engine.codes import PASS


class Eager:
    """Takes the legal action with the highest id, and passes only where nothing else is legal."""

    name = "eager"
    encoder = "planes/1"

    def begin(self, rules, tables, seed):
        """Nothing is set up."""

    def act(self, observation, mask, seat, rows):
        """Return int64[k]."""
        wishes = mask * np.arange(1, mask.shape[1] + 1)
        wishes[:, PASS] = mask[:, PASS]
        return wishes.argmax(axis=1)

    def end_hand(self, rows, result):
        """Nothing is remembered."""
