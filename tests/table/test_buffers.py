"""Arrays of the caller are checked before a kernel writes into them."""

import numpy as np
import pytest

import mjenv


@pytest.mark.nojit
@pytest.mark.parametrize("out", [np.zeros(1, np.int64), np.zeros(0, np.int64), np.zeros(2, np.float64), [0, 0]])
def test_a_buffer_for_samples_that_does_not_fit(out):
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    with pytest.raises(mjenv.MjenvError, match=r"^out: expected an array of shape \(2,\) and type int64$"):
        batch.sample(out=out)


@pytest.mark.nojit
def test_a_buffer_for_observations_that_does_not_fit():
    batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    with pytest.raises(mjenv.MjenvError, match=r"^out: expected an array of shape \(2, 28, 34\) and type int8$"):
        batch.observe(0, out=np.zeros((1, 28, 34), np.int8))
    fitting = np.zeros((2, 28, 34), np.int8)
    assert batch.observe(0, out=fitting) is fitting
