"""One seat of a table as a Gymnasium environment; three agents play the others inside ``step``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import gymnasium
import numpy as np

from mjenv.arena.stream import ask_agent, read_hands
from mjenv.engine.codes import NUM_SEATS
from mjenv.envs.learners import RANDOM, begin_agents, check_seat, distinct, draw_matches, find_opponents
from mjenv.envs.rendering import RENDER_MODES, read_rendering
from mjenv.envs.spaces import action_number, action_space, observation_space
from mjenv.errors import MjenvError
from mjenv.table.batch import Batch
from mjenv.table.opening import prepare_matches
from mjenv.table.points import NO_POINTS, split_points
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from mjenv.arena.protocol import Agent

    Observation = dict[str, Any]

TABLE: Final = np.zeros(1, np.int64)  # the rows of a batch of one table


class SeatEnv(gymnasium.Env["Observation", np.int64]):
    """One learner at a table; an episode is a match of ``hands`` hands.

    ==================  ==============================================================================
    Observation         ``{"observation": int8 [28, 34], "action_mask": int8 [113]}``, of the learner's seat
    Action              one of 113 ids; ``action_masks()`` says which are legal (as sb3-contrib asks)
    Reward              points that the seat received since its last decision, also on others' moves;
                        by their source, int64 [5], in ``info["points_by_source"]`` (``SOURCES``)
    End                 ``terminated`` after the last hand; never truncated
    ==================  ==============================================================================

    ``seat``: 0-3, or ``"random"`` for one drawn each match. ``opponents``: a name or an agent for all three,
    or three of them, the next seat's first; each sees only its own seat's view. ``illegal``: ``"default"``
    plays the default action (C16) in place of an illegal one and says so in ``info`` (``illegal_action``,
    ``default_action``), ``"raise"`` raises ``IllegalActionError``. ``params`` are rule parameters.

    The rewards of a match sum to the points of the seat. A match that ends before the seat is asked at all
    is followed by another within the same ``reset`` (``info["matches_unasked"]``, without the options given);
    its points are part of the first reward.

    >>> env = SeatEnv("four_bao", seat=2)
    >>> observation, info = env.reset(seed=1)
    >>> bool((observation["action_mask"] == env.action_masks()).all()), info["seat"]
    (True, 2)
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        variant: str = "harbin",
        *,
        rules: str | None = None,
        hands: int = 1,
        seat: int | str = RANDOM,
        opponents: str | Agent | Sequence[str | Agent] = "random",
        encoder: str = "planes/1",
        illegal: str = "default",
        render_mode: str | None = None,
        render_style: Mapping[str, Any] | None = None,
        **params: Any,
    ) -> None:
        check_seat(seat)
        self.rules = load_rules(variant, rules, **params)
        self.observation_space = observation_space(encoder)
        self.action_space = action_space()
        self.render_mode = render_mode
        self.render_style = read_rendering(render_mode, render_style)
        if self.render_style and self.render_style.perspective is not None:
            raise MjenvError(
                "render_style: perspective is not for this environment, expected a picture of its own seat"
            )
        self.seat = NUM_SEATS  # none before the first reset
        self._seat_choice = seat
        self._agents = find_opponents(opponents, self.rules)
        self._batch = Batch(self.rules, 1, hands=hands, encoder=encoder, illegal=illegal)
        self._owed = NO_POINTS  # by their source, not yet given out as a reward
        self._begun = False  # the opponents have

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a match and play on to the seat's first decision; ``options`` as in ``Batch.reset``."""
        if options:  # before a seat is drawn: with another one it would see a second hand of its table
            prepare_matches(self.rules, 1, self._batch.hands, options)
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            begin_agents(distinct(self._agents), self.np_random, self.rules, 1)
            self._begun = True
        self._owed = NO_POINTS
        self._start(options or {})
        unasked = 0
        while self._batch.done[0]:
            unasked += 1
            self._start({})
        self._draw_for_human()
        return self._observe(), {"seat": self.seat, "matches_unasked": unasked}

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the seat's decision and the others' up to its next one; raises ``MjenvError`` if none is due."""
        if self._batch.actor[0] != self.seat:
            message = f"seat {self.seat} is asked for nothing: the match has not begun or is over, call reset"
            raise MjenvError(message)
        info: dict[str, Any] = {"seat": self.seat}
        asked = np.array([action_number(action)], np.int64)
        played = self._batch.settle_illegal(asked)
        if played is not asked:
            info |= {"illegal_action": int(asked[0]), "default_action": int(played[0])}
        self._advance(played)
        self._play_others()
        info["points_by_source"], self._owed = self._owed.copy(), NO_POINTS
        self._draw_for_human()
        reward = float(sum(info["points_by_source"].tolist()))  # of five numbers: NumPy would take 3 µs for its sum
        return self._observe(), reward, bool(self._batch.done[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return bool [113], the legal actions, as ``MaskablePPO`` of sb3-contrib asks for them."""
        masks: NDArray[np.bool_] = self._batch.action_mask[0].astype(np.bool_)
        return masks

    def render(self) -> str | np.ndarray | None:
        """Return the table as the seat sees it in the render mode, or print it (``"human"``, also each step).

        ``"ansi"``: text; ``"svg"``: a document; ``"rgb_array"``: uint8 [1000, 1280, 3], with the extra ``render``.
        See ``docs/rendering.md``.
        """
        from mjenv.view.modes import render

        return render(self.render_mode, self._batch.states, self.rules, self.render_style, seat=self.seat)

    def _draw_for_human(self) -> None:
        if self.render_mode == "human":
            self.render()

    def _observe(self) -> Observation:
        batch = self._batch
        return {
            "observation": (batch.observation if batch.actor[0] == self.seat else batch.observe(self.seat))[0].copy(),
            "action_mask": batch.action_mask[0].copy(),
        }

    def _start(self, options: dict[str, Any]) -> None:
        """Begin a match and play on to the seat's first decision, or to its end."""
        seats, match_seeds = draw_matches([self.np_random])
        choice = self._seat_choice
        self.seat = int(seats[0]) if isinstance(choice, str) else choice
        played = [not agent for agent in self._agents]  # by the batch itself
        self._batch.play_at_random(np.roll([False, *played], self.seat))
        self._batch.reset(options={"match_seed": match_seeds} | options)
        self._collect()
        self._play_others()

    def _play_others(self) -> None:
        """Let the opponents play until the seat is asked or the match is over."""
        batch = self._batch
        while not batch.done[0] and batch.actor[0] != self.seat:
            agent = self._agents[(int(batch.actor[0]) - self.seat) % NUM_SEATS - 1]
            self._advance(ask_agent(agent, batch, TABLE).astype(np.int64) if agent else TABLE)

    def _advance(self, actions: NDArray[np.int64]) -> None:
        self._batch.play(TABLE, actions)
        self._collect()

    def _collect(self) -> None:
        """Add what the seat was paid; tell the opponents of a hand that ended."""
        if self._batch.hand_done[0]:
            self._owed = self._owed + split_points(self._batch.states)[0, self.seat]
            for agent in distinct(self._agents):
                agent.end_hand(TABLE, read_hands(self._batch, TABLE))
