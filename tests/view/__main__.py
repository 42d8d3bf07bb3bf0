"""Draw the committed pictures anew: ``python -m tests.view``. Look at them before committing."""

from __future__ import annotations

from tests.view.pictures import FOLDER, picture_texts

if __name__ == "__main__":
    for name, text in picture_texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {FOLDER / name}")
