"""The command as a user meets it: exit codes, one sentence for a mistake, commands from elsewhere."""

import subprocess
import sys
from importlib.metadata import EntryPoint, version
from pathlib import Path

import pytest
import typer

from mjenv.cli import main as cli
from mjenv.errors import LogError

ROOT = Path(__file__).resolve().parents[2]


def run(capsys, *arguments):
    """Exit code, stdout and stderr of a command line."""
    code = cli.main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def installed(monkeypatch):
    """Pretend that other packages add commands."""

    def install(**values):
        points = {name: EntryPoint(name, value, cli.GROUP) for name, value in values.items()}
        monkeypatch.setattr(cli, "find_entry_points", lambda group: points)

    install()
    return install


@pytest.fixture
def module(tmp_path, monkeypatch):
    """Make a module that can be imported during the test."""

    def make(name, text):
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        monkeypatch.delitem(sys.modules, name, raising=False)
        monkeypatch.syspath_prepend(tmp_path)
        return str(path)

    return make


def greet(name: str = "you", *, broken: bool = False) -> None:
    """Say hello."""
    if broken:
        raise LogError("log x.jsonl, line 3: it is broken")
    typer.echo(f"hello {name}")


group = typer.Typer(help="Two commands.")
group.command("greet")(greet)
group.command("other")(greet)
single = typer.Typer()
single.command()(greet)
not_a_command = 3


COMMANDS = "play, verify, evaluate, export, score, waits, shanten, rules"


@pytest.mark.usefixtures("installed")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["plya"], f"unknown command 'plya' (did you mean play?); known: {COMMANDS}"),
        (["xyzzy"], f"unknown command 'xyzzy'; known: {COMMANDS}"),
        (["play", "--hand", "3"], "--hands"),
        (["--versoin"], "--version"),
        (["play", "--hands", "0"], "'--hands'"),
        (["play", "--hands", "many"], "'--hands'"),
        (["play", "--seed", "-1"], "'--seed'"),
        (["play", "more"], "more"),
        (["rules", "four_boa"], "unknown variant or rule set 'four_boa' (did you mean four_bao?)"),
    ],
)
def test_a_mistake_gets_one_sentence_and_exit_code_2(capsys, arguments, message):
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("mjenv: ")
    assert err.count("\n") == 1
    assert message in err


def test_version(capsys):
    assert run(capsys, "--version") == (0, f"mjenv {version('mjenv')}\n", "")


@pytest.mark.usefixtures("installed")
def test_help_lists_the_commands(capsys):
    for arguments in ([], ["--help"]):
        code, out, err = run(capsys, *arguments)
        assert (code, err) == (0, "")
        assert "play" in out
        assert "rules" in out


@pytest.mark.usefixtures("installed")
def test_rules(capsys):
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert "harbin/four_bao\n" in out
    code, out, _ = run(capsys, "rules", "four_bao")
    assert code == 0
    assert "cap=none\n    no seat wins or loses more than this in a hand (C23); a whole number from 1" in out
    assert "zhong_pair_for_triplet=true\n" in out


def test_functions_and_apps_join_by_entry_point(capsys, installed):
    installed(hello=f"{__name__}:greet", one=f"{__name__}:single", two=f"{__name__}:group")
    assert run(capsys, "hello", "--name", "A") == (0, "hello A\n", "")
    assert run(capsys, "one", "--name", "B") == (0, "hello B\n", "")
    assert run(capsys, "two", "greet", "--name", "C") == (0, "hello C\n", "")
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "Say hello." in out
    assert "Two commands." in out
    code, out, _ = run(capsys, "hello", "--help")
    assert "--name" in out
    assert "completion" not in out
    assert "did you mean hello?" in run(capsys, "helo")[2]


def test_own_commands_cannot_be_replaced(capsys, installed):
    installed(rules=f"{__name__}:greet")
    assert "harbin/four_bao" in run(capsys, "rules")[1]


def test_errors_of_a_command_are_one_sentence(capsys, installed):
    installed(hello=f"{__name__}:greet")
    assert run(capsys, "hello", "--broken") == (2, "", "mjenv: log x.jsonl, line 3: it is broken\n")


@pytest.mark.parametrize("place", ["typer.echo", "typer.main.get_command"])
def test_ctrl_c_exits_with_130(capsys, installed, monkeypatch, place):
    def interrupted(*arguments):
        raise KeyboardInterrupt

    installed(hello=f"{__name__}:greet")
    monkeypatch.setattr(place, interrupted)
    code, _, err = run(capsys, "hello")
    assert code == 130
    assert "Traceback" not in err


@pytest.mark.parametrize("arguments", [["train", "--config", "x.yaml"], ["train"]])
def test_a_missing_extra_is_named(capsys, installed, module, monkeypatch, arguments):
    module("upper_layer", "import safetensors_that_is_missing\n")
    monkeypatch.setattr("mjenv.entry_points.requires", lambda _: ["safetensors-that-is-missing>=1 ; extra == 'train'"])
    installed(train="upper_layer:train")
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert (
        err
        == "mjenv: train needs safetensors_that_is_missing, which is not installed; run: pip install 'mjenv[train]'\n"
    )
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "Not available" in out


def test_an_extra_missing_when_the_command_runs_is_named(capsys, installed, module, monkeypatch):
    module("lazy_layer", "def train() -> None:\n    import no_such_torch.nn\n")
    installed(train="lazy_layer:train")
    with pytest.raises(ModuleNotFoundError):  # of no extra: a bug, not a user's mistake
        cli.main(["train"])
    monkeypatch.setattr("mjenv.entry_points.requires", lambda _: ["no-such-torch>=2; extra == 'train'"])
    code, _, err = run(capsys, "train")
    assert code == 2
    assert err == "mjenv: this command needs no_such_torch, which is not installed; run: pip install 'mjenv[train]'\n"


@pytest.mark.parametrize("value", ["foreign_layer.commands:train", "foreign_layer:train", "foreign_layer:number"])
def test_another_package_of_the_same_name_is_noticed(capsys, installed, module, value):
    path = module("foreign_layer", "number = 3\n")
    installed(train=value)
    code, out, err = run(capsys, "train")
    assert (code, out) == (2, "")
    assert err == (
        f"mjenv: train: package 'foreign_layer' ({path}) has no fitting {value!r}; "
        "if another installed package bears that name, use an environment without it\n"
    )


def test_a_command_whose_package_is_gone_says_so(capsys, installed):
    installed(train="nobody_here:train")
    assert run(capsys, "train") == (2, "", "mjenv: train: there is no 'nobody_here:train'; install mjenv anew\n")


def test_no_traceback_in_a_real_process():
    command = [sys.executable, "-m", "mjenv.cli", "rules", "nothing"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("mjenv: unknown variant or rule set 'nothing'")
