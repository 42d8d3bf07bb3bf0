"""Where the parts of a table lie on its picture.

The seat that looks (seat 0 in the open picture) is at the bottom, the next seat (下家) at its right. Parts of a
side are placed in that side's own frame: ``along`` runs to the player's right from the middle of the side,
``out`` from the middle of the table towards the player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from mjenv.engine.codes import (
    MELD_ADDED_KONG,
    MELD_CONCEALED_KONG,
    NUM_SEATS,
)
from mjenv.engine.tiles import tile_name
from mjenv.view.centre import draw_centre
from mjenv.view.drawing import Disc, Drawing, Rect, Use
from mjenv.view.faces import HEIGHT as TILE_HEIGHT
from mjenv.view.faces import THICKNESS, tile_symbols
from mjenv.view.faces import WIDTH as TILE_WIDTH
from mjenv.view.labels import draw_card, draw_foot
from mjenv.view.sight import BACK
from mjenv.view.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjenv.view.drawing import Shape
    from mjenv.view.sight import Discard, Meld, Seat, Sight
    from mjenv.view.themes import Theme

WIDTH: Final = 1280
HEIGHT: Final = 1000
TABLE: Final = 960  # height of the table; below it stands the foot
MIDDLE: Final = (WIDTH // 2, TABLE // 2)
EDGES: Final = (TABLE // 2, WIDTH // 2)  # from the middle to the border, of upright and of level sides
BORDER: Final = 26
HAND: Final = 0.8  # scales of tiles
MELD: Final = 0.5
FLOWER: Final = 0.45
RIVER: Final = (0.6, 0.45, 0.35, 0.25)  # the largest that has room is taken
RIVER_START: Final = 158  # from the middle
RIVER_WIDTH: Final = 288
RIVER_DEPTH: Final = 172
ROW_GAP: Final = 3
GAP: Final = 20  # between hand and melds
MELD_GAP: Final = 9
DRAWN_GAP: Final = 12


def draw_table(sight: Sight, theme_name: str) -> Drawing:
    """Return the picture of a table."""
    theme = THEMES[theme_name]
    title = f"mahjong table, {sight.rules}, hand {sight.hand} of {sight.hands}, {sight.left} tiles left"
    drawing = Drawing(WIDTH, HEIGHT, title, theme.name, tile_symbols(theme))
    drawing.shapes += draw_felt(theme)
    drawing.shapes += draw_centre(sight, theme, MIDDLE)
    nearest = sight.perspective or 0
    for side in range(NUM_SEATS):
        seat = sight.seats[(nearest + side) % NUM_SEATS]
        painter = Side(side, theme)
        painter.draw_strip(seat)
        painter.draw_flowers(seat)
        painter.draw_river(seat.river)
        drawing.shapes += painter.shapes
        drawing.shapes += draw_card(seat, sight, side, theme)
    drawing.shapes += draw_foot(sight, theme)
    return drawing


def draw_felt(theme: Theme) -> list[Shape]:
    """Return the page, the border of the table and its felt, lighter in the middle."""
    shapes: list[Shape] = [
        Rect(0, 0, WIDTH, HEIGHT, 0, theme.page),
        Rect(4, 4, WIDTH - 8, TABLE - 8, 26, theme.rim),
        Rect(10, 10, WIDTH - 20, TABLE - 20, 20, theme.felt),
    ]
    x, y = MIDDLE
    shapes += [Disc(x, y, radius, theme.felt_glow, opacity=0.07) for radius in range(465, 150, -24)]
    return shapes


@dataclass(frozen=True)
class Box:
    """A box in a side's own frame: its corner, how far it reaches along and out."""

    along: float
    out: float
    width: float
    height: float


