"""What counts hands must not run over, however long a match is."""

import mjenv


def test_the_counter_of_shanghai_does_not_wrap():
    batch = mjenv.make_batch("qiaoma", num_tables=1, seed=1)
    batch.reset(seed=1, options={"dice": [1, 1], "carry": {"counter": 32767}})
    assert batch.states["counter"][0] == 32769  # S14
