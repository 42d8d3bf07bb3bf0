"""Tables in Markdown, and the blocks ``<!-- table:NAME -->`` … ``<!-- /table -->`` of a page that hold them."""

from __future__ import annotations

import re

BLOCK = re.compile(r"<!-- table:(?P<name>\w+) -->\n(?P<body>.*?)<!-- /table -->", re.DOTALL)


def table(*rows):
    """Return rows, the heading first, as a Markdown table."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join([lines[0], "|" + "---|" * len(rows[0]), *lines[1:], ""])


def span(first, count):
    """Return a range as text."""
    return str(first) if count == 1 else f"{first}–{first + count - 1}"


def shape_of(shape):
    """Return a shape as text."""
    return " × ".join(map(str, shape)) or "–"


def fill_blocks(text, tables):
    """Return a page with each block filled by the function of its name."""
    return BLOCK.sub(
        lambda block: f"<!-- table:{block['name']} -->\n{tables[block['name']]()}<!-- /table -->",
        text,
    )
