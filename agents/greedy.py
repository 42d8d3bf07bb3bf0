"""The rule-based agent: it makes for a legal winning hand by the shortest way, and looks at its own view only.

What is short depends on the variant: each has a module with a ``choose`` of its own.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Final

from mjenv.errors import ProtocolError

if TYPE_CHECKING:
    from types import ModuleType

    import numpy as np

    from mjenv.variants.params import Rules

#: Modules with ``choose(rules, views, mask) -> int64[k]``.
POLICIES: Final = {
    "harbin": "agents.greedy_harbin",
    "hebei": "agents.greedy_hebei",
    "shanghai": "agents.greedy_shanghai",
}


class GreedyAgent:
    """Plays the policy of the variant; it is deterministic and remembers nothing between decisions.

    >>> import mjenv
    >>> import numpy as np
    >>> batch = mjenv.make_batch("qiaoma", num_tables=2, seed=1, encoder="view/1")
    >>> agent, rows = GreedyAgent(), np.arange(2)
    >>> agent.begin(batch.rules, tables=2, seed=3)
    >>> actions = agent.act(batch.observation, batch.action_mask, batch.actor, rows)
    >>> batch.action_mask[rows, actions].tolist()
    [1, 1]
    """

    name = "greedy"
    encoder = "view/1"

    def __init__(self) -> None:
        self.rules: Rules | None = None
        self.policy: ModuleType | None = None

    def begin(self, rules: Rules, tables: int, seed: int) -> None:  # noqa: ARG002 - the protocol of agents
        """Start a run of matches; raises ``ProtocolError`` for a variant without a policy."""
        if rules.variant not in POLICIES:
            raise ProtocolError(f"agent greedy does not play {rules.variant}; it plays {', '.join(POLICIES)}")
        self.rules = rules
        self.policy = importlib.import_module(POLICIES[rules.variant])

    def act(self, observation: np.ndarray, mask: np.ndarray, seat: np.ndarray, rows: np.ndarray) -> np.ndarray:  # noqa: ARG002
        """Return int64[k], an action for each of the VIEW records ``observation`` and of the masks."""
        if self.policy is None:
            raise ProtocolError("agent greedy was asked for a decision before it was told the rules by `begin`")
        actions: np.ndarray = self.policy.choose(self.rules, observation, mask)
        return actions

    def end_hand(self, rows: np.ndarray, result: np.ndarray) -> None:
        """Nothing is remembered between decisions."""
