"""A table as text for a terminal.

What is drawn for a seat is made from its ``view/1`` record alone, so it shows what the seat may see and no
more; only the open picture of the whole table, for debugging, also reads the table itself.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.engine.codes import (
    MELD_ADDED_KONG,
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ACT,
    PHASE_ROB,
    RIVER_CLAIMED,
    RIVER_DRAWN,
    RIVER_READY,
    WIN_DISCARD,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import FIRST_FLOWER, NAMES, format_tiles, parse_tile
from mjenv.errors import MjenvError
from mjenv.observe.encoders import find_encoder
from mjenv.observe.view import SEAT_BITS, VIEW, VIEW_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mjenv.variants.params import Rules

    Draw = Callable[[Sequence[int]], str]  # the text of some tiles

MELD_WORDS: Final = {
    MELD_CHOW: "chow",
    MELD_PUNG: "pung",
    MELD_EXPOSED_KONG: "kong",
    MELD_ADDED_KONG: "added kong",
    MELD_CONCEALED_KONG: "concealed kong",
}
WIN_WORDS: Final = {WIN_DISCARD: "on a discard", WIN_SELF_DRAW: "by self-draw", WIN_ROBBED_KONG: "on a robbed kong"}
ORDINALS: Final = ("1st", "2nd", "3rd", "4th")
LEGEND: Final = "> in turn   + just drawn   ' discarded as drawn   ! declaring ready   (5m) claimed"
RIVER_WIDTH: Final = 16  # discards a line
WALL_SHOWN: Final = 16  # tiles of the wall shown for debugging
BACK: Final = -1  # the back of a tile
FLOWER_KINDS: Final = (*range(FIRST_FLOWER, len(NAMES)), 31, 32, 33)  # 1f-8f, then the dragons (S1)
#: Unicode of each kind, 0-41: characters, dots, bamboos, winds, white, green, red, flowers.
GLYPHS: Final = "".join(
    chr(0x1F000 + code)
    for code in (
        *range(0x07, 0x10),
        *range(0x19, 0x22),
        *range(0x10, 0x19),
        0,
        1,
        2,
        3,
        6,
        5,
        4,
        *range(0x26, 0x2A),
        *range(0x22, 0x26),
    )
)
GLYPH_BACK: Final = chr(0x1F02B)


def render_table(
    states: np.ndarray, rules: Rules, seat: int | None = None, *, row: int = 0, tiles: str = "plain"
) -> str:
    """Return table ``row`` of ``states`` as text, without a line break at the end.

    ``seat`` 0-3 shows what that seat may see. ``None`` shows **every hand, the 宝 that are face down and the
    next tiles of the wall**: it is for debugging, never for a player. ``tiles``: ``"plain"`` writes ASCII
    notation (``123m``), ``"unicode"`` tile pictures. Raises ``MjenvError`` for any other choice.

    >>> import mjenv
    >>> batch = mjenv.make_batch("four_bao", num_tables=1, seed=1)
    >>> print(render_table(batch.states, batch.rules, seat=0).splitlines()[0])
    harbin/four_bao   hand 1 of 1   55 tiles left   dice 3 3   as seat 0 sees it
    """
    if tiles not in DRAWERS:
        message = f"tiles={tiles!r}: expected one of {', '.join(DRAWERS)}"
        raise MjenvError(message)
    if seat is not None and seat not in range(NUM_SEATS):
        message = f"seat {seat!r}: expected None or a number from 0 to 3"
        raise MjenvError(message)
    views = np.zeros(NUM_SEATS, VIEW)
    seats = np.arange(NUM_SEATS) if seat is None else np.full(1, seat)
    rows = np.full(len(seats), row)
    find_encoder(VIEW_VERSION).kernel(states, rules.record, rows, seats, views)
    picture = Picture(views[: len(seats)], DRAWERS[tiles])
    lines = [f"{rules.preset.id}   {picture.headline()}"]
    lines += describe_hidden(states[row], DRAWERS[tiles]) if seat is None else picture.describe_bao()
    for number in range(NUM_SEATS):
        lines += ["", *picture.describe_seat(number)]
    return "\n".join([*lines, "", picture.describe_decision(), LEGEND])


class Picture:
    """The parts of the text, from the view of one seat or from those of all four."""

    def __init__(self, views: np.ndarray, draw: Draw) -> None:
        self.views = views
        self.draw = draw
        self.public = views[0]  # what all seats see is the same in each view, but for who counts as seat 0

    def absolute(self, place: int) -> int:
        """Return the seat that is ``place`` seats after the one whose view is read for the public part."""
        return int(self.public["seat"] + place) % NUM_SEATS

    def own_view(self, seat: int) -> np.ndarray | None:
        """Return a seat's own view, None where it is not at hand."""
        for view in self.views:
            if view["seat"] == seat:
                found: np.ndarray = view
                return found
        return None

    def headline(self) -> str:
        """Return what the hand is about."""
        view = self.public
        hand = min(view["hand_index"] + 1, view["hands"])
        parts = [
            f"hand {hand} of {view['hands']}",
            f"{view['left']} tiles left",
            f"dice {view['dice'][0]} {view['dice'][1]}",
        ]
        if view["draws"]:
            parts.append(f"{view['draws']} drawn before")
        if view["counter"]:
            parts.append(f"counter {view['counter']}")
        if len(self.views) == 1:
            parts.append(f"as seat {view['seat']} sees it")
        return "   ".join(parts)

    def describe_bao(self) -> list[str]:
        """Return a line with the 宝 that the seat may see, none where it sees none."""
        view = self.public
        seen = [
            f"{self.draw([kind])} (seat {self.absolute(owner)})"
            for kind, owner in zip(view["bao"].tolist(), view["bao_owner"].tolist(), strict=True)
            if kind != NOTHING
        ]
        return [f"bao shown   {'   '.join(seen)}"] if seen else []

    def describe_seat(self, seat: int) -> list[str]:
        """Return the lines of one seat: who it is, its hand, melds, flowers and discards."""
        view = self.public
        place = (seat - int(view["seat"])) % NUM_SEATS
        own = self.own_view(seat)
        words = [f"{'>' if view['turn'] == place else ' '} seat {seat}", f"{view['totals'][place]:+d} points"]
        if view["dealer"] == place:
            words.append("dealer")
        if view["ready"][place]:
            words.append(f"READY {ORDINALS[view['ready'][place] - 1]}")
        if own is not None and own["waits"]:
            waits = [kind for kind in range(NUM_KINDS) if int(own["waits"]) >> kind & 1]
            words.append(f"waits {self.draw(waits)}")
        lines = ["   ".join(words), f"    hand   {self.hand_text(own, int(view['hand_size'][place]))}"]
        melds = [self.meld_text(place, slot) for slot in range(view["meld_count"][place])]
        flowers = np.repeat(FLOWER_KINDS, view["flowers"][place]).tolist()
        discards = self.river_texts(place)
        lines += [f"    melds  {'   '.join(melds)}"] if melds else []
        lines += [f"    flower {self.draw(flowers)}"] if flowers else []
        for start in range(0, len(discards), RIVER_WIDTH):
            lines.append(f"    {'river' if start == 0 else '     '}  {' '.join(discards[start : start + RIVER_WIDTH])}")
        return lines

    def hand_text(self, own: np.ndarray | None, size: int) -> str:
        """Return a hand with the tile just drawn apart, or the number of tiles of a hand that is not seen."""
        if own is None:
            return f"{size} x {self.draw([BACK])}"
        kinds = np.repeat(np.arange(NUM_KINDS), own["hand"]).tolist()
        drawn = int(own["drawn"])
        if drawn not in kinds:
            return self.draw(kinds)
        kinds.remove(drawn)
        return f"{self.draw(kinds)} + {self.draw([drawn])}"

    def meld_text(self, place: int, slot: int) -> str:
        """Return a meld and the seat it was fed by."""
        view = self.public
        meld_type, first, tile = (int(view[name][place, slot]) for name in ("meld_type", "meld_kind", "meld_tile"))
        size = 4 if meld_type >= MELD_EXPOSED_KONG else 3
        own = self.own_view(self.absolute(place))
        if own is not None:
            first = int(own["meld_kind"][0, slot])  # a concealed kong may be hidden from the others
        kinds = [first, first + 1, first + 2] if meld_type == MELD_CHOW else [first] * size
        text = f"{MELD_WORDS[meld_type]} {self.draw(kinds)}"
        if meld_type == MELD_CONCEALED_KONG:
            return text
        return f"{text} ({self.draw([tile])} from seat {self.absolute(int(view['meld_from'][place, slot]))})"

    def river_texts(self, place: int) -> list[str]:
        """Return a seat's discards, marked as the legend says."""
        view = self.public
        texts = []
        for kind, info in zip(view["river_kind"].tolist(), view["river_info"].tolist(), strict=True):
            if kind == NOTHING or info & SEAT_BITS != place:
                continue
            text = self.draw([kind]) + "'" * bool(info & RIVER_DRAWN) + "!" * bool(info & RIVER_READY)
            texts.append(f"({text})" if info & RIVER_CLAIMED else text)
        return texts

    def describe_decision(self) -> str:
        """Return who is asked for what, as far as it is seen."""
        turn = self.absolute(int(self.public["turn"]))
        for view in self.views:
            if not view["asked"]:
                continue
            if view["phase"] == PHASE_ACT:
                question = f"seat {view['seat']} is to play"
            else:
                verb = "rob the kong of" if view["phase"] == PHASE_ROB else "claim"
                question = f"seat {view['seat']} may {verb} {self.draw([int(view['tile'])])} from seat {turn}"
            return f"{question}: {menu_text(view, self.draw)}"
        if self.public["hand_index"] >= self.public["hands"]:
            return "the match is over"
        return f"seat {self.public['seat']} is not asked; it is the turn of seat {turn}"


