"""A rule book answers the hooks of the tables, and declares what it has."""

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

from mjenv.errors import RulesError
from mjenv.variants import hooks
from mjenv.variants.registry import BOOKS, MODULES, load_rules

pytestmark = pytest.mark.nojit
CLAUSE = re.compile(r"[A-Z]\d+")


def parameters(function):
    """Return the names of a kernel's parameters."""
    return list(inspect.signature(getattr(function, "py_func", function)).parameters)


@pytest.mark.parametrize("name", hooks.HOOKS)
def test_it_answers_with_the_parameters_of_the_hook(variant, name):
    answer = getattr(MODULES[variant], name, None)
    if answer is not None:
        assert parameters(answer) == parameters(getattr(hooks, name))


def test_it_has_every_hook_without_a_default(variant):
    source = Path(hooks.__file__).read_text(encoding="utf-8")
    required = re.findall(r"def (\w+)\([^)]*\):\n    \"\"\".*?\"\"\"\n    raise NotImplementedError", source)
    assert len(required) > 5
    assert [name for name in required if not hasattr(MODULES[variant], name)] == []


def test_the_wall_has_the_length_that_the_book_states(variant):
    rules = np.zeros(1, BOOKS[variant].dtype)
    wall = np.zeros(200, np.int8)
    assert hooks.build_wall(rules[0], wall) == BOOKS[variant].wall_length


def test_count_copies_is_what_the_wall_holds(variant):
    rules = np.zeros(1, BOOKS[variant].dtype)
    wall = np.zeros(200, np.int8)
    length = hooks.build_wall(rules[0], wall)
    for kind in range(34):
        is_flower = hooks.flower_place(rules[0], kind) >= 0
        assert hooks.count_copies(rules[0], kind) == (0 if is_flower else (wall[:length] == kind).sum())


def test_keys_of_elements_and_tasks_are_unique_and_cite_a_clause(variant):
    book = BOOKS[variant]
    for elements in (book.elements, book.tasks):
        assert len({element.key for element in elements}) == len(elements)
        assert all(element.chinese and element.english and CLAUSE.fullmatch(element.clause) for element in elements)


def test_parameters_are_documented_and_their_defaults_allowed(preset):
    assert len({param.name for param in preset.params}) == len(preset.params)
    for param in preset.params:
        assert param.name.isidentifier()
        assert CLAUSE.fullmatch(param.clause)
        assert param.doc
        default = preset.defaults.get(param.name, param.default)
        assert param.check(default) == default
        assert default is None or param.check(str(default)) == default
    assert set(preset.defaults) <= {param.name for param in preset.params}


def test_names_lead_to_the_rule_set(preset):
    for names in ((preset.id,), (preset.name,), (preset.variant, preset.name)):
        assert load_rules(*names).preset is preset
    with pytest.raises(RulesError, match=f"{preset.id} has no parameter 'moon'"):
        load_rules(preset.id, moon=True)
    with pytest.raises(RulesError, match=r"kong_after_claim='perhaps': expected false or true \(C8\)"):
        load_rules(preset.id, kong_after_claim="perhaps")
