"""Write the golden playthroughs anew: ``python -m tests.golden``. Read the difference before committing it."""

from __future__ import annotations

from tests.golden.playthrough import SEEDS, golden_file, write_playthrough

if __name__ == "__main__":
    for rules in SEEDS:
        golden_file(rules).write_text(write_playthrough(rules), encoding="utf-8", newline="\n")
        print(f"wrote {golden_file(rules)}")
