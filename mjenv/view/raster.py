"""Drawings as arrays of pixels, painted by Pillow (the extra ``render``), the only part that needs it."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.errors import MjenvError
from mjenv.view.drawing import BLEED, Disc, Ink, Line, Polygon, Rect, Text, Use

if TYPE_CHECKING:
    from PIL import ImageDraw
    from PIL.Image import Image

    from mjenv.view.drawing import Drawing, Point, Shape, Symbol

FINE: Final = 4  # what is painted is painted so many times larger, then made small: smooth edges
ANCHORS: Final = {"start": "ls", "middle": "ms", "end": "rs"}
QUARTER: Final = {1: 4, 2: 3, 3: 2}  # Pillow's numbers for clockwise turns of 90, 180 and 270 degrees
MARGIN: Final = 2  # pixels around a shape


def to_pixels(drawing: Drawing) -> np.ndarray:
    """Return a drawing as uint8 [height, width, 3].

    Raises ``MjenvError`` where Pillow is not installed.

    >>> from mjenv.view.drawing import Drawing, Rect
    >>> drawing = Drawing(4, 2, "red", "light", shapes=[Rect(0, 0, 4, 2, 0, "#ff0000")])
    >>> to_pixels(drawing).shape, to_pixels(drawing)[1, 2].tolist()
    ((2, 4, 3), [255, 0, 0])
    """
    pillow = load_pillow()
    canvas = pillow.Image.new("RGBA", (drawing.width, drawing.height), (0, 0, 0, 255))
    for shape in drawing.shapes:
        if isinstance(shape, Text):
            write_text(canvas, shape)
        elif isinstance(shape, Use):
            sprite = paint_symbol(drawing.symbols[shape.symbol], shape.scale, shape.turns, shape.opacity)
            bleed = bleed_of(shape.scale)
            canvas.alpha_composite(*cut(sprite, round(shape.x) - bleed, round(shape.y) - bleed))
        else:
            canvas.alpha_composite(*paint_shape(shape, drawing.width, drawing.height))
    return np.asarray(canvas.convert("RGB"))


def load_pillow() -> Any:  # noqa: ANN401 - a package that may be missing
    """Return Pillow's package with what is used of it."""
    try:
        import PIL.Image
        import PIL.ImageDraw
        import PIL.ImageFont
    except ImportError:
        raise MjenvError('render_mode="rgb_array" needs Pillow, install it with: pip install "mjenv[render]"') from None
    return PIL


def cut(sprite: Image, x: int, y: int) -> tuple[Image, tuple[int, int], tuple[int, int]]:
    """Return a sprite with the place of its upper left corner and what of it to leave out, where it begins outside."""
    return sprite, (max(x, 0), max(y, 0)), (max(-x, 0), max(-y, 0))


@lru_cache(maxsize=1024)
def paint_symbol(symbol: Symbol, scale: float, turns: int, opacity: float) -> Image:
    """Return a symbol as pixels, with room around for what reaches beyond its box."""
    pillow = load_pillow()
    bleed = bleed_of(scale)
    size = [round(length * scale) + 2 * bleed for length in (symbol.width, symbol.height)]
    image = pillow.Image.new("RGBA", (size[0] * FINE, size[1] * FINE))
    for shape in symbol.shapes:
        layer = pillow.Image.new("RGBA", image.size)
        paint(pillow.ImageDraw.Draw(layer), shape, scale * FINE, (bleed * FINE, bleed * FINE))
        image.alpha_composite(layer)
    small = image.reduce(FINE)
    if opacity < 1:
        small.putalpha(small.getchannel("A").point(lambda alpha: round(alpha * opacity)))
    turned: Image = small.transpose(QUARTER[turns]) if turns else small
    return turned


def bleed_of(scale: float) -> int:
    """Return the room around a symbol in pixels."""
    return math.ceil(BLEED * scale)


@lru_cache(maxsize=512)
def paint_shape(shape: Shape, width: int, height: int) -> tuple[Image, tuple[int, int], tuple[int, int]]:
    """Return one shape as pixels, with its place as ``cut`` gives it."""
    pillow = load_pillow()
    left, top, right, bottom = (int(edge) for edge in box_of(shape))
    left, top = max(left - MARGIN, 0), max(top - MARGIN, 0)
    right, bottom = min(right + MARGIN + 1, width), min(bottom + MARGIN + 1, height)
    fine = FINE if (right - left) * (bottom - top) < 300_000 else 2
    image = pillow.Image.new("RGBA", ((right - left) * fine, (bottom - top) * fine))
    paint(pillow.ImageDraw.Draw(image), shape, fine, (-left * fine, -top * fine))
    return cut(image.reduce(fine), left, top)


