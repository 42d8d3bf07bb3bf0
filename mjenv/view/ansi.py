"""A table as text for a terminal: four seats around, the one that looks at the bottom."""

from __future__ import annotations

import re
import unicodedata
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from mjenv.engine.codes import MELD_CONCEALED_KONG, NUM_SEATS
from mjenv.engine.tiles import FIRST_HONOUR, format_tiles
from mjenv.view.sight import BACK, look
from mjenv.view.style import RenderStyle
from mjenv.view.terms import MELD_WORDS, ORDINALS, VARIANTS, WIN_WORDS, bilingual

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from mjenv.variants.params import Rules
    from mjenv.view.sight import Discard, Meld, Seat, Sight

LEGEND: Final = "> in turn   + just drawn   ' discarded as drawn   ! declaring ready   (5m) claimed   * latest"
RIVER_WIDTH: Final = 10  # discards a line
COLUMN: Final = 44  # cells of the left column at least
INDENT: Final = 24  # cells before the seat opposite and the seat that looks
#: Unicode of each kind, 0-41: characters, dots, bamboos, winds, white, green, red, flowers.
CODES: Final = (
    *range(0x07, 0x10),
    *range(0x19, 0x22),
    *range(0x10, 0x19),
    *(0, 1, 2, 3, 6, 5, 4),
    *range(0x26, 0x2A),
    *range(0x22, 0x26),
)
GLYPHS: Final = "".join(chr(0x1F000 + code) for code in CODES)
GLYPH_BACK: Final = chr(0x1F02B)
TEXT_FORM: Final = "\ufe0e"  # asks for the plain form of the red dragon, which has a coloured one too
COLOURS: Final = {"m": 31, "p": 34, "s": 32, "z": 35, "f": 35, "turn": 33, "ready": 36}
ESCAPE: Final = re.compile("\x1b\\[[0-9]*m")


def render_table(
    states: np.ndarray, rules: Rules, seat: int | None = None, *, row: int = 0, style: RenderStyle | None = None
) -> str:
    """Return table ``row`` of ``states`` as text, without a line break at the end.

    ``seat`` 0-3 shows what that seat may see, made from its ``view/1`` record alone. ``None`` shows **every hand,
    the 宝 that are face down and the next tiles of the wall**: for spectators, never for a player. Of ``style`` the
    names, ``tiles`` and ``colour`` are used; ``tiles="ascii"`` writes notation (``123m``) and English words only.

    >>> import mjenv
    >>> batch = mjenv.make_batch("four_bao", num_tables=1, seed=1)
    >>> print(render_table(batch.states, batch.rules, seat=0, style=RenderStyle(tiles="ascii")).splitlines()[0])
    harbin/four_bao   hand 1 of 1   55 tiles left   dice 3 3   as seat 0 sees it
    """
    style = style or RenderStyle()
    return Page(look(states, rules, seat, row=row, names=style.names), style).write()


