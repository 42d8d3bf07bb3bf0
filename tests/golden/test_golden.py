"""The golden playthrough is played again, byte for byte."""

from __future__ import annotations

import pytest

from tests.golden.__main__ import GOLDEN
from tests.golden.playthrough import write_playthrough


@pytest.mark.nojit
@pytest.mark.boundscheck
def test_the_playthrough_of_four_bao_is_the_golden_one():
    text = write_playthrough()
    assert text == GOLDEN.read_text(encoding="utf-8"), "after a change that is meant: python -m tests.golden"


def test_the_golden_playthrough_shows_what_matters():
    text = GOLDEN.read_text(encoding="utf-8")
    for part in (
        ": ting ",
        ": chow_",
        ": pung",
        "self_kong",
        ": ting_chow",
        ": hu\n",
        "bao  ",
        "sets_",
        "waits",
        "from_hand",
    ):
        assert part in text, part
