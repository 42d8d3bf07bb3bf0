"""Play uniformly random hands and check each step: tiles are conserved, points sum to zero, every hand ends.

python benchmarks/random_play.py --rules four_bao --hands 20000 --json benchmarks/results/random-play.json
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

import mjenv
from mjenv.arena.report import describe_machine, write_document
from mjenv.cli.progress import show_progress
from mjenv.engine.codes import NOTHING, PHASE_ROB, RIVER_CLAIMED

MELD_TILES = np.array([0, 3, 3, 4, 4, 4])  # by meld type
STEPS_PER_HAND_MAX = 1000


def count_tiles(states: np.ndarray) -> np.ndarray:
    """Return how many tiles each table holds: wall, hands, melds, unclaimed discards, flowers; int [n]."""
    wall = states["tail"].astype(int) - states["head"] + 1
    slots = np.arange(states["meld_type"].shape[2]) < states["meld_count"][..., None]
    melds = (MELD_TILES[states["meld_type"]] * slots).sum((1, 2))
    place = np.arange(states["river_kind"].shape[1])
    river = ((states["river_info"] & RIVER_CLAIMED == 0) & (place < states["river_count"][:, None])).sum(1)
    return wall + states["hand"].sum((1, 2)) + melds + river + states["flowers"].sum((1, 2))


def check(holds: np.bool_, failure: str) -> None:
    """Raise ``AssertionError`` where something does not hold."""
    if not holds:
        raise AssertionError(failure)


def play(rules: str, hands: int, tables: int, seed: int) -> dict[str, float]:
    """Play about ``hands`` hands and return what was counted; raises ``AssertionError`` where a check fails."""
    batch = mjenv.make_batch(rules, num_tables=tables, seed=seed)
    expected: np.ndarray | None = None
    steps = np.zeros(tables, int)
    counted = dict.fromkeys(("hands", "decisions", "wins", "self_draws"), 0)
    with show_progress(f"random play, {rules}") as show:
        while counted["hands"] < hands:
            asked = batch.actor != NOTHING
            counted["decisions"] += int(asked.sum())
            batch.step(batch.sample())
            states = batch.states
            steps = np.where(batch.hand_done, 0, steps + 1)
            in_play = ~batch.done
            tiles = count_tiles(states[in_play])
            expected = tiles[:1] if expected is None else expected
            robbing = states["phase"][in_play] == PHASE_ROB  # the added tile lies between hand and meld
            check((tiles + robbing == expected).all(), "tiles are not conserved")
            check((batch.reward.sum(1) == 0).all(), "points do not sum to zero")
            check((batch.action_mask[in_play].sum(1) > 1).all(), "a seat is asked without a choice")
            check((steps < STEPS_PER_HAND_MAX).all(), "a hand does not end")
            won = batch.hand_done & (states["winners"] != 0)
            counted["hands"] += int(batch.hand_done.sum())
            counted["wins"] += int(won.sum())
            counted["self_draws"] += int((won & (states["giver"] == NOTHING)).sum())
            show(min(counted["hands"], hands), hands)
    return counted


def main() -> None:
    """Play, check, print, and write the result file if one is named."""
    parser = argparse.ArgumentParser(description="Play uniformly random hands and check every step.")
    parser.add_argument("--rules", nargs="+", default=["four_bao"])
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    rows = []
    for rules in chosen.rules:
        counted = play(rules, chosen.hands, chosen.tables, chosen.seed)
        hands = counted["hands"]
        row = [rules, hands, f"{counted['decisions'] / hands:.1f}", f"{counted['wins'] / hands:.1%}"]
        rows.append([*row, f"{counted['self_draws'] / max(counted['wins'], 1):.1%}", 0])
        print(*rows[-1], sep="\t")
    if chosen.json:
        document = {
            "title": "Uniformly random play: tiles conserved and points zero-sum at every step",
            "command": "python benchmarks/random_play.py " + " ".join(sys.argv[1:]),
            "machine": describe_machine(),
            "columns": ["rules", "hands", "decisions a hand", "won", "of them self-drawn", "checks failed"],
            "rows": rows,
        }
        write_document(chosen.json, document)


if __name__ == "__main__":
    main()
