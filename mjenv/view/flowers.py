"""The pictures on tiles: the bird of the first bamboo, the four seasons and the four plants."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mjenv.view.drawing import Disc, Line, Polygon, curve, turned
from mjenv.view.glyphs import write

if TYPE_CHECKING:
    from collections.abc import Callable

    from mjenv.view.drawing import Plain, Point
    from mjenv.view.themes import Theme

    Shapes = tuple[Plain, ...]

NAMES: Final = "春夏秋冬梅兰竹菊"


def petal(base: Point, length: float, width: float, angle: float, fill: str, *, tip: float = 0.6) -> Polygon:
    """Return a leaf from its base, upright at angle 0; ``tip`` is where along its length it is widest."""
    x, y = base
    half = width / 2
    outline = [
        (x, y),
        (x - half * 0.7, y - length * tip * 0.5),
        (x - half, y - length * tip),
        (x - half * 0.45, y - length * 0.92),
        (x, y - length),
        (x + half * 0.45, y - length * 0.92),
        (x + half, y - length * tip),
        (x + half * 0.7, y - length * tip * 0.5),
    ]
    return Polygon(curve(turned(outline, base, angle), closed=True), fill)


def blade(base: Point, bend: Point, end: Point, width: float, fill: str) -> Polygon:
    """Return a blade of grass: from its base past a bend to a pointed end."""
    (x0, y0), (x1, y1), (x2, y2) = base, bend, end
    there = curve([(x0 - width / 2, y0), (x1 - width / 2, y1 - width / 4), (x2, y2)])
    back = curve([(x2, y2), (x1 + width / 2, y1 + width / 4), (x0 + width / 2, y0)])
    return Polygon((*there, *back), fill)


def draw_bird(theme: Theme) -> Shapes:
    """Return a bird with a long tail on a twig."""
    body = [(13, 27), (17, 17), (25, 16), (33, 25), (42, 37), (46, 51), (38, 55), (25, 51), (16, 41)]
    wing = [(25, 29), (35, 34), (43, 44), (48, 56), (39, 53), (30, 47), (25, 39)]
    feathers = ((6, theme.red), (-8, theme.green), (-22, theme.blue))
    return (
        *(petal((41, 48), 28, 7.5, 180 + angle, ink, tip=0.72) for angle, ink in feathers),
        *(Disc(x, y, 1.7, theme.tile) for x, y in ((39.4, 70), (44, 70.6), (49.2, 68))),
        Line(((6, 66), (36, 64)), theme.black, 2.6),
        petal((12, 65.5), 8, 4.5, -50, theme.green),
        Line(((25, 51), (24, 64)), theme.red, 1.7),
        Line(((31, 53), (30.5, 64)), theme.red, 1.7),
        Polygon(curve(body, closed=True), theme.green),
        Polygon(curve(wing, closed=True), theme.blue),
        *(Line(tuple(curve(list(vein))), theme.tile, 1) for vein in VEINS),
        *(petal((21, 15), 10, 3.6, angle, theme.red) for angle in (-14, 12, 38)),
        Polygon(((13.2, 21), (4, 26.5), (13.4, 27.5)), theme.red),
        Disc(19.4, 22.5, 3, theme.tile),
        Disc(19, 22.5, 1.6, theme.black),
    )


VEINS: Final = (
    ((29, 34), (36, 40), (41, 48)),
    ((28, 39), (34, 45), (38, 50)),
)


def draw_flower(theme: Theme, number: int) -> Shapes:
    """Return flower 0-7, its character in the corner and its number beside it."""
    ink = theme.red if number >= 4 else theme.blue
    return (
        write(NAMES[number], 5, 6, 23, ink),
        write(str(number % 4 + 1), 43, 7, 11, ink, weight=13),
        *PICTURES[number](theme),
    )


def draw_spring(theme: Theme) -> Shapes:
    """Return a tulip."""
    return (
        Line(((30, 74), (31, 54)), theme.green, 2.4),
        blade((29, 74), (20, 66), (15, 52), 6, theme.green),
        blade((31, 74), (41, 66), (45, 55), 6, theme.green),
        petal((31, 57), 20, 12, -22, theme.red, tip=0.5),
        petal((31, 57), 20, 12, 22, theme.red, tip=0.5),
        petal((31, 57.5), 19, 10, 0, theme.tile, tip=0.5),
        petal((31, 57.5), 17.5, 8, 0, theme.red, tip=0.5),
    )


def draw_summer(theme: Theme) -> Shapes:
    """Return a lotus over water."""
    outer = tuple(petal((30, 66), 24, 10, angle, theme.red) for angle in (-68, 68, -40, 40))
    return (
        *outer,
        petal((30, 66.5), 28, 14, 0, theme.tile),
        petal((30, 66), 26.5, 11.5, 0, theme.red),
        *(Line(((30, 62), end), theme.tile, 0.9) for end in ((30, 45), (26.5, 50), (33.5, 50))),
        Line(curve([(9, 69), (19, 72), (30, 69), (41, 72), (51, 69)]), theme.green, 2.2),
        Line(curve([(16, 74.5), (23, 76), (30, 74.5), (37, 76), (44, 74.5)]), theme.green, 1.6),
    )


def draw_autumn(theme: Theme) -> Shapes:
    """Return a maple leaf."""
    lobes = ((0, 27, 11), (-48, 22, 10), (48, 22, 10), (-98, 16, 8), (98, 16, 8))
    return (
        Line(curve([(30, 58), (31, 67), (35, 76)]), theme.red, 2),
        *(petal((30, 62), length, width, angle, theme.red, tip=0.5) for angle, length, width in lobes),
        *(Line(((30, 60), turned([(30, 60 - reach)], (30, 60), angle)[0]), theme.tile, 0.9) for angle, reach in
          ((0, 17), (-48, 13), (48, 13))),
    )  # fmt: skip


def draw_winter(theme: Theme) -> Shapes:
    """Return a snow crystal."""
    arm = (
        ((31, 53), (31, 33)),
        ((31, 42), (26, 36.5)),
        ((31, 42), (36, 36.5)),
        ((31, 47), (28, 43.5)),
        ((31, 47), (34, 43.5)),
    )
    shapes = (
        Line(tuple(turned(list(line), (31, 53), angle)), theme.blue, 1.9) for angle in range(0, 360, 60) for line in arm
    )
    return (*shapes, Disc(31, 53, 3.2, theme.blue))


def draw_plum(theme: Theme) -> Shapes:
    """Return plum blossom on a bough."""
    return (
        Line(curve([(8, 75), (20, 66), (30, 55), (50, 32)]), theme.black, 2.4),
        Line(curve([(20, 66), (32, 68), (44, 74)]), theme.black, 1.7),
        Disc(50, 33, 3.4, theme.red),
        Disc(45.5, 73.5, 3, theme.red),
        Disc(12, 66, 2.8, theme.red),
        Disc(30, 55, 14, theme.tile),
        *(petal((30, 55), 14, 13.5, angle, theme.red, tip=0.62) for angle in range(0, 360, 72)),
        *(Line(((30, 55), turned([(30, 48.5)], (30, 55), angle)[0]), theme.tile, 0.9) for angle in range(36, 396, 72)),
        Disc(30, 55, 2.6, theme.tile),
    )


def draw_orchid(theme: Theme) -> Shapes:
    """Return an orchid: long leaves and a flower."""
    blades = (
        ((30, 46), (6, 44)),
        ((26, 50), (14, 33)),
        ((35, 50), (54, 38)),
        ((37, 58), (55, 58)),
        ((24, 60), (5, 62)),
    )
    return (
        *(blade((30, 76), bend, end, 3.6, theme.green) for bend, end in blades),
        Line(curve([(30, 75), (33, 60), (32, 48)]), theme.green, 1.5),
        *(petal((32, 48), 13, 5.4, angle, theme.blue) for angle in (0, 72, 144, 216, 288)),
        Disc(32, 48, 2.4, theme.red),
    )


def draw_bamboo_plant(theme: Theme) -> Shapes:
    """Return two stalks of bamboo with leaves."""
    shapes: list[Plain] = []
    for x, top in ((25, 36), (37, 44)):
        joints = [top, top + (76 - top) * 0.36, top + (76 - top) * 0.7, 76.0]
        shapes += [Line(((x, y + 1.6), (x, end - 1.6)), theme.green, 4.2) for y, end in pairwise(joints)]
    leaves = ((25, 48, -118), (25, 48, -78), (37, 56, 62), (37, 56, 100), (37, 46, 36), (25, 62, -100))
    return (*shapes, *(petal((x, y), 17, 5.2, angle, theme.green, tip=0.4) for x, y, angle in leaves))


def draw_chrysanthemum(theme: Theme) -> Shapes:
    """Return a chrysanthemum."""
    return (
        Line(curve([(31, 60), (33, 69), (32, 76)]), theme.green, 2.2),
        petal((32, 73), 15, 7, 70, theme.green, tip=0.5),
        petal((32, 74), 15, 7, -66, theme.green, tip=0.5),
        *(petal((31, 51), 19, 5.6, angle, theme.red, tip=0.7) for angle in range(0, 360, 24)),
        *(petal((31, 51), 12.5, 4.8, angle, theme.tile, tip=0.7) for angle in range(12, 372, 30)),
        *(petal((31, 51), 11.2, 3.4, angle, theme.red, tip=0.7) for angle in range(12, 372, 30)),
        Disc(31, 51, 3, theme.tile),
    )


PICTURES: Final[tuple[Callable[[Theme], Shapes], ...]] = (
    draw_spring,
    draw_summer,
    draw_autumn,
    draw_winter,
    draw_plum,
    draw_orchid,
    draw_bamboo_plant,
    draw_chrysanthemum,
)
