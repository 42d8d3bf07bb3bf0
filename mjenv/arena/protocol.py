"""What an agent is: one interface for one table and for a batch of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np

    from mjenv.variants.params import Rules


@runtime_checkable
class Agent(Protocol):
    """Answers the decisions of any number of seats at any number of tables.

    A decision may depend on the rules, the seed and what the asked seat has seen of the match, never on which
    other tables are asked in the same call.

    >>> class First:
    ...     name, encoder = "first", "planes/1"
    ...
    ...     def begin(self, rules, tables, seed): ...
    ...
    ...     def act(self, observation, mask, seat, rows):
    ...         return mask.argmax(axis=1)
    ...
    ...     def end_hand(self, rows, result): ...
    >>> isinstance(First(), Agent)
    True
    """

    name: str
    encoder: str  # what it observes: any encoder, such as "planes/1"

    def begin(self, rules: Rules, tables: int, seed: int) -> None:
        """Start a run of matches at tables 0 to ``tables`` - 1; forget everything before."""
        ...

    def act(self, observation: np.ndarray, mask: np.ndarray, seat: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Return int64[k], one legal action for each of k decisions.

        ``observation`` [k, …] in the agent's encoding, ``mask`` int8[k, 113] with 1 for the legal actions,
        ``seat`` int8[k] the asked seat and ``rows`` int64[k] the table of each. None of them may be changed.
        """
        ...

    def end_hand(self, rows: np.ndarray, result: np.ndarray) -> None:
        """Learn the results, ``mjenv.arena.stream.HAND`` records, of the hands that ended at some tables."""
        ...
