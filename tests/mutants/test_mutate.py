"""The changes that are made to a source, and what the tool does with them."""

import ast

import pytest

from tests.mutants.__main__ import FILES, ROOT, expand
from tests.mutants.mutate import by_place, find_mutants

SOURCE = '''"""Ein Modul mit 红中."""

LIMIT: Final = 3


@njit
def f(state: int, seat=1) -> int:
    """Not changed: 7 > 3."""
    if not seat < 2 and state["a"] == 红:
        state["b"][0] = 1
        g(state)
    return seat + 1
'''
CHANGES = [
    "module: LIMIT: Final = 3 => LIMIT: Final = 2",
    "module: LIMIT: Final = 3 => LIMIT: Final = 4",
    'f: not seat < 2 and state["a"] == 红 => False',
    'f: not seat < 2 and state["a"] == 红 => True',
    "f: not seat < 2 and state[\"a\"] == 红 => (not seat < 2 or state['a'] == 红)",
    "f: not seat < 2 => (seat < 2)",
    "f: seat < 2 => seat <= 2",
    "f: seat < 2 => seat < 1",
    "f: seat < 2 => seat < 3",
    "f: state[\"a\"] == 红 => state['a'] != 红",
    'f: state["b"][0] = 1 => pass',
    'f: state["b"][0] => state["b"][-1]',
    'f: state["b"][0] => state["b"][1]',
    'f: state["b"][0] = 1 => state["b"][0] = 0',
    'f: state["b"][0] = 1 => state["b"][0] = 2',
    "f: g(state) => pass",
    "f: seat + 1 => (seat - 1)",
    "f: seat + 1 => seat + 0",
    "f: seat + 1 => seat + 2",
]


@pytest.fixture
def mutants(tmp_path):
    (tmp_path / "m.py").write_text(SOURCE, encoding="utf-8")
    return find_mutants(tmp_path, "m.py")


def test_every_change_is_found(mutants):
    assert sorted(mutant.key for mutant in mutants) == sorted(f"m.{change}" for change in CHANGES)


def test_a_change_changes_one_place(mutants):
    for mutant in mutants:
        changed = mutant.apply(SOURCE.encode()).decode()
        ast.parse(changed)
        lines = [pair for pair in zip(SOURCE.splitlines(), changed.splitlines(), strict=True) if pair[0] != pair[1]]
        assert len(lines) == 1
        assert SOURCE.splitlines()[mutant.line - 1] == lines[0][0]


def test_changes_of_one_place_are_kept_together(mutants):
    groups = list(by_place(mutants))
    assert len({group[0].place for group in groups}) == len(groups)
    assert sorted(len(group) for group in groups) == [1] * 6 + [2] * 5 + [3]  # 3: always, never, `or`


def test_changes_of_the_rule_book_have_different_names():
    keys = [mutant.key for path in expand(FILES) for mutant in find_mutants(ROOT, path)]
    assert len(keys) == len(set(keys)) > 1000
