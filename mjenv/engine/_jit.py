"""The one place that knows Numba: ``njit`` compiles a kernel, or leaves it as plain Python.

Compiled code is kept in a cache folder whose name contains a hash of all kernel sources, because Numba
notices an edit only in the file of the function itself, not in the functions it calls. Where no folder can
be written the kernels are compiled anew in each process instead of failing at import.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from numba.core import sigutils, types
from numba.core.registry import CPUDispatcher

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

config: Any = numba.config  # Numba sets its attributes at run time
PACKAGE = Path(__file__).resolve().parent.parent
KERNEL_FOLDERS = ("engine", "variants", "table", "observe")


def source_hash() -> str:
    """Return a short hash of every kernel source and of what else compiled code depends on."""
    versions = f"numba {numba.__version__} python {sys.version_info[:2]} boundscheck {bool(config.BOUNDSCHECK)}"
    digest = hashlib.sha256(versions.encode())
    for folder in KERNEL_FOLDERS:
        for path in sorted((PACKAGE / folder).glob("*.py")):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Return the folder for compiled kernels, made if need be; None where none can be written."""
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("mjenv", appauthor=False)
    folder = Path(base) / f"kernels-{source_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


JIT_DISABLED = bool(config.DISABLE_JIT)
if JIT_DISABLED:
    np.seterr(over="ignore")  # 64-bit words wrap on purpose, as they do when compiled
CACHE_FOLDER = None if JIT_DISABLED else cache_folder()


class Dispatcher(CPUDispatcher):
    """A dispatcher that compiles a kernel once for all small integers and literals: they widen to 64 bits.

    Without it each mix of int8 fields, literals and int64 results is a compilation of its own (three times
    the start-up time, measured).
    """

    def compile(self, sig: Any) -> Any:
        """Compile for the widened argument types, unless that is done."""
        arguments, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(_widen(argument) for argument in arguments))


def _widen(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def njit(function: F) -> F:
    """Compile ``function`` without the GIL, cached on disk; with the JIT off, return it unchanged."""
    if JIT_DISABLED:
        return function
    dispatcher = Dispatcher(function, targetoptions={"nopython": True, "nogil": True, "boundscheck": None})
    if CACHE_FOLDER is not None:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(CACHE_FOLDER)
        with contextlib.suppress(RuntimeError):  # the source is not in a file: compiled anew in each process
            dispatcher.enable_caching()
        config.CACHE_DIR = before
    return cast("F", dispatcher)
