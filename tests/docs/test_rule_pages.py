"""The rule pages name every clause, parameter and scoring element, and nothing that does not exist."""

import re
from collections import Counter
from itertools import chain

import pytest

from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import parse_tiles
from mjenv.record.seat_view import HIDDEN_KONG
from mjenv.variants import hebei_payment, shanghai_payment
from mjenv.variants.hebei_titles import LOWEST, TITLES
from mjenv.variants.registry import BOOKS, PRESETS
from tests.docs.rule_pages import FOLDER, LACKS, PAGES, clauses, defaults, fill, params_of

TEXTS = {page: (FOLDER / f"{page}.md").read_text(encoding="utf-8") for page in PAGES}
PARAMS = {param.name: param for preset in PRESETS for param in preset.params}
CLAUSES = {page: clauses(page) for page in PAGES}
LETTERS = {page: names[0][0] for page, names in CLAUSES.items() if names}
HEADING = re.compile(r"^### ([A-Z]\d+) ", re.MULTILINE)
CITED = re.compile(rf"\b([{''.join(LETTERS.values())}]\d+)\b")
SPAN = re.compile(r"`([^`]+)`")
TILES = re.compile(r"[1-9]+[mpszf]( ?[1-9]+[mpszf])*")
WORDS = {
    *(preset.name for preset in PRESETS),
    *(name.split()[0] for name in ACTION_NAMES),
    *(element.key for book in BOOKS.values() for element in book.elements + book.tasks),
    *PARAMS,
    *chain.from_iterable(param.choices for param in PARAMS.values() if isinstance(param.default, str)),
    HIDDEN_KONG,
}


def sections(page):
    """Return {clause: its text} of a page."""
    parts = HEADING.split(TEXTS[page].partition("\n## Parameters")[0])
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def test_every_page_names_its_clauses_in_its_title_by_a_letter_of_its_own():
    assert len({*LETTERS.values()}) == len(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_every_clause_has_its_heading_in_order(page):
    assert HEADING.findall(TEXTS[page]) == CLAUSES[page]


@pytest.mark.parametrize("page", PAGES)
def test_every_clause_that_is_cited_exists(page):
    known = set(chain.from_iterable(CLAUSES.values()))
    cited = {clause for clause in CITED.findall(TEXTS[page]) if clause not in known}
    assert cited == set()


@pytest.mark.parametrize("page", PAGES)
def test_the_table_of_parameters_is_that_of_the_code(page):
    assert TEXTS[page].count(f"<!-- parameters:{page} -->") == TEXTS[page].count("<!-- parameters:") == 1
    assert fill(TEXTS[page]) == TEXTS[page], "run python -m tests.docs"


@pytest.mark.parametrize("page", PAGES)
def test_every_parameter_is_explained_with_its_default_under_its_clause(page):
    for param in params_of(page):
        if param.clause in CLAUSES["common"] and page != "common":
            continue
        text = sections(page)[param.clause]
        assert f"`{param.name}`" in text or f"`{param.name}=" in text
        if param.default is not None:
            shown = {*defaults(page, param)} - {LACKS}
            assert [value for value in shown if f"`{param.name}={value}`" not in text] == [], param.name


@pytest.mark.parametrize("page", PAGES)
def test_every_value_with_a_name_is_explained(page):
    for param in params_of(page):
        if param.clause in CLAUSES[page] and isinstance(param.default, str):
            spans = SPAN.findall(sections(page)[param.clause])
            assert [value for value in param.choices if not {value, f"{param.name}={value}"} & set(spans)] == []


@pytest.mark.parametrize("page", PAGES)
def test_what_is_set_as_code_exists(page):
    names = {param.name: param for param in [*params_of(page), *params_of("common")]}
    for span in SPAN.findall(TEXTS[page]):
        name, sign, value = span.partition("=")
        if sign:
            assert names[name].check(value) is not None
        elif TILES.fullmatch(span):
            parse_tiles(span)
        else:
            assert span in WORDS


@pytest.mark.parametrize("variant", PAGES[1:])
def test_every_scoring_element_is_on_its_page(variant):
    spans = Counter(SPAN.findall(TEXTS[variant]))
    keys = [element.key for element in BOOKS[variant].elements + BOOKS[variant].tasks]
    assert [key for key in keys if spans[key] == 0] == []


@pytest.mark.parametrize(("page", "book"), [("hebei", hebei_payment), ("shanghai", shanghai_payment)])
def test_fan_have_the_names_and_values_of_the_code(page, book):
    shown = re.findall(r"^\| (\S+) \| `(\w+)` \| (\d+) \|", TEXTS[page], re.MULTILINE)
    fan = zip(book.ELEMENTS, book.VALUE.tolist(), strict=True)
    named = [(element.chinese, element.key, str(value)) for element, value in fan]
    assert sorted(shown) == sorted(row for row in named if row[1] != "no_flower")  # flowers, not fan


def test_titles_are_those_of_the_code():
    shown = re.findall(r"^\| (below 100|\d+) \| (\S+) \| ([\w ]+) \|", sections("hebei")["B13"], re.MULTILINE)
    expected = [("below 100", LOWEST), *((str(title.points), title) for title in TITLES)]
    assert shown == [(start, title.chinese, title.english) for start, title in expected]


def test_the_index_links_every_page():
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert {path.stem for path in FOLDER.glob("*.md")} == {*PAGES, "README"}
    assert {*re.findall(r"\]\((\w+)\.md\)", text)} == {*PAGES}
    assert [preset.id for preset in PRESETS if preset.variant in PAGES and f"`{preset.id}`" not in text] == []
    for names in CLAUSES.values():
        assert f"| {names[0]}–{names[-1]} |" in text
