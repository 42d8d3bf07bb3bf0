"""Instructions of a decision, counted by valgrind: ``python -m benchmarks.speed_parts.instructions four_bao``.

Two runs that differ only in their number of steps are counted, and the difference divided by the decisions between
them; drawing the action and Python's share of a step of 512 tables are in it. The kernels are compiled for a processor
that valgrind knows. Takes some minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile

TABLES = 512
STEPS = (10, 135)
PROCESSOR = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+fma,+popcnt,+lzcnt"}
VALGRIND = ["--tool=cachegrind", "--cache-sim=no", "--smc-check=all-non-file", "--cachegrind-out-file=/dev/null"]
PLAY = f"""
import sys, numpy as np, mjenv
batch = mjenv.make_batch(sys.argv[1], num_tables={TABLES}, seed=1)
actions = batch.sample()
decisions = 0
for step in range(150 + int(sys.argv[2])):
    decisions += {TABLES} - int(batch.done.sum()) if step >= 150 else 0
    batch.sample(out=actions)
    batch.step(actions)
print(decisions)
"""


def play(rules: str, steps: int, prefix: list[str], settings: dict[str, str]) -> tuple[int, int]:
    """Return the decisions of a run and the instructions that valgrind counted, 0 without it."""
    command = [*prefix, sys.executable, "-c", PLAY, rules, str(steps)]
    result = subprocess.run(command, env=os.environ | settings, check=True, capture_output=True, text=True)
    counted = re.search(r"I\s+refs:\s+([\d,]+)", result.stderr)
    return int(result.stdout.split()[-1]), int(counted[1].replace(",", "")) if counted else 0


def main() -> int:
    """Count and print; exit code 2 without valgrind or a rule set."""
    valgrind = shutil.which("valgrind")
    if valgrind is None or len(sys.argv) != 2:
        print("instructions: needs valgrind on the path, and the name of one rule set", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as cache:
        settings = PROCESSOR | {"NUMBA_CACHE_DIR": cache}
        play(sys.argv[1], 1, [], settings)  # compiles
        (few, base), (many, total) = (play(sys.argv[1], steps, [valgrind, *VALGRIND], settings) for steps in STEPS)
    print(f"{sys.argv[1]}: {(total - base) / (many - few):.0f} instructions a decision, over {many - few} decisions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
