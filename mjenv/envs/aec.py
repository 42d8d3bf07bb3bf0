"""The PettingZoo AEC environment of every variant."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import AECEnv

from mjenv.engine.codes import NOTHING, NUM_ACTIONS, NUM_SEATS
from mjenv.engine.menu import action_name, default_action
from mjenv.envs.rendering import RENDER_MODES, read_rendering
from mjenv.envs.spaces import action_number, action_space, observation_space, perfect_space
from mjenv.errors import IllegalActionError, MjenvError
from mjenv.observe.encoders import find_encoder
from mjenv.observe.perfect import PERFECT_SHAPE, encode_perfect
from mjenv.observe.planes import PLANES_VERSION
from mjenv.table.batch import ILLEGAL_MODES, check_count, match_seed
from mjenv.table.opening import drop_foreign, prepare_matches
from mjenv.table.points import NO_POINTS, split_points
from mjenv.table.rows import legal_names
from mjenv.table.single import ROW, SingleTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gymnasium import spaces

    from mjenv.variants.params import Rules

NO_ACTION = np.zeros(NUM_ACTIONS, np.int8)


class MahjongEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """One table, four agents ``player_0`` … ``player_3``; an episode is a match of ``hands`` hands.

    Observations are ``{"observation": int8 [28, 34], "action_mask": int8 [113]}``; the mask is all zero for a
    seat that is not asked. Payments are rewards, in points, on the step when they happen. All agents end in
    the same step. ``infos`` have ``points_by_source``: the rewards since the agent's last action by their source,
    int64 [5] (``SOURCES``). ``state()`` is the perfect-information array, int8 [39, 34].

    >>> from mjenv.variants.registry import load_rules
    >>> env = MahjongEnv(load_rules("four_bao"), illegal="default")
    >>> env.reset(seed=7)
    >>> while not all(env.terminations.values()):
    ...     env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    >>> sum(env.rewards.values())
    0
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - PettingZoo has it on the class, and each instance its own
        "name": "mjenv",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules,
        *,
        hands: int = 1,
        render_mode: str | None = None,
        render_style: Mapping[str, Any] | None = None,
        encoder: str = "planes/1",
        illegal: str = "raise",
    ) -> None:
        super().__init__()
        if illegal not in ILLEGAL_MODES:
            message = f"illegal={illegal!r}: expected one of {', '.join(ILLEGAL_MODES)}"
            raise MjenvError(message)
        check_count("hands", hands)
        self.metadata = {**type(self).metadata, "name": f"{rules.variant}_v0"}
        self.rules = rules
        self.hands = hands
        self.render_mode = render_mode
        self.render_style = read_rendering(render_mode, render_style)
        self.illegal = illegal
        self.possible_agents = [f"player_{seat}" for seat in range(NUM_SEATS)]
        self.agents: list[str] = []
        self._table = SingleTable(rules)
        self._encoder = find_encoder(encoder)
        self._spaces = (observation_space(encoder), action_space(), perfect_space())
        self._seed: int | None = None
        self._match = 0

    # Spaces -----------------------------------------------------------------------------------------
    def observation_space(self, agent: str) -> spaces.Space:  # noqa: ARG002  (the same for every agent)
        """Return the observation space of an agent."""
        return self._spaces[0]

    def action_space(self, agent: str) -> spaces.Space:  # noqa: ARG002
        """Return the action space of an agent: the 113 ids of the event stream."""
        return self._spaces[1]

    @property
    def state_space(self) -> spaces.Space:
        """Space of ``state()``."""
        return self._spaces[2]

    @property
    def states(self) -> np.ndarray:
        """The table itself, one record."""
        return self._table.states

    # Playing ----------------------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match.

        Without a ``seed`` the match follows from the one before, or from the system for the first.
        ``options``: ``match_seed``, ``wall``, ``dealer``, ``dice``, ``carry`` (see ``Batch.reset``).
        """
        chosen = drop_foreign(options)
        prepared = prepare_matches(self.rules, 1, self.hands, chosen)
        base, match = self._seed, self._match + 1
        if seed is not None or base is None:
            base, match = secrets.randbits(128) if seed is None else seed, 0
        drawn = match_seed(base, 0, match)
        self._seed, self._match = base, match  # only now: an option or seed that is refused changes nothing
        if chosen.get("match_seed") is None:
            prepared["seed"] = drawn
        self._table.open(prepared)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: no_points() for agent in self.agents}
        self.agent_selection = self.possible_agents[self.states["actor"][0]]
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play the selected agent's action.

        An illegal one raises ``IllegalActionError`` and changes nothing, or is replaced by the default action
        (C16) with ``illegal="default"``.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self._table
        if not table.play(action_number(action)):
            if self.illegal == "raise":
                raise IllegalActionError(self._explain(action))
            table.play(default_action(self.states[0]))
        self._cumulative_rewards[agent] = 0
        self.infos[agent] = no_points()
        if table.hand_over:
            self.rewards = dict(zip(self.possible_agents, table.reward.tolist(), strict=True))
            self._accumulate_rewards()
            for name, points in zip(self.possible_agents, split_points(self.states)[0], strict=True):
                self.infos[name] = {"points_by_source": self.infos[name]["points_by_source"] + points}
        else:
            self._clear_rewards()
        actor = table.actor
        if actor == NOTHING:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[actor]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """Return what an agent sees now, asked or not."""
        seat = self.possible_agents.index(agent)
        table = self._table
        asked = table.actor == seat
        mask = (table.mask if asked else NO_ACTION).copy()
        if asked and self._encoder.name == PLANES_VERSION:
            return {"observation": table.planes.copy(), "action_mask": mask}
        observation = self._encoder.new_array(1)
        self._encoder.kernel(self.states, self.rules.record, ROW, np.array([seat]), observation)
        return {"observation": observation[0], "action_mask": mask}

    def state(self) -> np.ndarray:
        """Return the perfect-information array, int8 [39, 34], of the whole table (for critics)."""
        planes = np.zeros(PERFECT_SHAPE, np.int8)
        encode_perfect(self.states, self.rules.record, ROW, planes[None])
        return planes

    def render(self) -> str | np.ndarray | None:
        """Return the table in the render mode, or print it (``"human"``, also each step); every hand is open.

        ``"ansi"``: text; ``"svg"``: a document; ``"rgb_array"``: uint8 [1000, 1280, 3], with the extra ``render``.
        ``render_style={"perspective": 2}`` shows what seat 2 may see; see ``docs/rendering.md``.
        """
        from mjenv.view.modes import render

        return render(self.render_mode, self.states, self.rules, self.render_style)

    def close(self) -> None:
        """Nothing to release."""

    def _explain(self, action: object) -> str:
        number = action_number(action)
        name = action_name(number) if 0 <= number < NUM_ACTIONS else "no action"
        legal = ", ".join(legal_names(self.states, 0))
        return f"{self.agent_selection}: action {action} ({name}) is illegal; legal: {legal}"


def no_points() -> dict[str, Any]:
    """Return the info of an agent that has been paid nothing since its last action."""
    return {"points_by_source": NO_POINTS.copy()}