class Side:
    """Draws the tiles of one side: 0 at the bottom, 1 at the right, 2 at the top, 3 at the left."""

    def __init__(self, side: int, theme: Theme) -> None:
        self.side = side
        self.theme = theme
        self.turns = (0, 3, 2, 1)[side]
        self.edge = EDGES[side % 2] - BORDER
        self.shapes: list[Shape] = []

    def corner(self, box: Box) -> tuple[float, float]:
        """Return the upper left corner of a box on the picture."""
        x, y = MIDDLE
        if self.side == 0:
            return x + box.along, y + box.out
        if self.side == 1:
            return x + box.out, y - box.along - box.width
        if self.side == 2:
            return x - box.along - box.width, y - box.out - box.height
        return x - box.out - box.height, y + box.along

    def draw_tile(self, kind: int, box: Box, scale: float, *, turned: bool = False, opacity: float = 1) -> None:
        """Draw a tile in its box; one that is turned lies on its side."""
        x, y = self.corner(box)
        lies = (self.side % 2 == 1) != turned
        body = ("down" if kind == BACK else "up") + "-side" * lies
        self.shapes.append(Use(body, x, y, scale, 0, opacity))
        if kind != BACK:
            self.shapes.append(Use(tile_name(kind), x, y, scale, (self.turns + turned) % NUM_SEATS, opacity))

    def draw_strip(self, seat: Seat) -> None:
        """Draw the hand, the tile just drawn apart, and the melds."""
        hand = seat.hand if seat.hand is not None else (BACK,) * seat.hand_size
        width, height = TILE_WIDTH * HAND, TILE_HEIGHT * HAND
        drawn_width = 0 if seat.drawn is None else width + DRAWN_GAP
        melds_width = sum(meld_width(meld) + MELD_GAP for meld in seat.melds)
        along = -(len(hand) * width + drawn_width + (GAP + melds_width if seat.melds else 0)) / 2
        boxes = [(kind, along + place * width) for place, kind in enumerate(hand)]
        along += len(hand) * width
        if seat.drawn is not None:
            boxes.append((seat.drawn, along + DRAWN_GAP))
            along += drawn_width
        for kind, start in self.in_sight_order(boxes):
            self.draw_tile(kind, Box(round(start), self.edge - height, width, height), HAND)
        along += GAP
        for meld in seat.melds:
            self.draw_meld(meld, round(along), seat.number)
            along += meld_width(meld) + MELD_GAP

    def in_sight_order(self, boxes: list[tuple[int, float]]) -> list[tuple[int, float]]:
        """Return tiles in the order in which they cover each other: those farther up first."""
        return boxes[::-1] if self.side == 1 else boxes

    def draw_meld(self, meld: Meld, along: float, owner: int) -> None:
        """Draw a meld; the claimed tile lies on its side, where the seat that fed it sits."""
        width, height = TILE_WIDTH * MELD, TILE_HEIGHT * MELD
        kinds = list(meld.kinds)
        if meld.type == MELD_CONCEALED_KONG:
            shown = [BACK, kinds[1], kinds[2], BACK]
            boxes = [(kind, along + place * width) for place, kind in enumerate(shown)]
            for kind, start in self.in_sight_order(boxes):
                self.draw_tile(kind, Box(start, self.edge - height, width, height), MELD)
            return
        added = meld.type == MELD_ADDED_KONG
        kinds.remove(meld.tile)
        if added:
            kinds.pop()
        place = {3: 0, 2: 1, 1: len(kinds)}[(meld.giver - owner) % NUM_SEATS]
        kinds.insert(place, meld.tile)
        tiles: list[tuple[int, Box, bool]] = []
        for number, kind in enumerate(kinds):
            wide = height if number == place else width
            high = width if number == place else height
            if number == place and added:
                tiles.append((kind, Box(along, self.edge - 2 * high, wide, high), True))
            tiles.append((kind, Box(along, self.edge - high, wide, high), number == place))
            along += wide
        for kind, box, turned in sorted(tiles, key=lambda tile: self.corner(tile[1])[1]):
            self.draw_tile(kind, box, MELD, turned=turned)

    def draw_flowers(self, seat: Seat) -> None:
        """Draw the flowers in a row before the hand."""
        width, height = TILE_WIDTH * FLOWER, TILE_HEIGHT * FLOWER
        start = -len(seat.flowers) * width / 2
        boxes = [(kind, start + place * width) for place, kind in enumerate(seat.flowers)]
        out = self.edge - TILE_HEIGHT * HAND - height - 16
        for kind, along in self.in_sight_order(boxes):
            self.draw_tile(kind, Box(round(along), out, width, height), FLOWER)

    def draw_river(self, river: Sequence[Discard]) -> None:
        """Draw the discards in rows, the first nearest to the middle."""
        scale = next((scale for scale in RIVER if river_room(scale)[2] >= len(river)), RIVER[-1])
        a_row, pitch, _ = river_room(scale)
        width, height = TILE_WIDTH * scale, TILE_HEIGHT * scale
        tiles: list[tuple[Discard, Box]] = []
        for first in range(0, len(river), a_row):
            along, out = -RIVER_WIDTH / 2, RIVER_START + first // a_row * pitch
            for discard in river[first : first + a_row]:
                wide, high = (height, width) if discard.ready else (width, height)
                tiles.append((discard, Box(round(along), round(out + height - high), wide, high)))
                along += wide
        for discard, box in sorted(tiles, key=lambda tile: self.corner(tile[1])[1]):
            self.draw_discard(discard, box, scale)

    def draw_discard(self, discard: Discard, box: Box, scale: float) -> None:
        """Draw a discard with its marks."""
        x, y = self.corner(box)
        wide, high = (box.height, box.width) if self.side % 2 else (box.width, box.height)
        self.draw_tile(discard.kind, box, scale, turned=discard.ready, opacity=0.38 if discard.claimed else 1)
        if discard.latest:
            self.shapes.append(Rect(x - 2.5, y - 2.5, wide + 5, high + 5, 6, None, self.theme.accent, 3))
        if discard.drawn:
            self.shapes.append(Disc(x + wide - 5, y + high - 4.5, 2.6, self.theme.accent))


def meld_width(meld: Meld) -> float:
    """Return how far a meld reaches along its side."""
    width, height = TILE_WIDTH * MELD, TILE_HEIGHT * MELD
    if meld.type == MELD_CONCEALED_KONG:
        return 4 * width
    upright = len(meld.kinds) - 1 - (meld.type == MELD_ADDED_KONG)
    return upright * width + height


def river_room(scale: float) -> tuple[int, float, int]:
    """Return the discards of a row, how far apart rows are, and for how many discards there is room.

    >>> [river_room(scale)[2] for scale in RIVER]
    [24, 40, 65, 114]
    """
    a_row = int(RIVER_WIDTH // (TILE_WIDTH * scale))
    pitch = (TILE_HEIGHT + THICKNESS) * scale + ROW_GAP
    return a_row, pitch, a_row * int((RIVER_DEPTH + ROW_GAP) // pitch)