def menu_text(view: np.ndarray, draw: Draw) -> str:
    """Return the legal actions of a view, tiles of one verb together."""
    words = [int(word) for word in view["legal"]]
    names = [name for action, name in enumerate(ACTION_NAMES) if words[action // 64] >> action % 64 & 1]
    texts = []
    for verb, group in groupby(names, key=lambda name: name.partition(" ")[0]):
        kinds = [parse_tile(name.partition(" ")[2]) for name in group if " " in name]
        texts.append(f"{verb} {draw(kinds)}" if kinds else verb)
    return ", ".join(texts)


def describe_hidden(state: np.ndarray, draw: Draw) -> list[str]:
    """Return what no seat sees: 宝 face down, the next tiles; and how the latest hand ended."""
    lines = []
    bao = [
        f"{draw([kind])} ({f'seat {owner}' if owner != NOTHING else 'face down'})"
        for kind, owner in zip(state["bao"].tolist(), state["bao_owner"].tolist(), strict=True)
        if kind != NOTHING
    ]
    if bao:
        lines.append(f"bao in order   {'   '.join(bao)}")
    coming = state["wall"][state["head"] : state["tail"] + 1 - state["reserve"]][:WALL_SHOWN].tolist()
    if coming:
        lines.append(f"next in wall   {' '.join(draw([kind]) for kind in coming)}")
    if state["hand_over"]:
        winners = [str(seat) for seat in range(NUM_SEATS) if state["winners"] >> seat & 1]
        how = f"won by seat {' and '.join(winners)} {WIN_WORDS[int(state['win_type'])]}" if winners else "a draw"
        lines.append(f"the latest hand was {how}: {' '.join(f'{points:+d}' for points in state['points'])}")
    return lines


def draw_plain(kinds: Sequence[int]) -> str:
    """Return tiles in notation, with blanks between suits.

    >>> draw_plain([2, 0, 1, 33]), draw_plain([-1, -1])
    ('123m 7z', '??')
    """
    return "?" * len(kinds) if BACK in kinds else re.sub("(?<=[a-z])(?=[0-9])", " ", format_tiles(kinds))


def draw_unicode(kinds: Sequence[int]) -> str:
    """Return tiles as Unicode pictures, with blanks between: terminals draw them wider than a letter.

    >>> draw_unicode([0, 33])
    '🀇 🀄'
    """
    return " ".join(GLYPH_BACK if kind == BACK else GLYPHS[kind] for kind in sorted(kinds))


DRAWERS: Final[dict[str, Draw]] = {"plain": draw_plain, "unicode": draw_unicode}
