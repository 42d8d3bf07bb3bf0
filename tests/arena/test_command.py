"""``mjenv evaluate`` from the command line."""

import json
import os

import pytest

from mjenv.cli.main import BAD_INPUT, main

PAIR = ["evaluate", "--agents", "one=random,two=random"]


def test_table_and_results(tmp_path, capsys):
    path = tmp_path / "result.json"
    assert main([*PAIR, "--deals", "3", "--seed", "5", "--set", "cap=50", "--json", str(path)]) == 0
    shown = capsys.readouterr().out
    for part in ("1 vs 3", "3 vs 1", "points", "self-draw", "evaluate/5/0", "hands/s"):
        assert part in shown
    document = json.loads(path.read_text())
    command = "mjenv evaluate --rules harbin/four_bao --agents one=random,two=random --deals 3 --seed 5 --set cap=50"
    assert document["command"] == command
    assert document["numbers"]["hands"] == 24
    again = tmp_path / "again.json"
    assert main([*command.split()[1:], "--threads", "2", "--json", str(again)]) == 0
    assert json.loads(again.read_text())["numbers"]["estimates"] == document["numbers"]["estimates"]


def test_results_are_overwritten_only_by_force(tmp_path, capsys):
    path = tmp_path / "result.json"
    path.write_text("mine")
    assert main([*PAIR, "--deals", "2", "--json", str(path)]) == BAD_INPUT
    assert path.read_text() == "mine"
    assert f"{path} exists already, --force overwrites it" in capsys.readouterr().err
    assert main([*PAIR, "--deals", "2", "--json", str(path), "--force"]) == 0
    assert json.loads(path.read_text())["numbers"]["agents"] == ["one", "two"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["--agents", "random,gredy"], "unknown agent 'gredy' (did you mean greedy?)"),
        (["--agents", "random"], "1 named, expected 2 with a comma between"),
        (["--agents", "a=random,b=random,greedy"], "3 named, expected 2"),
        (["--agents", "random,random"], "both are called random, label them: a=random,b=random"),
        (["--agents", "greedy,missing.safetensors"], "missing.safetensors"),
        (["--agents", "a=random,b=random", "--deals", "1"], "--deals"),
        (["--agents", "a=random,b=random", "--seed", "-1"], "--seed"),
        (["--agents", "a=random,b=random", "--rules", "four_boa"], "did you mean four_bao?"),
        (["--agents", "a=random,b=random", "--set", "capp=3"], "did you mean cap?"),
        (["--agents", "a=random,b=random", "--json", "/no/such/folder/x.json"], "there is no folder /no/such/folder"),
        (["--agents", "a=random,b=random", "--json", "/"], "is a folder"),
        (["--agents", "a=random,b=random", "--json", os.devnull, "--force"], "no ordinary file"),
        ([], "--agents"),
    ],
)
def test_bad_input_gets_one_sentence(arguments, part, capsys):
    assert main(["evaluate", *arguments]) == BAD_INPUT
    error = capsys.readouterr().err
    assert part in error
    assert error.count("\n") == 1
    assert error.startswith("mjenv: ")
