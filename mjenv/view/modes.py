"""What ``render()`` of the environments does in each mode."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING

from gymnasium import logger

from mjenv.view.style import RenderStyle

if TYPE_CHECKING:
    import numpy as np

    from mjenv.variants.params import Rules


def render(
    mode: str | None, states: np.ndarray, rules: Rules, style: RenderStyle | None, *, seat: int | None = None
) -> str | np.ndarray | None:
    """Return the first table of ``states`` in a mode, or print it; ``seat`` goes before the style's perspective.

    ``"ansi"``: text; ``"svg"``: a document; ``"rgb_array"``: uint8 [1000, 1280, 3]; ``"human"``: None, the text
    goes to the terminal; None: a warning. Raises ``MjenvError`` where no match has begun, or where ``"rgb_array"``
    lacks Pillow.

    >>> import mjenv
    >>> batch = mjenv.make_batch("qiaoma", num_tables=1, seed=1)
    >>> render("svg", batch.states, batch.rules, RenderStyle(theme="dark"))[:4]
    '<svg'
    """
    style = style or RenderStyle()
    perspective = style.perspective if seat is None else seat
    if mode is None:
        logger.warn("You are calling render method without specifying any render mode.")
        return None
    if mode in {"ansi", "human"}:
        from mjenv.view.ansi import render_table

        if mode == "ansi":
            return render_table(states, rules, perspective, style=style)
        shown = replace(style, tiles="ascii") if style.tiles == "unicode" and not speaks_unicode() else style
        print(render_table(states, rules, perspective, style=shown), end="\n\n")  # noqa: T201 - a terminal
        return None
    from mjenv.view.layout import draw_table
    from mjenv.view.sight import look

    drawing = draw_table(look(states, rules, perspective, names=style.names), style.theme)
    if mode == "svg":
        from mjenv.view.svg import to_svg

        return to_svg(drawing)
    from mjenv.view.raster import to_pixels

    return to_pixels(drawing)


def speaks_unicode() -> bool:
    """Whether the terminal takes any letter; where it does not, tiles and words are plain ASCII."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        "\U0001f007听".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
