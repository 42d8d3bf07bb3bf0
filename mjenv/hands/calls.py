"""From Python to a kernel with as little between as can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from mjenv.engine._jit import JIT_DISABLED

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


def brief(kernel: F) -> F:
    """Let a kernel keep the interpreter lock: to give it up takes as long as one hand does."""
    if not JIT_DISABLED:
        kernel.targetoptions["nogil"] = False  # type: ignore[attr-defined]
    return kernel


def enter(kernel: Callable[..., Any], *sample: Any) -> Callable[..., Any]:
    """Return the compiled code of a kernel for arguments of the types of ``sample``, to be called with such alone.

    Numba's dispatch, which takes longer than the kernel, is left out. What is no array, or has items of another size,
    raises ``TypeError``; that arrays have the right number of dimensions is for the caller to see, and their shape
    and strides for the kernel.
    """
    if not JIT_DISABLED:
        signature = tuple(map(kernel.typeof_pyval, sample))  # type: ignore[attr-defined]
        return kernel.compile(signature)  # type: ignore[attr-defined, no-any-return]

    def call(*arguments: Any) -> Any:  # noqa: ANN401
        for given, wanted in zip(arguments, sample, strict=True):
            if isinstance(wanted, np.ndarray) and (
                not isinstance(given, np.ndarray) or given.itemsize != wanted.itemsize
            ):
                raise TypeError("no array, or items of another size")
        return kernel(*arguments)

    return call
