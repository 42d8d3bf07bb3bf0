"""The demo in small: everything that it names is there, and its walls are not those of the training."""

import json

from agents.neural import load_checkpoint
from mjenv.cli.main import main
from mjenv.record.log import read_log

SMALL = ["updates=2", "threads=1", "rollout.tables=16", "rollout.steps=24", "network.suit=8", "network.table=16"]


def test_demo_leaves_what_it_names(tmp_path, capsys):
    folder = tmp_path / "demo"
    changes = [word for change in SMALL for word in ("--set", change)]
    assert main(["demo", "--out", str(folder), "--deals", "3", *changes]) == 0
    printed = capsys.readouterr().out
    for name in ("agent.safetensors", "tensorboard", "curve.png", "sample.jsonl"):
        assert str(folder / name) in printed
        assert (folder / name).exists()
    assert "walls of the training: train/1, " in printed
    assert "walls of the evaluation: evaluate/0/0 to evaluate/0/2, none of them among the former" in printed
    result = json.loads((folder / "evaluation.json").read_text())
    assert [row[0] for row in result["rows"]] == [name for name in ("random", "untrained", "greedy") for _ in range(4)]
    for opponent in ("random", "untrained", "greedy"):
        assert result["numbers"][opponent]["agents"] == ["trained", opponent]
        assert result["numbers"][opponent]["hands"] == 24
    events = list(read_log(folder / "sample.jsonl"))
    assert [event["type"] for event in events].count("end_hand") == 4
    assert load_checkpoint(folder).name == "agent"
    assert main(["demo", "--out", str(folder), "--deals", "3", *changes]) == 2
