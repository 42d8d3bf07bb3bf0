import pytest

from mjenv.engine._jit import JIT_DISABLED


@pytest.fixture
def many():
    """How many hands of each size a test draws: few where kernels are plain Python."""
    return 8 if JIT_DISABLED else 150
