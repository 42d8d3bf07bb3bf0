"""The one place that knows Numba: ``njit`` compiles a kernel, or leaves it as plain Python.

Numba's own cache notices an edit only in the file of the function itself, not in the files it calls into.
So each module's compiled code is kept in a folder named by a hash of its source and of all sources it
imports. Where no folder can be written, kernels are compiled anew in each process instead of failing.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import sys
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import numba
import numpy as np
import platformdirs
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, sigutils, types
from numba.core.caching import FunctionCache, NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic
from numba.np import arrayobj

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

config: Any = numba.config  # Numba sets its attributes at run time
ROOT = Path(__file__).resolve().parents[2]
IMPORT = re.compile(r"^ *from (mjenv[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


@cache
def import_files(path: Path) -> frozenset[Path]:
    """Return the files of the mjenv modules that a module imports.

    >>> [path.name for path in import_files(ROOT / "mjenv" / "engine" / "bits.py")]
    ['_jit.py']
    """
    modules = set()
    for package, names in IMPORT.findall(path.read_text(encoding="utf-8")):
        modules |= {package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))}
    paths = (ROOT / (module.replace(".", "/") + ".py") for module in modules)
    return frozenset(path for path in paths if path.is_file())


@cache
def source_files(path: Path) -> frozenset[Path]:
    """Return a module's file and the files of all mjenv modules that it reaches by imports."""
    reached: set[Path] = set()
    due = {path}
    while due:
        found = due.pop()
        reached.add(found)
        due |= import_files(found) - reached
    return frozenset(reached)


@cache
def source_hash(path: Path) -> str:
    """Return a short hash of all that the compiled code of a module depends on."""
    versions = f"numba {numba.__version__} python {sys.version_info[:2]} boundscheck {bool(config.BOUNDSCHECK)}"
    digest = hashlib.sha256(versions.encode())
    for file in sorted(source_files(path)):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:16]


def find_cache_folder() -> Path | None:
    """Return the folder for compiled kernels, made if need be; None where none can be written."""
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("mjenv", appauthor=False)
    folder = Path(base) / "mjenv-kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder if os.access(folder, os.W_OK) else None


JIT_DISABLED = bool(config.DISABLE_JIT)
if JIT_DISABLED:
    np.seterr(over="ignore")  # 64-bit words wrap on purpose, as they do when compiled
CACHE_FOLDER = None if JIT_DISABLED else find_cache_folder()


def _name_record(record: types.Record) -> tuple[str, tuple[int]]:
    """Name a record type by what it holds.

    Numba numbers record types in the order in which a process meets them. Kernels over the rules of two variants
    that were compiled in two processes would bear the same name, and a third that loads both would run one for both.
    """
    return "Record", (int(hashlib.sha256(record.name.encode()).hexdigest()[:15], 16),)


types.Record.mangling_args = property(_name_record)  # type: ignore[method-assign,assignment]

MANGLED = "_ZN5mjenv"  # how the compiled name of a function in a module of mjenv begins
_wrap_index = arrayobj.fix_integer_index


def _fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Take an index in a kernel of mjenv as it is.

    Numba tests each for being negative, to count from the end: 4 % of a step (measured). No index here is negative,
    which the tests that run with NUMBA_BOUNDSCHECK=1 would tell. Other people's kernels are compiled as ever.
    """
    if builder.function.name.startswith(MANGLED):
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)
    return _wrap_index(context, builder, kind, index, size)


arrayobj.fix_integer_index = _fix_index


class Widening(CPUDispatcher):
    """A dispatcher that compiles a kernel once for all small integers and literals: they widen to 64 bits.

    Without it each mix of int8 fields, literals and int64 results is a compilation of its own (three times the
    start-up time, measured).
    """

    def compile(self, sig: Any) -> Any:
        """Compile for the widened argument types, unless that is done."""
        arguments, _ = sigutils.normalize_signature(sig)
        return super().compile(tuple(_widen(argument) for argument in arguments))


class Told:
    """What has to be compiled takes a while, and that is told."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code for a signature, None where there is none."""
        found = super().load_overload(sig, target_context)  # type: ignore[misc]
        if found is None:
            announce()
        return found


class KernelCache(Told, FunctionCache):
    """Compiled code on the disk; a file that is damaged counts as none, and is written anew."""

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return super()._load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - whatever unpickling what is no pickle raises
            self.flush()
            return None


class NoCache(Told, NullCache):
    """Nothing on the disk."""


class LinkedLibrary(JITCodeLibrary):
    """Code that becomes part of other code: only that is optimized, made ready to run and kept on the disk.

    Numba does all three for every function by itself, too (half of the start-up time, measured).
    """

    def _optimize_final_module(self) -> None:
        """Leave it to the code that this becomes part of."""

    def _finalize_final_module(self) -> None:
        """Only note that it is complete."""
        self._finalize_dynamic_globals()
        self._finalized = True


