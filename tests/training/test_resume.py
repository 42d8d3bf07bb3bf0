"""A run that is killed at any moment and resumed ends with the same bytes as one that was left alone."""

import random
import signal
import subprocess
import sys
import time

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from agents.neural import AGENT_FILE
from mjenv.cli.main import main
from training.checkpoint import CONFIG_FILE
from training.metrics import read_metrics

UPDATES = 40
TINY = f"""
seed: 5
threads: 1
updates: {UPDATES}
checkpoint_every: 3
past_every: 3
past_kept: 2
rollout: {{tables: 8, steps: 12}}
opponents: {{self: 0.5, past: 0.25, random: 0.25}}
network: {{suit: 8, table: 16}}
ppo: {{epochs: 1, minibatch: 64}}
"""
SCRIPT = "import sys; from mjenv.cli.main import main; sys.exit(main(sys.argv[1:]))"


def arguments(config, folder, *flags):
    return ["train", "--config", str(config), "--out", str(folder), *flags]


def resume_flag(folder):
    return ["--resume"] if (folder / CONFIG_FILE).exists() else []


def kill_after(config, folder, updates, seconds):
    """Start or resume the run in a process of its own and kill it some time after so many updates."""
    command = [sys.executable, "-c", SCRIPT, *arguments(config, folder, *resume_flag(folder))]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + 240
        while len(read_metrics(folder)) < updates and process.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.001)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "it ended before it was killed"


@pytest.fixture(scope="module")
def config(tmp_path_factory):
    path = tmp_path_factory.mktemp("config") / "tiny.yaml"
    path.write_text(TINY)
    return path


@pytest.fixture(scope="module")
def uninterrupted(config):
    folder = config.parent / "uninterrupted"
    assert main(arguments(config, folder)) == 0
    return folder


def test_killed_and_resumed_run_ends_the_same(config, uninterrupted, tmp_path):
    folder = tmp_path / "run"
    moments = random.Random(11)
    for updates in (2, 12, 22):
        kill_after(config, folder, updates, moments.uniform(0, 0.05))
    killed_at = len(read_metrics(folder))
    assert main(arguments(config, folder, "--resume")) == 0
    assert (folder / AGENT_FILE).read_bytes() == (uninterrupted / AGENT_FILE).read_bytes()
    assert [record["update"] for record in read_metrics(folder)] == list(range(1, UPDATES + 1))
    assert board_steps(folder) == board_steps(uninterrupted) == list(range(1, UPDATES + 1))
    print(f"killed three times, the last time after {killed_at} updates")


def board_steps(folder):
    """Return the steps of one number in a run's TensorBoard log."""
    log = EventAccumulator(str(folder / "tensorboard"))
    log.Reload()
    return [event.step for event in log.Scalars("entropy")]


def test_finished_run_is_neither_overwritten_nor_resumed_under_another_config(config, uninterrupted, capsys):
    before = (uninterrupted / AGENT_FILE).read_bytes()
    assert main(arguments(config, uninterrupted)) == 2
    assert "already exists; --resume goes on with it, --force deletes it" in capsys.readouterr().err
    assert main(arguments(config, uninterrupted, "--resume", "--set", "ppo.epochs=2")) == 2
    assert "was started with other values of ppo.epochs" in capsys.readouterr().err
    assert main(arguments(config, uninterrupted, "--resume")) == 0
    assert (uninterrupted / AGENT_FILE).read_bytes() == before
