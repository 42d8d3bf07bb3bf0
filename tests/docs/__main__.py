"""Write the tables of the pages and the docstrings of the environments anew: ``python -m tests.docs``."""

from __future__ import annotations

from functools import partial

from mjenv.variants.registry import BOOKS
from tests.docs import environment_pages, observation_page, rule_pages

if __name__ == "__main__":
    pages = {rule_pages.FOLDER / f"{page}.md": rule_pages.fill for page in rule_pages.PAGES}
    pages |= {page.PAGE: page.fill for page in (observation_page, environment_pages)}
    pages |= {environment_pages.module_of(name): partial(environment_pages.fill_module, name) for name in BOOKS}
    for path, fill in pages.items():
        path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        print(f"wrote {path}")
