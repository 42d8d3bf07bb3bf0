"""Checkpoints of agents: the same weights give the same bytes, and whatever does not fit is refused in one sentence."""

import json
import pickle
import struct

import msgspec
import numpy as np
import pytest
import torch
from safetensors import torch as safetensors

from agents.network import ActorCritic
from agents.neural import (
    MAX_HEADER,
    METADATA_KEY,
    Walls,
    describe_agent,
    encode_checkpoint,
    load_checkpoint,
    read_checkpoint,
    save_checkpoint,
)
from mjenv.errors import ProtocolError
from mjenv.variants.registry import load_rules

WALLS = Walls(label="train", seed=1, tables=2, matches=[3, 4])


def make_network(seed=0):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return ActorCritic(suit=8, table=16)


@pytest.fixture(scope="module")
def rules():
    return load_rules("four_bao")


@pytest.fixture(scope="module")
def network():
    return make_network()


@pytest.fixture(scope="module")
def metadata(network, rules):
    return describe_agent(network, rules, WALLS, updates=5, decisions=1000)


@pytest.fixture
def checkpoint(tmp_path, network, metadata):
    path = tmp_path / "agent.safetensors"
    save_checkpoint(path, network, metadata)
    return path


def test_round_trip(checkpoint, network, metadata, rules):
    found, loaded = read_checkpoint(checkpoint, rules)
    assert found == metadata
    for name, tensor in network.state_dict().items():
        assert torch.equal(loaded.state_dict()[name], tensor)
    assert encode_checkpoint(loaded, found) == checkpoint.read_bytes()
    assert [path.name for path in checkpoint.parent.iterdir()] == [checkpoint.name]


def test_loading_leaves_the_random_numbers_of_torch_alone(checkpoint):
    before = torch.get_rng_state()
    load_checkpoint(checkpoint)
    assert torch.equal(torch.get_rng_state(), before)


def test_other_rules_are_refused(checkpoint):
    with pytest.raises(ProtocolError, match=r"trained for the rules harbin/four_bao .*, not for harbin/four_bao"):
        load_checkpoint(checkpoint, load_rules("four_bao", ting_pung=False))


def test_changed_rules_come_from_the_metadata(tmp_path, network):
    changed = load_rules("four_bao", ting_pung=False)
    save_checkpoint(tmp_path / "a.safetensors", network, describe_agent(network, changed, WALLS, 1, 1))
    load_checkpoint(tmp_path / "a.safetensors")
    load_checkpoint(tmp_path / "a.safetensors", changed)
    with pytest.raises(ProtocolError, match="ting_pung=False"):
        load_checkpoint(tmp_path / "a.safetensors", load_rules("four_bao"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"encoder": "planes/9"}, "encoder is 'planes/9', this version reads 'planes/1'"),
        ({"actions": "actions/12"}, "actions is 'actions/12'"),
        ({"format": "mjenv-agent/2"}, "format is 'mjenv-agent/2'"),
        ({"network": "lstm/1"}, "network is 'lstm/1'"),
        ({"rules": "harbin/five_bao"}, "rules that this version lacks"),
        ({"params": {"ting_pnug": False}}, "rules that this version lacks"),
        ({"rules_hash": "0"}, "trained for the rules"),
        ({"sizes": {"suit": 8, "table": 17}}, "weights do not fit"),
        ({"sizes": {"suit": 8}}, "weights do not fit"),
        ({"sizes": {"suit": 8, "table": 16, "depth": 3}}, "weights do not fit"),
        ({"sizes": {"suit": 8, "table": 10**12}}, "metadata does not fit"),
        ({"decisions": "many"}, "metadata does not fit"),
        ({"more": 1}, "metadata does not fit"),
    ],
)
def test_metadata_is_checked(tmp_path, network, metadata, change, words):
    text = json.dumps(msgspec.to_builtins(metadata) | change)
    assert_refused(tmp_path, safetensors.save(network.state_dict(), {METADATA_KEY: text}), words)


