"""The tables of parameters on the rule pages, made from where the parameters are declared.

A block ``<!-- parameters:PAGE -->`` … ``<!-- /parameters -->`` holds a row a parameter: the variant of that name, or
``common`` for what every variant takes. ``python -m tests.docs`` writes the blocks.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mjenv.cli.rules import format_value
from mjenv.variants.common import COMMON_PARAMS
from mjenv.variants.registry import BOOKS, PRESETS

if TYPE_CHECKING:
    from mjenv.variants.params import Param, Preset

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "rules"
PAGES = ("common", *(variant for variant in BOOKS if (FOLDER / f"{variant}.md").exists()))
TITLE = re.compile(r"# .* \(([A-Z])1–\1(\d+)\)\n")
BLOCK = re.compile(r"<!-- parameters:(?P<page>\w+) -->\n(?P<body>.*?)<!-- /parameters -->", re.DOTALL)
LACKS = "–"  # in the column of a rule set that does not take the parameter


def rule_sets(page: str) -> list[Preset]:
    """Return the rule sets that a page describes."""
    return [preset for preset in PRESETS if page == preset.variant]


def clauses(page: str) -> list[str]:
    """Return the clauses that the title of a page names, none where it names none.

    >>> clauses("shanghai")[-1]
    'S15'
    """
    title = TITLE.match((FOLDER / f"{page}.md").read_text(encoding="utf-8"))
    return [f"{title[1]}{number}" for number in range(1, int(title[2]) + 1)] if title else []


def params_of(page: str) -> list[Param]:
    """Return the parameters that a page lists, in order of declaration."""
    if page == "common":
        return list(COMMON_PARAMS)
    return list({param.name: param for preset in rule_sets(page) for param in preset.params}.values())


def default_in(preset: Preset, name: str) -> str:
    """Return a parameter's default in a rule set, as text.

    >>> default_in(PRESETS[0], "ting_pung"), default_in(PRESETS[0], "multi_win")
    ('true', '–')
    """
    for param in preset.params:
        if param.name == name:
            return format_value(preset.defaults.get(name, param.default))
    return LACKS


def defaults(page: str, param: Param) -> list[str]:
    """Return a parameter's default in each rule set of a page; on the common page what holds where none is preset."""
    if page == "common":
        return [format_value(param.default)]
    return [default_in(preset, param.name) for preset in rule_sets(page)]


def render(page: str) -> str:
    """Return the table of a page: each parameter with its clause, defaults, values and meaning."""
    columns = ["default"] if page == "common" else [f"`{preset.name}`" for preset in rule_sets(page)]
    rows = [["parameter", "clause", *columns, "values", "meaning"]]
    rows.extend(
        [f"`{param.name}`", param.clause, *defaults(page, param), param.describe_choices(), param.doc]
        for param in params_of(page)
    )
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:], ""])


def fill(text: str) -> str:
    """Return a page with its blocks filled anew."""
    return BLOCK.sub(
        lambda block: f"<!-- parameters:{block['page']} -->\n{render(block['page'])}<!-- /parameters -->", text
    )
