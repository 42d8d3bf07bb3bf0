"""A rule is found by its clause and by its parameter's name: every one has its test."""

import re
from pathlib import Path

import pytest

from mjenv.variants.registry import find_preset

RULES = Path(__file__).parent
COMMON = [f"c{number:02}" for number in range(1, 25)]
HARBIN = [f"h{number:02}" for number in range(1, 27)]


@pytest.mark.parametrize("clause", COMMON + HARBIN)
def test_every_clause_has_its_file(clause):
    folder = RULES / ("common" if clause in COMMON else "harbin")
    files = [path for path in folder.glob("test_*.py") if clause in path.stem.split("_")]
    assert len(files) == 1
    letter, number = clause[0].upper(), int(clause[1:])
    assert re.search(rf"\b{letter}{number}\b", files[0].read_text(encoding="utf-8").split('"""')[1])


PARAMS = {param.name for rules in ("four_bao", "single_bao") for param in find_preset(rules).params}


@pytest.mark.parametrize("name", sorted(PARAMS))
def test_every_parameter_has_its_test(name):
    texts = [path.read_text(encoding="utf-8") for path in RULES.rglob("test_*.py")]
    assert sum(f"def test_{name}(" in text for text in texts) == 1
