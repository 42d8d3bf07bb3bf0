"""Instructions of a decision and branches that go otherwise than foretold, counted by valgrind.

``python -m benchmarks.speed_parts.instructions four_bao``. Two runs that differ only in their number of steps are
counted, and the difference divided by the decisions between them; drawing the action is in it, and so is Python's share
of a step of many tables. The kernels are compiled for a processor that valgrind knows; its way to foretell a branch is
plainer than a real one's. Takes some minutes.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile

TABLES = 4096
STEPS = (2, 18)
PROCESSOR = {"NUMBA_CPU_NAME": "haswell", "NUMBA_CPU_FEATURES": "+avx2,+bmi,+bmi2,+fma,+popcnt,+lzcnt"}
VALGRIND = [
    "--tool=cachegrind",
    "--cache-sim=no",
    "--branch-sim=yes",
    "--smc-check=all-non-file",
    "--cachegrind-out-file=/dev/null",
]
PLAY = f"""
import sys
from benchmarks.speed_parts.ours import spread_batch
batch = spread_batch(sys.argv[1], {TABLES}, 1, 1, "planes/1")
actions = batch.sample()
decisions = 0
for step in range(int(sys.argv[2])):
    decisions += {TABLES} - int(batch.done.sum())
    batch.sample(out=actions)
    batch.step(actions)
print(decisions)
"""


def play(rules: str, steps: int, prefix: list[str], settings: dict[str, str]) -> tuple[int, ...]:
    """Return the decisions of a run, and the instructions and wrong branches that valgrind counted, 0 without it."""
    command = [*prefix, sys.executable, "-c", PLAY, rules, str(steps)]
    result = subprocess.run(command, env=os.environ | settings, check=True, capture_output=True, text=True)
    counted = [re.search(rf"{name}:\s+([\d,]+)", result.stderr) for name in (r"I\s+refs", "Mispredicts")]
    return int(result.stdout.split()[-1]), *(int(found[1].replace(",", "")) if found else 0 for found in counted)


def main() -> int:
    """Count and print; exit code 2 without valgrind or a rule set."""
    valgrind = shutil.which("valgrind")
    if valgrind is None or len(sys.argv) != 2:
        print("instructions: needs valgrind on the path, and the name of one rule set", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as cache:
        settings = PROCESSOR | {"NUMBA_CACHE_DIR": cache}
        play(sys.argv[1], 1, [], settings)  # compiles
        few, many = (play(sys.argv[1], steps, [valgrind, *VALGRIND], settings) for steps in STEPS)
    decisions, instructions, wrong = (end - start for start, end in zip(few, many, strict=True))
    print(f"{sys.argv[1]}: over {decisions} decisions {instructions / decisions:.0f} instructions each,", end=" ")
    print(f"{wrong / decisions:.1f} branches foretold wrong")
    return 0


if __name__ == "__main__":
    sys.exit(main())
