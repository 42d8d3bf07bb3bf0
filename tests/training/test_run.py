"""The folder of a run: nothing is overwritten, whole checkpoints only, a log without torn or double lines."""

import io
import pickle

import pytest
import torch

from mjenv.cli.main import main
from mjenv.errors import ProtocolError
from training.checkpoint import (
    RunError,
    check_run,
    latest_checkpoint,
    make_run,
    pack_state,
    read_run_config,
    unpack_state,
    write_checkpoint,
)
from training.config import Config, parse_config
from training.curve import draw_curve
from training.metrics import METRICS_FILE, MetricsLog, read_metrics


def test_run_is_neither_overwritten_nor_mixed(tmp_path):
    folder = tmp_path / "deep" / "run"
    check_run(folder, Config(), resume=False, force=False)
    make_run(folder, Config())
    assert read_run_config(folder) == Config()
    with pytest.raises(RunError, match="already exists; --resume goes on with it, --force deletes it"):
        check_run(folder, Config(), resume=False, force=False)
    other = parse_config({"seed": 2, "ppo": {"epochs": 9}})
    with pytest.raises(RunError, match=r"other values of seed, ppo.epochs;"):
        check_run(folder, other, resume=True, force=False)
    (folder / "rest").touch()
    check_run(folder, other, resume=False, force=True)
    make_run(folder, other)
    assert read_run_config(folder) == other
    assert [path.name for path in folder.parent.iterdir()] == ["run"]
    assert [path.name for path in folder.iterdir()] == ["config.json"]


def test_foreign_folder_is_left_alone_even_with_force(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(RunError, match="is no run; choose another --out"):
        check_run(tmp_path, Config(), resume=False, force=True)
    assert (tmp_path / "thesis.txt").exists()


def test_nothing_to_resume(tmp_path):
    with pytest.raises(RunError, match="there is no run to resume"):
        check_run(tmp_path / "none", Config(), resume=True, force=False)


def test_newest_checkpoints_are_kept(tmp_path):
    assert latest_checkpoint(tmp_path) is None
    for update in (5, 10, 15):
        write_checkpoint(tmp_path, update, {"a": b"x"})
    assert sorted(path.name for path in (tmp_path / "checkpoints").iterdir()) == ["update-000010", "update-000015"]
    (tmp_path / "checkpoints" / "update-000020.tmp").mkdir()
    assert latest_checkpoint(tmp_path).name == "update-000015"


class Attack:
    def __reduce__(self):
        return (print, ("executed",))


def torch_bytes(value):
    stream = io.BytesIO()
    torch.save(value, stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "cannot be read"),
        (pickle.dumps(Attack()), "cannot be read"),
        (torch_bytes([1]), "not of the format"),
        (torch_bytes({"format": "mjenv-trainer/0"}), "not of the format"),
        (torch_bytes({"format": "mjenv-trainer/1", "attack": Attack()}), "cannot be read"),
        (pack_state({"a": torch.zeros(9)})[:-30], "cannot be read"),
    ],
)
def test_trainer_state_executes_nothing(tmp_path, data, words, capsys):
    path = tmp_path / "trainer.pt"
    path.write_bytes(data)
    with pytest.raises(ProtocolError, match=words):
        unpack_state(path)
    assert "executed" not in capsys.readouterr().out


def record(update):
    return {
        "update": update,
        "hands": 10 * update,
        "won": 0.5,
        "ready": 0.3,
        "self_drawn": 0.1,
        "entropy": 1.0,
        "explained": 0.0,
    }


def test_log_is_cut_back_on_resume(tmp_path):
    log = MetricsLog(tmp_path, 0)
    for update in (1, 2, 3):
        log.add(record(update))
    log.close()
    with (tmp_path / METRICS_FILE).open("ab") as file:
        file.write(b'{"update":4,"ent')
    log = MetricsLog(tmp_path, 2)
    log.add(record(3))
    log.close()
    assert read_metrics(tmp_path) == [record(1), record(2), record(3)]


def test_curve_is_drawn_with_and_without_opponents(tmp_path):
    draw_curve([record(1)], tmp_path / "one.png", "one")
    draw_curve([record(1) | {"points_greedy": -1.0}, record(2)], tmp_path / "two.png", "two")
    for name in ("one.png", "two.png"):
        assert (tmp_path / name).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("game.rules=four_boa", "did you mean four_bao"),
        ("game.params.ting_pnug=false", "ting_pnug"),
        ("ppo.epoch=3", "unknown key ppo.epoch (did you mean ppo.epochs?)"),
    ],
)
def test_mistake_is_one_sentence_and_makes_no_folder(tmp_path, capsys, change, words):
    assert main(["train", "--config", "harbin_demo", "--out", str(tmp_path / "run"), "--set", change]) == 2
    errors = capsys.readouterr().err
    assert words in errors
    assert errors.count("\n") == 1
    assert not list(tmp_path.iterdir())
