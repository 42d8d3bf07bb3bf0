"""``mjenv export`` from the command line: what it writes, prints and refuses."""

import contextlib
import signal
import sys

import numpy as np
import pytest

from mjenv.cli import progress
from mjenv.cli.main import main
from mjenv.offline import read_decisions, read_header
from mjenv.offline.header import Logs, SelfPlay
from mjenv.offline.wave import Wave
from tests.export.exported import SUFFIXES, played, source, write, write_log

PLAY = ["export", "--play", "greedy,random,greedy,greedy", "--rules", "online", "--hands", "4", "--match-hands", "2"]
PLAY += ["--seed", "7"]


def run(arguments, capsys):
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_self_play_is_written_and_checked(suffix, tmp_path, capsys):
    path = tmp_path / f"a{suffix}"
    code, out, err = run([*PLAY, "--out", path], capsys)
    data = read_decisions(path)
    size = path.stat().st_size
    told = f"{path}: {len(data):,} decisions, hebei/online, planes/1"
    assert (code, err) == (0, "")
    assert out == f"{told}; {size:,} bytes, {size / len(data):.0f} a decision\n"
    assert size < 200 * len(data)
    assert all(data[name].tobytes() == played()[name].tobytes() for name in played())
    assert data.header.source == SelfPlay(["greedy", "random", "greedy", "greedy"], 7, 4, 2)
    assert run(["export", "--check", path], capsys) == (0, f"{told}: all as played again\n", "")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_logs_are_written_and_checked(suffix, tmp_path, capsys):
    logs = [write_log(tmp_path / f"{match}.jsonl", "qiaoma", match) for match in range(2)]
    path = tmp_path / f"a{suffix}"
    assert run(["export", *logs, "--out", path, "--encoder", "flat/1", "--seat", "2"], capsys)[0] == 0
    data = read_decisions(path)
    whole = played("qiaoma", "flat/1")
    assert (data.header.encoder, data.header.seat, data.header.source) == ("flat/1", 2, Logs(2))
    assert all(data[name].tobytes() == whole[name][whole["seat"] == 2].tobytes() for name in whole)
    code, out, err = run(["export", *logs, "--check", path], capsys)
    assert (code, err) == (0, "")
    assert out == f"{path}: {len(data):,} decisions, shanghai/qiaoma, flat/1: all as played again\n"
    code, out, _ = run(["export", *reversed(logs), "--check", path], capsys)
    assert code == 1
    assert out.startswith(f"{path}: row 0 (match 0, hand 0, seat 2, decision ")


def test_one_agent_plays_all_seats_and_parameters_are_set(tmp_path, capsys):
    path = tmp_path / "a.npz"
    command = ["export", "--play", "random", "--rules", "online", "--hands", "2", "--seed", "1", "--set", "cap=3"]
    assert run([*command, "--out", path], capsys)[0] == 0
    header = read_header(path)
    assert header.source == SelfPlay(["random"] * 4, 1, 2, 1)
    assert header.params == {"cap": 3}
    assert run(["export", "--check", path], capsys)[0] == 0


def test_without_a_seed_each_file_is_another_one(tmp_path, capsys):
    seeds = []
    for name in ("a.npz", "b.npz"):
        assert main([*PLAY[:3], "--hands", "1", "--rules", "online", "--out", str(tmp_path / name)]) == 0
        seeds.append(read_header(tmp_path / name).source.seed)
    assert seeds[0] != seeds[1]


@pytest.mark.parametrize(
    ("name", "row", "value", "told"),
    [
        ("points", 17, 99, "points: expected {}, found 99"),
        ("hand_end", 17, True, "hand_end: expected False, found True"),
        ("observation", (17, 416), 0x55, "observation[27, 8]: expected {}, found 85"),
        ("action_mask", (17, 14), 255, "action_mask[112]: expected 0, found 1"),
    ],
)
def test_a_row_that_differs_is_told_and_exits_with_1(name, row, value, told, tmp_path, capsys):
    block = {key: cells.copy() for key, cells in played().items()}
    was = read_decisions(write(tmp_path / "good.npz", source(), block)).observation()[17, 27, 8]
    was = block["points"][17] if name == "points" else was
    block[name][row] = value
    path = write(tmp_path / "a.npz", source(), block)
    code, out, err = run(["export", "--check", path], capsys)
    assert (code, err) == (1, "")
    where = ", ".join(f"{key} {played()[key][17]}" for key in ("match", "hand", "seat", "decision"))
    assert out == f"{path}: row 17 ({where}), {told.format(was)}\n"


