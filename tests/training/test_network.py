"""The network: illegal actions, empty masks, suits that share their weights."""

import numpy as np
import torch

from agents.network import ActorCritic, draw, log_policy


def make_inputs(count, seed=0):
    random = np.random.default_rng(seed)
    observation = random.integers(0, 5, (count, *ActorCritic.input_shape)).astype(np.int8)
    mask = (random.random((count, 113)) < 0.1).astype(np.int8)
    mask[:, 112] = 1
    return torch.from_numpy(observation), torch.from_numpy(mask)


def make_network():
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return ActorCritic(suit=16, table=32)


def test_illegal_actions_have_no_probability_and_finite_gradients():
    network = make_network()
    observation, mask = make_inputs(50)
    logits, value = network(observation, mask)
    assert ((logits == -torch.inf) == (mask == 0)).all()
    assert value.isfinite().all()
    log_prob = log_policy(logits)
    (log_prob.masked_fill(mask == 0, 0).sum() + value.sum()).backward()
    assert all(tensor.grad.isfinite().all() for tensor in network.parameters())


def test_empty_mask_gives_finite_numbers():
    network = make_network()
    observation, mask = make_inputs(3)
    mask[1] = 0
    logits, value = network(observation, mask)
    assert logits[1].isfinite().all()
    assert log_policy(logits)[1].isfinite().all()
    assert value.isfinite().all()


def test_draws_follow_the_policy_and_never_leave_it():
    log_prob = torch.tensor([[-torch.inf, np.log(0.25), -torch.inf, np.log(0.75), -torch.inf]])
    uniform = torch.linspace(0, 1, 4001)[:-1]
    counts = torch.bincount(draw(log_prob.expand(4000, -1), uniform), minlength=5)
    assert counts.tolist() == [0, 1000, 0, 3000, 0]
    tiny = torch.log(torch.tensor([[0.0, 1e-30, 1 - 1e-30, 0.0]]))
    for extreme in (0.0, 1 - 2**-24):
        assert 0 < draw(tiny, torch.tensor([extreme])).item() < 3


def test_same_inputs_give_the_same_bytes():
    network = make_network()
    observation, mask = make_inputs(20)
    first = network(observation, mask)[0]
    assert torch.equal(first, network(observation.clone(), mask.clone())[0])


def test_swapping_two_suits_swaps_their_actions():
    network = make_network().double()
    observation, mask = make_inputs(10)
    kinds = torch.tensor([*range(9, 18), *range(9), *range(18, 34)])
    actions = torch.cat([kinds, kinds + 34, kinds + 68, torch.arange(102, 113)])
    swapped = observation.clone()
    swapped[:, : network.kind_planes] = observation[:, : network.kind_planes][:, :, kinds]
    logits, value = network(observation, mask)
    logits_swapped, value_swapped = network(swapped, mask[:, actions])
    assert torch.allclose(logits_swapped, logits[:, actions])
    assert torch.allclose(value_swapped, value)
