"""Which paths through the rules a stream of events exercises."""

from __future__ import annotations

from collections import Counter

from .harbin_paths import HarbinPaths
from .hebei_paths import HebeiPaths
from .path_counter import PathCounter
from .shanghai_paths import ShanghaiPaths
from .table import Event

COUNTERS: dict[str, type[PathCounter]] = {"harbin": HarbinPaths, "hebei": HebeiPaths, "shanghai": ShanghaiPaths}


def count_paths(events: list[Event]) -> Counter[str]:
    """Count the rule paths in the full stream of a match."""
    counter = COUNTERS[str(events[0]["variant"])]()
    for event in events:
        counter.see(event)
    return +counter.paths
