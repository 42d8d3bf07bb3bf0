"""``mjenv play`` from the command line to the bytes of the log."""

from pathlib import Path

import pytest

from mjenv.cli.main import main
from mjenv.cli.play import Tally, begin_agents
from mjenv.record.log import read_log
from mjenv.record.schema import encode_event
from mjenv.variants.registry import load_rules
from tests.oracle.replay import check_log

HERE = Path(__file__).parent
GOLDEN = HERE / "four_bao_seed_9.jsonl"  # after a change of the rules or of the stream: the next line with --log
GOLDEN_COMMAND = "play --rules four_bao --hands 2 --seed 9 --agents " + ",".join([f"{HERE / 'eager_bot.py'}:Eager"] * 4)
ISSUE_COMMAND = "play --rules four_bao --hands 2 --seed 7 --agents random,greedy,greedy,greedy"


def play(log, *more, command=ISSUE_COMMAND):
    return main([*command.split(), "--log", str(log), *more])


@pytest.mark.nojit
@pytest.mark.boundscheck
def test_the_golden_game_is_played_again(tmp_path):
    assert play(tmp_path / "a.jsonl", command=GOLDEN_COMMAND) == 0
    assert (tmp_path / "a.jsonl").read_bytes() == GOLDEN.read_bytes()
    events = list(read_log(GOLDEN))
    assert b"".join(encode_event(event) + b"\n" for event in events) == GOLDEN.read_bytes()
    assert check_log(events) == []


def test_the_seed_decides(tmp_path):
    for name, seed in (("a", "3"), ("b", "3"), ("c", "4")):
        assert play(tmp_path / name, "--seed", seed) == 0
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    assert (tmp_path / "a").read_bytes() != (tmp_path / "c").read_bytes()


def test_without_a_seed_games_differ_and_the_seed_is_shown(tmp_path, capsys):
    for name in "ab":
        assert main(["play", "--log", str(tmp_path / name)]) == 0
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()
    shown = capsys.readouterr().out.split("1 hand, seed ")[1].split()[0]
    assert play(tmp_path / "c", command=f"play --seed {shown}") == 0
    assert (tmp_path / "c").read_bytes() == (tmp_path / "a").read_bytes()


def test_the_log_follows_the_rules(tmp_path):
    path = tmp_path / "a.jsonl"
    settings = "--hands 20 --seed 11 --set table_fee=2 --set cap=9 --set task_bao_in_bao=5"
    assert play(path, *settings.split()) == 0
    events = list(read_log(path))
    assert check_log(events) == []
    assert events[0]["params"] == {"table_fee": 2, "cap": 9, "task_bao_in_bao": 5}
    assert events[0]["names"] == ["random", "greedy", "greedy", "greedy"]
    assert sum(event["type"] == "end_hand" for event in events) == events[0]["hands"] == 20


def test_the_table_sums_up_the_log(tmp_path, capsys):
    path = tmp_path / "a.jsonl"
    assert play(path, "--hands", "10") == 0
    out = capsys.readouterr().out
    events = list(read_log(path))
    assert "harbin/four_bao, 10 hands, seed 7" in out
    assert f"log: {path}" in out
    for seat, name in enumerate(events[0]["names"]):
        wins = [event for event in events if event["type"] == "hu" and event["actor"] == seat]
        self_draws = sum(event["target"] is None for event in wins)
        deal_ins = sum(event["type"] == "hu" and event["target"] == seat for event in events)
        points = events[-1]["totals"][seat]
        row = [str(seat), name, f"{points:+d}", str(len(wins)), str(self_draws), str(deal_ins)]
        assert row in [line.split() for line in out.splitlines()]


def test_agents_get_seeds_of_their_own():
    def seeds(seed):
        return [
            agent.seed for agent in begin_agents("random,random,random,random", load_rules("four_bao"), seed, "cpu")
        ]

    assert len(set(seeds(7))) == 4
    assert seeds(7) == seeds(7)
    assert not set(seeds(7)) & set(seeds(8))


def test_one_tile_dealt_to_two_winners_is_one_deal_in():
    tally = Tally(list("abcd"))
    for actor in (1, 2):
        tally.add({"type": "hu", "actor": actor, "target": 0})
    tally.add({"type": "end_hand", "next": {"totals": [-2, 1, 1, 0]}})
    assert (tally.wins, tally.deal_ins, tally.points) == ([0, 1, 1, 0], [1, 0, 0, 0], [-2, 1, 1, 0])
    tally.add({"type": "end_hand", "next": {"totals": [-2, 1, 1, 0]}})
    assert (tally.hands, tally.deal_ins) == (2, [1, 0, 0, 0])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rules", "four_boa"], "unknown variant or rule set 'four_boa' (did you mean four_bao?)"),
        (["--set", "capp=3"], "harbin/four_bao has no parameter 'capp' (did you mean cap?)"),
        (["--set", "cap=often"], "parameter cap='often': expected a whole number from 1 to 999999 or none (C23)"),
        (["--set", "cap"], "--set 'cap': expected name=value"),
        (["--set", "cap=1", "--set", "cap=2"], "--set cap: given twice"),
        (["--set", "rules=harbin"], "harbin/four_bao has no parameter 'rules'"),
        (["--agents", "random,random"], "--agents 'random,random': 2 named, expected 4"),
        (["--agents", "random,random,random,gredy"], "unknown agent 'gredy' (did you mean greedy?)"),
        (["--agents", "random,random,random,gone/last.safetensors"], "gone/last.safetensors"),
        (["--log", "no/such/folder/a.jsonl"], "log no/such/folder/a.jsonl: cannot be written (No such file"),
        (["--log", "a.jsonl.gz"], "logs are written as plain .jsonl"),
    ],
)
def test_mistakes_are_told_in_one_sentence(capsys, tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)
    assert main(["play", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert message in err
    assert list(tmp_path.iterdir()) == []


def test_a_log_is_overwritten_only_by_force(tmp_path, capsys):
    path = tmp_path / "a.jsonl"
    path.write_text("mine")
    assert play(path) == 2
    assert capsys.readouterr().err == f"mjenv: log {path}: the file exists; use --force to overwrite it\n"
    assert path.read_text() == "mine"
    assert play(path, "--force", command=GOLDEN_COMMAND) == 0
    assert path.read_bytes() == GOLDEN.read_bytes()


def test_an_agent_that_plays_illegally_is_named_and_leaves_no_log(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import numpy as np\n"
        "class Bot:\n"
        "    name, encoder = 'cheat', 'view/1'\n"
        "    def begin(self, rules, tables, seed): pass\n"
        "    def act(self, observation, mask, seat, rows): return np.array([112])\n"
        "    def end_hand(self, rows, result): pass\n"
    )
    assert play(tmp_path / "a.jsonl", "--agents", ",".join([f"{bot}:Bot"] * 4)) == 2
    err = capsys.readouterr().err
    assert "cheat" in err
    assert err.count("\n") == 1
    assert list(tmp_path.glob("*.jsonl*")) == []
