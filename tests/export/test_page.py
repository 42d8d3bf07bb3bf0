"""The page of offline data: its table is that of the code, its commands and examples run."""

import re
import shlex
from pathlib import Path

from mjenv.cli.main import main
from mjenv.offline.columns import list_columns

TEXT = (Path(__file__).parents[2] / "docs" / "offline-data.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


def test_the_table_is_that_of_the_code():
    rows = [
        f"| `{column.name}` | {column.dtype}{f' × {column.width}' if column.width else ''} | {column.doc} |"
        for column in list_columns("planes/1")
    ]
    assert re.findall(r"^\| `.*$", TEXT, re.MULTILINE) == rows


def test_commands_and_examples_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for block in blocks("sh"):
        for line in block.splitlines():
            command = shlex.split(line)
            assert command[0] == "mjenv"
            assert main(command[1:]) == 0, line
    out = capsys.readouterr().out
    assert out.count("all as played again") == 2
    names = {}
    for block in blocks("python"):
        exec(block, names)  # noqa: S102 - the page's own examples
    assert 20 < len(names["data"]) / 100 < 80
