"""The words on the picture of a table: a card for each seat, and the foot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import east_asian_width

from mjenv.engine.tiles import tile_name
from mjenv.view.drawing import Disc, Polygon, Rect, Text, Use
from mjenv.view.faces import WIDTH as TILE_WIDTH
from mjenv.view.glyphs import write
from mjenv.view.terms import ORDINALS, WIN_WORDS

if TYPE_CHECKING:
    from mjenv.view.drawing import Shape
    from mjenv.view.sight import Seat, Sight
    from mjenv.view.themes import Theme

CARD: Final = (258, 98)
#: Upper left corners of the cards, bottom, right, top, left: each in the corner at its player's left hand.
CORNERS: Final = ((20, 838), (1002, 838), (1002, 24), (20, 24))
#: Tips of the pointers from a card to its hand, from the card's corner, and the way they point.
POINTERS: Final = (((266, 46), (1, 0)), ((218, -8), (0, -1)), ((-8, 46), (-1, 0)), ((34, 106), (0, 1)))
WAIT: Final = 0.3  # scale of the tiles waited on
FOOT: Final = 984  # base line
NAME_ROOM: Final = 150
LONGEST: Final = 72  # letters of a question


def draw_card(seat: Seat, sight: Sight, side: int, theme: Theme) -> list[Shape]:
    """Return the card of one seat: its name, points, whether it deals or is ready, and what it waits on."""
    x, y = CORNERS[side]
    width, height = CARD
    is_lit = seat.in_turn and not sight.is_over
    line, line_width = (theme.accent, 3) if is_lit else (theme.card_line, 1.5)
    (tip_x, tip_y), (across, down) = POINTERS[side]
    tip_x, tip_y = x + tip_x, y + tip_y
    base = [(tip_x - across * 11 + turn * down * 9, tip_y - down * 11 + turn * across * 9) for turn in (1, -1)]
    shapes: list[Shape] = [
        Rect(x + 1, y + 3, width, height, 14, theme.shadow, opacity=0.25),
        Polygon(((tip_x, tip_y), *base), line),
        Rect(x, y, width, height, 14, theme.card, line, line_width),
        Text(x + 16, y + 31, seat.name, name_size(seat.name), theme.text, bold=True),
        Text(x + width - 16, y + 31, f"{seat.points:+d}", 19, theme.text, "end", bold=True),
        write("分", x + width - 70, y + 39, 12, theme.faint),
        Text(x + width - 16, y + 49, "points", 12, theme.faint, "end"),
    ]
    shapes += draw_badges(seat, sight, theme, x + 16, y + 42)
    return shapes + draw_waits(seat, theme, x + 16, y + 64)


def name_size(name: str) -> float:
    """Return the size of letters at which a name leaves room for the points.

    >>> name_size("Ann"), round(name_size("a name of 20 letters"), 1)
    (19, 11.2)
    """
    wide = sum(1 if east_asian_width(letter) in "WF" else 0.67 for letter in name)
    return min(19, NAME_ROOM / max(wide, 1))


def draw_badges(seat: Seat, sight: Sight, theme: Theme, x: float, y: float) -> list[Shape]:
    """Return the badges of a seat in a row."""
    badges = [("庄", "dealer", theme.bad)] if seat.is_dealer else []
    if sight.result and sight.is_over and seat.number in sight.result.winners:
        badges.append(("胡", "won", theme.gold))
    elif seat.ready:
        badges.append(("听", f"ready {ORDINALS[seat.ready - 1]}", theme.good))
    shapes: list[Shape] = []
    for glyph, word, colour in badges:
        shapes += [
            Disc(x + 10, y + 7, 11, colour),
            write(glyph, x + 3, y, 14, theme.badge_ink, weight=9.5),
            Text(x + 25, y + 12, word, 13, theme.text),
        ]
        x += 28 + 7 * len(word)
    return shapes


def draw_waits(seat: Seat, theme: Theme, x: float, y: float) -> list[Shape]:
    """Return the tiles a seat waits on, where they are seen, or else the number of its flowers."""
    if not seat.waits:
        if not seat.flowers:
            return []
        return [
            write("花", x, y + 4, 17, theme.bad),
            Text(x + 26, y + 18, f"{len(seat.flowers)} flower{'s' * (len(seat.flowers) > 1)}", 14, theme.text),
        ]
    shapes: list[Shape] = [Text(x, y + 17, "waits", 13, theme.faint)]
    step = min(TILE_WIDTH * WAIT + 2, 178 / len(seat.waits))
    for place, kind in enumerate(seat.waits):
        left = round(x + 42 + place * step)
        shapes += [Use(symbol, left, y, WAIT) for symbol in ("up", tile_name(kind))]
    return shapes


def draw_foot(sight: Sight, theme: Theme) -> list[Shape]:
    """Return what is asked and how the marks are read."""
    return [
        Text(26, FOOT, describe_moment(sight), 15, theme.text, bold=True),
        Disc(734, FOOT - 5, 4, theme.accent),
        Text(744, FOOT, "as drawn", 13, theme.faint),
        Text(838, FOOT, "on its side: ready, or claimed", 13, theme.faint),
        Text(1254, FOOT, "faint: taken by a claim", 13, theme.faint, "end"),
    ]


def describe_moment(sight: Sight) -> str:
    """Return in one line what is going on."""
    if sight.is_over or (sight.result and sight.perspective is None):
        return describe_result(sight)
    question = sight.question
    if question is None:
        return f"{sight.seats[sight.turn].name} is in turn"
    name = sight.seats[question.seat].name
    verbs = ", ".join(dict.fromkeys(verb.replace("_", " ") for verb, _ in question.menu))
    if question.giver is None or question.tile is None:
        text = f"{name} is to play: {verbs}"
    else:
        giver = sight.seats[question.giver].name
        what = (
            f"rob the kong of {tile_name(question.tile)}" if question.robbing else f"claim {tile_name(question.tile)}"
        )
        text = f"{name} may {what} from {giver}: {verbs}"
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def describe_result(sight: Sight) -> str:
    """Return how the latest hand ended, as far as the picture tells."""
    end = "the match is over" if sight.is_over else ""
    if sight.result is None:
        return end
    names = " and ".join(sight.seats[seat].name for seat in sight.result.winners)
    how = f"{names} won {WIN_WORDS[sight.result.win_type]}" if names else "a drawn hand"
    points = " ".join(f"{points:+d}" for points in sight.result.points)
    return f"{how}: {points}" + f"; {end}" * bool(end)
