"""The first step of a fresh process, with kernels to compile and with them on the disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

from .crew import BENCHMARKS

if TYPE_CHECKING:
    from collections.abc import Callable

IMPORT = "import mjenv"
WAYS = {
    "batch": "batch = mjenv.make_batch({variant!r}, num_tables=1, seed=1); batch.step(batch.sample())",
    "table": ("env = mjenv.make({variant!r}); env.reset(seed=1); env.step(int(env.last()[0]['action_mask'].argmax()))"),
}
PROGRAM = """
import json, resource, time
def tell():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return [used[0] + used[1], time.perf_counter()]
times = [tell()]
import mjenv
times.append(tell())
{code}
times.append(tell())
print(json.dumps([[after - before for before, after in zip(*pair)] for pair in zip(times, times[1:])]))
"""


def run_fresh(code: str, cache: str) -> dict[str, dict[str, float]]:
    """Run Python in a process of its own; return processor and clock time, in s, of ``import mjenv`` and the code."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(BENCHMARKS.parent)}
    command = [sys.executable, "-c", PROGRAM.format(code=code)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    spent = [dict(zip(("cpu", "wall"), times, strict=True)) for times in json.loads(done.stdout)]
    return dict(zip(("import", "step"), spent, strict=True))


def measure_start_up(variants: list[str], repeats: int, progress: Callable[[int, int], None]) -> list[dict[str, Any]]:
    """Return cold and warm times of each variant and way; cold with an empty folder for kernels, once each.

    The first case is ``import mjenv``, as it was in the processes of the others.
    """
    cases = [(way, variant) for variant in variants for way in WAYS]
    found: list[dict[str, Any]] = []
    imports: dict[str, list[dict[str, float]]] = {"cold": [], "warm": []}
    for number, (way, variant) in enumerate(cases):
        progress(number, len(cases))
        code = WAYS[way].format(variant=variant)
        with tempfile.TemporaryDirectory() as cache:
            cold = run_fresh(code, cache)
            warm = [run_fresh(code, cache) for _ in range(repeats)]
        imports["cold"].append(cold["import"])
        imports["warm"] += [run["import"] for run in warm]
        found.append({"way": way, "variant": variant, "cold": cold["step"], "warm": [run["step"] for run in warm]})
    return [{"way": IMPORT, "variant": "", "cold": imports["cold"][0], "warm": imports["warm"]}, *found]
