"""A module for a library that is not installed has no doctests to run."""

from __future__ import annotations

from importlib.util import find_spec

LIBRARIES = {"rllib": "ray", "tianshou": "tianshou"}
collect_ignore = [f"mjenv/envs/{name}.py" for name, library in LIBRARIES.items() if find_spec(library) is None]
