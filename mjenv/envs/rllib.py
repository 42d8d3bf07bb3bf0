"""RLlib: a network that gives illegal actions probability 0, for its new API stack.

Only this module of ``mjenv`` imports Ray.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.apis import ValueFunctionAPI
from ray.rllib.core.rl_module.torch import TorchRLModule
from torch import nn

from mjenv.observe.planes import SCALES

if TYPE_CHECKING:
    from collections.abc import Mapping

    Batch = Mapping[str, Any]


class MaskedModule(TorchRLModule, ValueFunctionAPI):  # type: ignore[misc]  # without Ray they have no type
    """An actor and a critic over ``planes/1``; no illegal action is drawn, and none has a gradient.

    ``model_config={"hidden": 256}`` is the width of their hidden layers.
    """

    def setup(self) -> None:
        """Build the networks."""
        hidden = (self.model_config or {}).get("hidden", 256)
        self.register_buffer("scales", torch.from_numpy(SCALES))
        self.actor, self.critic = (
            nn.Sequential(
                nn.Flatten(),
                nn.Linear(SCALES.size, hidden),
                nn.ReLU(),
                nn.Linear(hidden, hidden),
                nn.ReLU(),
                nn.Linear(hidden, size),
            )
            for size in (self.action_space.n, 1)
        )

    def compute_values(self, batch: Batch, embeddings: object = None) -> torch.Tensor:  # noqa: ARG002 - RLlib's
        """Return the values of observations, float32 [n]."""
        values: torch.Tensor = self.critic(batch[Columns.OBS]["observation"] * self.scales)
        return values.squeeze(-1)

    def _forward(self, batch: Batch, **_: Any) -> dict[str, torch.Tensor]:
        seen = batch[Columns.OBS]
        logits = self.actor(seen["observation"] * self.scales)
        return {Columns.ACTION_DIST_INPUTS: logits.masked_fill(seen["action_mask"] == 0, torch.finfo(logits.dtype).min)}
