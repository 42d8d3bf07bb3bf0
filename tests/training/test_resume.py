"""A run that is killed at any moment and resumed ends with the same bytes as one that was left alone."""

import random
import signal
import subprocess
import sys
import time

import pytest

from agents.neural import AGENT_FILE
from training.checkpoint import CONFIG_FILE
from training.metrics import read_metrics

TINY = """
seed: 5
threads: 1
updates: 12
checkpoint_every: 1
past_every: 3
past_kept: 2
rollout: {tables: 8, steps: 12}
opponents: {self: 0.5, past: 0.25, random: 0.25}
network: {suit: 8, table: 16}
ppo: {epochs: 1, minibatch: 64}
"""
SCRIPT = "import sys; from mjenv.cli.main import main; sys.exit(main(sys.argv[1:]))"


def start(config, folder, *flags):
    command = [sys.executable, "-c", SCRIPT, "train", "--config", str(config), "--out", str(folder), *flags]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def finish(process):
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors


def wait_for(condition, process, timeout=60):
    """Wait until the run has come so far; a run that ended is far enough."""
    end = time.monotonic() + timeout
    while not condition() and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.001)


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    path = tmp_path_factory.mktemp("config") / "tiny.yaml"
    path.write_text(TINY)
    return path


@pytest.fixture(scope="module")
def uninterrupted(config):
    folder = config.parent / "uninterrupted"
    finish(start(config, folder))
    return folder


def test_killed_and_resumed_run_ends_the_same(config, uninterrupted, tmp_path):
    folder = tmp_path / "run"
    kills = 0
    seconds = random.Random(11)
    for updates in (0, 3, 7):
        process = start(config, folder, *(["--resume"] if (folder / CONFIG_FILE).exists() else []))
        wait_for(lambda updates=updates: len(read_metrics(folder)) > updates, process)
        time.sleep(seconds.uniform(0, 0.1))
        process.send_signal(signal.SIGKILL)
        kills += process.wait() == -signal.SIGKILL
        process.stderr.close()
    assert kills == 3
    finish(start(config, folder, "--resume"))
    assert (folder / AGENT_FILE).read_bytes() == (uninterrupted / AGENT_FILE).read_bytes()
    assert [record["update"] for record in read_metrics(folder)] == list(range(1, 13))
    assert board_steps(folder) == board_steps(uninterrupted) == list(range(1, 13))


def board_steps(folder):
    """Return the steps of one number in a run's TensorBoard log."""
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

    log = EventAccumulator(str(folder / "tensorboard"))
    log.Reload()
    return [event.step for event in log.Scalars("entropy")]


def test_finished_run_is_neither_overwritten_nor_resumed_under_another_config(config, uninterrupted):
    before = (uninterrupted / AGENT_FILE).read_bytes()
    for flags, words in (
        ([], "already exists"),
        (["--resume", "--set", "ppo.epochs=2"], "was started with other values of ppo.epochs"),
    ):
        process = start(config, uninterrupted, *flags)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 2
        assert words in errors
        assert "Traceback" not in errors
    assert (uninterrupted / AGENT_FILE).read_bytes() == before