def box_of(shape: Shape) -> tuple[float, float, float, float]:
    """Return the edges of a shape: left, top, right, bottom."""
    if isinstance(shape, Rect):
        return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
    if isinstance(shape, Disc):
        return shape.x - shape.radius, shape.y - shape.radius, shape.x + shape.radius, shape.y + shape.radius
    points, reach = points_of(shape)
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across) - reach, min(down) - reach, max(across) + reach, max(down) + reach


def points_of(shape: Shape) -> tuple[list[Point], float]:
    """Return the points of a shape and how far around them it reaches."""
    if isinstance(shape, Ink):
        samples = [sample for stroke in shape.strokes for sample in stroke]
        return [(x, y) for x, y, _ in samples], max(width for _, _, width in samples) / 2
    if isinstance(shape, Line):
        return list(shape.points), shape.width / 2
    if isinstance(shape, Polygon):
        return list(shape.points), 0
    raise TypeError(shape)


def paint(draw: ImageDraw.ImageDraw, shape: Shape, scale: float, origin: tuple[float, float]) -> None:
    """Paint a shape, ``scale`` times larger, its origin at ``origin``."""
    x0, y0 = origin

    def place(x: float, y: float) -> Point:
        return x0 + x * scale, y0 + y * scale

    if isinstance(shape, Rect):
        paint_rect(draw, shape, scale, place(shape.x, shape.y))
    elif isinstance(shape, Disc):
        paint_disc(draw, shape, scale, place(shape.x, shape.y))
    elif isinstance(shape, Polygon):
        draw.polygon([place(*point) for point in shape.points], rgba(shape.fill, shape.opacity))
    elif isinstance(shape, Line):
        samples = [(*place(*point), shape.width * scale) for point in shape.points]
        paint_stroke(draw, samples, rgba(shape.colour, shape.opacity))
    elif isinstance(shape, Ink):
        for stroke in shape.strokes:
            paint_stroke(draw, [(*place(x, y), width * scale) for x, y, width in stroke], rgba(shape.fill, 1))


def paint_rect(draw: ImageDraw.ImageDraw, shape: Rect, scale: float, corner: Point) -> None:
    """Paint a rectangle."""
    x, y = corner
    box = (x, y, x + shape.width * scale - 1, y + shape.height * scale - 1)
    fill = rgba(shape.fill, shape.opacity) if shape.fill else None
    line = rgba(shape.line, shape.opacity) if shape.line else None
    draw.rounded_rectangle(box, shape.radius * scale, fill, line, round(shape.line_width * scale) if line else 0)


def paint_disc(draw: ImageDraw.ImageDraw, shape: Disc, scale: float, centre: Point) -> None:
    """Paint a circle or ring."""
    (x, y), radius = centre, shape.radius * scale
    fill = rgba(shape.fill, shape.opacity) if shape.fill else None
    line = rgba(shape.line, shape.opacity) if shape.line else None
    box = (x - radius, y - radius, x + radius, y + radius)
    draw.ellipse(box, fill, line, max(round(shape.line_width * scale), 1) if line else 0)


def paint_stroke(
    draw: ImageDraw.ImageDraw, samples: list[tuple[float, float, float]], colour: tuple[int, int, int, int]
) -> None:
    """Paint a stroke: a circle at each sample, and what lies between two."""
    for x, y, width in samples:
        draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), colour)
    for (x0, y0, w0), (x1, y1, w1) in pairwise(samples):
        length = math.hypot(x1 - x0, y1 - y0)
        if length == 0:
            continue
        across, down = (y0 - y1) / length / 2, (x1 - x0) / length / 2
        edge = [
            (x0 + across * w0, y0 + down * w0),
            (x1 + across * w1, y1 + down * w1),
            (x1 - across * w1, y1 - down * w1),
            (x0 - across * w0, y0 - down * w0),
        ]
        draw.polygon(edge, colour)


def rgba(colour: str, opacity: float) -> tuple[int, int, int, int]:
    """Return a colour as four numbers from 0 to 255.

    >>> rgba("#ff8000", 0.5)
    (255, 128, 0, 128)
    """
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    return red, green, blue, round(255 * opacity)


def write_text(canvas: Image, shape: Text) -> None:
    """Write one line in the font that Pillow brings along; it has Latin letters only."""
    pillow = load_pillow()
    draw = pillow.ImageDraw.Draw(canvas)
    stroke = 0.35 if shape.bold else 0
    font = pillow.ImageFont.load_default(shape.size)
    draw.text((shape.x, shape.y), shape.text, shape.fill, font, ANCHORS[shape.anchor], stroke_width=stroke)
