"""How a table is drawn: what a user may choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from mjenv.engine.codes import NUM_SEATS
from mjenv.errors import MjenvError, quote

TILES: Final = ("unicode", "ascii")
THEME_NAMES: Final = ("light", "dark")
NAME_LENGTH: Final = 20  # letters of a name that are shown
STRANGE: Final = "\ufffd"  # in place of a letter that cannot be shown


@dataclass(frozen=True)
class RenderStyle:
    """How a table is drawn.

    ``tiles``: ``"unicode"`` or ``"ascii"``, of the text; ``colour``: whether the text has colours of the terminal;
    ``theme``: ``"light"`` or ``"dark"``, of the pictures; ``perspective``: None for every hand, 0-3 for what that
    seat may see; ``names``: of the four seats.

    >>> RenderStyle(theme="dusk")
    Traceback (most recent call last):
    ...
    mjenv.errors.MjenvError: render_style: theme='dusk', expected one of light, dark
    """

    tiles: str = "unicode"
    colour: bool = False
    theme: str = "light"
    perspective: int | None = None
    names: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        for name, choices in (
            ("tiles", TILES),
            ("theme", THEME_NAMES),
            ("colour", (False, True)),
            ("perspective", (None, *range(NUM_SEATS))),
        ):
            value = getattr(self, name)
            if value not in choices or isinstance(value, float):
                message = f"render_style: {name}={quote(value)}, expected one of {', '.join(map(str, choices))}"
                raise MjenvError(message)
        if self.names is not None:
            object.__setattr__(self, "names", seat_names(self.names))


def parse_style(given: Mapping[str, Any] | RenderStyle | None) -> RenderStyle:
    """Return a style from what a user gave: a mapping such as ``{"theme": "dark"}``, or nothing.

    >>> parse_style({"theme": "dark"}).theme
    'dark'
    """
    if given is None or isinstance(given, RenderStyle):
        return given or RenderStyle()
    known = [field.name for field in fields(RenderStyle)]
    if not isinstance(given, Mapping):
        raise MjenvError(f"render_style={quote(given)}: expected a mapping with some of {', '.join(known)}")
    unknown = [key for key in given if key not in known]
    if unknown:
        raise MjenvError(f"render_style: there is no {quote(unknown[0])}, expected some of {', '.join(known)}")
    return RenderStyle(**given)


def seat_names(names: Sequence[str] | None) -> tuple[str, ...]:
    r"""Return the four names that are shown, ``seat 0`` and so on where none are given.

    >>> seat_names(["Ann", "Bo\x1b[2J", "C", "D" * 30])
    ('Ann', 'Bo�[2J', 'C', 'DDDDDDDDDDDDDDDDDDD…')
    """
    if names is None:
        return tuple(f"seat {seat}" for seat in range(NUM_SEATS))
    if isinstance(names, str) or len(names) != NUM_SEATS or not all(isinstance(name, str) for name in names):
        raise MjenvError(f"render_style: names={quote(names)}, expected four strings")
    return tuple(clean_name(name) for name in names)


def clean_name(name: str) -> str:
    """Return a name on one line, short, without control letters, which could write elsewhere on a terminal."""
    shown = "".join(letter if letter.isprintable() else STRANGE for letter in name)
    return shown if len(shown) <= NAME_LENGTH else f"{shown[: NAME_LENGTH - 1]}…"
