import sys
from importlib.metadata import EntryPoint

import pytest

from mjenv.arena import agents
from mjenv.errors import ProtocolError
from mjenv.variants.registry import load_rules

RULES = load_rules("four_bao")
HERE = __name__


class Stub:
    """As much of an agent as a loader looks at."""

    name = "stub"
    encoder = "view/1"

    def begin(self, rules, tables, seed):
        pass

    def act(self, observation, mask, seat, rows):
        pass

    def end_hand(self, rows, result):
        pass


class Deaf(Stub):
    end_hand = None


class Nameless(Stub):
    name = None


number = 3


def load(spec, rules, device):
    agent = Stub()
    agent.name = f"{spec} {rules.name} {device}"
    return agent


@pytest.fixture
def installed(monkeypatch):
    """Pretend that these entry points are the installed ones."""
    monkeypatch.setitem(sys.modules, HERE, sys.modules.get(HERE, sys.modules[Stub.__module__]))

    def install(loader=None, **names):
        groups = {
            agents.NAMES: {name: EntryPoint(name, f"{HERE}:{value}", agents.NAMES) for name, value in names.items()},
            agents.LOADERS: {"load": EntryPoint("load", f"{HERE}:{loader}", agents.LOADERS)} if loader else {},
        }
        monkeypatch.setattr(agents, "find_entry_points", groups.__getitem__)

    return install


def test_a_name_is_made_without_arguments(installed):
    installed(stub="Stub")
    assert isinstance(agents.load_agent("stub", RULES), Stub)


@pytest.mark.parametrize("spec", ["run/last.safetensors", "bot.py:Bot", "./folder", "a\\b"])
def test_files_go_to_the_loader(installed, spec):
    installed(loader="load", stub="Stub")
    assert agents.load_agent(spec, RULES, "cuda").name == f"{spec} four_bao cuda"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("stubb", r"unknown agent 'stubb' \(did you mean stub\?\); known: deaf, nameless, number, stub"),
        ("", "unknown agent ''; known"),
        ("deaf", "agent 'deaf': Deaf has no method 'end_hand'"),
        ("nameless", "agent 'nameless': Nameless has no text 'name'"),
        ("number", f"number: package .* has no fitting '{HERE}:number'"),
        ("bot.py:Bot", "nothing that reads agents from files is installed"),
    ],
)
def test_what_is_no_agent_is_refused(installed, spec, message):
    installed(deaf="Deaf", nameless="Nameless", number="number", stub="Stub")
    with pytest.raises(ProtocolError, match=message):
        agents.load_agent(spec, RULES)