def test_missing_and_further_rows_are_told(tmp_path, capsys):
    count = len(played()["seat"])
    less = {name: cells[:-2] for name, cells in played().items()}
    more = {name: np.concatenate([cells, cells[-1:]]) for name, cells in played().items()}
    none = {name: cells[:0] for name, cells in played().items()}
    for block, told in (
        (less, f"row {count - 2}: the file ends"),
        (more, f"row {count}: the file goes on"),
        (none, "row 0: the file ends"),
    ):
        path = write(tmp_path / "a.parquet", source(), block, force=True)
        assert run(["export", "--check", path], capsys) == (1, f"{path}: {told}\n", "")


def test_a_file_is_overwritten_with_force_only(tmp_path, capsys):
    path = tmp_path / "a.npz"
    path.write_bytes(b"old")
    code, _, err = run([*PLAY, "--out", path], capsys)
    assert (code, err) == (2, f"mjenv: data {path}: the file exists; use --force to overwrite it\n")
    assert path.read_bytes() == b"old"
    assert run([*PLAY, "--out", path, "--force"], capsys)[0] == 0
    assert len(read_decisions(path)) == len(played()["seat"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "export: expected --out FILE to write or --check FILE to check, one of them"),
        (["--out", "a.npz", "--check", "a.npz"], "export: expected --out FILE to write or --check FILE to check"),
        (["--out", "a.npz"], "export: expected LOGs or --play AGENTS, one of them; four agents are written a,b,c,d"),
        (["--play", "greedy", "random", "greedy", "greedy", "--out", "a.npz"], "four agents are written a,b,c,d"),
        (["x.jsonl", "--out", "a.npz"], "log x.jsonl: cannot be read (No such file or directory)"),
        (["x.jsonl", "--seed", "1", "--out", "a.npz"], "export: --seed has no place here, it goes with --play"),
        (["x.jsonl", "--match-hands", "1", "--out", "a.npz"], "export: --match-hands has no place here"),
        (["--check", "a.npz", "--seat", "1"], "export: --seat has no place here, --check reads it from the file"),
        (["--check", "a.npz"], "data a.npz: cannot be read (No such file or directory)"),
        (["--play", "greedy,random", "--out", "a.npz"], "2 agents named, expected one for all seats or four"),
        (["--play", "gredy", "--out", "a.npz"], "unknown agent 'gredy' (did you mean greedy?)"),
        (["--play", "random", "--out", "a.csv"], "data a.csv: expected a name that ends with .parquet or .npz"),
        (["--play", "random", "--out", "none/a.npz"], "data none/a.npz: there is no folder none"),
        (["--play", "random", "--seat", "4", "--out", "a.npz"], "--seat '4': expected one of 0, 1, 2, 3, all"),
        (["--play", "random", "--encoder", "flat/2", "--out", "a.npz"], "encoder 'flat/2' (did you mean flat/1?)"),
        (["--play", "random", "--encoder", "view/1", "--out", "a.npz"], "data files have planes/1 or flat/1"),
        (["--play", "random", "--rules", "online", "--set", "cap=x", "--out", "a.npz"], "parameter cap='x'"),
        (
            ["--play", "random", "--rules", "online", "--hands", "3", "--match-hands", "2", "--out", "a.npz"],
            "3 hands are no whole number of matches of 2 hands",
        ),
        (["--play", "random", "--match-hands", "1001", "--out", "a.npz"], "--match-hands"),
    ],
)
def test_bad_input_gets_a_sentence_and_leaves_no_file(arguments, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(["export", *arguments], capsys)
    assert (code, out) == (2, "")
    assert message in err
    assert err.startswith("mjenv: ")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_log_that_is_bad_leaves_no_file(tmp_path, capsys):
    log = write_log(tmp_path / "a.jsonl")
    log.write_bytes(log.read_bytes()[:-200])
    for suffix in SUFFIXES:
        code, _, err = run(["export", log, "--out", tmp_path / f"a{suffix}"], capsys)
        assert code == 2
        assert err.startswith(f"mjenv: log {log}, line ")
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.jsonl"]


def test_the_check_wants_what_the_file_was_made_of(tmp_path, capsys):
    log, other = write_log(tmp_path / "a.jsonl"), write_log(tmp_path / "b.jsonl", "classic")
    path = tmp_path / "log.npz"
    assert run(["export", log, "--out", path], capsys)[0] == 0
    wanted = f"mjenv: data {path}: it was made of logs; name them (1, in the same order) before --check\n"
    for arguments in ([], [log, log], ["--play", "random"]):
        assert run(["export", *arguments, "--check", path], capsys) == (2, "", wanted)
    code, _, err = run(["export", other, "--check", path], capsys)
    assert (code, err) == (2, f"mjenv: data {path}: its rules are not those of {other}\n")
    path = write(tmp_path / "play.npz", source(), played())
    code, _, err = run(["export", log, "--check", path], capsys)
    assert (code, err) == (2, f"mjenv: data {path}: it was made by --play, so no LOG is expected\n")


def test_an_agent_that_is_a_file_is_run_only_when_it_is_named_again(tmp_path, capsys):
    bot = tmp_path / "bot.py"
    bot.write_text("from agents.random_agent import RandomAgent\nopen('ran', 'w')\nclass Bot(RandomAgent):\n    pass\n")
    made = source(agents=[f"{bot}:Bot"] * 4)
    path = write(tmp_path / "a.npz", made, played())
    code, _, err = run(["export", "--check", path], capsys)
    assert code == 2
    assert err.startswith(f"mjenv: data {path}: its agent ")
    assert err.endswith("is a file; name it with --play to have it run\n")
    assert not (tmp_path / "ran").exists()
    assert run(["export", "--check", path, "--play", "greedy,random,greedy,greedy"], capsys)[0] == 0


def test_without_pyarrow_the_command_says_what_to_install_and_npz_works(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    monkeypatch.setattr("mjenv.entry_points.requires", lambda _: ["pyarrow>=18.0; extra == 'export'"])
    code, _, err = run([*PLAY, "--out", tmp_path / "a.parquet"], capsys)
    assert code == 2
    needs = "a .parquet file needs pyarrow, which is not installed; run: pip install 'mjenv[export]', or write .npz"
    assert err == f"mjenv: {needs}\n"
    assert run([*PLAY, "--out", tmp_path / "a.npz"], capsys)[0] == 0
    assert run(["export", "--check", tmp_path / "a.npz"], capsys)[0] == 0


def test_progress_counts_hands(tmp_path, monkeypatch, capsys):
    shown = []

    @contextlib.contextmanager
    def record(what):
        yield lambda done, total: shown.append((what, done, total))

    monkeypatch.setattr(progress, "show_progress", record)
    assert run([*PLAY, "--out", tmp_path / "a.npz"], capsys)[0] == 0
    assert shown[-1] == ("exporting", 4, 4)
    assert sorted(shown, key=lambda told: told[1]) == shown


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_signal_leaves_no_file(suffix, tmp_path, monkeypatch, capsys):
    def be_ended(*_):
        assert len(list(tmp_path.iterdir())) == 1
        signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(Wave, "take", be_ended)
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)  # whoever started the tests may ignore it
    try:
        assert run([*PLAY, "--out", tmp_path / f"a{suffix}"], capsys) == (143, "", "")
    finally:
        signal.signal(signal.SIGTERM, before)
    assert list(tmp_path.iterdir()) == []
