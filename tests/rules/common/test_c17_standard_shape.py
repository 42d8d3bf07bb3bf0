"""C17: four melds and a pair, nothing else."""

import pytest

from tests.builder import waits

pytestmark = pytest.mark.nojit


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("234m 567p 1s", ["pung 222s", "chow 123p"], "1s"),
        ("234m 567p 1s", ["kong 2222s", "chow 123p"], "1s"),
        ("234m 567p 1s", ["added 2222s", "chow 123p"], "1s"),
        ("234m 567p 1s", ["concealed 2222s", "chow 123p"], "1s"),
        ("234m 567p 222s 1s", ["chow 123p"], "1s"),
        ("1155p 3377s 99m", ["chow 123p"], ""),  # pairs
        ("234m 567p 1158s", ["pung 222s"], ""),  # neither pair nor run
        ("234m 234m 567p 1s", ["pung 222s"], "1s"),
        ("34m 67p 111s", ["pung 222s", "chow 123p"], ""),  # two groups are unfinished
        ("89m 1p 33s 77z", ["pung 222s", "chow 456p"], ""),  # a run does not cross suits
    ],
)
def test_standard_shape(tiles, melds, expected):
    assert waits(tiles, *melds) == expected
