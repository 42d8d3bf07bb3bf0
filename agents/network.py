"""The actor-critic of the neural agents: what a seat sees (planes/1) and may do, to action logits and a value.

The three suits share their weights, in and out: each suit is read and answered by the same layers, which learn of
the other suits through features of the whole table. Small integers are scaled as the encoder publishes; the
copies in the own hand are also given one number a count, so that the first layer need not bend them.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from mjenv.engine.codes import CHOW_LOW, NUM_ACTIONS, NUM_KINDS
from mjenv.observe.planes import HAND, NUM_PLANES, SCALAR_PLANES, SCALES

NETWORK: Final = "suits/1"
NUM_SUITS: Final = 3
RANKS: Final = 9
SUIT_KINDS: Final = NUM_SUITS * RANKS
HONOURS: Final = NUM_KINDS - SUIT_KINDS
VERBS: Final = 3  # discard, ting, self_kong: an action a kind
NUM_CLAIMS: Final = NUM_ACTIONS - CHOW_LOW  # the actions that name no kind
COUNTS: Final = 3  # own hand: at least 1, 2, 3 copies
DEPTH: Final = SCALAR_PLANES + COUNTS + VERBS  # inputs a kind
NUM_SCALARS: Final = (NUM_PLANES - SCALAR_PLANES) * NUM_KINDS


class ActorCritic(nn.Module):
    """Policy and value with ``suit`` features a suit and ``table`` features of the whole."""

    input_shape: Final = (NUM_PLANES, NUM_KINDS)
    kind_planes: Final = SCALAR_PLANES

    def __init__(self, suit: int, table: int) -> None:
        super().__init__()
        self.sizes = {"suit": suit, "table": table}
        self.register_buffer("scales", torch.as_tensor(SCALES).clone())
        self.read_suit = nn.Linear(DEPTH * RANKS, suit)
        self.read_rest = nn.Linear(DEPTH * HONOURS + NUM_SCALARS + NUM_CLAIMS, suit)
        self.join = nn.Linear(2 * suit, table)
        self.refine = nn.Linear(table, table)
        self.tell_suit = nn.Linear(table, suit, bias=False)
        self.refine_suit = nn.Linear(suit, suit)
        self.act_suit = nn.Linear(suit, VERBS * RANKS)
        self.act_rest = nn.Linear(table, VERBS * HONOURS + NUM_CLAIMS)
        self.judge = nn.Linear(table, 1)
        for head, gain in ((self.act_suit, 0.01), (self.act_rest, 0.01), (self.judge, 0.1)):
            head.weight.data.mul_(gain)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return logits [k, actions] and values [k] for int8[k, planes, kinds] and int8[k, actions].

        Illegal actions have logit -inf. Where nothing is legal nobody decides: all logits are 0 there.
        """
        suits, rest = self.arrange(observation, mask)
        suits = self.read_suit(suits).relu()
        rest = self.read_rest(rest).relu()
        table = self.join(torch.cat((suits.sum(1), rest), 1)).relu()
        table = self.refine(table).relu()
        suits = (self.refine_suit(suits) + self.tell_suit(table)[:, None]).relu()
        by_suit = self.act_suit(suits).unflatten(2, (VERBS, RANKS)).transpose(1, 2).flatten(2)
        other = self.act_rest(table)
        honours = other[:, : VERBS * HONOURS].unflatten(1, (VERBS, HONOURS))
        logits = torch.cat((torch.cat((by_suit, honours), 2).flatten(1), other[:, VERBS * HONOURS :]), 1)
        illegal = (mask == 0) & mask.any(1, keepdim=True)
        return logits.masked_fill(illegal, -torch.inf), self.judge(table)[:, 0]

    def arrange(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the inputs of each suit [k, 3, features] and those of the honours and the claims [k, features]."""
        scaled = observation * self.scales
        planes = scaled[:, :SCALAR_PLANES]
        counts = torch.stack([observation[:, HAND] > copies for copies in range(COUNTS)], 1).to(scaled)
        verbs = mask[:, :CHOW_LOW].unflatten(1, (VERBS, NUM_KINDS)).to(scaled)
        kinds = torch.cat((planes, counts, verbs), 1)
        suits = kinds[:, :, :SUIT_KINDS].unflatten(2, (NUM_SUITS, RANKS)).transpose(1, 2).flatten(2)
        scalars = scaled[:, SCALAR_PLANES:].flatten(1)
        claims = mask[:, CHOW_LOW:].to(scaled)
        return suits, torch.cat((kinds[:, :, SUIT_KINDS:].flatten(1), scalars, claims), 1)


def log_policy(logits: Tensor) -> Tensor:
    """Return log-probabilities [k, actions]; -inf where illegal."""
    return logits.log_softmax(1)


def draw(log_prob: Tensor, uniform: Tensor) -> Tensor:
    """Return int64[k], one action a row with these probabilities, from uniform numbers [k] in [0, 1).

    An action of probability 0 is never drawn.

    >>> draw(torch.tensor([[-torch.inf, 0.0, -torch.inf]]), torch.tensor([0.0])).tolist()
    [1]
    """
    total = log_prob.exp().cumsum(1)
    # 1 - uniform lies in (0, 1]: the first sum that reaches it has just grown.
    return (total < (1 - uniform[:, None]) * total[:, -1:]).sum(1)
