"""Tiles as symbols of a drawing: bodies, and faces of our own design in a box of 60 by 80 units.

A tile is a body (upright or lying on its side, face up or down) with a face on it. Bodies are drawn apart from
faces so that light falls the same way on a tile that is turned.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from mjenv.engine.tiles import NAMES
from mjenv.view.drawing import Disc, Line, Polygon, Rect, Symbol, turned
from mjenv.view.flowers import draw_bird, draw_flower, petal
from mjenv.view.glyphs import write

if TYPE_CHECKING:
    from mjenv.view.drawing import Ink, Plain
    from mjenv.view.themes import Theme

    Shapes = tuple[Plain, ...]

WIDTH: Final = 60
HEIGHT: Final = 80
THICKNESS: Final = 9  # of a tile, seen below its face
RADIUS: Final = 8

NUMERALS: Final = "一二三四五六七八九"
WINDS: Final = "东南西北"
#: Centres and radius of the dots; each colour by the letter of its ink.
DOTS: Final[dict[int, tuple[float, tuple[tuple[float, float, str], ...]]]] = {
    2: (11.5, ((30, 22, "g"), (30, 58, "b"))),
    3: (10.5, ((15, 17, "b"), (30, 40, "r"), (45, 63, "g"))),
    4: (10.8, ((17, 22, "b"), (43, 22, "g"), (17, 58, "g"), (43, 58, "b"))),
    5: (9.8, ((15, 19, "b"), (45, 19, "g"), (30, 40, "r"), (15, 61, "g"), (45, 61, "b"))),
    6: (9.8, ((18, 15, "g"), (42, 15, "g"), (18, 42, "r"), (42, 42, "r"), (18, 65, "r"), (42, 65, "r"))),
    7: (8.4, ((12, 12, "g"), (30, 19, "g"), (48, 26, "g"), (19, 47, "r"), (41, 47, "r"), (19, 67, "r"), (41, 67, "r"))),
    8: (8.6, tuple((x, y, "b") for y in (13, 31, 49, 67) for x in (19, 41))),
    9: (8.2, tuple((x, y, ink) for y, ink in ((14, "g"), (40, "r"), (66, "b")) for x in (12, 30, 48))),
}
#: Length of the sticks, then centre, ink and slant of each.
STICKS: Final[dict[int, tuple[float, tuple[tuple[float, float, str, float], ...]]]] = {
    2: (29, ((30, 22, "g", 0), (30, 58, "g", 0))),
    3: (29, ((30, 22, "g", 0), (17, 58, "g", 0), (43, 58, "g", 0))),
    4: (29, ((17, 22, "g", 0), (43, 22, "b", 0), (17, 58, "b", 0), (43, 58, "g", 0))),
    5: (29, ((14, 22, "g", 0), (46, 22, "b", 0), (30, 40, "r", 0), (14, 58, "b", 0), (46, 58, "g", 0))),
    6: (29, tuple((x, y, ink, 0) for y, ink in ((22, "g"), (58, "b")) for x in (13, 30, 47))),
    7: (20, ((30, 14, "r", 0), *((x, y, "g" if x != 30 else "b", 0) for y in (40, 66) for x in (13, 30, 47)))),
    8: (
        27,
        tuple((x, y, ink, slant * turn) for y, ink, turn in ((21, "g", 1), (59, "b", -1)) for x, slant in
              ((9, 0), (23, 24), (37, -24), (51, 0))),
    ),
    9: (20, tuple((x, y, "r" if x == 30 else "g", 0) for y in (14, 40, 66) for x in (13, 30, 47))),
}  # fmt: skip


@cache
def tile_symbols(theme: Theme) -> dict[str, Symbol]:
    """Return the bodies (``"up"``, ``"up-side"``, ``"down"``, ``"down-side"``) and the 42 faces (``"5m"`` …).

    >>> from mjenv.view.themes import LIGHT
    >>> len(tile_symbols(LIGHT))
    46
    """
    symbols = {}
    for name, face_up in (("up", True), ("down", False)):
        symbols[name] = Symbol(WIDTH, HEIGHT, draw_body(theme, WIDTH, HEIGHT, face_up=face_up))
        symbols[f"{name}-side"] = Symbol(HEIGHT, WIDTH, draw_body(theme, HEIGHT, WIDTH, face_up=face_up))
    for kind, tile in enumerate(NAMES):
        symbols[tile] = Symbol(WIDTH, HEIGHT, draw_face(theme, kind))
    return symbols


def draw_body(theme: Theme, width: float, height: float, *, face_up: bool) -> Shapes:
    """Return a tile without its face: its shadow, its two layers and its upper side."""
    above, below = (theme.tile, theme.back) if face_up else (theme.back, theme.tile)
    layers: Shapes = (
        Rect(1, 3, width + 1.5, height + THICKNESS, RADIUS + 1, theme.shadow, opacity=0.16),
        Rect(0, 1, width, height + THICKNESS - 1, RADIUS, theme.back_line if face_up else theme.tile_side),
        Rect(0, 1, width, height + THICKNESS - 2, RADIUS, below),
        Rect(0, 1, width, height + 4, RADIUS, theme.tile_side if face_up else theme.back_line),
        Rect(0, 0, width, height, RADIUS, above, theme.tile_line if face_up else theme.back_line, 1.2),
    )
    if face_up:
        return layers
    inner = Rect(6, 6, width - 12, height - 12, RADIUS - 3, None, theme.back_line, 1.6)
    return (*layers, inner, *draw_lozenge(theme, width / 2, height / 2))


def draw_lozenge(theme: Theme, x: float, y: float) -> Shapes:
    """Return the ornament on the back of a tile."""
    outer = Polygon(((x, y - 15), (x + 11, y), (x, y + 15), (x - 11, y)), theme.back_line)
    return outer, Polygon(((x, y - 10), (x + 7, y), (x, y + 10), (x - 7, y)), theme.back)


def draw_face(theme: Theme, kind: int) -> Shapes:
    """Return the face of a kind, 0-41."""
    rank, suit = kind % 9 + 1, kind // 9
    if kind >= 34:
        return draw_flower(theme, kind - 34)
    if suit == 0:
        return draw_character(theme, rank)
    if suit == 1:
        return draw_dots(theme, rank)
    if suit == 2:
        return draw_bamboo(theme, rank)
    return draw_honour(theme, rank)


def draw_character(theme: Theme, rank: int) -> Shapes:
    """Return a numeral over 万, and the digit small in the corner."""
    return (
        write(NUMERALS[rank - 1], 14.5, 5, 32, theme.black),
        write("万", 13, 41, 34, theme.red),
        draw_mark(theme, str(rank)),
    )


def draw_mark(theme: Theme, mark: str) -> Ink:
    """Return a digit or letter in the upper left corner."""
    return write(mark, 3.5, 4.5, 9.5, theme.black, weight=15)


def draw_dots(theme: Theme, rank: int) -> Shapes:
    """Return circles."""
    if rank == 1:
        return draw_great_dot(theme)
    radius, places = DOTS[rank]
    return tuple(shape for x, y, ink in places for shape in draw_dot(theme, x, y, radius, find_ink(theme, ink)))


def draw_dot(theme: Theme, x: float, y: float, radius: float, ink: str) -> Shapes:
    """Return one circle with a ring and an eye."""
    return (
        Disc(x, y, radius, ink),
        Disc(x, y, radius * 0.78, None, theme.tile, radius * 0.16),
        Disc(x, y, radius * 0.3, theme.tile),
    )


def draw_great_dot(theme: Theme) -> Shapes:
    """Return the single dot: rings and a flower."""
    rings: Shapes = (
        Disc(30, 40, 24, theme.green),
        Disc(30, 40, 21.6, None, theme.tile, 1.6),
        Disc(30, 40, 17.5, theme.tile),
        Disc(30, 40, 16.4, None, theme.blue, 1.5),
    )
    leaves = tuple(petal((30, 40), 14, 7.4, angle, theme.red) for angle in range(0, 360, 45))
    return (*rings, *leaves, Disc(30, 40, 5, theme.tile), Disc(30, 40, 3.3, theme.green))


def draw_bamboo(theme: Theme, rank: int) -> Shapes:
    """Return sticks, or the bird of the first of them."""
    if rank == 1:
        return draw_bird(theme)
    length, places = STICKS[rank]
    return tuple(
        shape for x, y, ink, slant in places for shape in draw_stick(theme, (x, y), length, find_ink(theme, ink), slant)
    )


def draw_stick(theme: Theme, centre: tuple[float, float], length: float, ink: str, slant: float) -> Shapes:
    """Return a stick of two joints."""
    x, y = centre
    width = length * 0.3 if length > 24 else length * 0.37
    top, bottom = y - length / 2 + width / 2, y + length / 2 - width / 2

    def line(x0: float, y0: float, x1: float, y1: float, ink: str, width: float) -> Line:
        return Line(tuple(turned([(x0, y0), (x1, y1)], centre, -slant)), ink, width)

    knots = (line(x - width * 0.38, place, x + width * 0.38, place, ink, width * 0.44) for place in (top, y, bottom))
    shines = (
        line(x, start + width * 0.45, x, end - width * 0.45, theme.tile, width * 0.2)
        for start, end in ((top, y), (y, bottom))
    )
    return (line(x, top, x, bottom, ink, width * 0.88), *knots, *shines)


def draw_honour(theme: Theme, rank: int) -> Shapes:
    """Return a wind or a dragon."""
    if rank <= 4:
        return write(WINDS[rank - 1], 8, 20, 44, theme.black), draw_mark(theme, "ESWN"[rank - 1])
    if rank == 5:
        return (
            Rect(9, 11, 42, 58, 5, None, theme.blue, 3.4),
            Rect(15, 17, 30, 46, 2.5, None, theme.blue, 1.5),
            *(Disc(x, y, 2.6, theme.blue) for x in (15.7, 44.3) for y in (17.7, 62.3)),
        )
    if rank == 6:
        return write("發", 7, 18, 46, theme.green), draw_mark(theme, "F")
    return write("中", 6, 17, 48, theme.red, weight=13), draw_mark(theme, "C")


def find_ink(theme: Theme, letter: str) -> str:
    """Return the ink of a letter: red, green or blue."""
    return {"r": theme.red, "g": theme.green, "b": theme.blue}[letter]
