"""The page of agents: the agent that it shows and the commands with it run."""

import re
import shlex
from pathlib import Path

import gymnasium
import pytest

import mjenv  # noqa: F401 - registers the ids
from mjenv.cli.main import main

TEXT = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
BOT, COMMANDS = (re.search(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)[1] for language in ("python", "sh"))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    (tmp_path / "my_bot.py").write_text(BOT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)


def test_the_agent_of_the_page_beats_random_play(capsys):
    for line in COMMANDS.splitlines():
        assert main(shlex.split(line)[1:]) == 0, line
    points = re.search(r"1 vs 3\s+closed\s+(\S+)", capsys.readouterr().out)
    assert float(points[1]) > 1


def test_the_agent_of_the_page_is_an_opponent():
    names = {}
    exec(BOT, names)  # noqa: S102 - the page's own example
    for opponents in ("my_bot.py:Closed", names["Closed"]()):
        env = gymnasium.make("mjenv/Hebei-v0", opponents=opponents)
        _, info = env.reset(seed=1)
        assert 0 <= info["seat"] < 4
        env.close()