def with_header(header, body=b""):
    return struct.pack("<Q", len(header)) + header + body


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not a safetensors file, or cut short"),
        (b"\x80", "not a safetensors file, or cut short"),
        (pickle.dumps({"weights": [1.0] * 100}), "not a safetensors file"),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "not a safetensors file"),
        (struct.pack("<Q", 2**63) + bytes(50), "not a safetensors file, or cut short"),
        (with_header(b" " * (MAX_HEADER + 1)), "not a safetensors file, or cut short"),
        (with_header(b"[" * 100_000), "header is not JSON"),
        (with_header(b"{}"), "not of an mjenv agent"),
        (with_header(b'{"__metadata__": 3}'), "header is not JSON"),
        (with_header(b'{"__metadata__": {"mjenv": 3}}'), "not of an mjenv agent"),
        (with_header(json.dumps({"__metadata__": {"mjenv": "[" * 100_000}}).encode()), "metadata does not fit"),
        (safetensors.save({"weight": torch.zeros(3)}), "not of an mjenv agent"),
    ],
)
def test_foreign_files_are_refused(tmp_path, data, words):
    assert_refused(tmp_path, data, words)


def test_every_cut_is_refused(tmp_path, checkpoint):
    data = checkpoint.read_bytes()
    for length in [*range(0, len(data), 997), len(data) - 1]:
        assert_refused(tmp_path, data[:length], "checkpoint ")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda weights: weights.pop("judge.bias"), "weights do not fit"),
        (lambda weights: weights.update(more=torch.zeros(1)), "weights do not fit"),
        (lambda weights: weights.update({"judge.bias": torch.zeros(2)}), "weights do not fit"),
        (lambda weights: weights.update({"judge.bias": torch.zeros(1, dtype=torch.float64)}), "finite 32-bit"),
        (lambda weights: weights.update({"judge.bias": torch.tensor([torch.nan])}), "finite 32-bit"),
    ],
)
def test_weights_are_checked(tmp_path, network, metadata, change, words):
    weights = dict(network.state_dict())
    change(weights)
    text = msgspec.json.encode(metadata).decode()
    assert_refused(tmp_path, safetensors.save(weights, {METADATA_KEY: text}), words)


def assert_refused(folder, data, words):
    path = folder / "bad.safetensors"
    path.write_bytes(data)
    with pytest.raises(ProtocolError) as caught:
        load_checkpoint(path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_missing_file_is_named(tmp_path):
    with pytest.raises(ProtocolError, match=r"none.safetensors: cannot be read \(No such file"):
        load_checkpoint(tmp_path / "none.safetensors")


def test_run_folder_stands_for_its_agent(checkpoint):
    assert load_checkpoint(checkpoint.parent).name == "agent"


@pytest.mark.parametrize("suffix", ["", "@sample"])
def test_choice_is_legal_and_depends_on_the_view_only(checkpoint, rules, suffix):
    random = np.random.default_rng(3)
    agent = load_checkpoint(f"{checkpoint}{suffix}")
    seen = random.integers(0, 5, (50, *agent.network.input_shape)).astype(np.int8)
    mask = (random.random((50, 113)) < 0.1).astype(np.int8)
    mask[np.arange(50), random.integers(0, 113, 50)] = 1
    seats, rows = np.zeros(50, np.int8), np.arange(50)
    agent.begin(rules, 50, 7)
    together = agent.act(seen, mask, seats, rows)
    assert together.dtype == np.int64
    assert mask[rows, together].all()
    alone = [agent.act(seen[i : i + 1], mask[i : i + 1], seats[:1], rows[:1])[0] for i in range(50)]
    assert together.tolist() == alone
    agent.begin(rules, 50, 8)
    assert (agent.act(seen, mask, seats, rows) != together).any() == bool(suffix)
