"""Compare plain shanten with two other libraries, where the rules agree.

The three winning shapes of Japanese rules are those of Hebei but for four of a kind, which are no two pairs there. So
standard shape and thirteen orphans are compared on every hand, seven pairs where no kind is held more than twice, and
the least of the three where four of a kind do not decide it. Hands of 13 and 14 tiles, in equal parts from a whole
wall, rich in fours of a kind, of one suit, and near to finished.

Wants ``mahjong`` and ``riichienv`` installed beside mjenv, or in an environment of their own (``--python``):

    python benchmarks/shanten_peers.py --python peers/bin/python --json benchmarks/results/shanten-peers.json
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

import numpy as np

from mjenv.arena.report import describe_machine, write_document
from mjenv.hands import shape_shanten

SHAPES: Final = ("standard", "seven_pairs", "thirteen_orphans")
SOURCES: Final = ("whole wall", "fours of a kind", "one suit", "nearly finished")
#: Run by the other Python: reads hands, writes what each library says.
ASK: Final = """
import sys, numpy as np
from importlib.metadata import version
from mahjong.shanten import Shanten
from riichienv import calculate_shanten
hands = np.load(sys.argv[1])
one = Shanten()
asks = (one.calculate_shanten_for_regular_hand, one.calculate_shanten_for_chiitoitsu_hand,
        one.calculate_shanten_for_kokushi_hand)
