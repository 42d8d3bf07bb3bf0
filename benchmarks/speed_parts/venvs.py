"""Virtual environments of other libraries: made and filled once; those of the peers under ``runs/speed/venvs``."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from .crew import RUNS, WorkerError, first_line

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

INSTALL_PATIENCE = 600  # s


def find_python(
    name: str, requirements: Sequence[str], venvs: Path = RUNS / "venvs", patience: float = INSTALL_PATIENCE
) -> Path:
    """Return the Python of an environment that holds the requirements; raise ``WorkerError`` with pip's reason."""
    folder = venvs / name
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    mark = folder / "installed.txt"
    wanted = "\n".join([sys.version, *requirements])
    if mark.exists() and mark.read_text() == wanted:
        return python
    install = [str(python), "-m", "pip", "--disable-pip-version-check", "install", "--quiet", *requirements]
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)], install):
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=patience, check=False)
        except subprocess.TimeoutExpired:
            raise WorkerError(f"did not install: nothing after {patience} s") from None
        if done.returncode:
            raise WorkerError(f"did not install: {pip_reason(done.stderr)}")
    mark.write_text(wanted)
    return python


def pip_reason(text: str) -> str:
    """Return the line that says why pip failed.

    >>> pip_reason("ERROR: No matching distribution found for x")
    'No matching distribution found for x'
    """
    lines = [line for line in text.splitlines() if line.strip()] or ["no reason given"]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return first_line((errors or lines)[-1])
