"""Write measured figures into README.md and the pages under docs/, or check that they still are what was measured.

A block ``<!-- figures:NAME -->`` … ``<!-- /figures -->`` holds the table of ``benchmarks/results/NAME.json``,
an object with ``title``, ``command``, ``machine``, ``columns``, ``rows`` and, if there is more to say, ``notes``.

    python benchmarks/readme.py            # write
    python benchmarks/readme.py --check    # exit code 1 if pages and results differ
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"<!-- figures:(?P<name>[\w-]+) -->\n(?P<body>.*?)<!-- /figures -->", re.DOTALL)


def render(figures: dict[str, object]) -> str:
    """Return the Markdown of one result file.

    >>> figures = {"title": "Speed", "command": "make speed", "machine": "toaster", "columns": ["n"], "rows": [[1]]}
    >>> print(render(figures))
    **Speed**
    <BLANKLINE>
    | n |
    |---|
    | 1 |
    <BLANKLINE>
    `make speed` on toaster.
    <BLANKLINE>
    """
    columns = list(figures["columns"])
    rows = [columns, ["---"] * len(columns), *figures["rows"]]
    lines = ["| " + " | ".join(map(_cell, row)) + " |" for row in rows]
    lines[1] = lines[1].replace(" ", "")
    notes = f" {figures['notes']}." if figures.get("notes") else ""
    return "\n".join(
        [f"**{figures['title']}**", "", *lines, "", f"`{figures['command']}` on {figures['machine']}.{notes}", ""]
    )


def _cell(value: object) -> str:
    return str(value).replace("|", "\\|")


def fill(pages: dict[str, str], results: dict[str, dict[str, object]]) -> dict[str, str]:
    """Return the pages with every block filled anew. Raises ``ValueError`` where blocks and results do not pair.

    >>> fill({"README.md": "none"}, {})
    {'README.md': 'none'}
    """
    blocks = Counter(match["name"] for text in pages.values() for match in BLOCK.finditer(text))
    for name in sorted({*blocks, *results}):
        if (blocks[name], name in results) != (1, True):
            files = "has" if name in results else "lacks"
            raise ValueError(
                f"figures:{name} {files} a result file and stands in README.md and docs/ {blocks[name]} times, not once"
            )

    def block(match: re.Match[str]) -> str:
        return f"<!-- figures:{match['name']} -->\n{render(results[match['name']])}<!-- /figures -->"

    return {page: BLOCK.sub(block, text) for page, text in pages.items()}


def load_results(folder: Path) -> dict[str, dict[str, object]]:
    """Return the result files of a folder by name."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def main(arguments: list[str] | None = None, root: Path = ROOT) -> str | None:
    """Write or check; return what is wrong, or None."""
    parser = argparse.ArgumentParser(description="Write measured figures into README.md and the pages under docs/.")
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if something differs")
    options = parser.parse_args(arguments)
    paths = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    old = {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    try:
        new = fill(old, load_results(root / "benchmarks" / "results"))
    except ValueError as error:
        return str(error)
    changed = [page for page in old if new[page] != old[page]]
    if options.check:
        stale = ", ".join(changed)
        return f"{stale}: not as in benchmarks/results, run python benchmarks/readme.py" if changed else None
    for page in changed:
        (root / page).write_text(new[page], encoding="utf-8")
    return None


if __name__ == "__main__":
    sys.exit(main())
