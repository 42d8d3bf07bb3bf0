"""The short way to the kernels for one hand: all that stands between is in these closures.

Each takes what the method of ``Hands`` in whose place it is called takes. One int8[34] goes to the kernel at once; what
the kernel refuses, and all else, goes to the method. A kernel is compiled when it is first called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.engine.codes import MAX_MELDS, NUM_KINDS
from mjenv.hands.calls import enter
from mjenv.hands.checks import BAD

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    Ask = Callable[..., Any]

HAND: Final = np.zeros(NUM_KINDS, np.int8)
MELDS: Final = np.zeros((MAX_MELDS, 2), np.int8)


class Kernels:
    """The kernels NAME_closed and NAME_with, compiled when they are first wanted; ``more`` follows the facts."""

    def __init__(self, name: str, load: Callable[[], ModuleType], facts: int, *more: np.ndarray) -> None:
        self.name, self.load, self.facts, self.more = name, load, facts, more

    def enter(self, form: str, *sample: np.ndarray) -> Ask:
        """Return one of them, to be called with hand, melds and facts."""
        entered = enter(getattr(self.load(), f"{self.name}_{form}"), HAND, *sample, self.facts, *self.more)
        if not self.more:
            return entered
        return lambda *given: entered(*given, *self.more)


def bind_number(kernels: Kernels, method: Ask) -> Ask:
    """Return a function that answers with the kernel's number."""
    facts = kernels.facts
    closed: Any = None
    beside: Any = None

    def ask(hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        nonlocal closed, beside
        try:
            if melds is None:
                if hands.ndim == 1:
                    number = closed(hands, facts)
                    if number != -2:  # BAD, written out as it is quicker
                        return number
            elif hands.ndim == 1 and melds.ndim == 2:
                number = beside(hands, melds, facts)
                if number != BAD:
                    return number
        except (TypeError, AttributeError):  # not compiled yet, or of other types, which the method converts
            closed = closed or kernels.enter("closed")
            beside = beside or kernels.enter("with", MELDS)
        return method(hands, melds)

    return ask


def bind_answer(kernels: Kernels, method: Ask) -> Ask:
    """Return a function that answers with yes or no."""
    facts = kernels.facts
    closed: Any = None
    beside: Any = None

    def ask(hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        nonlocal closed, beside
        try:
            if melds is None:
                if hands.ndim == 1:
                    answer = closed(hands, facts)
                    if answer != -2:  # BAD
                        return answer == 1
            elif hands.ndim == 1 and melds.ndim == 2:
                answer = beside(hands, melds, facts)
                if answer != BAD:
                    return answer == 1
        except (TypeError, AttributeError):
            closed = closed or kernels.enter("closed")
            beside = beside or kernels.enter("with", MELDS)
        return method(hands, melds)

    return ask
