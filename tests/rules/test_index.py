"""A rule is found by its clause and by its parameter's name: every one has its test."""

import re
from pathlib import Path

import pytest

from mjenv.variants.common import COMMON_PARAMS
from mjenv.variants.registry import find_preset

RULES = Path(__file__).parent
#: Folder: letter of its clauses, their number, rule sets.
BOOKS = {
    "common": ("C", 24, ()),
    "harbin": ("H", 26, ("four_bao", "single_bao")),
    "hebei": ("B", 13, ("classic", "online")),
    "shanghai": ("S", 15, ("qiaoma",)),
}
CLAUSES = [(book, f"{letter}{n}") for book, (letter, last, _) in BOOKS.items() for n in range(1, last + 1)]
COMMON = {param.name for param in COMMON_PARAMS}


@pytest.mark.parametrize(("book", "clause"), CLAUSES)
def test_every_clause_has_its_file(book, clause):
    name = f"{clause[0].lower()}{int(clause[1:]):02}"
    files = [path for path in (RULES / book).glob("test_*.py") if name in path.stem.split("_")]
    assert len(files) == 1
    assert re.search(rf"\b{clause}\b", files[0].read_text(encoding="utf-8").split('"""')[1])


def own_params(book):
    """Return the parameters that a variant adds or presets otherwise; of the common folder the common ones."""
    presets = [find_preset(rules) for rules in BOOKS[book][2]]
    names = {param.name for preset in presets for param in preset.params} - COMMON
    return names.union(*(preset.defaults for preset in presets)) if presets else COMMON


@pytest.mark.parametrize(("book", "name"), [(book, name) for book in BOOKS for name in sorted(own_params(book))])
def test_every_parameter_has_its_test(book, name):
    texts = [path.read_text(encoding="utf-8") for path in (RULES / book).glob("test_*.py")]
    assert sum(f"def test_{name}(" in text for text in texts) == 1
