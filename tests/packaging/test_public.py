"""What the package exports is explained by an example that runs (pytest collects them)."""

from __future__ import annotations

import importlib

import pytest

import mjenv

ERRORS = [name for name in mjenv.__all__ if name.endswith("Error")]
#: Beside what ``mjenv`` itself exports: what the pages tell readers to import.
DOCUMENTED = [
    *(("mjenv", name) for name in mjenv.__all__ if name not in ERRORS),
    ("agents", "load"),
    ("agents.greedy", "GreedyAgent"),
    ("agents.random_agent", "RandomAgent"),
    ("mjenv.arena.duplicate", "evaluate"),
    ("mjenv.arena.protocol", "Agent"),
    ("mjenv.envs.aec", "MahjongEnv"),
    ("mjenv.envs.sb3", "MahjongVecEnv"),
    ("mjenv.envs.sb3", "PastPolicies"),
    ("mjenv.envs.sb3_unmasked", "LegalDQN"),
    ("mjenv.envs.sb3_unmasked", "PenalizeIllegal"),
    ("mjenv.envs.seat", "SeatEnv"),
    ("mjenv.envs.vector", "MahjongVectorEnv"),
    ("mjenv.hands", "Hands"),
    ("mjenv.observe.packing", "pack"),
    ("mjenv.observe.rules_vector", "rules_vector"),
    ("mjenv.record.log", "LogWriter"),
    ("mjenv.record.log", "read_log"),
    ("mjenv.record.seat_view", "seat_view"),
    ("mjenv.table.batch", "Batch"),
]


@pytest.mark.parametrize(("module", "name"), DOCUMENTED)
def test_it_has_an_example(module, name):
    assert ">>> " in getattr(importlib.import_module(module), name).__doc__


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_says_when_it_is_raised(name):
    error = getattr(mjenv, name)
    assert issubclass(error, mjenv.MjenvError)
    assert error.__doc__ not in {None, Exception.__doc__}
