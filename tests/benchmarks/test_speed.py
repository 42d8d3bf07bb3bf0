import doctest
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks.speed_parts import crew, deals, draw, numbers, side_by_side, venvs, worker
from benchmarks.speed_parts.crew import Track, Worker, WorkerError, measure_in_turn, ratios
from benchmarks.speed_parts.draw import Draw
from benchmarks.speed_parts.pictures import draw_bars, draw_curve
from benchmarks.speed_parts.yardstick import MEASURED, decisions_per_yard
from mjenv.engine._jit import JIT_DISABLED

SPEED = Path(__file__).resolve().parents[2] / "benchmarks" / "speed.py"
SLOWER = 3  # times slower than measured is too slow, whatever the machine is busy with
ATTEMPTS = 3
COMPILED = pytest.mark.skipif(JIT_DISABLED, reason="measures compiled kernels")


def nobody(*_):
    """Take no notice of progress."""


def rounds(*rates):
    return [rate and {"decisions": rate, "hands": 1, "single": 0, "cpu": 1, "wall": 1} for rate in rates]


@pytest.mark.parametrize("module", [crew, deals, draw, numbers, venvs, worker])
def test_examples_in_docstrings(module):
    found = doctest.testmod(module)
    assert (found.failed, found.attempted > 0) == (0, True)


@COMPILED
@pytest.mark.parametrize("rules", MEASURED)
def test_engine_is_not_several_times_slower_against_a_yardstick_than_it_was(rules):
    found = []
    for _ in range(ATTEMPTS):
        found.append(decisions_per_yard(rules))
        if found[-1] * SLOWER > MEASURED[rules]:
            return
    pytest.fail(f"{rules}: {max(found):.0f} decisions a yard, once {MEASURED[rules]}")


@COMPILED
def test_every_part_of_the_command_measures_something():
    done = subprocess.run([sys.executable, SPEED, "--smoke"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for line in ("mjenv four_bao", "2 threads", "PettingZoo `env()`", "Gymnasium seat, greedy", "what a win pays"):
        assert f"\n{line}" in done.stdout
    assert "no figure" not in done.stdout


def test_numbers_that_measure_nothing_are_refused():
    done = subprocess.run([sys.executable, SPEED, "--repeats", "0"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "--repeats" in done.stderr


def test_peer_that_does_not_install_is_listed_with_the_reason(monkeypatch):
    def refuse(name, requirements):
        raise WorkerError("did not install: no such thing")

    monkeypatch.setattr(side_by_side, "find_python", refuse)
    document = side_by_side.measure_side_by_side([], side_by_side.PEERS[:1], (1, 1, 0.01), nobody)
    assert [row[2] for row in document["rows"]] == ["no figure: did not install: no such thing"] * 2
    assert {len(row) for row in document["rows"]} == {len(side_by_side.COLUMNS)}


def test_process_that_ends_is_a_reason_and_not_a_figure():
    absent = Worker(sys.executable, "no_such_part")
    track = Track("absent", absent, {}, [0])
    measure_in_turn([track], 2, 0.01, nobody)
    absent.close()
    assert track.rounds == [None, None]
    assert "no_such_part" in track.error


def test_ratio_is_taken_from_rounds_that_both_played():
    assert ratios(rounds(30, 50, 80), rounds(10, None, 20)) == [3, 4]


@pytest.mark.parametrize("legal", [[0, 3, 64, 112], [17], [*range(113)], [*range(15, 33)], [111, 112]])
def test_drawn_actions_are_legal_and_uniform(legal):
    draw = Draw(4000, 113, np.random.default_rng(7))
    mask = np.zeros((4000, 128), np.int8)[:, :113]
    mask[:, legal] = 1
    mask[-1] = 0  # a table that is done
    for _ in range(2):  # the second time, what is kept is used again
        values, counts = np.unique(draw(mask)[:-1], return_counts=True)
        assert values.tolist() == legal
        expected = 3999 / len(legal)
        deviation = (expected * (1 - 1 / len(legal))) ** 0.5
        assert abs(counts - expected).max() <= 4.3 * deviation


def test_tables_without_any_legal_action_can_be_drawn_for():
    assert Draw(3, 113, np.random.default_rng(1))(np.zeros((3, 113), np.int8)).shape == (3,)


def test_pictures_are_drawn_from_result_files(tmp_path):
    ours = {"name": "mjenv four_bao", "case": {"policy": "sample"}, "rounds": rounds(9e5, None, 1e6)}
    peer = {"name": "RiichiEnv", "case": {"observe": True}, "rounds": rounds(3e4, 2e4, 3e4)}
    absent = {"name": "Absent", "case": {"observe": True}, "rounds": [None], "error": "did not install"}
    draw_bars({"numbers": [ours, peer, absent]}, tmp_path / "bars.png")
    track = {"rounds": rounds(1e6)}
    curve = {"sizes": [64, 256], "decisions": [track, track], "copies": [track, track]}
    draw_curve({"numbers": json.loads(json.dumps(curve))}, tmp_path / "curve.png")
    for name in ("bars.png", "curve.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")
