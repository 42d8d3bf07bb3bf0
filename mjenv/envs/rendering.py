"""What the environments take for rendering; nothing of ``mjenv.view`` is loaded before it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from mjenv.errors import MjenvError, quote

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mjenv.view.style import RenderStyle

RENDER_MODES: Final = ("ansi", "human", "rgb_array", "svg")


def read_rendering(mode: str | None, style: Mapping[str, Any] | None) -> RenderStyle | None:
    """Return the style that a user gave, None where none was.

    Raises ``MjenvError`` for a mode or style that there is not.

    >>> read_rendering("gif", None)
    Traceback (most recent call last):
    ...
    mjenv.errors.MjenvError: render_mode='gif': expected None or one of ansi, human, rgb_array, svg
    """
    if mode is not None and mode not in RENDER_MODES:
        raise MjenvError(f"render_mode={quote(mode)}: expected None or one of {', '.join(RENDER_MODES)}")
    if style is None:
        return None
    from mjenv.view.style import parse_style

    return parse_style(style)
