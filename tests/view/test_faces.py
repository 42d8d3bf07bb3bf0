"""The tile faces: each its own, each within its tile."""

from __future__ import annotations

import pytest

from mjenv.engine.tiles import NAMES
from mjenv.view.drawing import Disc, Drawing, Rect, Use
from mjenv.view.faces import HEIGHT, WIDTH, tile_symbols
from mjenv.view.glyphs import GLYPHS, sweep
from mjenv.view.raster import box_of, to_pixels
from mjenv.view.themes import THEMES

pytestmark = pytest.mark.nojit

MARGIN = 2.5  # between a face and the edge of its tile


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", NAMES)
def test_a_face_lies_within_its_tile(name, theme):
    shapes = tile_symbols(THEMES[theme])[name].shapes
    assert shapes
    for shape in shapes:
        left, top, right, bottom = box_of(shape)
        assert min(left, top) >= MARGIN, shape
        assert right <= WIDTH - MARGIN, shape
        assert bottom <= HEIGHT - MARGIN, shape


@pytest.mark.parametrize("theme", THEMES)
def test_no_two_faces_look_alike(theme):
    symbols = tile_symbols(THEMES[theme])
    assert len({symbols[name].shapes for name in NAMES}) == len(NAMES) == 42
    painted = set()
    for name in NAMES:
        shapes = [Rect(0, 0, 40, 50, 0, THEMES[theme].felt), Use("up", 4, 4, 0.5), Use(name, 4, 4, 0.5)]
        painted.add(to_pixels(Drawing(40, 50, name, theme, symbols, shapes)).tobytes())
    assert len(painted) == 42


def test_suits_show_as_many_things_as_their_rank():
    symbols = tile_symbols(THEMES["light"])
    for rank in range(2, 10):
        dots = [shape for shape in symbols[f"{rank}p"].shapes if isinstance(shape, Disc)]
        assert len(dots) == 3 * rank
        assert len(symbols[f"{rank}s"].shapes) == 6 * rank


@pytest.mark.parametrize("glyph", GLYPHS)
def test_strokes_lie_within_their_square(glyph):
    for stroke in GLYPHS[glyph].split(";"):
        for x, y, width in sweep(stroke.strip(), 10.0):
            assert 0 <= x <= 100
            assert 0 <= y <= 100
            assert width > 0


def test_a_turned_tile_is_the_tile_turned():
    symbols = tile_symbols(THEMES["light"])
    upright, turned = (
        to_pixels(Drawing(80, 80, "", "light", symbols, [Rect(0, 0, 80, 80, 0, "#ffffff"), Use("1s", x, y, 1, turns)]))
        for x, y, turns in ((10, 0, 0), (0, 10, 1))
    )
    assert (turned == upright.transpose(1, 0, 2)[:, ::-1]).all()
