"""An environment with planes compiles no kernel of the other encoders: each is compiled when it is first used."""

from __future__ import annotations

import subprocess
import sys

import pytest

from mjenv.engine._jit import JIT_DISABLED

SCRIPT = """
import mjenv
from mjenv.observe import encoders, flat, packing, perfect, tokens
batch = mjenv.make_batch("four_bao", num_tables=1, seed=1)
batch.step(batch.sample())
env = mjenv.make("four_bao")
env.reset(seed=1)
env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
later = {
    "view": encoders.encode_views,
    "flat": flat.flatten_views,
    "tokens": tokens.tokenise_views,
    "pack": packing.pack_rows,
    "unpack": packing.unpack_rows,
    "perfect": perfect.encode_perfect,
}
print(*[name for name, kernel in later.items() if kernel.signatures])
batch.encode("flat/1")
print(*[name for name, kernel in later.items() if kernel.signatures])
"""


@pytest.mark.skipif(JIT_DISABLED, reason="nothing is compiled")
def test_kernels_are_compiled_when_they_are_first_used():
    done = subprocess.run([sys.executable, "-c", SCRIPT], check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["", "view flat"]
