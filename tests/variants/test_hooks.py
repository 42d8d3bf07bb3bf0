"""Every rule book answers the hooks of the tables, with their parameters."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from mjenv.variants import hooks
from mjenv.variants.registry import BOOKS, MODULES

pytestmark = pytest.mark.nojit


def parameters(function):
    """Return the names of a kernel's parameters."""
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


@pytest.mark.parametrize("name", hooks.HOOKS)
@pytest.mark.parametrize("variant", MODULES)
def test_a_rule_book_answers_with_the_parameters_of_the_hook(variant, name):
    answer = getattr(MODULES[variant], name, None)
    if answer is not None:
        assert parameters(answer) == parameters(getattr(hooks, name))


@pytest.mark.parametrize("variant", MODULES)
def test_what_has_no_default_is_in_every_rule_book(variant):
    source = Path(hooks.__file__).read_text(encoding="utf-8")
    required = re.findall(r"def (\w+)\([^)]*\):\n    \"\"\".*?\"\"\"\n    raise NotImplementedError", source)
    assert len(required) > 5
    assert [name for name in required if not hasattr(MODULES[variant], name)] == []


@pytest.mark.parametrize("variant", BOOKS)
def test_the_wall_has_the_length_that_the_book_states(variant):
    rules = np.zeros(1, BOOKS[variant].dtype)
    wall = np.zeros(200, np.int8)
    assert hooks.build_wall(rules[0], wall) == BOOKS[variant].wall_length


@pytest.mark.parametrize("variant", BOOKS)
def test_count_copies_is_what_the_wall_holds(variant):
    rules = np.zeros(1, BOOKS[variant].dtype)
    wall = np.zeros(200, np.int8)
    length = hooks.build_wall(rules[0], wall)
    for kind in range(34):
        is_flower = hooks.flower_place(rules[0], kind) >= 0
        assert hooks.count_copies(rules[0], kind) == (0 if is_flower else (wall[:length] == kind).sum())


def test_keys_are_unique_within_a_variant():
    for book in BOOKS.values():
        keys = [element.key for element in book.elements]
        assert len(keys) == len(set(keys))
