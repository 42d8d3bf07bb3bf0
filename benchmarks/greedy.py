"""Play greedy against random, and greedy alone, in every rule set.

python benchmarks/greedy.py --deals 500 --seed 1 --json benchmarks/results/greedy-random.json
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.arena.agents import load_agent
from mjenv.arena.duplicate import Result, evaluate, seat_values
from mjenv.arena.intervals import rate_interval
from mjenv.arena.report import (
    COLUMNS,
    describe_machine,
    describe_walls,
    format_rate,
    report_rows,
    result_numbers,
    write_document,
)
from mjenv.arena.seeds import EVALUATE, agent_seed, match_seeds
from mjenv.arena.stream import play_games
from mjenv.cli.progress import show_progress
from mjenv.engine.codes import NUM_SEATS
from mjenv.table.batch import Batch
from mjenv.variants.registry import list_rules, load_rules

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

AGENTS: Final = ("greedy", "random")
TABLES: Final = 512


def play_alone(rules: Rules, deals: int, seed: int) -> np.ndarray:
    """Return float64[metric, deal]: what four greedy seats score on the walls, each played once; a hand and seat."""
    agent = load_agent(AGENTS[0], rules)
    batch = Batch(rules, min(TABLES, deals), encoder=agent.encoder)
    agent.begin(rules, batch.num_tables, agent_seed(EVALUATE, seed, 0))
    seeds = match_seeds(EVALUATE, seed, range(deals))
    with show_progress(f"{rules.preset.id}, greedy alone") as show:
        played, _ = play_games(batch, [agent], seeds, np.zeros((deals, NUM_SEATS), np.int64), 1, show)
    return np.array([values.mean(-1) for values in seat_values(played[:, 0])])


def play_rules(name: str, deals: int, seed: int) -> tuple[list[list[str]], Result]:
    """Return the rows of one rule set, and greedy's match against random."""
    rules = load_rules(name)
    agents = {agent: load_agent(agent, rules) for agent in AGENTS}
    with show_progress(name) as show:
        result = evaluate(rules, agents, deals=deals, seed=seed, progress=show)
    alone = play_alone(rules, deals, seed)
    rates = [rate_interval(values) for values in alone[1:]]  # points are zero-sum
    draws = [format_rate(result.interval(row // 2, row % 2, "draw")) for row in range(4)]
    rows = [[name, *row, draw] for row, draw in zip(report_rows(result), draws, strict=True)]
    rows.append([name, "4 alone", AGENTS[0], "0", *map(format_rate, rates)])
    return rows, result


def main() -> None:
    """Play every rule set; print the rows as they come, write the document."""
    parser = argparse.ArgumentParser(description="Play greedy against random, and alone, in every rule set.")
    parser.add_argument("--rules", nargs="+", default=list_rules())
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows: list[list[str]] = []
    numbers = {}
    for name in chosen.rules:
        played, result = play_rules(name, chosen.deals, chosen.seed)
        for row in played:
            print(*row, sep="\t", flush=True)
        rows += played
        numbers[name] = result_numbers(result)
    if chosen.json:
        document = {
            "title": f"greedy against random in every rule set, {chosen.deals} duplicate deals each",
            "command": "python benchmarks/greedy.py " + " ".join(sys.argv[1:]),
            "machine": describe_machine(),
            "columns": ["rules", *COLUMNS, "drawn hands"],
            "rows": rows,
            "notes": f"A hand and seat, 95% intervals clustered by wall; {describe_walls(result)}",
            "numbers": numbers,
        }
        write_document(chosen.json, document)


if __name__ == "__main__":
    main()
