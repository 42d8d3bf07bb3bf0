"""The network of our own agents as a policy of sb3-contrib, so that what it learns is an agent like any other.

A module of its own: the checkpoints of a run name these classes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import torch
from sb3_contrib.common.maskable.policies import MaskableMultiInputActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from agents.network import ActorCritic
from mjenv.engine.codes import NUM_ACTIONS

if TYPE_CHECKING:
    from gymnasium import spaces

NEVER: Final = -1e8  # a logit that sb3-contrib gives what is illegal, too


class LogitsAndValue(BaseFeaturesExtractor):
    """The whole network: its action logits, then its value, in one row of 114."""

    def __init__(self, space: spaces.Dict, suit: int, table: int) -> None:
        super().__init__(space, NUM_ACTIONS + 1)
        self.network = ActorCritic(suit, table)

    def forward(self, observation: dict[str, torch.Tensor]) -> torch.Tensor:
        """Return float32 [k, 114]."""
        logits, value = self.network(observation["observation"], observation["action_mask"])
        return torch.cat((logits.clamp(min=NEVER), value[:, None]), 1)


class Columns(nn.Module):
    """Some columns of a row, where SB3 has a layer."""

    def __init__(self, start: int, stop: int) -> None:
        super().__init__()
        self.columns = slice(start, stop)

    def forward(self, row: torch.Tensor) -> torch.Tensor:
        """Return [k, stop - start]."""
        return row[:, self.columns]


class NetworkPolicy(MaskableMultiInputActorCriticPolicy):
    """The policy that takes logits and value from the network as they are."""

    def __init__(self, *spaces_and_rate: Any, suit: int = 96, table: int = 192, **options: Any) -> None:
        options |= {
            "features_extractor_class": LogitsAndValue,
            "features_extractor_kwargs": {"suit": suit, "table": table},
            "net_arch": [],
            "ortho_init": False,
        }
        super().__init__(*spaces_and_rate, **options)

    @property
    def network(self) -> ActorCritic:
        """What is trained."""
        network: ActorCritic = self.features_extractor.network
        return network

    def _build(self, lr_schedule: Any) -> None:  # noqa: ANN401 - SB3's
        super()._build(lr_schedule)
        self.action_net = Columns(0, NUM_ACTIONS)
        self.value_net = Columns(NUM_ACTIONS, NUM_ACTIONS + 1)
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        given = super()._get_constructor_parameters()
        sizes = given.pop("features_extractor_kwargs")
        for fixed in ("features_extractor_class", "net_arch", "ortho_init"):
            given.pop(fixed)
        return given | sizes
