"""`import mjenv` is light, and the lower layers know nothing of the upper ones."""

from __future__ import annotations

import subprocess
import sys

HEAVY = (
    "torch",
    "stable_baselines3",
    "sb3_contrib",
    "matplotlib",
    "tensorboard",
    "typer",
    "rich",
    "agents",
    "training",
)


def test_import_of_mjenv_loads_nothing_heavy(root):
    code = "import sys, mjenv; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=root, check=True, capture_output=True, text=True).stdout
    assert "mjenv" in loaded.split()
    assert set(HEAVY) & set(loaded.split()) == set()
