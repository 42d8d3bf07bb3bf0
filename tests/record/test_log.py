import gzip

import pytest

from mjenv.errors import LogError, MjenvError
from mjenv.record.log import open_log, read_log
from tests.record.streams import oracle_stream

pytestmark = pytest.mark.nojit

START = (
    b'{"type":"start_match","version":1,"variant":"harbin","rules":"four_bao","params":{},"hands":1,'
    b'"names":["a","b","c","d"],"seed":"00000000000000000000000000000000"}\n'
)
END = b'{"type":"end_match","totals":[0,0,0,0]}\n'
DRAW = b'{"type":"draw","actor":0,"tile":"5m","from":"head","left":3}\n'


def write(path, events, **options):
    with open_log(path, **options) as log:
        for event in events:
            log.write(event)


def test_what_is_written_is_read(tmp_path):
    events = oracle_stream("four_bao", 5)
    write(tmp_path / "a.jsonl", events)
    assert tuple(read_log(tmp_path / "a.jsonl")) == events
    data = (tmp_path / "a.jsonl").read_bytes()
    assert data.count(b"\n") == len(events)
    assert data.endswith(b"}\n")
    assert b"\r" not in data
    (tmp_path / "a.jsonl.gz").write_bytes(gzip.compress(data))
    assert tuple(read_log(tmp_path / "a.jsonl.gz")) == events


def test_nothing_is_overwritten_without_force(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("mine")
    with pytest.raises(LogError, match="the file exists; use --force"), open_log(path):
        pass
    assert path.read_text() == "mine"
    write(path, oracle_stream("four_bao", 5), force=True)
    assert path.read_bytes().startswith(b'{"type":"start_match"')


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path):
    path = tmp_path / "a.jsonl"

    def meanwhile():
        yield {"type": "end_match", "totals": [0, 0, 0, 0]}
        path.write_text("mine")

    with pytest.raises(LogError, match="the file exists"):
        write(path, meanwhile())
    assert path.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_an_interrupted_log_leaves_nothing(tmp_path, error):
    def interrupted():
        yield {"type": "end_match", "totals": [0, 0, 0, 0]}
        raise error

    with pytest.raises(error):
        write(tmp_path / "a.jsonl", interrupted())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere/a.jsonl", r"cannot be written \(No such file or directory\)"),
        (".", "that is a folder; name a file"),
        ("a.jsonl.gz", "logs are written as plain .jsonl"),
    ],
)
def test_places_that_cannot_be_written(tmp_path, name, message):
    with pytest.raises(LogError, match=message), open_log(tmp_path / name):
        pass


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "ends after line 0 without `end_match`; expected a whole match"),
        (START, "ends after line 1 without `end_match`"),
        (START + b"{oops}\n" + END, r"line 2: not a line of JSON \(JSON is malformed"),
        (START + b'{"type":"draw","act\n' + END, "line 2: not a line of JSON"),
        (START + b'{"type":"jump"}\n' + END, "line 2: unknown event type 'jump'"),
        (START + b'{"type":"drawn"}\n' + END, r"line 2: unknown event type 'drawn' \(did you mean draw\?\)"),
        (START + DRAW.replace(b":0", b":7") + END, "line 2: `actor`: expected `int` <= 3"),
        (START + b"\n" + END, "line 2: blank; expected one event a line"),
        (START + b"[" * 60_000 + b"\n" + END, "line 2: "),
        (START + b'{"type":"draw","x":' + b"[" * 60_000 + b"\n" + END, "line 2: "),
        (START + b'{"type":3,"x":' + b"[" * 60_000 + b"\n" + END, "line 2: "),
        (START + b'{"type":"\xff"}\n' + END, "line 2: not a line of JSON"),
        (DRAW + END, "line 1: unexpected 'draw'; a log starts with one `start_match`"),
        (START + START + END, "line 2: unexpected 'start_match'; a log starts with one"),
        (START + END + DRAW, "line 3: unexpected 'draw' after `end_match`"),
        (START.replace(b'"version":1', b'"version":2') + END, "line 1: `version`: expected `int` <= 1"),
        (gzip.compress(START + END, mtime=0)[:-9], r"cannot be read \("),
        (gzip.compress(START + END, mtime=0)[:30] + b"junk", r"cannot be read \("),
    ],
)
def test_bad_files_get_a_sentence_that_names_the_line(tmp_path, data, message):
    path = tmp_path / "bad.jsonl"
    path.write_bytes(data)
    with pytest.raises(LogError, match=message) as caught:
        list(read_log(path))
    assert str(caught.value).startswith(f"log {path}")
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(LogError, match=r"gone.jsonl: cannot be read \(No such file or directory\)"):
        list(read_log(tmp_path / "gone.jsonl"))


def test_unknown_keys_are_left_out(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(START + DRAW.replace(b"}", b',"mood":["good"]}') + END)
    assert list(read_log(path))[1] == {"type": "draw", "actor": 0, "tile": "5m", "from": "head", "left": 3}


def test_long_lines_are_not_read(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(START + b'{"type":"draw","note":"' + b"x" * 70_000 + b'"}\n' + END)
    with pytest.raises(LogError, match="line 2: longer than 65536 bytes, no event is"):
        list(read_log(path))


def test_a_gzip_bomb_is_given_up(tmp_path):
    path = tmp_path / "bomb.jsonl.gz"
    path.write_bytes(gzip.compress(START + DRAW * 100_000 + END))
    assert path.stat().st_size < 100_000
    events = read_log(path, size_limit=1_000_000)
    taken = []
    with pytest.raises(LogError, match="larger than 1000000 bytes unpacked"):
        taken.extend(events)
    endless = tmp_path / "endless.jsonl.gz"
    endless.write_bytes(gzip.compress(START + b" " * 50_000_000))
    with pytest.raises(LogError, match="line 2: longer than 65536 bytes"):
        list(read_log(endless))


def test_a_log_is_read_as_it_is_consumed(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(START + b"broken")
    events = read_log(path)
    assert next(events)["type"] == "start_match"
    with pytest.raises(LogError, match="line 2"):
        next(events)


def test_a_name_with_a_zero_byte_is_refused(tmp_path):
    with pytest.raises(LogError, match=r"a\\x00b': the name has a zero byte"):
        list(read_log(f"{tmp_path}/a\0b"))
    with pytest.raises(MjenvError, match=r"a\\x00b': the name has a zero byte"):
        write(f"{tmp_path}/a\0b", [])
