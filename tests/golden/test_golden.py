"""The golden playthroughs are played again, byte for byte, and show what is special in each rule set."""

from __future__ import annotations

import pytest

from tests.golden.playthrough import SEEDS, golden_file, write_playthrough

HARBIN = (": ting ", ": pung", "self_kong", ": hu\n", "bao  ", "sets_", "waits", "from_hand")
SHOWN = {
    "four_bao": (*HARBIN, ": chow_", ": ting_chow"),
    "single_bao": (*HARBIN, ": ting_pung"),
    "classic": (": pung", ": kong", "self_kong", ": hu\n", "sets_"),
    "online": (": ting ", ": pung", "self_kong", ": hu\n", "waits"),
    "qiaoma": (": ting ", ": chow_", ": pung", "self_kong", ": hu\n", "barred", "flowers"),
}


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("rules", SEEDS)
def test_the_playthrough_is_the_golden_one(rules):
    text = write_playthrough(rules)
    assert text == golden_file(rules).read_text(encoding="utf-8"), (
        "after a change that is meant: python -m tests.golden"
    )


@pytest.mark.parametrize("rules", SEEDS)
def test_the_golden_playthrough_shows_what_matters(rules):
    text = golden_file(rules).read_text(encoding="utf-8")
    assert [part for part in SHOWN[rules] if part not in text] == []
