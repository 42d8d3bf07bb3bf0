"""`mjenv score`, `mjenv waits`, `mjenv shanten` as a user meets them."""

import json

import pytest

import mjenv
from mjenv.cli import main as cli

pytestmark = pytest.mark.nojit
SCORE = ("score", "--rules", "online", "--hand", "123m456m789m11z", "--melds", "pung 777p", "--win", "9m")
HARBIN = ("score", "--rules", "four_bao", "--hand", "24m567p99s", "--melds", "pung 888s, chow 123p", "--win", "3m")
SHANGHAI = ("score", "--rules", "qiaoma", "--hand", "234m567p22s888s45p", "--win", "3p", "--from", "2")


def run(capsys, *arguments):
    """Exit code, stdout and stderr of a command line."""
    code = cli.main(list(arguments))
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def read(capsys, *arguments):
    """The JSON that a command prints."""
    code, out, err = run(capsys, *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_score_explains_a_win(capsys):
    code, out, _ = run(capsys, *SCORE, "--self-draw", "--dealer", "1", "--others", "2: kong 5555p from 1")
    assert code == 0
    for text in (
        "一条龙",
        "123 456 789 of one suit",
        "B7",
        "3m 6m 9m",
        "+14",
        "-9",
        "of this for kongs: +0, -3, +3, +0",
    ):
        assert text in out


def test_json_is_what_the_function_returns(capsys):
    found = mjenv.score("online", "123m456m789m11z", "9m", melds="pung 777p", self_draw=True)
    assert read(capsys, *SCORE, "--self-draw") == json.loads(json.dumps(found.to_dict()))


@pytest.mark.parametrize(
    ("arguments", "points"),
    [
        ((*SCORE, "--from", "2"), [10, 0, -10, 0]),
        ((*SCORE, "--robbed-from", "2"), [12, 0, -12, 0]),
        ((*SCORE, "--self-draw", "--last-tile", "--ready", "0,3"), [24, -8, -8, -8]),
        ((*SCORE, "--from", "2", "--set", "cap=7"), [7, 0, -7, 0]),
        ((*HARBIN, "--self-draw", "--bao", "3m"), [48, -16, -16, -16]),
        ((*HARBIN, "--self-draw", "--bao", "? 3m", "--ready", "0,1"), [24, -8, -8, -8]),
        ((*HARBIN, "--from", "1", "--standing", "2,3", "--seat", "0"), [18, -18, 0, 0]),
        ((*SHANGHAI, "--flowers", "3f55z", "--counter", "1"), [16, 0, -16, 0]),
        ((*SHANGHAI, "--flowers", "3", "--dice", "1,2"), [16, 0, -16, 0]),
    ],
)
def test_every_fact_can_be_said(arguments, points, capsys):
    assert read(capsys, *arguments)["points"] == points


def test_melds_may_be_repeated(capsys):
    arguments = [*HARBIN[:5], "--win", "3m", "--melds", "pung 888s", "--melds", "chow 123p", "--self-draw"]
    assert read(capsys, *arguments)["points"] == read(capsys, *HARBIN, "--self-draw")["points"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (SCORE, "it is not said how the winning tile came"),
        ((*SCORE, "--from", "2", "--self-draw"), "contradict each other"),
        ((*SCORE, "--self-draw", "--others", "kong 5555p"), "expected a seat and its melds"),
        ((*SCORE, "--self-draw", "--ready", "x"), "expected numbers with commas"),
        ((*SCORE, "--self-draw", "--set", "dealer=1"), "no rule parameter, use --dealer"),
        ((*SCORE, "--self-draw", "--set", "caap=1"), "did you mean cap?"),
        (("score", "--rules", "onlin", "--hand", "1m", "--win", "1m"), "did you mean online?"),
        (("score", "--rules", "online", "--hand", "1m"), "Missing option '--win'"),
        (("waits", "--rules", "online", "--hand", "1m"), "expected 13 or 14"),
        (("shanten", "--rules", "online", "--hand", "1m"), "expected 13 or 14"),
    ],
)
def test_a_mistake_is_one_sentence_and_exit_code_2(arguments, reason, capsys):
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("mjenv: ")
    assert reason in err


def test_waits_of_13_tiles(capsys):
    code, out, _ = run(
        capsys, "waits", "--rules", "classic", "--hand", "123m456m78m11z", "--melds", "pung 777p", "--scores"
    )
    assert code == 0
    assert [line.split() for line in out.splitlines() if line.strip().startswith(("3m", "9m"))] == [
        ["3m", "3", "+12", "+8"],
        ["9m", "4", "+18", "+10"],
    ]


def test_waits_of_14_tiles(capsys):
    arguments = ("waits", "--rules", "four_bao", "--hand", "234m567p25s", "--melds", "pung 888s, chow 123p")
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "5s (3)" in out
    assert "may be ready" in out
    assert set(read(capsys, *arguments, "--seen", "2s")["discards"]) == {"2s", "5s"}


def test_shanten(capsys):
    arguments = ("shanten", "--rules", "classic", "--hand", "1133m5577p99s22z3z")
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "shanten 0" in out
    assert "3z (3)" in out
    assert read(capsys, *arguments)["shapes"] == {"standard": 3, "seven_pairs": 0, "thirteen_orphans": 9}


@pytest.mark.parametrize("command", ["score", "waits", "shanten"])
def test_help_has_an_example(command, capsys):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"mjenv {command} --rules" in out
