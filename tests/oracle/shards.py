"""Shards played and kept: a file each, written whole, and good only for the sources that it was made from."""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from mjenv.files import write_whole

from .duel import compare_match
from .plan import Shard, plan_matches

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("mjenv/engine", "mjenv/variants", "mjenv/table", "mjenv/record", "tests/oracle")
SHOWN = 20  # differences kept of a shard


@dataclass(frozen=True)
class Outcome:
    """What comparing a shard gave."""

    shard: Shard
    hands: int
    differences: int
    shown: list[str]  # the first of them
    paths: dict[str, int]
    seconds: float
    sources: str


def source_hash() -> str:
    """A short hash of all that the outcome of a shard depends on."""
    total = hashlib.sha256()
    for folder in SOURCES:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if not file.name.startswith("test_"):
                total.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return total.hexdigest()[:16]


def compare_shard(shard: Shard, sources: str) -> Outcome:
    """Play and compare all matches of a shard."""
    begun = time.process_time()
    differences: list[str] = []
    paths: Counter[str] = Counter()
    for match in plan_matches(shard):
        found, taken = compare_match(match)
        differences += found
        paths += taken
    seconds = round(time.process_time() - begun, 1)
    shown = differences[:SHOWN]
    return Outcome(shard, paths["event:end_hand"], len(differences), shown, dict(paths), seconds, sources)


def keep_outcome(folder: Path, outcome: Outcome) -> None:
    """Write a shard's file."""
    text = json.dumps(asdict(outcome), ensure_ascii=False, indent=1)
    write_whole(folder / f"{outcome.shard.name}.json", (text + "\n").encode())


def find_outcome(folder: Path, shard: Shard, sources: str) -> Outcome | None:
    """What a shard gave before; None where it is not known, or the sources or the shard have changed."""
    path = folder / f"{shard.name}.json"
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        outcome = Outcome(**{**kept, "shard": Shard(**kept["shard"])})
    except (OSError, ValueError, TypeError, KeyError):
        return None  # played again
    return outcome if (outcome.shard, outcome.sources) == (shard, sources) else None
