"""The table of clauses covers whatever a log can say, and cites only clauses of the variant or common ones."""

import re

import msgspec
import pytest

from mjenv.engine.menu import ACTION_NAMES
from mjenv.record.clauses import BY_RULES, BY_VARIANT, COMMON, FREE, find_clauses
from mjenv.record.differences import name_menu_part
from mjenv.record.schema import EVENT_CLASSES
from mjenv.variants.registry import BOOKS, list_rules, load_rules

pytestmark = pytest.mark.nojit

MENU_PARTS = {name_menu_part([action], []) for action in ACTION_NAMES}


def fields_of(one):
    """Name the fields of an event or of a part of one, those of its parts included."""
    for field in msgspec.structs.fields(one):
        yield field.encode_name
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from (f"{field.encode_name}.{name}" for name in fields_of(field.type))


FIELDS = [f"{one.__struct_config__.tag}.{name}" for one in EVENT_CLASSES for name in fields_of(one)]
EVENTS = [one.__struct_config__.tag for one in EVENT_CLASSES]
PARTS = [f"ask.legal{part}" for part in MENU_PARTS]


def find_letters(rules):
    """Return the letters of the clauses that a rule book declares, and that of the common ones."""
    book = BOOKS[rules.variant]
    declared = [*book.elements, *book.tasks, *rules.preset.params]
    return "".join({"C", *(one.clause[0] for one in declared)})


@pytest.mark.parametrize("rules", list_rules())
def test_every_event_field_and_kind_of_action_has_clauses_that_hold_in_the_variant(rules):
    chosen = load_rules(rules)
    clause = re.compile(rf"[{find_letters(chosen)}][1-9]\d?")
    for what in (*EVENTS, *FIELDS, *PARTS):
        assert all(map(clause.fullmatch, find_clauses(chosen, what).split(", "))), what


@pytest.mark.parametrize("table", [COMMON, *BY_VARIANT.values(), *BY_RULES.values()])
def test_no_line_of_the_table_is_about_what_does_not_exist(table):
    elements = {f"hu.elements.{element.key}" for book in BOOKS.values() for element in book.elements}
    assert set(table) <= {*EVENTS, *FIELDS, *PARTS, *elements}
    assert set(FREE) <= set(FIELDS)


@pytest.mark.parametrize(
    ("rules", "what", "clauses"),
    [
        ("four_bao", "draw.left", "C4, H2"),
        ("single_bao", "draw.left", "C4, H3, H12"),
        ("classic", "draw.left", "B2"),
        ("qiaoma", "draw.left", "S2"),
        ("four_bao", "bao", "H11"),
        ("single_bao", "bao_exchange.new", "H12"),
        ("single_bao", "hu.elements.bao", "H20"),
        ("online", "hu.elements.catch_five", "B7"),
        ("qiaoma", "hu.elements.no_flower", "S10"),
        ("four_bao", "hu.elements.a[0].b", "H16, H21"),
        ("four_bao", "end_hand.tasks.bao_run", "H26"),
        ("four_bao", "start_match.params.cap", "C23"),
        ("four_bao", "start_hand.carry.totals[2]", "C21"),
        ("qiaoma", "end_hand.next.dealer", "S15"),
        ("four_bao", "ask.legal.ting_chow", "H8, H9"),
    ],
)
def test_the_nearest_line_of_the_table_counts(rules, what, clauses):
    assert find_clauses(load_rules(rules), what) == clauses
