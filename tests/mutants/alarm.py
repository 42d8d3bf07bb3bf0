"""A pytest plugin: a test that runs too long fails, since a mutant may loop for ever."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

SECONDS = "MUTANT_TEST_SECONDS"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Any:
    """Run one test with the alarm set."""
    signal.signal(signal.SIGALRM, ring)
    signal.alarm(int(os.environ[SECONDS]))
    try:
        return (yield)
    finally:
        signal.alarm(0)


def ring(number: int, frame: Any) -> None:
    """End the test that is running."""
    raise TimeoutError("the test runs too long")
