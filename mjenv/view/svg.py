"""Drawings as SVG 1.1 with no script, no style sheet, no font and no reference to anything outside the file."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape, quoteattr

from mjenv.view.drawing import Disc, Ink, Line, Polygon, Rect, Text, Use

if TYPE_CHECKING:
    from collections.abc import Iterable

    from mjenv.view.drawing import Drawing, Plain, Point, Sample, Shape, Symbol

NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONTS: Final = "system-ui, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"
TENTHS: Final = 10  # coordinates have one decimal
CAP: Final = 3  # points of the round end of a stroke


def to_svg(drawing: Drawing) -> str:
    """Return a drawing as an SVG document, the same bytes for the same drawing.

    >>> from mjenv.view.drawing import Drawing, Text
    >>> "&lt;b&gt;" in to_svg(Drawing(10, 10, "a picture", "light", shapes=[Text(0, 5, "<b>", 4, "#000000")]))
    True
    """
    width, height = drawing.width, drawing.height
    used = sorted({shape.symbol for shape in drawing.shapes if isinstance(shape, Use)})
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    lines = [
        f'<svg xmlns="{NAMESPACE}" {size} font-family="{FONTS}" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        "<defs>",
    ]
    lines += [f'<g id="{drawing.theme}-{name}">\n{_write_symbol(drawing.symbols[name])}\n</g>' for name in used]
    lines += ["</defs>", *(_write_shape(shape, drawing) for shape in drawing.shapes), "</svg>"]
    return "\n".join(lines) + "\n"


@lru_cache(maxsize=256)
def _write_symbol(symbol: Symbol) -> str:
    return "\n".join(_write_plain(shape) for shape in symbol.shapes)


def _write_shape(shape: Shape, drawing: Drawing) -> str:
    return _write_use(shape, drawing) if isinstance(shape, Use) else _write_plain(shape)


def _write_plain(shape: Plain) -> str:
    if isinstance(shape, Text):
        return _write_text(shape)
    if isinstance(shape, Ink):
        path = "".join(to_path(outline(stroke)) for stroke in shape.strokes)
        return f'<path fill="{shape.fill}" d="{path}"/>'
    if isinstance(shape, Polygon):
        return f'<path fill="{shape.fill}"{_opacity(shape.opacity)} d="{to_path(shape.points)}"/>'
    if isinstance(shape, Line):
        return (
            f'<path fill="none" stroke="{shape.colour}" stroke-width="{number(shape.width)}" stroke-linecap="round" '
            f'stroke-linejoin="round"{_opacity(shape.opacity)} d="{to_path(shape.points, closed=False)}"/>'
        )
    return _write_rect(shape) if isinstance(shape, Rect) else _write_disc(shape)


def _write_rect(shape: Rect) -> str:
    inset = shape.line_width / 2 if shape.line else 0
    places = {
        "x": shape.x + inset,
        "y": shape.y + inset,
        "width": shape.width - 2 * inset,
        "height": shape.height - 2 * inset,
        "rx": max(shape.radius - inset, 0),
    }
    values = " ".join(f'{name}="{number(value)}"' for name, value in places.items())
    return f"<rect {values}{_paint(shape)}/>"


def _write_disc(shape: Disc) -> str:
    radius = shape.radius - (shape.line_width / 2 if shape.line else 0)
    return f'<circle cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(radius)}"{_paint(shape)}/>'


def _paint(shape: Rect | Disc) -> str:
    line = f' stroke="{shape.line}" stroke-width="{number(shape.line_width)}"' if shape.line else ""
    return f' fill="{shape.fill or "none"}"{line}{_opacity(shape.opacity)}'


def _opacity(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{opacity:g}"'


def _write_text(shape: Text) -> str:
    weight = ' font-weight="600"' if shape.bold else ""
    anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
    place = f'x="{number(shape.x)}" y="{number(shape.y)}" font-size="{number(shape.size)}"'
    return f'<text {place}{weight}{anchor} fill="{shape.fill}">{escape(shape.text)}</text>'


def _write_use(shape: Use, drawing: Drawing) -> str:
    x, y = corner_of(shape, drawing.symbols[shape.symbol])
    turn = f" rotate({90 * shape.turns})" if shape.turns else ""
    scale = f" scale({shape.scale:g})" if shape.scale != 1 else ""
    place = quoteattr(f"translate({number(x)} {number(y)}){turn}{scale}")
    return f'<use href="#{drawing.theme}-{shape.symbol}" transform={place}{_opacity(shape.opacity)}/>'


def corner_of(shape: Use, symbol: Symbol) -> Point:
    """Return where the origin of a turned symbol comes to lie.

    >>> from mjenv.view.drawing import Symbol
    >>> corner_of(Use("5m", 0, 0, 1, 1), Symbol(60, 80, ()))
    (80, 0)
    """
    width, height = symbol.width * shape.scale, symbol.height * shape.scale
    right = {0: 0, 1: height, 2: width, 3: 0}[shape.turns]
    down = {0: 0, 1: 0, 2: height, 3: width}[shape.turns]
    return shape.x + right, shape.y + down


def outline(stroke: tuple[Sample, ...]) -> tuple[Point, ...]:
    """Return the edge of a brush stroke with round ends."""
    angles = []
    for place in range(len(stroke)):
        (x0, y0, _), (x1, y1, _) = stroke[max(place - 1, 0)], stroke[min(place + 1, len(stroke) - 1)]
        angles.append(math.atan2(y1 - y0, x1 - x0))
    right = [_beside(sample, angle + math.pi / 2) for sample, angle in zip(stroke, angles, strict=True)]
    left = [_beside(sample, angle - math.pi / 2) for sample, angle in zip(stroke, angles, strict=True)]
    steps = [math.pi * step / (CAP + 1) for step in range(1, CAP + 1)]
    end = [_beside(stroke[-1], angles[-1] - math.pi / 2 + step) for step in steps]
    start = [_beside(stroke[0], angles[0] + math.pi / 2 + step) for step in steps]
    return (*left, *end, *reversed(right), *start)


def _beside(sample: Sample, angle: float) -> Point:
    x, y, width = sample
    return x + math.cos(angle) * width / 2, y + math.sin(angle) * width / 2


def to_path(points: Iterable[Point], *, closed: bool = True) -> str:
    """Return points as the data of a path, each relative to the one before.

    >>> to_path([(1, 2), (3, 2.25), (3, 0)])
    'M1 2l2 .3l0-2.3z'
    """
    rounded = [(tenths(x), tenths(y)) for x, y in points]
    text = "M" + _pair(*rounded[0])
    for (x0, y0), (x1, y1) in pairwise(rounded):
        if (x0, y0) != (x1, y1):
            text += "l" + _pair(x1 - x0, y1 - y0)
    return text + "z" * closed


def _pair(x: int, y: int) -> str:
    first, second = decimal(x), decimal(y)
    return first + second if second.startswith("-") else f"{first} {second}"


def tenths(value: float) -> int:
    """Return a length in tenths; the rounding does not hang on the last bit of a sine.

    >>> tenths(0.05), tenths(-1.26)
    (1, -13)
    """
    return math.floor(value * TENTHS + 0.5 + 1e-7)


def number(value: float) -> str:
    """Return a length with at most one decimal.

    >>> number(12.0), number(-0.52)
    ('12', '-.5')
    """
    return decimal(tenths(value))


def decimal(value: int) -> str:
    """Return tenths as a decimal number.

    >>> [decimal(n) for n in (0, 5, -5, 120, -123)]
    ['0', '.5', '-.5', '12', '-12.3']
    """
    whole, part = divmod(abs(value), TENTHS)
    digits = f"{whole or ''}.{part}" if part else str(whole)
    return f"-{digits}" if value < 0 else digits
