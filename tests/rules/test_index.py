"""A rule is found by its clause and by its parameter's name: every one has its test."""

import re
from pathlib import Path

import pytest

from mjenv.variants.common import COMMON_PARAMS
from tests.docs.rule_pages import PAGES, clauses, rule_sets

RULES = Path(__file__).parent
#: Pages whose rules have tests.
BOOKS = [page for page in PAGES if (RULES / page).is_dir()]
CLAUSES = [(book, clause) for book in BOOKS for clause in clauses(book)]
COMMON = {param.name for param in COMMON_PARAMS}


@pytest.mark.parametrize(("book", "clause"), CLAUSES)
def test_every_clause_has_its_file(book, clause):
    name = f"{clause[0].lower()}{int(clause[1:]):02}"
    files = [path for path in (RULES / book).glob("test_*.py") if name in path.stem.split("_")]
    assert len(files) == 1
    assert re.search(rf"\b{clause}\b", files[0].read_text(encoding="utf-8").split('"""')[1])


def own_params(book):
    """Return the parameters that a variant adds or presets otherwise; of the common folder the common ones."""
    presets = rule_sets(book)
    names = {param.name for preset in presets for param in preset.params} - COMMON
    return names.union(*(preset.defaults for preset in presets)) if presets else COMMON


@pytest.mark.parametrize(("book", "name"), [(book, name) for book in BOOKS for name in sorted(own_params(book))])
def test_every_parameter_has_its_test(book, name):
    texts = [path.read_text(encoding="utf-8") for path in (RULES / book).glob("test_*.py")]
    assert sum(f"def test_{name}(" in text for text in texts) == 1
