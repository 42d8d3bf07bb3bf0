"""Agents by name, checkpoint or file. ``mjenv`` imports no agent: it finds them by entry point."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from mjenv.entry_points import find_entry_points, foreign, load_entry_point
from mjenv.errors import ProtocolError, quote
from mjenv.variants.params import nearest

if TYPE_CHECKING:
    from mjenv.arena.protocol import Agent
    from mjenv.variants.params import Rules

NAMES: Final = "mjenv.agents"  # group: name -> callable without arguments that returns an agent
LOADERS: Final = "mjenv.agent_loaders"  # group: its `load` takes (spec, rules, device)


def load_agent(spec: str, rules: Rules | None, device: str = "cpu") -> Agent:
    """Return the agent that ``spec`` names: a name, the path of a checkpoint, or ``path.py:Class``.

    Raises ``ProtocolError`` for a name that is not known, with the nearest one, and for what is no agent.
    """
    named = find_entry_points(NAMES)
    if spec in named:
        make = load_entry_point(named[spec])
        if not callable(make):
            raise foreign(named[spec])
        return check_agent(make(), spec)
    if not looks_like_path(spec):
        raise ProtocolError(
            f"unknown agent {quote(spec)}{nearest(spec, list(named))}; known: {', '.join(named) or 'none installed'}"
        )
    loaders = find_entry_points(LOADERS)
    if "load" not in loaders:
        raise ProtocolError(
            f"agent {spec!r}: nothing that reads agents from files is installed; install mjenv with its agents"
        )
    load = load_entry_point(loaders["load"])
    if not callable(load):
        raise foreign(loaders["load"])
    return check_agent(load(spec, rules=rules, device=device), spec)


def looks_like_path(spec: str) -> bool:
    """Return whether a spec is a file or folder rather than a name.

    >>> looks_like_path("greedy"), looks_like_path("bots/mine.py:Mine"), looks_like_path("run.safetensors")
    (False, True, True)
    """
    return any(letter in spec for letter in "/\\.:") or (bool(spec) and Path(spec).exists())


def check_agent(agent: Agent, spec: str) -> Agent:
    """Return ``agent``; raise ``ProtocolError`` where it lacks a part of the ``Agent`` protocol."""
    for name in ("name", "encoder"):
        if not isinstance(getattr(agent, name, None), str):
            raise ProtocolError(f"agent {spec!r}: {type(agent).__name__} has no text {name!r}, see the Agent protocol")
    for name in ("begin", "act", "end_hand"):
        if not callable(getattr(agent, name, None)):
            raise ProtocolError(
                f"agent {spec!r}: {type(agent).__name__} has no method {name!r}, see the Agent protocol"
            )
    return agent
