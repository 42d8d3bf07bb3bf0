"""How much memory a process holds that has played with a batch: ``python -m speed_parts.memory RULES TABLES``."""

from __future__ import annotations

import json
import sys

import mjenv

from .worker import peak_memory


def main() -> None:
    """Play a few steps and print the peak, and what the batch's arrays amount to, in bytes."""
    rules, tables = sys.argv[1], int(sys.argv[2])
    batch = mjenv.make_batch(rules, num_tables=tables, seed=1)
    for _ in range(3):
        batch.step(batch.sample())
    arrays = [batch.states, batch.observation, batch.action_mask.base, batch.actor, batch.reward, batch.done]
    print(json.dumps({"peak": peak_memory(), "arrays": sum(array.nbytes for array in arrays)}))


if __name__ == "__main__":
    main()
