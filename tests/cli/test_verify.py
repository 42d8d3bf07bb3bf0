"""``mjenv verify`` from the command line: what it prints and its exit code."""

import contextlib
import gzip
import subprocess
import sys
from pathlib import Path

import pytest

import mjenv
from mjenv.cli import progress
from mjenv.cli.main import main
from mjenv.record.seat_view import seat_view
from mjenv.record.verify import Report
from tests.record.damage import encode
from tests.record.played import RULES, played_stream, write_events

GOLDEN = Path(__file__).parent / "four_bao_seed_9.jsonl"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "a.jsonl"


def test_a_log_that_mjenv_play_wrote_is_verified(path, capsys):
    assert main(["play", "--rules", "single_bao", "--hands", "2", "--seed", "5", "--log", str(path)]) == 0
    events = path.read_bytes().count(b"\n")
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr() == (f"harbin/single_bao: 2 hands, {events} events: all as the rules say\n", "")


def test_the_golden_log_is_verified(capsys):
    assert main(["verify", str(GOLDEN)]) == 0
    assert capsys.readouterr().out.startswith("harbin/four_bao: 2 hands, ")


@pytest.mark.parametrize("rules", RULES)
def test_a_damaged_log_is_told_line_by_line_and_exits_with_1(rules, path, capsys):
    events = [dict(event) for event in played_stream(rules, 1)]
    ends = [index for index, event in enumerate(events) if event["type"] == "end_hand"]
    for index in ends:
        events[index]["points"] = [90, -30, -30, -30]
    write_events(path, events)
    assert main(["verify", str(path)]) == 1
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert err == ""
    assert len(lines) == 3
    for index, line in zip(ends, lines, strict=False):
        assert line.startswith(f"line {index + 1}, end_hand.points (")
        assert line.endswith("], found [90,-30,-30,-30]")
    assert lines[2].endswith(f": 2 hands, {len(events)} events: 2 differences")
    assert main(["verify", str(path), "--limit", "1"]) == 1
    assert capsys.readouterr().out.splitlines()[1].endswith(": 1 difference; the rest of the log was not read")


def test_walls_without_a_seed_are_said_to_be_taken_as_given(path, capsys):
    events = [dict(event) for event in played_stream("four_bao", 1)]
    del events[0]["seed"]
    write_events(path, events)
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr().out.endswith(
        "all as the rules say (the log names no seed; walls and dice were taken as given)\n"
    )


def append(data):
    return data + b"A" * 70_000


def append_to_gzip(data):
    return gzip.compress(data) + b"junk"


def flip_checksum(data):
    packed = bytearray(gzip.compress(data))
    packed[-8] ^= 1
    return bytes(packed)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (append, "longer than 65536 bytes"),
        (append_to_gzip, "Not a gzipped file (b'ju')"),
        (flip_checksum, "CRC check failed"),
    ],
)
def test_what_is_damaged_behind_the_match_is_told_and_exits_with_1(damage, reason, path, capsys):
    events = played_stream("four_bao", 1)
    path.write_bytes(damage(b"".join(encode(event) + b"\n" for event in events)))
    assert main(["verify", str(path)]) == 1
    told, summary = capsys.readouterr().out.splitlines()
    assert told.startswith(f"line {len(events) + 1}, end_match (C21): expected the end of the file, found ")
    assert reason in told
    assert summary.endswith(": 1 difference; the rest of the log was not read")


def test_a_log_that_was_not_read_to_its_end_is_no_success(path, monkeypatch, capsys):
    report = Report("harbin/four_bao", hands=1, events=9, seeded=True, complete=False, differences=())
    monkeypatch.setattr(mjenv, "verify", lambda *_, **__: report)
    assert main(["verify", str(path)]) == 1
    assert (
        capsys.readouterr().out
        == "harbin/four_bao: 1 hand, 9 events: 0 differences; the rest of the log was not read\n"
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "cannot be read (No such file or directory)"),
        (b"", "line 1: expected `start_match`, found the end of the file"),
        (b"noise\x00\xff\n", "line 1: not a line of JSON"),
        (
            b'{"type":"end_match","totals":[0,0,0,0]}\n',
            "line 1: unexpected 'end_match'; a log starts with one",
        ),
    ],
)
def test_what_cannot_be_read_gets_a_sentence_and_exits_with_2(data, message, path, capsys):
    if data is not None:
        path.write_bytes(data)
    assert main(["verify", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"mjenv: log {path}")
    assert err.count("\n") == 1
    assert message in err


def test_a_seat_view_gets_a_sentence_and_exits_with_2(path, capsys):
    write_events(path, seat_view(played_stream("four_bao", 1), 2))
    assert main(["verify", str(path)]) == 2
    assert "this is what one seat saw" in capsys.readouterr().err


def test_progress_counts_hands(path, monkeypatch):
    shown = []

    @contextlib.contextmanager
    def record(what):
        yield lambda done, total: shown.append((what, done, total))

    monkeypatch.setattr(progress, "show_progress", record)
    write_events(path, played_stream("four_bao", 1))
    assert main(["verify", str(path)]) == 0
    assert shown == [("verifying", 1, 2), ("verifying", 2, 2)]


def test_a_damaged_log_in_a_real_process(path):
    events = played_stream("four_bao", 1)
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events[:-1]))
    command = [sys.executable, "-m", "mjenv.cli", "verify", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="ascii")
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == (
        f'line {len(events)}, end_match (C21): expected {{"type":"end_match"}}, found the end of the file'
    )