class Page:
    """Writes one sight."""

    def __init__(self, sight: Sight, style: RenderStyle) -> None:
        self.sight = sight
        self.ascii = style.tiles == "ascii"
        self.colour = style.colour

    def write(self) -> str:
        """Return the whole text."""
        nearest = self.sight.perspective or 0
        bottom, right, top, left = (self.seat_lines((nearest + side) % NUM_SEATS) for side in range(NUM_SEATS))
        width = max(COLUMN, *(cell_width(line) + 4 for line in left))
        middle = [f"{pad(one, width)}{other}".rstrip() for one, other in zip_longest(left, right, fillvalue="")]
        lines = [self.headline(), *self.describe_bao(), *self.describe_hidden(), ""]
        lines += [" " * INDENT + line for line in top] + ["", *middle, ""]
        lines += [" " * INDENT + line for line in bottom]
        text = "\n".join([*lines, "", self.describe_decision(), LEGEND])
        return text.encode("ascii", "replace").decode() if self.ascii else text

    def word(self, english: str) -> str:
        """Return a word as the style wants it."""
        return bilingual(english, chinese=not self.ascii)

    def paint(self, text: str, colour: str) -> str:
        """Return text in a colour, where the style has colours."""
        return f"\x1b[{COLOURS[colour]}m{text}\x1b[0m" if self.colour else text

    def draw(self, kinds: Sequence[int]) -> str:
        """Return the text of some tiles."""
        draw = draw_ascii if self.ascii else draw_unicode
        if not self.colour or BACK in kinds:
            return draw(kinds)
        suits: dict[str, list[int]] = {}
        for kind in sorted(kinds):
            suits.setdefault("mpszf"[min(kind // 9, 4) if kind < FIRST_HONOUR + 7 else 4], []).append(kind)
        return " ".join(self.paint(draw(group), suit) for suit, group in suits.items())

    def headline(self) -> str:
        """Return what the hand is about."""
        sight = self.sight
        parts = [
            sight.rules if self.ascii else f"{sight.rules} {VARIANTS.get(sight.variant, '')}".rstrip(),
            f"hand {sight.hand} of {sight.hands}" + ("" if self.ascii else f" 第{sight.hand}局"),
            f"{sight.left} {self.word('tiles left')}",
            f"{self.word('dice')} {sight.dice[0]} {sight.dice[1]}",
        ]
        if sight.draws:
            parts.append(f"{sight.draws} {self.word('drawn before')}")
        if sight.counter:
            parts.append(f"{self.word('counter')} {sight.counter}")
        if sight.perspective is not None:
            parts.append(f"as seat {sight.perspective} sees it")
        return "   ".join(parts)

    def describe_bao(self) -> list[str]:
        """Return a line with the 宝 that are seen, none where there are none."""
        seen = [
            f"{self.draw([bao.kind])} ({'face down' if bao.owner is None else f'seat {bao.owner}'})"
            for bao in self.sight.bao
        ]
        return [f"{self.word('bao')}   {'   '.join(seen)}"] if seen else []

    def describe_hidden(self) -> list[str]:
        """Return what only the open picture shows: the next tiles, and how the latest hand ended."""
        lines = []
        if self.sight.coming:
            lines.append(f"next in wall   {' '.join(self.draw([kind]) for kind in self.sight.coming)}")
        result = self.sight.result
        if result:
            who = " and ".join(str(seat) for seat in result.winners)
            how = f"won by seat {who} {WIN_WORDS[result.win_type]}" if who else "a draw"
            lines.append(f"the latest hand was {how}: {' '.join(f'{points:+d}' for points in result.points)}")
        return lines

    def seat_lines(self, number: int) -> list[str]:
        """Return the lines of one seat: who it is, its hand, melds, flowers and discards."""
        seat = self.sight.seats[number]
        name = f"seat {number}" if seat.name == f"seat {number}" else f"seat {number} {seat.name}"
        words = [f"{'>' if seat.in_turn else ' '} {name}", f"{seat.points:+d} {self.word('points')}"]
        words += [self.word("dealer")] if seat.is_dealer else []
        title = "   ".join(words)
        lines = [self.paint(title, "turn") if seat.in_turn else title]
        ready = [self.paint(f"{self.word('READY')} {ORDINALS[seat.ready - 1]}", "ready")] if seat.ready else []
        ready += [f"{self.word('waits')} {self.draw(seat.waits)}"] if seat.waits else []
        lines += ["    " + "   ".join(ready)] if ready else []
        lines.append(f"    {self.word('hand')}   {self.hand_text(seat)}")
        lines += [f"    {self.meld_text(meld)}" for meld in seat.melds]
        lines += [f"    {self.word('flowers')} {self.draw(seat.flowers)}"] if seat.flowers else []
        discards = [self.discard_text(discard) for discard in seat.river]
        label = f"    {self.word('river')}  "
        for start in range(0, len(discards), RIVER_WIDTH):
            before = " " * cell_width(label) if start else label
            lines.append(before + " ".join(discards[start : start + RIVER_WIDTH]))
        return lines

    def hand_text(self, seat: Seat) -> str:
        """Return a hand with the tile just drawn apart, or the number of tiles of a hand that is not seen."""
        if seat.hand is None:
            return f"{seat.hand_size} x {self.draw([BACK])}"
        return self.draw(seat.hand) + (f" + {self.draw([seat.drawn])}" if seat.drawn is not None else "")

    def meld_text(self, meld: Meld) -> str:
        """Return a meld and the seat it was fed by."""
        text = f"{self.word(MELD_WORDS[meld.type])} {self.draw(meld.kinds)}"
        if meld.type == MELD_CONCEALED_KONG:
            return text
        return f"{text} ({self.draw([meld.tile])} from seat {meld.giver})"

    def discard_text(self, discard: Discard) -> str:
        """Return a discard, marked as the legend says."""
        text = self.draw([discard.kind]) + "'" * discard.drawn + "!" * discard.ready + "*" * discard.latest
        return f"({text})" if discard.claimed else text

    def describe_decision(self) -> str:
        """Return who is asked for what, as far as it is seen."""
        sight, question = self.sight, self.sight.question
        if sight.is_over:
            return "the match is over"
        if question is None:
            return f"seat {sight.perspective} is not asked; it is the turn of seat {sight.turn}"
        menu = ", ".join(
            f"{self.word(verb)} {self.draw(kinds)}" if kinds else self.word(verb) for verb, kinds in question.menu
        )
        if question.tile is None:
            return f"seat {question.seat} is to play: {menu}"
        verb = "rob the kong of" if question.robbing else "claim"
        return f"seat {question.seat} may {verb} {self.draw([question.tile])} from seat {question.giver}: {menu}"


def draw_ascii(kinds: Sequence[int]) -> str:
    """Return tiles in notation, with blanks between suits.

    >>> draw_ascii([2, 0, 1, 33]), draw_ascii([-1, -1])
    ('123m 7z', '??')
    """
    return "?" * len(kinds) if BACK in kinds else re.sub("(?<=[a-z])(?=[0-9])", " ", format_tiles(kinds))


def draw_unicode(kinds: Sequence[int]) -> str:
    """Return tiles as Unicode pictures, with blanks between: terminals draw them wider than a letter.

    >>> draw_unicode([0, -1])
    '🀫 🀇'
    """
    shown = (GLYPH_BACK if kind == BACK else GLYPHS[kind] for kind in sorted(kinds))
    return " ".join(glyph + TEXT_FORM * (glyph == GLYPHS[33]) for glyph in shown)


def cell_width(text: str) -> int:
    r"""Return how many cells of a terminal a text takes: two for a Chinese character, none for a colour.

    >>> cell_width("庄 1m"), cell_width("\x1b[31m1m\x1b[0m")
    (5, 2)
    """
    plain = ESCAPE.sub("", text)
    return sum(letter_width(letter) for letter in plain)


def letter_width(letter: str) -> int:
    """Return the cells of one letter; the red dragon is narrow in its plain form."""
    if letter == TEXT_FORM or unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" and letter != GLYPHS[33] else 1


def pad(text: str, width: int) -> str:
    """Return a text with blanks up to a width in cells."""
    return text + " " * (width - cell_width(text))
