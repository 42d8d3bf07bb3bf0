"""Play what MaskablePPO has trained, from several seeds, against greedy and random agents on duplicate deals.

for seed in 1 2 3; do python -m training.sb3_maskable_ppo --set seed=$seed --out runs/maskable-$seed; done
python benchmarks/maskable.py runs/maskable-1 runs/maskable-2 runs/maskable-3
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

import numpy as np

from mjenv.arena.agents import load_agent
from mjenv.arena.duplicate import evaluate
from mjenv.arena.report import describe_machine, describe_walls, format_points, result_numbers, write_document
from mjenv.cli.progress import show_progress
from mjenv.variants.registry import load_rules

OTHERS: Final = ("greedy", "random")
GOAL: Final = -1.0  # points a hand against three greedy agents, as in configs/sb3_maskable_ppo.yaml
ROOT: Final = Path(__file__).resolve().parent.parent
OUT: Final = ROOT / "benchmarks" / "results" / "maskable.json"


def play_run(folder: Path, deals: int, seed: int) -> tuple[list[str], dict[str, Any]]:
    """Return the row of a run, and all its numbers."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    rules = load_rules(config["game"]["rules"], **config["game"]["params"])
    numbers: dict[str, Any] = {}
    points = {}
    for other in OTHERS:
        agents = {"trained": load_agent(str(folder / "agent.safetensors"), rules), other: load_agent(other, rules)}
        with show_progress(f"{folder.name} against {other}") as show:
            result = evaluate(rules, agents, deals=deals, seed=seed, progress=show)
        points[other] = result.interval(0, 0, "points")
        numbers[other] = result_numbers(result)
    with np.load(folder / "evaluations.npz") as arrays:
        watched = arrays["results"][-1]
    row = [
        str(config["seed"]),
        f"{config['steps']:,}",
        f"{watched.mean():+.2f}",
        *(format_points(points[other]) for other in OTHERS),
        "yes" if points["greedy"].mean >= GOAL else "no",
    ]
    print(*row, sep="\t", flush=True)
    return row, numbers | {"walls": describe_walls(result)}


def main() -> int:
    """Play every run and write the document."""
    parser = argparse.ArgumentParser(description="Play what MaskablePPO has trained against greedy and random agents.")
    parser.add_argument("runs", nargs="+", type=Path, help="folders of training.sb3_maskable_ppo")
    parser.add_argument("--deals", type=int, default=500)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--json", type=Path, default=OUT)
    chosen = parser.parse_args()
    found = [play_run(folder, chosen.deals, chosen.seed) for folder in chosen.runs]
    document = {
        "title": "MaskablePPO at one seat of four_bao: points a hand against three equal opponents",
        "command": "python benchmarks/maskable.py " + " ".join(sys.argv[1:]),
        "machine": describe_machine(),
        "columns": ["seed", "decisions", "its own evaluation", *(f"against {other}" for other in OTHERS), "goal met"],
        "rows": [row for row, _ in found],
        "notes": (
            "Its own evaluation: the last of MaskableEvalCallback, against greedy. The others: 95% intervals clustered "
            f"by wall; {found[0][1]['walls']}. Goal, set before: {GOAL} or better against greedy"
        ),
        "numbers": [numbers for _, numbers in found],
    }
    write_document(chosen.json, document)
    return 0


if __name__ == "__main__":
    sys.exit(main())
