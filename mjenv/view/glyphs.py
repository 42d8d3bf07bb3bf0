"""Chinese characters, digits and letters as strokes of a brush, so that no picture depends on a font.

A glyph lies in a square of 100 units. Its strokes stand one after the other with ``;`` between: a letter for
the movement of the brush, then the points that it passes, smoothly where they are more than two::

    h  level (横)        s  upright (竖)       p  falling left (撇)      n  falling right (捺)
    d  dot (点)          g  hook, rise (钩)    c  bent, of one width
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from mjenv.view.drawing import Ink, curve

if TYPE_CHECKING:
    from mjenv.view.drawing import Point, Sample

    Profile = tuple[tuple[float, float], ...]

#: Width of each movement, as a part of the brush's, at places from its start (0) to its end (1).
PROFILES: Final[dict[str, Profile]] = {
    "h": ((0, 1.0), (0.15, 0.8), (0.8, 0.8), (1, 1.15)),
    "s": ((0, 1.2), (0.2, 0.98), (1, 0.98)),
    "p": ((0, 1.2), (0.35, 1.0), (1, 0.18)),
    "n": ((0, 0.45), (0.72, 1.4), (0.82, 1.35), (1, 0.2)),
    "d": ((0, 0.45), (0.6, 1.2), (1, 1.05)),
    "g": ((0, 1.05), (1, 0.12)),
    "c": ((0, 1.05), (0.2, 0.9), (1, 0.95)),
}
PIECES: Final = 5  # samples along a straight stroke, less one

#: Numerals and suit of the characters; winds; dragons; flowers.
TILE_GLYPHS: Final[dict[str, str]] = {
    "一": "h 8,53 92,49",
    "二": "h 22,27 78,25; h 7,80 93,77",
    "三": "h 16,18 84,16; h 24,50 76,48; h 7,84 93,81",
    "四": "s 13,22 19,86; h 13,23 87,22; s 87,22 81,86; p 41,24 39,48 26,66; c 59,24 59,50 63,60 75,60; h 18,81 82,80",
    "五": "h 18,16 82,14; s 47,16 36,84; h 22,48 71,46; s 71,46 66,84; h 7,87 93,85",
    "六": "d 44,6 56,22; h 8,37 92,34; p 38,52 30,70 13,92; d 59,50 72,68 87,91",
    "七": "h 7,48 92,35; c 43,9 43,70 48,82 62,86 88,85; g 88,85 91,64",
    "八": "p 41,20 37,46 26,70 7,90; n 52,13 61,46 74,70 95,90",
    "九": "p 42,8 41,38 32,68 8,92; h 14,35 70,32; c 70,32 68,68 71,82 80,87 92,86; g 92,86 94,64",
    "万": "h 7,19 93,17; h 38,45 80,43; c 80,43 79,66 70,90; g 70,90 54,82; p 46,20 43,50 34,72 10,93",
    "东": "h 13,23 87,21; p 45,5 37,28 23,52; h 23,52 80,51; s 53,36 53,89; g 53,89 39,80; p 34,63 28,74 14,87; "
    "d 69,62 86,83",
    "南": "h 18,18 82,16; s 50,4 50,37; s 15,38 16,95; h 15,38 85,37; s 85,37 85,91; g 85,91 71,84; d 35,46 43,55; "
    "p 65,45 61,51 56,57; h 30,63 70,62; h 27,78 73,77; s 50,62 50,93",
    "西": "h 8,18 92,16; s 16,38 20,90; h 16,38 84,37; s 84,37 80,90; p 40,18 40,42 29,64; "
    "c 60,18 60,48 64,58 76,58; h 20,85 80,84",
    "北": "s 38,8 38,90; h 10,36 38,35; g 6,80 38,63; p 87,25 76,38 62,47; c 62,9 62,72 66,83 76,86 90,85; "
    "g 90,85 94,64",
    "中": "s 17,28 22,66; h 17,29 83,27; s 83,27 78,66; h 22,61 78,60; s 50,5 50,97",
    "發": "h 13,14 36,12; p 36,12 29,32 5,48; d 13,26 24,36; n 51,5 64,28 97,47; p 68,7 62,15 55,21; "
    "p 84,14 77,24 69,30; h 14,52 42,51; s 42,51 41,66; h 16,66 42,65; s 16,66 14,80; h 14,80 43,79; "
    "c 43,79 41,91 35,97; g 35,97 24,91; p 59,49 58,59 49,68; h 59,50 80,49; c 80,49 80,60 84,65 93,64; "
    "h 53,74 84,73; p 84,73 75,88 48,98; n 57,78 70,90 96,99",
    "春": "h 20,13 80,11; h 26,27 74,25; h 8,41 92,39; p 47,3 42,32 7,66; n 54,41 68,54 95,66; s 32,57 33,97; "
    "h 32,58 68,57; s 68,57 67,97; h 33,76 67,75; h 33,93 67,92",
    "夏": "h 12,9 88,7; p 50,9 47,17 42,22; s 27,23 27,63; h 27,23 73,22; s 73,22 73,63; h 27,36 73,35; "
    "h 27,49 73,48; h 27,62 73,61; p 42,63 32,77 12,88; h 36,73 72,72; p 72,72 55,90 16,99; "
    "n 38,78 58,91 94,99",
    "秋": "p 41,7 29,15 12,20; h 6,35 49,33; s 28,16 28,95; p 28,38 20,56 5,70; d 32,46 45,60; d 57,30 63,46; "
    "p 92,26 86,38 79,46; p 75,9 74,52 65,76 43,95; n 75,54 81,74 97,94",
    "冬": "p 40,5 30,24 11,42; h 38,18 76,16; p 76,16 58,44 8,64; n 33,27 56,46 94,64; d 42,63 60,72; d 34,80 62,96",
    "梅": "h 5,30 43,28; s 24,6 24,95; p 24,34 17,54 4,70; d 28,44 41,58; p 61,4 56,18 45,32; h 56,18 93,16; "
    "s 57,36 51,83; h 57,36 88,35; s 88,35 84,94; g 84,94 73,87; h 44,60 98,58; h 51,82 92,81; "
    "d 68,42 74,53; d 65,64 71,76",
    "兰": "d 30,7 41,25; p 71,5 66,16 57,28; h 18,35 82,33; h 26,61 74,59; h 7,91 93,89",
    "竹": "p 29,6 24,26 6,45; h 24,26 49,24; s 32,26 32,95; p 67,6 62,25 50,43; h 62,26 95,24; s 79,26 79,91; "
    "g 79,91 65,83",
    "菊": "h 8,16 92,14; s 34,4 34,28; s 66,4 66,28; p 32,26 26,40 9,55; h 29,38 84,36; s 84,36 82,92; "
    "g 82,92 69,85; d 35,46 42,55; p 67,44 63,52 58,57; h 22,63 75,61; s 49,44 49,95; p 47,64 38,78 22,87; "
    "n 51,64 61,75 75,85",
}
#: Terms on the pictures: dealer, ready, bao, flower, win, tiles left, hand, carried draw, points; the variants.
LABEL_GLYPHS: Final[dict[str, str]] = {
    "庄": "d 46,3 55,15; h 20,22 91,20; p 22,21 20,58 5,95; h 38,55 83,53; s 60,32 60,90; h 27,91 95,89",
    "听": "s 9,26 12,72; h 9,27 37,26; s 37,26 35,72; h 12,67 36,66; p 86,7 74,15 55,20; p 55,20 55,62 39,95; "
    "h 56,45 95,43; s 79,44 79,97",
    "宝": "d 47,2 55,13; s 13,20 9,38; h 13,21 87,20; p 87,20 84,28 78,37; h 22,43 78,42; h 27,66 73,65; "
    "h 12,93 88,91; s 50,42 50,92; d 66,72 77,83",
    "花": "h 7,18 93,16; s 34,5 34,30; s 66,5 66,30; p 41,32 28,56 7,73; s 26,54 26,97; p 86,42 72,56 52,67; "
    "c 53,34 53,78 57,89 68,92 88,91; g 88,91 92,72",
    "胡": "h 5,28 47,26; s 26,6 26,50; s 11,50 13,90; h 11,51 42,50; s 42,50 40,90; h 13,85 41,84; "
    "p 59,10 58,60 46,97; h 59,11 90,10; s 90,10 90,92; g 90,92 77,85; h 59,36 90,35; h 59,60 90,59",
    "余": "p 51,5 37,28 6,48; n 50,6 64,26 96,47; h 29,45 71,43; h 16,63 84,61; s 50,45 50,91; g 50,91 37,83; "
    "p 32,71 26,80 13,91; d 68,71 86,87",
    "局": "h 16,11 85,10; s 85,10 85,36; h 17,36 85,35; p 17,11 17,60 5,97; h 26,55 91,53; s 91,53 87,95; "
    "g 87,95 74,88; s 35,67 36,89; h 35,67 67,66; s 67,66 66,89; h 36,87 66,86",
    "荒": "h 7,15 93,13; s 34,4 34,25; s 66,4 66,25; d 47,26 54,35; h 12,42 91,40; c 27,42 27,56 32,61 80,60; "
    "p 28,69 26,84 11,98; s 50,67 50,95; c 72,67 72,87 76,94 92,93; g 92,93 95,80",
    "分": "p 39,7 30,30 7,52; n 57,5 68,28 95,50; h 25,51 74,50; s 74,50 72,78 66,93; g 66,93 51,84; "
    "p 46,51 40,74 14,95",
    "哈": "s 7,26 10,72; h 7,27 34,26; s 34,26 32,72; h 10,67 33,66; p 68,4 58,24 40,43; n 67,6 78,26 99,42; "
    "h 55,46 82,44; s 52,61 54,95; h 52,62 86,61; s 86,61 84,95; h 54,90 84,89",
    "尔": "p 34,5 26,26 9,44; h 28,23 87,21; p 87,21 85,28 78,38; s 50,40 50,91; g 50,91 37,83; "
    "p 31,53 24,68 8,83; d 69,51 88,77",
    "滨": "d 10,11 23,22; d 4,37 17,48; g 6,94 25,62; d 61,1 67,11; s 37,18 33,32; h 37,18 93,17; "
    "p 93,17 91,23 86,31; p 82,28 66,34 50,37; s 50,37 50,67; h 50,51 88,50; s 75,51 75,68; h 31,69 99,67; "
    "p 54,75 47,86 33,97; d 73,75 92,95",
    "河": "d 11,11 24,22; d 5,37 18,48; g 7,94 26,62; h 33,18 97,16; s 85,17 85,91; g 85,91 72,84; s 41,38 43,68; "
    "h 41,38 69,37; s 69,37 67,68; h 43,64 68,63",
    "上": "s 46,9 46,88; h 46,45 81,43; h 7,91 93,89",
    "海": "d 10,11 23,22; d 4,37 17,48; g 6,94 25,62; p 52,3 46,18 33,33; h 48,17 93,15; s 48,35 42,82; "
    "h 48,35 87,34; s 87,34 83,94; g 83,94 72,87; h 31,59 98,57; h 42,81 91,80; d 62,40 68,51; "
    "d 59,62 66,74",
}
#: Marks in the corners of tiles, for those who do not read the characters.
MARK_GLYPHS: Final[dict[str, str]] = {
    "1": "c 30,28 52,10; c 52,10 52,90",
    "2": "c 24,30 34,13 54,10 72,20 70,40 26,88; c 26,88 76,88",
    "3": "c 26,14 72,12; c 72,12 46,44; c 46,44 68,50 74,68 62,86 40,90 24,80",
    "4": "c 60,90 60,10; c 60,10 20,64; c 20,64 80,64",
    "5": "c 70,12 34,12; c 34,12 30,46; c 30,46 52,40 70,50 74,68 62,86 40,90 24,80",
    "6": "c 66,12 42,30 28,62 36,84 54,90 72,78 72,60 56,48 36,54 28,64",
    "7": "c 24,12 76,12; c 76,12 44,90",
    "8": "c 50,46 30,36 30,18 50,10 70,18 70,36 50,46 26,60 26,80 50,90 74,80 74,60 50,46",
    "9": "c 72,36 58,50 38,48 28,34 34,16 50,10 68,18 72,36 62,70 38,90",
    "E": "c 76,10 28,10; c 28,10 28,90; c 28,90 76,90; c 28,48 66,48",
    "S": "c 74,22 60,10 38,10 26,26 36,42 62,54 76,70 64,88 40,90 24,78",
    "W": "c 8,10 28,90; c 28,90 50,24; c 50,24 72,90; c 72,90 92,10",
    "N": "c 22,90 22,10; c 22,10 78,90; c 78,90 78,10",
    "C": "c 78,24 60,10 38,14 22,34 20,62 34,86 60,90 80,76",
    "F": "c 28,90 28,10; c 28,10 78,10; c 28,48 66,48",
}
GLYPHS: Final = TILE_GLYPHS | LABEL_GLYPHS | MARK_GLYPHS


def write(text: str, x: float, y: float, size: float, fill: str, *, weight: float | None = None) -> Ink:
    """Return a line of glyphs, each ``size`` wide and high, from its upper left corner on.

    ``weight`` is the width of the brush in units of 100 a glyph; by default it suits the number of strokes.

    >>> len(write("二三", 0, 0, 50, "#000000").strokes)
    5
    """
    strokes: list[tuple[Sample, ...]] = []
    for place, letter in enumerate(text):
        parts = GLYPHS[letter].split(";")
        brush = weight if weight is not None else choose_weight(len(parts))
        left, unit = x + place * size * 1.08, size / 100
        strokes += [
            tuple((left + u * unit, y + v * unit, w * unit) for u, v, w in sweep(part.strip(), brush)) for part in parts
        ]
    return Ink(tuple(strokes), fill)


def choose_weight(strokes: int) -> float:
    """Return how wide the brush is for a character of so many strokes.

    >>> choose_weight(1) > choose_weight(8) > choose_weight(19)
    True
    """
    return max(6.4, 12.5 - 0.45 * strokes)


@cache
def sweep(stroke: str, brush: float) -> tuple[Sample, ...]:
    """Return the samples of one stroke.

    >>> [(round(x), round(w, 1)) for x, _, w in sweep("g 0,0 10,0", 1)]
    [(0, 1.1), (2, 0.9), (4, 0.7), (6, 0.5), (8, 0.3), (10, 0.1)]
    """
    movement, *rest = stroke.split()
    points = [parse_point(text) for text in rest]
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        steps = [step / PIECES for step in range(PIECES + 1)]
        path: tuple[Point, ...] = tuple((x0 + (x1 - x0) * step, y0 + (y1 - y0) * step) for step in steps)
    else:
        path = curve(points)
    last = len(path) - 1
    return tuple((x, y, brush * profile_at(movement, place / last)) for place, (x, y) in enumerate(path))


def parse_point(text: str) -> Point:
    """Return ``"12,34"`` as two numbers."""
    x, _, y = text.partition(",")
    return float(x), float(y)


def profile_at(movement: str, place: float) -> float:
    """Return how wide a movement is at a place from 0 to 1.

    >>> profile_at("h", 1), round(profile_at("s", 0.1), 2)
    (1.15, 1.09)
    """
    profile = PROFILES[movement]
    for (start, wide), (end, next_wide) in pairwise(profile):
        if place <= end:
            return wide + (next_wide - wide) * (place - start) / (end - start)
    return profile[-1][1]
