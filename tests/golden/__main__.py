"""Write the golden playthroughs anew: ``python -m tests.golden``. Read the difference before committing it."""

from __future__ import annotations

from pathlib import Path

from tests.golden.playthrough import write_playthrough

GOLDEN = Path(__file__).parent / "four_bao.txt"

if __name__ == "__main__":
    GOLDEN.write_text(write_playthrough(), encoding="utf-8", newline="\n")
    print(f"wrote {GOLDEN}")
