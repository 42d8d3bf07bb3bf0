"""What a run found, as tables: for the terminal, the result file and `docs/oracle.md`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from mjenv.arena.report import describe_machine

from .plan import CONSTRUCTED, OVERRIDES, PRESET
from .required import LEAST, required_paths
from .shards import Outcome

COLUMNS = ("rules", "hands", "with overrides", "constructed", "events", "paths", "least taken", "differences")
BLOCK = re.compile(r"(?<=<!-- paths -->\n).*?(?=<!-- /paths -->)", re.DOTALL)


class Tally:
    """The sums over the shards of one rule set."""

    def __init__(self, rules: str, outcomes: Iterable[Outcome]) -> None:
        self.rules = rules
        self.hands: Counter[str] = Counter()
        self.paths: Counter[str] = Counter()
        self.differences = 0
        self.shown: list[str] = []
        for outcome in outcomes:
            if outcome.shard.rules == rules:
                self.hands[outcome.shard.kind] += outcome.hands
                self.paths.update(outcome.paths)
                self.differences += outcome.differences
                self.shown += outcome.shown

    @property
    def lacking(self) -> list[str]:
        """The required paths that were taken too rarely, with how often."""
        return [f"{path} ({self.paths[path]})" for path in required_paths(self.rules) if self.paths[path] < LEAST]

    def row(self) -> list[object]:
        """The cells under `COLUMNS`."""
        events = sum(count for path, count in self.paths.items() if path.startswith("event:"))
        required = required_paths(self.rules)
        least = min(self.paths[path] for path in required)
        hands = self.hands[PRESET] + self.hands[OVERRIDES]
        over, made = self.hands[OVERRIDES], self.hands[CONSTRUCTED]
        return [self.rules, hands, over, made, events, len(required), least, self.differences]


def make_document(tallies: list[Tally], command: str, seconds: float) -> dict[str, object]:
    """The result file: the table of the README, and the counts of all paths."""
    return {
        "title": "Engine against oracle: every menu, event, settlement and carry-over compared",
        "command": command,
        "machine": describe_machine(),
        "columns": list(COLUMNS),
        "rows": [tally.row() for tally in tallies],
        "notes": f"{seconds / 60:.0f} minutes of one core",
        "least": LEAST,
        "paths": {tally.rules: count_all(tally) for tally in tallies},
    }


def count_all(tally: Tally) -> dict[str, int]:
    """The count of each path that is required or was taken."""
    return {path: tally.paths[path] for path in sorted({*required_paths(tally.rules), *tally.paths})}


def render_paths(document: dict) -> str:
    """The Markdown table of all paths, a column a rule set; `-` where a rule set has no such path."""
    columns = document["paths"]
    paths = sorted({path for counts in columns.values() for path in counts})
    lines = [["path", *columns], ["---", *["---:"] * len(columns)]]
    lines += [[f"`{path}`", *(str(counts.get(path, "-")) for counts in columns.values())] for path in paths]
    return "\n" + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n\n"


def fill_paths(text: str, document: dict) -> str:
    """The page with its table of paths written anew."""
    if len(BLOCK.findall(text)) != 1:
        raise ValueError("docs/oracle.md: expected one block <!-- paths --> … <!-- /paths -->")
    return BLOCK.sub(lambda _: render_paths(document), text)
