"""The short way to the kernels for one hand: all that stands between is in these closures.

Each takes what the method of ``Hands`` in whose place it is called takes. One int8[34] goes to the kernel at once; what
the kernel refuses, and all else, goes to the method. A kernel is compiled when it is first called.
"""

from __future__ import annotations

import functools
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
    """The kernels of one question, compiled when they are first wanted."""

    def __init__(self, name: str, load: Callable[[], ModuleType], facts: int) -> None:
        self.name, self.load, self.facts = name, load, facts

    def enter_closed(self) -> Ask:
        """Return what is called with a hand without melds."""
        return enter(getattr(self.load(), f"fix_{self.name}")(self.facts), HAND)

    def enter_with(self) -> Ask:
        """Return what is called with hand, melds and facts."""
        return enter(getattr(self.load(), f"{self.name}_with"), HAND, MELDS, self.facts)


class KernelsOfRules(Kernels):
    """The same where the kernels are told the rules as well."""

    def __init__(self, name: str, load: Callable[[], ModuleType], facts: int, record: np.ndarray) -> None:
        super().__init__(name, load, facts)
        self.record = record

    def enter_closed(self) -> Ask:
        """Return what is called with a hand without melds."""
        facts, record = self.facts, self.record
        entered = enter(getattr(self.load(), f"{self.name}_closed"), HAND, facts, record)
        return lambda hand: entered(hand, facts, record)

    def enter_with(self) -> Ask:
        """Return what is called with hand, melds and facts."""
        record = self.record
        entered = enter(getattr(self.load(), f"{self.name}_with"), HAND, MELDS, self.facts, record)
        return lambda hand, melds, facts: entered(hand, melds, facts, record)


def bind_number(kernels: Kernels, method: Ask) -> Ask:
    """Return a function that answers with the kernel's number."""
    facts = kernels.facts
    closed: Any = None
    beside: Any = None

    @functools.wraps(method)
    def ask(hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        nonlocal closed, beside
        try:
            if melds is None:
                if hands.ndim == 1:
                    number = closed(hands)
                    if number != -2:  # BAD, written out as it is quicker
                        return number
            elif hands.ndim == 1 and melds.ndim == 2:
                number = beside(hands, melds, facts)
                if number != BAD:
                    return number
        except (TypeError, AttributeError):  # not compiled yet, or of other types, which the method converts
            closed = closed or kernels.enter_closed()
            beside = beside or kernels.enter_with()
        return method(hands, melds)

    return ask


def bind_answer(kernels: Kernels, method: Ask) -> Ask:
    """Return a function that answers with yes or no."""
    facts = kernels.facts
    closed: Any = None
    beside: Any = None

    @functools.wraps(method)
    def ask(hands: np.ndarray, melds: np.ndarray | None = None) -> Any:  # noqa: ANN401
        nonlocal closed, beside
        try:
            if melds is None:
                if hands.ndim == 1:
                    answer = closed(hands)
                    if answer != -2:  # BAD
                        return answer == 1
            elif hands.ndim == 1 and melds.ndim == 2:
                answer = beside(hands, melds, facts)
                if answer != BAD:
                    return answer == 1
        except (TypeError, AttributeError):
            closed = closed or kernels.enter_closed()
            beside = beside or kernels.enter_with()
        return method(hands, melds)

    return ask
