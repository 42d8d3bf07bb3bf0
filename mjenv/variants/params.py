"""A rule parameter is declared once; its kernel number, its checks and its documentation follow from here."""

from __future__ import annotations

import difflib
import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from mjenv.errors import RulesError, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

INT_MAX: Final = 1_000_000


@dataclass(frozen=True)
class Param:
    """One rule parameter.

    ``choices`` are the allowed values: ``(False, True)``, a tuple of names, or ``range(low, high)`` for an
    integer. A parameter that may be absent has ``default=None``; absent is 0 in the kernel's record.
    """

    name: str
    default: bool | int | str | None
    choices: Sequence[bool] | Sequence[str] | range
    clause: str
    doc: str

    def check(self, value: object) -> bool | int | str | None:
        """Return ``value`` (or the text of one) as a value of this parameter; raise ``RulesError`` otherwise.

        >>> Param("cap", None, range(1, 10), "C23", "").check("7")
        7
        """
        if value is None or value == "none":
            if self.default is None:
                return None
        elif isinstance(self.choices, range):
            number = _as_int(value)
            if number is not None and number in self.choices:
                return number
        else:
            for choice in self.choices:
                if value is choice or str(value).lower() == str(choice).lower():
                    return choice
        message = f"parameter {self.name}={quote(value)}: expected {self.describe_choices()} ({self.clause})"
        raise RulesError(message)

    def describe_choices(self) -> str:
        """Return the allowed values as text."""
        if isinstance(self.choices, range):
            text = f"a whole number from {self.choices.start} to {self.choices.stop - 1}"
        else:
            text = " or ".join(
                str(choice).lower() if isinstance(choice, bool) else str(choice) for choice in self.choices
            )
        return text + (" or none" if self.default is None else "")

    def encode(self, value: bool | int | str | None) -> int:
        """Return the kernel's number for a checked value."""
        if value is None:
            return 0
        return [*self.choices].index(value) if isinstance(value, str) else int(value)


def _as_int(value: object) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, (int, np.integer)):
        return int(value)
    if isinstance(value, str) and re.fullmatch("-?[0-9]{1,9}", value):
        return int(value)
    return None


@dataclass(frozen=True)
class Preset:
    """A named rule set: a variant with its own defaults."""

    name: str  # "four_bao"
    variant: str  # "harbin"
    code: int  # number of the rule set in the kernel's record
    params: tuple[Param, ...]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    has_ready: bool = False  # whether seats may declare ready

    @property
    def id(self) -> str:
        """Full name: ``variant/name``."""
        return f"{self.variant}/{self.name}"


class Title(NamedTuple):
    """A title, held from a total of points on."""

    points: int
    chinese: str  # "四万"
    english: str


class Element(NamedTuple):
    """A scoring element: its key in events, its names, its clause."""

    key: str  # "concealed"
    chinese: str  # "门清"
    english: str  # "concealed hand"
    clause: str


@dataclass(frozen=True)
class Book:
    """What a rule book declares beside its kernels."""

    name: str  # of the variant: "harbin"
    presets: tuple[Preset, ...]
    wall_length: int
    elements: tuple[Element, ...]  # by the number that the kernels log
    tasks: tuple[Element, ...] = ()
    has_bao: bool = False  # `end_hand` lists the 宝 of the hand
    has_flowers: bool = False  # `hu` has the winner's flowers
    find_title: Callable[[int], Title] | None = None  # of a total of points, for standings

    @property
    def dtype(self) -> np.dtype:
        """The kernels' form of the rules; the first field names the variant, for ``hooks``."""
        names = dict.fromkeys(param.name for preset in self.presets for param in preset.params)
        return np.dtype([(name, np.int32) for name in (self.name, "preset", "wall_length", *names)])


@dataclass(frozen=True)
class Rules:
    """A rule set with every parameter settled. Made by ``mjenv.load_rules``.

    ``record`` is the kernels' form, of shape (1,): one 32-bit integer a parameter.
    """

    preset: Preset
    values: Mapping[str, bool | int | str | None]
    record: np.ndarray = field(repr=False, compare=False)

    @property
    def name(self) -> str:
        """Name of the rule set."""
        return self.preset.name

    @property
    def variant(self) -> str:
        """Name of the variant."""
        return self.preset.variant

    @property
    def changed(self) -> dict[str, bool | int | str | None]:
        """Parameters that differ from the preset, in order of declaration."""
        preset = {param.name: self.preset.defaults.get(param.name, param.default) for param in self.preset.params}
        return {name: value for name, value in self.values.items() if value != preset[name]}

    @property
    def hash(self) -> str:
        """Short hash of variant, rule set and all values: equal rules, equal hash."""
        text = json.dumps([self.preset.id, dict(self.values)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def nearest(name: str, known: Sequence[str]) -> str:
    """Return `` (did you mean X?)`` for the closest known name, or nothing.

    >>> nearest("harbn", ["harbin", "hebei"])
    ' (did you mean harbin?)'
    """
    close = difflib.get_close_matches(str(name), known, n=1)
    return f" (did you mean {close[0]}?)" if close else ""
