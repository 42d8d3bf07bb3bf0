"""The pictures of tables: every rule set at many moments, what is drawn where, and nothing that a seat may not see."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from functools import partial

import numpy as np
import pytest

from mjenv.engine.tiles import NAMES
from mjenv.view.ansi import render_table
from mjenv.view.centre import SIZE
from mjenv.view.drawing import Use
from mjenv.view.faces import HEIGHT as TILE_HEIGHT
from mjenv.view.faces import WIDTH as TILE_WIDTH
from mjenv.view.labels import CARD, CORNERS
from mjenv.view.layout import HEIGHT, MIDDLE, RIVER, TABLE, WIDTH, draw_table, river_room
from mjenv.view.raster import to_pixels
from mjenv.view.sight import look
from mjenv.view.style import RenderStyle, seat_names
from mjenv.view.svg import NAMESPACE, to_svg
from mjenv.view.themes import THEMES
from tests.builder import hand, position
from tests.hidden.positions import RULES, SOURCES, reached
from tests.observe.tables import SEATS, changed, full_table
from tests.view.pictures import FOLDER, picture_texts

LARGEST = 260_000  # bytes of a document
COUNT = 15  # moments of a rule set
PERSPECTIVES = (None, *SEATS)
ELEMENTS = {"svg", "title", "defs", "g", "use", "rect", "circle", "path", "text"}


def moments_of(rules, **params):
    return reached(rules, COUNT, seed=17, num_tables=4, **params)


def sights(rules, perspectives=PERSPECTIVES):
    """Return what many moments show, to each perspective in turn."""
    moments = moments_of(rules)
    return [look(moments.states, moments.rules, perspectives[row % len(perspectives)], row=row) for row in range(COUNT)]


def draw(states, rules, perspective, row, theme="light"):
    return to_svg(draw_table(look(states, rules, perspective, row=row), theme))


def read(text):
    """Return the elements of a document by name, with the ids it defines."""
    root = ET.fromstring(text)  # noqa: S314 - our own text
    elements = list(root.iter())
    assert {element.tag.removeprefix(f"{{{NAMESPACE}}}") for element in elements} <= ELEMENTS
    return elements, {element.get("id") for element in elements} - {None}


def bodies(drawing):
    """Return the boxes of the bodies of tiles, without the small ones on the cards: x, y, width, height."""
    boxes = []
    for shape in drawing.shapes:
        if isinstance(shape, Use) and shape.symbol.startswith(("up", "down")) and shape.scale != 0.3:
            size = (TILE_WIDTH, TILE_HEIGHT)
            width, height = size[::-1] if shape.symbol.endswith("-side") else size
            boxes.append((shape.x, shape.y, width * shape.scale, height * shape.scale))
    return boxes


def overlap(one, other):
    """Return whether two boxes share more than a line."""
    return all(one[i] + 1 < other[i] + other[i + 2] and other[i] + 1 < one[i] + one[i + 2] for i in (0, 1))


def expected_tiles(sight):
    """Return how many tiles a table has, those waited on left out."""
    count = len(sight.bao)
    for seat in sight.seats:
        count += seat.hand_size + len(seat.flowers) + len(seat.river) + sum(len(meld.kinds) for meld in seat.melds)
    return count


def check_layout(sight):
    """Check that each tile is drawn once, on the felt, and covers no other tile, no card and not the console."""
    tiles = bodies(draw_table(sight, "light"))
    assert len(tiles) == expected_tiles(sight)
    console = (MIDDLE[0] - SIZE / 2, MIDDLE[1] - SIZE / 2, SIZE, SIZE)
    outside = [tile for tile in tiles if not overlap(tile, console)]
    assert len(outside) == len(tiles) - len(sight.bao)
    for place, (x, y, width, height) in enumerate(outside):
        assert min(x, y) >= 20
        assert x + width <= WIDTH - 20
        assert y + height <= TABLE - 20
        others = [*outside[:place], *((*corner, *CARD) for corner in CORNERS)]
        assert [other for other in others if overlap((x, y, width, height), other)] == []


@pytest.mark.parametrize("rules", RULES)
def test_tiles_lie_on_the_table_each_in_its_place(rules):
    for sight in sights(rules):
        check_layout(sight)


def fill_river(state, length):
    """Give seat 2 so many discards, seats 0 and 1 the rest, and seat 2 all flowers."""
    state["river_kind"][:] = np.arange(112) % 9
    state["river_count"] = 112
    state["river_info"][:] = np.where(np.arange(112) < length, 2, np.arange(112) % 2)
    state["flowers"][2] = 1, 1, 1, 1, 1, 1, 1, 1, 4, 4, 4


def test_the_longest_rivers_and_all_flowers_have_room():
    for length in (0, 23, 40, 60, 112):
        table = changed(full_table(), partial(fill_river, length=length))
        for perspective in PERSPECTIVES:
            check_layout(look(table.states, table.rules, perspective))
    assert river_room(RIVER[-1])[2] >= 112


KONGS = ("kong 1111p from 1", "added 2222s from 2", "kong 3333p from 3", "added 4444s from 1")


@pytest.mark.parametrize("number", range(5))
def test_the_longest_hands_have_room_on_every_side(number):
    table = position(hand("1m ...", *KONGS[:number], drew="9m"), rules="classic", left=20)
    for perspective in PERSPECTIVES:
        sight = look(table.states, table.rules, perspective)
        assert len(sight.seats[0].melds) == number
        check_layout(sight)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rules", RULES)
def test_documents_are_well_formed_small_and_closed(rules, theme):
    for sight in sights(rules):
        text = to_svg(draw_table(sight, theme))
        elements, ids = read(text)
        assert len(text.encode()) < LARGEST
        links = [element.get("href") for element in elements if element.get("href")]
        assert {link.removeprefix("#") for link in links} == ids
        assert all(name.startswith(f"{theme}-") for name in ids)
        assert re.findall(r"https?://[^\"]*", text) == [NAMESPACE]
        assert "nan" not in text


def test_two_themes_fit_on_one_page():
    ids = [read(text)[1] for name, text in picture_texts().items() if name.startswith("tiles")]
    assert len(ids) == 2
    assert not ids[0] & ids[1]


@pytest.mark.parametrize("rules", RULES)
def test_text_is_written_at_many_moments(rules):
    moments = moments_of(rules)
    for row in range(COUNT):
        for tiles in ("unicode", "ascii"):
            style = RenderStyle(tiles=tiles)
            text = render_table(moments.states, moments.rules, PERSPECTIVES[row % 5], row=row, style=style)
            assert all(f"seat {seat}" in text for seat in SEATS)
            assert max(map(len, text.splitlines())) < 200


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("rules", RULES)
def test_pixels_are_painted_and_the_same_each_time(rules, theme):
    for sight in sights(rules)[::5]:
        drawing = draw_table(sight, theme)
        pixels = to_pixels(drawing)
        assert (pixels.shape, pixels.dtype) == ((HEIGHT, WIDTH, 3), np.uint8)
        assert len(np.unique(pixels.astype(np.uint32) @ (1 << 16, 1 << 8, 1))) > 500  # colours
        assert (to_pixels(draw_table(sight, theme)) == pixels).all()


@pytest.mark.parametrize("hidden", [False, True], ids=["kongs_shown", "kongs_hidden"])
@pytest.mark.parametrize("rules", RULES)
def test_a_seat_is_drawn_nothing_that_it_may_not_see(rules, hidden):
    moments = moments_of(rules, concealed_kong_hidden=hidden)
    for name, find in SOURCES.items():
        twins = find(moments)
        for row, seat in enumerate(moments.seats.tolist()):
            shown = [
                (draw(states, moments.rules, seat, row), render_table(states, moments.rules, seat, row=row))
                for states in (moments.states, twins)
            ]
            assert shown[0] == shown[1], f"moment {row}, a table that is {name}"
        open_tables = [draw(states, moments.rules, None, 0) for states in (moments.states, twins)]
        assert open_tables[0] != open_tables[1]


@pytest.mark.parametrize("rules", RULES)
def test_a_seat_is_painted_nothing_that_it_may_not_see(rules):
    moments = moments_of(rules)
    twins = SOURCES["swapped"](moments)
    for row in (0, COUNT - 1):
        seat = int(moments.seats[row])
        painted = [
            to_pixels(draw_table(look(states, moments.rules, seat, row=row), "dark")).tobytes()
            for states in (moments.states, twins)
        ]
        assert painted[0] == painted[1]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "a\"b'c&d", "]]>", "\x00\x1b[2J\ud800\ufffe", "\u202e老李"]
)
def test_names_are_text_and_nothing_else(name):
    names = (name, "b", "c", "d")
    table = full_table()
    text = to_svg(draw_table(look(table.states, table.rules, 0, names=names), "light"))
    elements, _ = read(text)
    texts = [element.text for element in elements if element.tag == f"{{{NAMESPACE}}}text"]
    assert seat_names(names)[0] in texts


def test_names_of_any_letters_can_be_painted():
    table = full_table()
    names = ("<b>", "老李", "\ud800\x00", "🀄" * 40)
    pixels = to_pixels(draw_table(look(table.states, table.rules, 0, names=names), "light"))
    assert pixels.shape == (HEIGHT, WIDTH, 3)


def test_marks_of_discards_are_drawn():
    moments = moments_of("qiaoma")
    for row in range(COUNT):
        sight = look(moments.states, moments.rules, None, row=row)
        drawing = draw_table(sight, "light")
        discards = [discard for seat in sight.seats for discard in seat.river]
        faint = [shape for shape in drawing.shapes if isinstance(shape, Use) and shape.opacity < 1]
        assert len(faint) == 2 * sum(discard.claimed for discard in discards)
        assert sum(discard.latest for discard in discards) <= 1


@pytest.mark.parametrize("name", picture_texts())
def test_committed_pictures_are_drawn_anew_byte_for_byte(name):
    committed = (FOLDER / name).read_bytes()
    assert committed == picture_texts()[name].encode(), "after a change that is meant: python -m tests.view"


def test_every_face_is_on_the_sheet():
    for theme in THEMES:
        _, ids = read((FOLDER / f"tiles-{theme}.svg").read_text(encoding="utf-8"))
        assert {f"{theme}-{name}" for name in NAMES} < ids
