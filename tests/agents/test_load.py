"""Loading agents: by name, from a file of one's own, from a checkpoint; and what is said where that fails."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint

import pytest

import agents
from agents.greedy import GreedyAgent
from agents.random_agent import RandomAgent
from mjenv.arena import agents as arena_agents
from mjenv.errors import ProtocolError

NAMED = {"random": "agents.random_agent:RandomAgent", "greedy": "agents.greedy:GreedyAgent"}
MINE = """
from dataclasses import dataclass

@dataclass
class Mine:
    name: str = "mine"
    encoder: str = "view/1"

    def begin(self, rules, tables, seed): ...
    def act(self, observation, mask, seat, rows): return mask.argmax(1)
    def end_hand(self, rows, result): ...

class Deaf:
    name, encoder = "deaf", "view/1"
    def act(self, observation, mask, seat, rows): ...

class Broken:
    def __init__(self): raise RuntimeError("out of\\nluck")
"""


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    points = {name: EntryPoint(name, value, arena_agents.NAMES) for name, value in NAMED.items()}
    for module in (agents, arena_agents):
        monkeypatch.setattr(module, "find_entry_points", {arena_agents.NAMES: points, arena_agents.LOADERS: {}}.get)


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(MINE)
    return path


def test_names_lead_to_agents():
    assert isinstance(agents.load("random"), RandomAgent)
    assert isinstance(agents.load("greedy"), GreedyAgent)
    assert all(isinstance(agents.load(name), agents.Agent) for name in NAMED)


def test_a_class_of_a_file_is_made(mine):
    agent = agents.load(f"{mine}:Mine")
    assert agent.name == "mine"
    assert isinstance(agent, agents.Agent)


def test_a_file_leaves_no_module_of_a_known_name_behind(mine):
    mine = mine.rename(mine.with_name("json.py"))
    import json

    agents.load(f"{mine}:Mine")
    assert sys.modules["json"] is json


def test_a_name_comes_before_a_file_of_that_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random").touch()
    assert isinstance(agents.load("random"), RandomAgent)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gredy", r"unknown agent 'gredy' \(did you mean greedy\?\); known: random, greedy$"),
        ("{folder}/none.py:Mine", r"there is no file .*none\.py$"),
        ("{mine}:Mime", r"has no class 'Mime' \(did you mean Mine\?\); classes with a method 'act': Mine, Deaf$"),
        ("{mine}:dataclass", "has no class 'dataclass'"),
        ("{mine}:Deaf", "Deaf has no method 'begin', see the Agent protocol$"),
        ("{mine}:Broken", r"Broken\(\) fails with RuntimeError: out of luck$"),
        ("{mine}", r"which class of the file\? expected .*mine\.py:Class$"),
        ("{mine}:", "has no class ''"),
        ("{folder}/bad.py:Bad", r"bad\.py fails with SyntaxError: "),
        ("{folder}", "checkpoint .*: cannot be read"),
        ("{folder}/none.safetensors", "checkpoint .*: cannot be read"),
    ],
)
def test_what_cannot_be_loaded_is_told_in_one_sentence(mine, spec, message):
    (mine.parent / "bad.py").write_text("class Bad(:\n")
    with pytest.raises(ProtocolError, match=message) as caught:
        agents.load(spec.format(folder=mine.parent, mine=mine))
    assert "\n" not in str(caught.value)


def test_a_missing_torch_is_told(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "agents.neural", raising=False)
    monkeypatch.delitem(sys.modules, "agents.network", raising=False)
    with pytest.raises(ProtocolError, match="needs torch, which is not installed; run: pip install"):
        agents.load(str(tmp_path / "run.safetensors"))