said = np.array([[ask(hand) for ask in asks] for hand in hands.tolist()])
ids = [[4 * kind + 3 - copy for kind in range(34) for copy in range(hand[kind])] for hand in hands.tolist()]
least = np.array([calculate_shanten(sorted(hand)) for hand in ids])
np.savez(sys.argv[2], said=said, least=least, versions=[version("mahjong"), version("riichienv")])
"""


#: Which hands are compared, and on which of all the answers differ.
Compared = tuple[np.ndarray, np.ndarray]


def draw_hand(rng: np.random.Generator, source: str, size: int) -> np.ndarray:
    """Return int8[34], a random hand of a source."""
    hand = np.zeros(34, np.int64)
    if source == "fours of a kind":
        hand[rng.choice(34, rng.integers(1, 4), replace=False)] = 4
    elif source == "one suit":
        wall = np.repeat(np.arange(9) + 9 * rng.integers(3), 4)
        return np.bincount(rng.permutation(wall)[:size], minlength=34).astype(np.int8)
    elif source == "nearly finished":
        hand = draw_finished(rng)
        for kind in rng.permutation(np.repeat(np.arange(34), hand))[: 14 - size + rng.integers(1, 4)]:
            hand[kind] -= 1
    left = rng.permutation(np.repeat(np.arange(34), 4 - hand))
    return (hand + np.bincount(left[: size - hand.sum()], minlength=34)).astype(np.int8)


def draw_finished(rng: np.random.Generator) -> np.ndarray:
    """Return int64[34], four sets and a pair."""
    while True:
        hand = np.zeros(34, np.int64)
        for _ in range(4):
            if rng.random() < 0.5:
                hand[rng.integers(34)] += 3
            else:
                first = 9 * rng.integers(3) + rng.integers(7)
                hand[first : first + 3] += 1
        hand[rng.integers(34)] += 2
        if hand.max() <= 4:
            return hand


def draw_hands(count: int, seed: int) -> np.ndarray:
    """Return int8[count, 34], the sources in turn, 13 and 14 tiles."""
    rng = np.random.default_rng(seed)
    return np.array([draw_hand(rng, SOURCES[i % 4], 13 + i // 4 % 2) for i in range(count)])


def ask_peers(python: str, hands: np.ndarray) -> dict[str, np.ndarray]:
    """Return what the two libraries say about hands: shanten to each shape, and the least of all."""
    with tempfile.TemporaryDirectory() as folder:
        asked, said = Path(folder, "hands.npy"), Path(folder, "said.npz")
        np.save(asked, hands)
        done = subprocess.run([python, "-c", ASK, str(asked), str(said)], check=False, capture_output=True, text=True)
        if done.returncode != 0:
            why = done.stderr.strip().splitlines()[-1:]
            sys.exit(
                f"{python}: {' '.join(why)}; it needs mahjong, riichienv and numpy (pip install mahjong riichienv)"
            )
        return dict(np.load(said))


def compare(hands: np.ndarray, said: dict[str, np.ndarray]) -> dict[str, Compared]:
    """Return, by comparison, which hands are compared and on which of them the answers differ."""
    ours = np.stack([shape_shanten(hands, shape) for shape in SHAPES], axis=1)
    few = hands.max(axis=1) <= 2
    decided = few | (ours[:, 1] >= ours[:, (0, 2)].min(axis=1))
    everywhere = np.ones(len(hands), np.bool_)
    return {
        "mahjong, standard": (everywhere, ours[:, 0] != said["said"][:, 0]),
        "mahjong, seven pairs": (few, ours[:, 1] != said["said"][:, 1]),
        "mahjong, thirteen orphans": (everywhere, ours[:, 2] != said["said"][:, 2]),
        "riichienv, least of the three": (decided, ours.min(axis=1) != said["least"]),
    }


def name_versions(said: dict[str, np.ndarray]) -> str:
    """Return the libraries with their versions."""
    return " and ".join(
        f"{name} {version}" for name, version in zip(("mahjong", "riichienv"), said["versions"], strict=True)
    )


def write_sample(path: Path, hands: np.ndarray, said: dict[str, np.ndarray], found: dict[str, Compared]) -> None:
    """Write hands on which both libraries agree, a line each; ``-`` for seven pairs where the rules differ."""
    decided, _ = found["riichienv, least of the three"]
    agreed = decided & ~np.any([asked & differs for asked, differs in found.values()], axis=0)
    lines = [f"# copies of each kind, then shanten to {', '.join(SHAPES)}, as {name_versions(said)} say"]
    for hand, (standard, pairs, orphans) in zip(hands[agreed].tolist(), said["said"][agreed].tolist(), strict=True):
        lines.append(f"{''.join(map(str, hand))} {standard} {pairs if max(hand) <= 2 else '-'} {orphans}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Compare, print and write the rows; return 1 where something differs."""
    parser = argparse.ArgumentParser(description="Compare plain shanten with two other libraries.")
    parser.add_argument("--python", default=sys.executable, help="Python that has mahjong and riichienv")
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--sample", type=Path, help="write the hands that are agreed on (choose --hands 400)")
    chosen = parser.parse_args()
    hands = draw_hands(chosen.hands, chosen.seed)
    said = ask_peers(chosen.python, hands)
    found = compare(hands, said)
    rows = [[name, f"{asked.sum():,}", f"{(asked & differs).sum():,}"] for name, (asked, differs) in found.items()]
    for name, (asked, differs) in found.items():
        print(f"{name}: {asked.sum():,} compared, {(asked & differs).sum():,} differ", flush=True)
        for hand in hands[asked & differs][:5]:
            print("  ", json.dumps(hand.tolist()))
    if chosen.sample:
        write_sample(chosen.sample, hands, said, found)
    if chosen.json:
        document = {
            "title": f"Plain shanten against {name_versions(said)}, {chosen.hands:,} random hands",
            "command": f"python benchmarks/shanten_peers.py --hands {chosen.hands} --seed {chosen.seed}",
            "machine": describe_machine(),
            "columns": ["library and shape", "hands compared", "differences"],
            "rows": rows,
            "notes": "A quarter each from a whole wall, rich in fours of a kind, of one suit, nearly finished",
        }
        write_document(chosen.json, document)
    return int(any((asked & differs).any() for asked, differs in found.values()))


if __name__ == "__main__":
    sys.exit(main())
