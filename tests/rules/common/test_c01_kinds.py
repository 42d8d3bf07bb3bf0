"""C1: kinds 0-33 in MPSZ order, flowers 34-41."""

import pytest

from mjenv.engine.tiles import FIRST_FLOWER, FIRST_HONOUR, NAMES, ZHONG, parse_tile, tile_name

KINDS = {"1m": 0, "9m": 8, "1p": 9, "9p": 17, "1s": 18, "9s": 26, "1z": 27, "4z": 30, "5z": 31, "6z": 32, "7z": 33}
FLOWERS = {"1f": 34, "8f": 41}


@pytest.mark.nojit
@pytest.mark.parametrize(("name", "kind"), [*(KINDS | FLOWERS).items()])
def test_names_of_kinds(name, kind):
    assert parse_tile(name) == kind
    assert tile_name(kind) == name


@pytest.mark.nojit
def test_every_kind_has_its_own_name():
    assert len(NAMES) == len(set(NAMES)) == 42
    assert (FIRST_HONOUR, ZHONG, FIRST_FLOWER) == (27, 33, 34)
