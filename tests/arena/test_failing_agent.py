"""An agent that fails is named in one sentence."""

import numpy as np
import pytest

import mjenv
from mjenv.arena.stream import ask_agent


class Failing:
    name = "failing"
    encoder = "view/1"

    def __init__(self, error):
        self.error = error

    def act(self, observation, mask, seat, rows):
        raise self.error


@pytest.mark.parametrize("error", [ValueError("inside"), SystemExit("inside")])
def test_a_failing_agent_is_named(error):
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    with pytest.raises(
        mjenv.ProtocolError, match=rf"^agent failing: act\(\) failed with {type(error).__name__}: inside$"
    ):
        ask_agent(Failing(error), batch, np.arange(2))
