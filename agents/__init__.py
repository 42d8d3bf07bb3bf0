"""Agents: rule-based and neural ones, and loading one by name, by checkpoint or from a file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mjenv.arena.agents import NAMES, check_agent, load_agent, looks_like_path
from mjenv.arena.protocol import Agent
from mjenv.entry_points import describe_missing, find_entry_points
from mjenv.errors import ProtocolError
from mjenv.variants.params import nearest

if TYPE_CHECKING:
    from types import ModuleType

    from mjenv.variants.params import Rules

__all__ = ["Agent", "load"]


def load(spec: str, rules: Rules | None = None, device: str = "cpu") -> Agent:
    """Return the agent that ``spec`` names: an installed name, ``path.py:Class``, or the path of a checkpoint.

    ``path.py:Class`` runs the code of that file. A checkpoint must fit ``rules``, where these are given, and
    computes on ``device``. Raises ``ProtocolError`` for what is not there or is no agent.

    >>> load("greedy").encoder
    'view/1'
    """
    path, colon, name = spec.rpartition(":")
    if colon and path.endswith(".py"):
        return check_agent(make_from_file(Path(path), name, spec), spec)
    if spec not in find_entry_points(NAMES) and looks_like_path(spec):
        return check_agent(load_network(spec, rules, device), spec)
    return load_agent(spec, rules, device)


def load_network(spec: str, rules: Rules | None, device: str) -> Agent:
    """Return the agent of a checkpoint."""
    if spec.endswith(".py"):
        raise ProtocolError(f"agent {spec!r}: which class of the file? expected {spec}:Class")
    try:
        from agents.neural import load_checkpoint
    except ModuleNotFoundError as error:
        raise ProtocolError(f"agent {spec!r} {describe_missing(str(error.name))}") from error
    return load_checkpoint(spec, rules, device)


def make_from_file(path: Path, name: str, spec: str) -> Agent:
    """Return an object of class ``name`` of a Python file, made without arguments."""
    if not path.is_file():
        raise ProtocolError(f"agent {spec!r}: there is no file {path}")
    classes = {key: item for key, item in vars(run_file(path, spec)).items() if isinstance(item, type)}
    if name not in classes:
        known = [key for key, item in classes.items() if callable(getattr(item, "act", None))]
        raise ProtocolError(
            f"agent {spec!r}: {path} has no class {name!r}{nearest(name, known)}; "
            f"classes with a method 'act': {', '.join(known) or 'none'}"
        )
    make: Any = classes[name]
    try:
        return make()
    except Exception as error:
        raise ProtocolError(f"agent {spec!r}: {name}() fails with {describe_error(error)}") from error


def run_file(path: Path, spec: str) -> ModuleType:
    """Run a Python file as a module of its own and return it."""
    place = importlib.util.spec_from_file_location(f"agent_from_{path.stem}", path)
    if place is None or place.loader is None:
        raise ProtocolError(f"agent {spec!r}: {path} cannot be run")
    module = importlib.util.module_from_spec(place)
    sys.modules[place.name] = module  # dataclasses look their module up
    try:
        place.loader.exec_module(module)
    except Exception as error:
        raise ProtocolError(f"agent {spec!r}: {path} fails with {describe_error(error)}") from error
    return module


def describe_error(error: Exception) -> str:
    """Return an exception of foreign code in one line.

    >>> describe_error(ValueError("no such tile"))
    'ValueError: no such tile'
    """
    return " ".join(f"{type(error).__name__}: {error}".split())
