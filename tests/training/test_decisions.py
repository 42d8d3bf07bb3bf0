"""Data files as a PyTorch data set."""

import pickle

import numpy as np
import pytest
import torch
from torch.utils.data import BatchSampler, DataLoader, RandomSampler

from mjenv.errors import MjenvError
from mjenv.offline import read_decisions
from tests.export.exported import played, source, write
from training.decisions import DecisionData


@pytest.fixture
def path(tmp_path):
    return write(tmp_path / "a.npz", source(), played())


def test_an_item_is_a_decision(path):
    data, decisions = DecisionData(path), read_decisions(path)
    assert len(data) == len(decisions)
    item = data[5]
    assert item["observation"].numpy().tobytes() == decisions.observation()[5].tobytes()
    assert item["action_mask"].numpy().tobytes() == decisions.action_mask()[5].tobytes()
    for name in ("action", "points", "match_points", "match", "hand", "seat", "decision", "hand_end"):
        assert item[name].shape == ()
        assert item[name].dtype == (torch.bool if name == "hand_end" else torch.int64)
        assert item[name].item() == decisions[name][5]


@pytest.mark.parametrize("encoder", ["flat/1", "tokens/1"])
def test_observations_have_the_type_of_their_encoder(encoder, tmp_path):
    data = DecisionData(write(tmp_path / "a.npz", source(), played(encoder=encoder), encoder=encoder))
    assert data[0]["observation"].dtype == torch.int16
    assert data[0]["observation"].shape == data.decisions.observation().shape[1:]


def test_several_indices_give_a_batch(path):
    data = DecisionData(path)
    for index in ([3, 1, 4], np.array([3, 1, 4]), torch.tensor([3, 1, 4])):
        batch = data[index]
        for k, row in enumerate([3, 1, 4]):
            assert all((batch[name][k] == data[row][name]).all() for name in batch)
    assert data[-1]["decision"] == data[len(data) - 1]["decision"]
    assert data[2:6:2]["seat"].tolist() == [data[2]["seat"], data[4]["seat"]]
    for index in (len(data), [0, -len(data) - 1]):
        with pytest.raises(IndexError, match=f"of {len(data)}"):
            data[index]


def test_it_ends_where_it_is_iterated(path):
    data = DecisionData(path)
    assert sum(1 for _ in data) == len(data)


def test_loaders_give_every_decision(path):
    data = DecisionData(path)
    loader = DataLoader(data, batch_size=32)
    assert torch.cat([batch["action"] for batch in loader]).tolist() == data.decisions["action"].tolist()
    sampler = BatchSampler(RandomSampler(data, generator=torch.Generator().manual_seed(1)), 32, drop_last=False)
    batches = list(DataLoader(data, sampler=sampler, batch_size=None))
    assert batches[0]["observation"].shape == (32, 28, 34)
    assert sorted(torch.cat([batch["action"] for batch in batches]).tolist()) == sorted(data.decisions["action"])


def test_workers_that_are_spawned_give_the_same(path):
    data = DecisionData(path)
    loader = DataLoader(data, batch_size=64, num_workers=1, multiprocessing_context="spawn")
    batches = list(loader)
    assert torch.cat([batch["observation"] for batch in batches]).numpy().tobytes() == (
        data.decisions.observation().tobytes()
    )


def test_a_copy_notices_that_the_file_was_replaced(path):
    data = DecisionData(path)
    kept = pickle.dumps(data)
    assert len(kept) < 2000
    assert len(pickle.loads(kept)) == len(data)  # noqa: S301 - its own
    write(path, source(seed=8), played(), force=True)
    with pytest.raises(MjenvError, match="replaced by another"):
        pickle.loads(kept)  # noqa: S301
    path.unlink()
    with pytest.raises(MjenvError, match="cannot be read"):
        pickle.loads(kept)  # noqa: S301
