"""How kernels are compiled: off, with checked indices, and with a cache that never serves stale code."""

from __future__ import annotations

import os
import subprocess
import sys
from types import FunctionType

import pytest

from mjenv.engine import _jit
from mjenv.engine.tiles import add_tile

FOLDER = "from mjenv.engine import _jit; print(_jit.CACHE_FOLDER)"
OUT_OF_RANGE = """
import numpy as np
from mjenv.engine.state import STATE
from mjenv.engine.tiles import add_tile
add_tile(np.zeros(1, STATE)[0], 4, 0)
"""


def run_python(code, cache, **environment):
    settings = {"NUMBA_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0", **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=os.environ | settings, check=False, capture_output=True, text=True)


@pytest.mark.nojit
def test_kernels_are_plain_functions_only_with_the_jit_off():
    assert isinstance(add_tile, FunctionType) == (os.environ.get("NUMBA_DISABLE_JIT") == "1")


def test_checked_and_unchecked_kernels_do_not_share_a_cache(tmp_path):
    folders = {run_python(FOLDER, tmp_path, NUMBA_BOUNDSCHECK=flag).stdout.strip() for flag in "01"}
    assert len(folders) == 2
    assert all(folder.startswith(str(tmp_path / "kernels-")) for folder in folders)


def test_without_the_jit_no_cache_folder_is_made(tmp_path):
    assert run_python(FOLDER, tmp_path, NUMBA_DISABLE_JIT="1").stdout.strip() == "None"
    assert list(tmp_path.iterdir()) == []


def test_an_index_out_of_range_is_an_error_under_boundscheck(tmp_path):
    assert "IndexError" in run_python(OUT_OF_RANGE, tmp_path, NUMBA_BOUNDSCHECK="1").stderr


def test_kernels_run_where_no_cache_folder_can_be_made(tmp_path):
    file = tmp_path / "file"
    file.touch()
    code = f"{FOLDER}{OUT_OF_RANGE.replace('4, 0', '0, 0')}"
    result = run_python(code, file / "folder")
    assert (result.returncode, result.stdout.strip()) == (0, "None"), result.stderr


def test_the_hash_follows_the_kernel_sources(tmp_path, monkeypatch):
    (tmp_path / "table").mkdir()
    monkeypatch.setattr(_jit, "PACKAGE", tmp_path)
    before = _jit.source_hash()
    (tmp_path / "table" / "turn.py").write_text("x = 1\n")
    assert _jit.source_hash() != before
