"""The check table of the rule page."""

import pytest

from tests.rules.shanghai.tables import PLAIN, flowers_of, win

pytestmark = pytest.mark.nojit
MIXED = "234m 678m 79m 22z 999m"
PURE = ("1p", "pung 333p", "pung 444p", "pung 666p", "pung 888p")


@pytest.mark.parametrize(
    ("held", "tile", "mode", "options", "elements", "points"),
    [
        (PLAIN, "8p", "discard", {"flowers": "12f 5z"}, {}, [-4, 4, 0, 0]),
        (PLAIN, "8p", "self_draw", {"flowers": "12f 5z"}, {}, [12, -4, -4, -4]),
        (
            ("234m 678m 79p 22s 123s",),
            "8p",
            "self_draw",
            {},
            {"concealed": 1, "no_flower": 10},
            [60, -20, -20, -20],
        ),
        ((MIXED,), "8m", "discard", {"flowers": "123f 7z"}, {"concealed": 1, "half_flush": 1}, [-20, 20, 0, 0]),
        (
            PURE,
            "1p",
            "self_draw",
            {"flowers": "12f"},
            {"single_hang": 1, "full_flush_triplets": 3},
            [144, -48, -48, -48],
        ),
        (PLAIN, "8p", "robbed_kong", {"flowers": "12345f"}, {}, [-18, 18, 0, 0]),
        (
            ("11p 33p", "pung 111z", "pung 666p", "pung 888p"),
            "1p",
            "discard",
            {"flowers": "1f 5z", "counter": 3},
            {"half_flush_triplets": 2, "carried_draw": 1},
            [-32, 32, 0, 0],
        ),
    ],
)
def test_check_table(held, tile, mode, options, elements, points):
    table = win(*held, tile=tile, mode=mode, **options)
    assert table.points == points
    assert table.last("hu")["elements"] == elements


def test_concealed_wind_kong_and_base():
    assert flowers_of("234m 678m 79p 22s", "concealed 4444z") == 4
