"""Pictures as lists of simple shapes, which ``svg.py`` writes and ``raster.py`` paints.

Lengths are units of the picture, y grows downwards, a colour is ``"#rrggbb"``. Shapes that recur (tiles) are
symbols: drawn once in units of their own, then placed by ``Use``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Point: TypeAlias = "tuple[float, float]"
Sample: TypeAlias = "tuple[float, float, float]"  # a point of a stroke and how wide the stroke is there
Anchor: TypeAlias = Literal["start", "middle", "end"]

STEPS = 6  # points of a curve between two of the points that it is drawn through


@dataclass(frozen=True)
class Rect:
    """A rectangle with round corners; ``line`` is the colour of its border, inside the rectangle."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: str | None
    line: str | None = None
    line_width: float = 0
    opacity: float = 1


@dataclass(frozen=True)
class Disc:
    """A circle, filled, or a ring of ``line_width`` within ``radius``."""

    x: float
    y: float
    radius: float
    fill: str | None
    line: str | None = None
    line_width: float = 0
    opacity: float = 1


@dataclass(frozen=True)
class Polygon:
    """A filled outline."""

    points: tuple[Point, ...]
    fill: str
    opacity: float = 1


@dataclass(frozen=True)
class Line:
    """A line through points with round ends."""

    points: tuple[Point, ...]
    colour: str
    width: float
    opacity: float = 1


@dataclass(frozen=True)
class Ink:
    """Brush strokes: each a chain of samples, wide as each says."""

    strokes: tuple[tuple[Sample, ...], ...]
    fill: str


@dataclass(frozen=True)
class Text:
    """One line of Latin text on the base line ``y``."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: Anchor = "start"
    bold: bool = False


@dataclass(frozen=True)
class Use:
    """A symbol, turned clockwise by quarters; (x, y) is the upper left corner of what is seen."""

    symbol: str
    x: float
    y: float
    scale: float = 1
    turns: int = 0
    opacity: float = 1


Plain: TypeAlias = "Rect | Disc | Polygon | Line | Ink | Text"
Shape: TypeAlias = "Plain | Use"


@dataclass(frozen=True, eq=False)
class Symbol:
    """Shapes in a box of their own; they may reach ``BLEED`` units beyond it. Equal to itself only: found quickly."""

    width: float
    height: float
    shapes: tuple[Plain, ...]


BLEED = 12


@dataclass
class Drawing:
    """A picture; ``theme`` is part of the names of its symbols, so that two pictures fit on one page."""

    width: int
    height: int
    title: str
    theme: str
    symbols: dict[str, Symbol] = field(default_factory=dict)
    shapes: list[Shape] = field(default_factory=list)


def curve(points: Sequence[Point], *, closed: bool = False) -> tuple[Point, ...]:
    """Return points of a smooth curve through some points.

    >>> curve([(0, 0), (1, 0)])
    ((0, 0), (1, 0))
    >>> len(curve([(0, 0), (1, 1), (2, 0)])), len(curve([(0, 0), (1, 1), (2, 0)], closed=True))
    (13, 18)
    """
    count = len(points)
    if count < 3:
        return tuple(points)
    found: list[Point] = []
    for i in range(count if closed else count - 1):
        near = [i - 1, i, i + 1, i + 2]
        a, b, c, d = (points[k % count] if closed else points[min(max(k, 0), count - 1)] for k in near)
        found += [_between(a, b, c, d, step / STEPS) for step in range(STEPS)]
    return tuple(found) if closed else (*found, points[-1])


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    """Return the point of a Catmull-Rom curve between ``b`` and ``c``."""

    def mix(p: float, q: float, r: float, s: float) -> float:
        return 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)

    return mix(a[0], b[0], c[0], d[0]), mix(a[1], b[1], c[1], d[1])


def turned(points: Sequence[Point], centre: Point, degrees: float) -> list[Point]:
    """Return points turned clockwise about a centre.

    >>> [(round(x), round(y)) for x, y in turned([(1, 0)], (0, 0), 90)]
    [(0, 1)]
    """
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    x0, y0 = centre
    return [(x0 + (x - x0) * cosine - (y - y0) * sine, y0 + (x - x0) * sine + (y - y0) * cosine) for x, y in points]
