"""The committed pictures: two tables and all tile faces, light and dark."""

from __future__ import annotations

from pathlib import Path

import mjenv
from mjenv.engine.tiles import NAMES
from mjenv.view.drawing import Drawing, Rect, Text, Use
from mjenv.view.faces import tile_symbols
from mjenv.view.layout import draw_table
from mjenv.view.sight import look
from mjenv.view.svg import to_svg
from mjenv.view.themes import THEMES
from tests.golden.playthrough import choose

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "images"
#: Rule set, seed, decisions played, and who looks, of the table in each theme.
TABLES = {"light": ("four_bao", 345, 62, None), "dark": ("qiaoma", 181, 73, 0)}
STEP = (100, 136)  # from tile to tile
SCALE = 1.4
#: First kind of each row, and its words.
ROWS = (
    (0, "characters 1m-9m"),
    (9, "dots 1p-9p"),
    (18, "bamboos 1s-9s"),
    (27, "winds 1z-4z, dragons 5z-7z, the back, and a tile on its side"),
    (34, "flowers 1f-8f"),
)


def picture_texts():
    """Return every picture by the name of its file."""
    texts = {}
    for theme in THEMES:
        texts[f"table-{theme}.svg"] = to_svg(draw_moment(theme))
        texts[f"tiles-{theme}.svg"] = to_svg(draw_sheet(theme))
    return texts


def draw_moment(theme):
    """Return the table of a theme."""
    rules, seed, decisions, perspective = TABLES[theme]
    batch = mjenv.make_batch(rules, num_tables=1, seed=seed)
    for number in range(1, decisions + 1):
        batch.step([choose(batch, number)])
    return draw_table(look(batch.states, batch.rules, perspective), theme)


def draw_sheet(name):
    """Return all tile faces."""
    theme = THEMES[name]
    width, height = 9 * STEP[0] + 40, 5 * (STEP[1] + 26) + 30
    drawing = Drawing(width, height, "the tile faces of mjenv", name, tile_symbols(theme))
    drawing.shapes += [
        Rect(0, 0, width, height, 0, theme.page),
        Rect(6, 6, width - 12, height - 12, 20, theme.felt),
    ]
    for row, (first, words) in enumerate(ROWS):
        y = 22 + row * (STEP[1] + 26)
        drawing.shapes.append(Text(29, y + 15, words, 15, theme.card if name == "light" else theme.text, bold=True))
        kinds = range(first, min(first + 9, 34) if first < 34 else len(NAMES))
        for place, kind in enumerate(kinds):
            x = 28 + place * STEP[0]
            drawing.shapes += [Use(symbol, x, y + 26, SCALE) for symbol in ("up", NAMES[kind])]
    back = 22 + 3 * (STEP[1] + 26) + 26
    drawing.shapes += [
        Use("down", 28 + 7 * STEP[0], back, SCALE),
        Use("up-side", 28 + 8 * STEP[0] - 8, back + 56, 1),
        Use("1s", 28 + 8 * STEP[0] - 8, back + 56, 1, 1),
    ]
    return drawing
