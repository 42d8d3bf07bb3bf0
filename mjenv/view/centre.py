"""The console in the middle of the table: what the hand is about, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjenv.engine.codes import NUM_SEATS
from mjenv.engine.tiles import tile_name
from mjenv.view.drawing import Disc, Rect, Text, Use
from mjenv.view.glyphs import write
from mjenv.view.terms import VARIANTS

if TYPE_CHECKING:
    from mjenv.view.drawing import Shape
    from mjenv.view.sight import Sight
    from mjenv.view.themes import Theme

SIZE: Final = 288
#: Pips of a die, in units of its radius from the middle.
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_centre(sight: Sight, theme: Theme, middle: tuple[int, int]) -> list[Shape]:
    """Return the console."""
    x, y = middle
    half = SIZE // 2
    shapes: list[Shape] = [
        Rect(x - half + 2, y - half + 4, SIZE, SIZE, 20, theme.shadow, opacity=0.25),
        Rect(x - half, y - half, SIZE, SIZE, 20, theme.card, theme.card_line, 2),
    ]
    shapes += draw_lights(sight, theme, middle)
    shapes += draw_names(sight, theme, middle)
    lower = draw_lower(sight, theme, middle)
    drop = 0 if lower else 24
    return [*shapes, *draw_numbers(sight, theme, (x, y + drop)), *lower]


def draw_lights(sight: Sight, theme: Theme, middle: tuple[int, int]) -> list[Shape]:
    """Return a bar at each side, lit for the seat in turn."""
    x, y = middle
    nearest, half, length = sight.perspective or 0, SIZE // 2, 150
    bars = (
        (x - length // 2, y + half - 13, length, 6),
        (x + half - 13, y - length // 2, 6, length),
        (x - length // 2, y - half + 7, length, 6),
        (x - half + 7, y - length // 2, 6, length),
    )
    lit = (sight.turn - nearest) % NUM_SEATS
    return [
        Rect(*bar, 3, theme.accent if side == lit and not sight.is_over else theme.card_line)
        for side, bar in enumerate(bars)
    ]


def draw_names(sight: Sight, theme: Theme, middle: tuple[int, int]) -> list[Shape]:
    """Return the name of the rule set in both languages."""
    x, y = middle
    chinese = VARIANTS.get(sight.variant, "")
    size = 26
    start = x - (len(chinese) * size * 1.08 - size * 0.08) / 2
    shapes: list[Shape] = [write(chinese, start, y - 118, size, theme.text)] if chinese else []
    return [*shapes, Text(x, y - 72, sight.rules, 16, theme.faint, "middle")]


def draw_numbers(sight: Sight, theme: Theme, middle: tuple[int, int]) -> list[Shape]:
    """Return the tiles left, the number of the hand, and the dice."""
    x, y = middle
    shapes: list[Shape] = [
        Text(x, y + 2, str(sight.left), 62, theme.text, "middle", bold=True),
        write("余", x - 40, y + 12, 17, theme.faint),
        Text(x - 18, y + 27, "tiles left", 14, theme.faint),
        write("局", x - 108, y - 52, 20, theme.faint),
        Text(x - 98, y - 12, f"{sight.hand}/{sight.hands}", 17, theme.text, "middle", bold=True),
        Text(x - 98, y + 5, "hand", 13, theme.faint, "middle"),
    ]
    for place, value in enumerate(sight.dice):
        shapes += draw_die(theme, x + 98, y - 38 + place * 36, value)
    return shapes


def draw_die(theme: Theme, x: float, y: float, value: int) -> list[Shape]:
    """Return one die."""
    shapes: list[Shape] = [Rect(x - 15, y - 15, 30, 30, 7, theme.tile, theme.tile_line, 1.5)]
    ink = theme.red if value in (1, 4) else theme.black
    radius = 4.6 if value == 1 else 2.9
    return shapes + [Disc(x + 8 * across, y + 8 * down, radius, ink) for across, down in PIPS.get(value, ())]


def draw_lower(sight: Sight, theme: Theme, middle: tuple[int, int]) -> list[Shape]:
    """Return the 宝 that are seen, or the counts carried over from hands before."""
    x, y = middle
    if sight.bao:
        return draw_bao(sight, theme, middle)
    facts = [f"counter {sight.counter}"] if sight.counter else []
    facts += [f"drawn before {sight.draws}"] if sight.draws else []
    if not facts:
        return []
    text = " · ".join(facts)
    left = x - (7.6 * len(text) + 30) / 2
    return [write("荒", left, y + 66, 22, theme.bad), Text(left + 30, y + 83, text, 15, theme.text)]


def draw_bao(sight: Sight, theme: Theme, middle: tuple[int, int]) -> list[Shape]:
    """Return the 宝, each with the seat that revealed it; those face down are faint."""
    x, y = middle
    scale, step = 0.5, 42
    left = x - (42 + len(sight.bao) * step) / 2
    shapes: list[Shape] = [
        write("宝", left, y + 54, 27, theme.gold),
        Text(left + 13, y + 99, "bao", 13, theme.faint, "middle"),
    ]
    for place, bao in enumerate(sight.bao):
        tile_x = round(left + 44 + place * step)
        opacity = 0.4 if bao.owner is None else 1
        shapes += [Use(symbol, tile_x, y + 44, scale, 0, opacity) for symbol in ("up", tile_name(bao.kind))]
        owner = "down" if bao.owner is None else f"seat {bao.owner}"
        shapes.append(Text(tile_x + 15, y + 102, owner, 11.5, theme.faint, "middle"))
    return shapes
