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
HASH = "from mjenv.engine import _jit; print(_jit.source_hash(_jit.ROOT / 'mjenv/engine/tiles.py'))"
# Kernels over the hand of a state and over a copy of it: the two arrays are of different types.
KNOWN_TWICE = {""}
OUT_OF_RANGE = """
import numpy as np
from mjenv.engine.state import STATE
from mjenv.engine.tiles import add_tile
add_tile(np.zeros(1, STATE)[0], 4, 0)
"""

NEGATIVE = """
import numba, numpy as np
import mjenv.engine._jit
from mjenv.engine.state import STATE
from mjenv.engine.tiles import add_tile
last = numba.njit(lambda values: values[-1])
print(last(np.arange(3)), flush=True)
add_tile(np.zeros(1, STATE)[0], -1, 0)
"""


def run_python(code, cache, **environment):
    settings = {"NUMBA_CACHE_DIR": str(cache), "NUMBA_DISABLE_JIT": "0", "NUMBA_BOUNDSCHECK": "0", **environment}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=os.environ | settings, check=False, capture_output=True, text=True)


@pytest.mark.nojit
def test_kernels_are_plain_functions_only_with_the_jit_off():
    assert isinstance(add_tile, FunctionType) == (os.environ.get("NUMBA_DISABLE_JIT") == "1")


def test_checked_and_unchecked_kernels_do_not_share_a_cache(tmp_path):
    hashes = {run_python(HASH, tmp_path, NUMBA_BOUNDSCHECK=flag).stdout.strip() for flag in "01"}
    assert len(hashes) == 2
    assert "" not in hashes


def test_without_the_jit_no_cache_folder_is_made(tmp_path):
    assert run_python(FOLDER, tmp_path, NUMBA_DISABLE_JIT="1").stdout.strip() == "None"
    assert list(tmp_path.iterdir()) == []


def test_an_index_out_of_range_is_an_error_under_boundscheck(tmp_path):
    assert "IndexError" in run_python(OUT_OF_RANGE, tmp_path, NUMBA_BOUNDSCHECK="1").stderr


def test_an_index_is_never_negative_in_our_kernels_and_counts_from_the_end_in_others(tmp_path):
    result = run_python(NEGATIVE, tmp_path, NUMBA_BOUNDSCHECK="1")
    assert result.stdout.strip() == "2"
    assert "IndexError" in result.stderr


def test_kernels_run_where_no_cache_folder_can_be_made(tmp_path):
    file = tmp_path / "file"
    file.touch()
    code = f"{FOLDER}{OUT_OF_RANGE.replace('4, 0', '0, 0')}"
    result = run_python(code, file / "folder")
    assert (result.returncode, result.stdout.strip()) == (0, "None"), result.stderr


def test_the_hash_follows_the_sources_that_a_module_reaches(tmp_path, monkeypatch):
    package = tmp_path / "mjenv" / "engine"
    package.mkdir(parents=True)
    near, far, other = (package / name for name in ("near.py", "far.py", "other.py"))
    near.write_text("from mjenv.engine import (\n    far,\n)\n")
    far.write_text("X = 1\n")
    other.write_text("X = 1\n")
    monkeypatch.setattr(_jit, "ROOT", tmp_path)

    def hash_near():
        _jit.source_files.cache_clear()
        _jit.source_hash.cache_clear()
        return _jit.source_hash(near)

    before = hash_near()
    other.write_text("X = 2\n")
    assert hash_near() == before
    far.write_text("X = 2\n")
    assert hash_near() != before


def test_each_kernel_is_compiled_once(tmp_path):
    code = """
import sys
import mjenv
from mjenv.engine._jit import Dispatcher
batch = mjenv.make_batch("harbin", num_tables=2, seed=1, record=True)
batch.step(batch.sample())
for module in [m for name, m in sys.modules.items() if name.startswith("mjenv")]:
    for kernel in vars(module).values():
        if isinstance(kernel, Dispatcher) and len(kernel.signatures) > 1 and kernel.__name__ != "set_array":
            print(kernel.__name__, len(kernel.signatures))
"""
    settings = {key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
    result = subprocess.run([sys.executable, "-c", code], env=settings, check=True, capture_output=True, text=True)
    assert set(result.stdout.split("\n")) <= KNOWN_TWICE, result.stdout


NAMES = """
import sys, numba, mjenv
for rules in sys.argv[1:]:
    print(rules, numba.typeof(mjenv.load_rules(rules).record).dtype.mangling_args)
"""


def test_records_bear_one_name_in_every_process(tmp_path):
    """Else the cached code of two variants could bear the same name, and the linker would run one for both."""
    names = []
    for order in (["four_bao", "classic", "qiaoma"], ["qiaoma", "classic", "four_bao"], ["classic", "single_bao"]):
        command = [sys.executable, "-c", NAMES, *order]
        settings = {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
        lines = subprocess.run(command, env=os.environ | settings, check=True, capture_output=True, text=True).stdout
        names.append(dict(line.split(" ", 1) for line in lines.splitlines()))
    assert names[0] == names[1]
    assert names[2] == {"classic": names[0]["classic"], "single_bao": names[0]["four_bao"]}
    assert len(set(names[0].values())) == 3


CALLS = """
import numpy as np
from mjenv.engine.codes import PHASE_DONE
from mjenv.engine.state import new_states
from mjenv.table.rows import choose_uniform
states = new_states(1)
states["phase"] = PHASE_DONE
choose_uniform(states, np.zeros(1, np.int64))
"""


def test_only_what_python_calls_is_kept_on_the_disk(tmp_path):
    result = run_python(CALLS, tmp_path)
    assert result.returncode == 0, result.stderr
    assert {path.name.split(".")[1].split("-")[0] for path in tmp_path.rglob("*.nbi")} == {"choose_uniform"}
    assert "compiling" not in run_python(CALLS, tmp_path).stderr


def test_two_first_starts_at_a_time_leave_a_whole_cache(tmp_path):
    settings = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    both = [subprocess.Popen([sys.executable, "-c", CALLS], env=settings) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    assert {path.suffix for path in tmp_path.rglob("*.*") if path.is_file()} == {".nbi", ".nbc"}  # no half files
    again = run_python(CALLS, tmp_path)
    assert (again.returncode, again.stderr) == (0, "")


def test_whoever_waits_for_compiling_is_told_so_once(tmp_path):
    """Also where the folder holds the kernel for other arguments already, and where nothing can be kept."""
    assert run_python(CALLS, tmp_path).stderr.count("compiling") == 1
    other = CALLS.replace("np.int64)", "np.float64)")
    assert other != CALLS
    assert run_python(other, tmp_path).stderr.count("compiling") == 1
    (tmp_path / "file").touch()
    for _ in range(2):
        assert run_python(CALLS, tmp_path / "file").stderr.count("compiling") == 1


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("content", [b"", b"garbage", None], ids=["empty", "garbage", "cut"])
def test_a_damaged_cache_is_written_anew(tmp_path, suffix, content):
    run_python(CALLS, tmp_path)
    (path,) = tmp_path.rglob(f"*{suffix}")
    path.write_bytes(path.read_bytes()[:-40] if content is None else content)
    again = run_python(CALLS, tmp_path)
    assert again.returncode == 0, again.stderr
    assert "compiling" in again.stderr
    assert run_python(CALLS, tmp_path).stderr == ""
