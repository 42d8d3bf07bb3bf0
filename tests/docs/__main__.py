"""Write the tables of parameters on the rule pages anew: ``python -m tests.docs``."""

from __future__ import annotations

from tests.docs.rule_pages import FOLDER, PAGES, fill

if __name__ == "__main__":
    for page in PAGES:
        path = FOLDER / f"{page}.md"
        path.write_text(fill(path.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
        print(f"wrote {path}")