class Callee(Widening):
    """A dispatcher for calls from other kernels."""

    def __init__(self, function: Any, *, inline: bool) -> None:
        super().__init__(function, targetoptions=CALLEE_OPTIONS | {"forceinline": inline})
        compiler: Any = vars(self)["_compiler"]
        compiler._customize_flags = _link_only  # noqa: SLF001 - Numba's own hook for dispatchers

    def add_overload(self, cres: Any) -> None:
        """Make compiled code known to kernels, which find it by any object of its own."""
        cres.library.__class__ = LinkedLibrary
        linked = cres._replace(entry_point=object())
        self.targetctx.insert_user_function(linked.entry_point, linked.fndesc, [linked.library])
        self.overloads[tuple(linked.signature.args)] = linked


def _link_only(flags: Any) -> Any:
    """Have no code made ready to run."""
    flags.no_compile = True
    return flags


class Dispatcher(Widening):
    """A dispatcher for calls from Python, whose code is kept in the cache; calls from kernels go to ``callee``."""

    inline = False

    @cached_property
    def callee(self) -> Any:
        """What kernels call: made when the first of them is compiled, which a warm start does without."""
        return Callee(self.py_func, inline=self.inline)

    def __init__(self, function: Any, targetoptions: Any) -> None:
        super().__init__(function, targetoptions=targetoptions)
        self._cache: Told = NoCache()

    def enable_caching(self) -> None:
        """Keep compiled code on the disk."""
        self._cache = KernelCache(self.py_func)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template of the code for kernels."""
        return self.callee.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the code for kernels."""
        return self.callee.get_overload(sig)


class Choice(Dispatcher):
    """Stands for other kernels: a call is compiled as one of the kernel that ``choose`` names for its arguments."""

    choose: Callable[[Any], Dispatcher]

    def compile(self, sig: Any) -> Any:
        """Compile the chosen kernel."""
        arguments, _ = sigutils.normalize_signature(sig)
        return self.choose(arguments).compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return the template of the chosen kernel."""
        return self.choose(args).get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the chosen kernel's compiled code."""
        arguments, _ = sigutils.normalize_signature(sig)
        return self.choose(arguments).get_overload(sig)


OPTIONS = {"nopython": True, "nogil": True, "boundscheck": None}
CALLEE_OPTIONS = OPTIONS | {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
NOTICE = "mjenv: compiling for this machine, which is done once for each rule set and takes up to a minute"


@cache
def announce() -> None:
    """Say, once a process, that a kernel is being compiled."""
    sys.stderr.write(NOTICE + "\n")


def _widen(kind: Any) -> Any:
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def njit(function: F, *, inline: bool = False) -> F:
    """Compile ``function`` without the GIL, cached on disk; with the JIT off, return it unchanged."""
    if JIT_DISABLED:
        return function
    dispatcher = Dispatcher(function, targetoptions=OPTIONS)
    dispatcher.inline = inline
    source = Path(function.__code__.co_filename)
    if CACHE_FOLDER is not None and source.is_file():
        before = config.CACHE_DIR
        config.CACHE_DIR = str(CACHE_FOLDER / f"{source.stem}-{source_hash(source)}")
        dispatcher.enable_caching()
        config.CACHE_DIR = before
    return cast("F", dispatcher)


def njit_inline(function: F) -> F:
    """As ``njit``, for what runs at every step and has one caller: LLVM by itself leaves it a call."""
    return njit(function, inline=True)


def njit_choice(function: F, place: int, choose: Callable[[str], Any]) -> F:
    """Return a kernel that stands for the one which ``choose`` names.

    ``choose`` is given the name of the first field of argument ``place``, a record. With the JIT off, the choice
    is made at each call; else it is made when the caller is compiled, and costs nothing when it runs.
    """
    if JIT_DISABLED:

        @functools.wraps(function)
        def ask(*arguments: Any) -> Any:
            return choose(arguments[place].dtype.names[0])(*arguments)

        return cast("F", ask)
    choice = Choice(function, targetoptions={"nopython": True})
    choice.choose = lambda arguments: choose(next(iter(arguments[place].fields)))
    return cast("F", choice)


CACHE_LINE: int = 64  # bytes


def _prefetch(typing: Any, rows: Any, row: Any, size: Any) -> Any:
    """Emit one prefetch a cache line of ``rows[row]``, whose bytes are known when this is compiled."""
    lines = range(0, size.literal_value + CACHE_LINE - 1, CACHE_LINE)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        number = builder.mul(arguments[1], builder.extract_value(array.strides, 0))
        start = builder.gep(builder.bitcast(array.data, cgutils.voidptr_t), [number])
        flag = ir.IntType(32)
        function = cgutils.get_or_insert_function(
            builder.module,
            ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, flag, flag, flag]),
            "llvm.prefetch.p0i8",
        )
        for line in lines:
            place = builder.gep(start, [number.type(min(line, size.literal_value - 1))])
            builder.call(function, [place, flag(1), flag(3), flag(1)])  # to write, to keep, data
        return context.get_dummy_value()

    return types.void(rows, types.intp, size), generate


def _skip(rows: Any, row: int, size: int) -> None:
    """Nothing to fetch ahead of plain Python."""


#: ``prefetch(rows, row, size)`` asks for the cache lines of a row of ``size`` bytes before they are needed.
prefetch: Callable[[Any, int, int], None] = (
    _skip if JIT_DISABLED else cast("Any", intrinsic(prefer_literal=True)(_prefetch))
)
