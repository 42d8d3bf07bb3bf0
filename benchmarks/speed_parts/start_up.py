"""The first step of a fresh process, with kernels to compile and with them on the disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any

from .crew import BENCHMARKS

if TYPE_CHECKING:
    from collections.abc import Callable

WAYS = {
    "import mjenv": "import mjenv",
    "batch": "import mjenv; batch = mjenv.make_batch({variant!r}, num_tables=1, seed=1); batch.step(batch.sample())",
    "table": (
        "import mjenv; env = mjenv.make({variant!r}); env.reset(seed=1); "
        "env.step(int(env.last()[0]['action_mask'].argmax()))"
    ),
}
REPORT = (
    "; import json, resource; used = resource.getrusage(resource.RUSAGE_SELF); print(json.dumps(used[0] + used[1]))"
)


def run_fresh(code: str, cache: str) -> dict[str, float]:
    """Run a line of Python in a process of its own; return its processor time and the time by the clock, in s."""
    environment = os.environ | {"NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(BENCHMARKS.parent)}
    start = time.perf_counter()
    command = [sys.executable, "-c", code + REPORT]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return {"cpu": json.loads(done.stdout), "wall": time.perf_counter() - start}


def measure_start_up(variants: list[str], repeats: int, progress: Callable[[int, int], None]) -> list[dict[str, Any]]:
    """Return cold and warm times of each variant and way; cold with an empty folder for kernels, once each."""
    cases = [("import mjenv", "")] + [(way, variant) for variant in variants for way in ("batch", "table")]
    found = []
    for number, (way, variant) in enumerate(cases):
        progress(number, len(cases))
        code = WAYS[way].format(variant=variant)
        with tempfile.TemporaryDirectory() as cache:
            cold = run_fresh(code, cache)
            warm = [run_fresh(code, cache) for _ in range(repeats)]
        found.append({"way": way, "variant": variant, "cold": cold, "warm": warm})
    return found
