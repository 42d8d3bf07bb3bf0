"""Write the tables on the rule pages and the page of observations anew: ``python -m tests.docs``."""

from __future__ import annotations

from tests.docs import observation_page, rule_pages

if __name__ == "__main__":
    pages = {rule_pages.FOLDER / f"{page}.md": rule_pages.fill for page in rule_pages.PAGES}
    for path, fill in (pages | {observation_page.PAGE: observation_page.fill}).items():
        path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        print(f"wrote {path}")
