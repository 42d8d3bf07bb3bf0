"""A signal that ends the command leaves no unfinished file."""

import signal
import subprocess
import sys
import threading
import time

import pytest

from mjenv.cli import main as cli
from mjenv.files import replacing

pytestmark = [
    pytest.mark.nojit,
    pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="the platform has no such signals"),
]


@pytest.fixture
def write(monkeypatch):
    """Make `mjenv rules` write a file and be ended meanwhile."""

    def make(path, number):
        def write_and_wait():
            with replacing(path) as file:
                file.write(b"a part")
                signal.raise_signal(number)

        monkeypatch.setattr(cli, "load_command", lambda _: cli.typer.main.get_command(single(write_and_wait)))

    return make


def single(function):
    app = cli.typer.Typer()
    app.command()(function)
    return app


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (getattr(signal, "SIGHUP", None), 129)])
def test_the_unfinished_file_goes_and_the_exit_code_names_the_signal(number, code, write, tmp_path):
    before = signal.signal(number, signal.SIG_DFL)  # whoever started the tests may ignore it
    try:
        write(tmp_path / "log", number)
        assert cli.main(["rules"]) == code
        assert signal.getsignal(number) == signal.SIG_DFL
    finally:
        signal.signal(number, before)
    assert list(tmp_path.iterdir()) == []


def test_a_signal_that_is_ignored_stays_ignored(write, tmp_path):
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        write(tmp_path / "log", signal.SIGHUP)
        assert cli.main(["rules"]) == 0
    finally:
        signal.signal(signal.SIGHUP, before)
    assert (tmp_path / "log").read_bytes() == b"a part"


def test_outside_the_main_thread_signals_are_left_alone():
    codes = []
    thread = threading.Thread(target=lambda: codes.append(cli.main(["rules"])))
    thread.start()
    thread.join()
    assert codes == [0]


def test_a_match_that_is_ended_leaves_nothing(tmp_path):
    log = tmp_path / "a.jsonl"
    command = [sys.executable, "-m", "mjenv.cli", "play", "--hands", "1000000", "--log", str(log)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        deadline = time.monotonic() + 300
        while process.poll() is None and not any(tmp_path.iterdir()):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        process.terminate()
        _, err = process.communicate()
    assert process.returncode == 143
    assert list(tmp_path.iterdir()) == []
    assert b"Traceback" not in err
