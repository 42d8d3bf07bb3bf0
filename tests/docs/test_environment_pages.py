"""The pages of the PettingZoo environments show the tables of the code."""

import re

import pytest

from mjenv.engine.menu import ACTION_NAMES
from mjenv.variants.registry import BOOKS
from tests.docs.environment_pages import PAGE, TABLES, actions_table, fill, fill_module, module_of
from tests.docs.tables import BLOCK

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_table_is_there_once_and_is_that_of_the_code():
    assert sorted(block["name"] for block in BLOCK.finditer(TEXT)) == sorted(TABLES)
    assert fill(TEXT) == TEXT, "run python -m tests.docs"


@pytest.mark.parametrize("name", BOOKS)
def test_the_docstring_of_a_module_is_that_of_the_code(name):
    source = module_of(name).read_text(encoding="utf-8")
    assert fill_module(name, source) == source, "run python -m tests.docs"
    assert fill_module(name, '"""A game."""\n\nCODE = """more"""\n').endswith('"""\n\nCODE = """more"""\n')


def test_the_table_of_actions_names_every_id_once():
    named = {}
    for first, last, name in re.findall(r"^\| (\d+)(?:–(\d+))? \| `(\w+)", actions_table(), re.MULTILINE):
        for action in range(int(first), int(last or first) + 1):
            assert action not in named
            named[action] = name
    assert [named[action] for action in range(113)] == [name.split()[0] for name in ACTION_NAMES]
