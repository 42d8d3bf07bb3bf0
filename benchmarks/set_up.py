"""Time the README's commands as a new user runs them: a fresh clone, a fresh home folder, no caches.

python benchmarks/set_up.py --targets demo test --json benchmarks/results/set-up.json
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from mjenv.arena.report import describe_machine, write_document

ROOT = Path(__file__).resolve().parent.parent
DROPPED = ("PYTHONPATH", "VIRTUAL_ENV", "NUMBA_CACHE_DIR")  # what a new user does not have


def time_target(target: str, folder: Path) -> float:
    """Clone into a folder and run ``make target`` there; return the seconds, raise where it fails."""
    clone, home = folder / target, folder / f"home-{target}"
    home.mkdir()
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {name: value for name, value in os.environ.items() if name not in DROPPED} | {"HOME": str(home)}
    start = time.monotonic()
    subprocess.run(["make", target], cwd=clone, env=environment, check=True)
    return time.monotonic() - start


def main() -> None:
    """Run the targets one after another and print and write the times."""
    parser = argparse.ArgumentParser(description="Time the README's commands in fresh clones.")
    parser.add_argument("--targets", nargs="+", default=["demo", "test"])
    parser.add_argument("--folder", type=Path, help="where to clone to and leave the clones (default: nowhere)")
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.folder or Path(temporary)
        rows = [[f"make {target}", f"{time_target(target, folder) / 60:.1f}"] for target in chosen.targets]
    for row in rows:
        print(*row, sep="\t")
    if chosen.json:
        document = {
            "title": "The two commands in a fresh clone, with a fresh home folder and no caches, set-up included",
            "command": "python benchmarks/set_up.py " + " ".join(sys.argv[1:]),
            "machine": describe_machine(),
            "columns": ["command", "minutes"],
            "rows": rows,
        }
        write_document(chosen.json, document)


if __name__ == "__main__":
    main()
