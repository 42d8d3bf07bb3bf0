"""Tables with one learner each: all else that happens at a table happens between two of its decisions.

The vector environments are shells over ``Learners``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from gymnasium.utils import seeding

from mjenv.arena.agents import check_agent, load_agent
from mjenv.arena.stream import ask_agents, read_hands
from mjenv.engine.codes import NUM_SEATS
from mjenv.envs.spaces import action_number
from mjenv.errors import MjenvError, quote
from mjenv.table.batch import Batch
from mjenv.table.opening import prepare_matches
from mjenv.table.points import SOURCES, split_points
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from mjenv.arena.protocol import Agent
    from mjenv.variants.params import Rules

RANDOM: Final = "random"  # a seat drawn anew for each match; opponents that the batch plays itself
SEAT_CHOICES: Final = (*range(NUM_SEATS), RANDOM)
WORDS: Final = 3  # of 64 bits that a match is drawn from: its seat, its seed
SEAT_SHIFT: Final = np.uint64(62)  # leaves a seat of a word


class Learners:
    """``num_envs`` tables, each at its learner's decision or at the end of its match.

    ``seat``: the learner's, 0-3, or ``"random"`` for one drawn each match. ``opponents``: a name or an agent for
    all three others, or three of them, the next seat's first; an agent that has several seats is asked for all of
    them at once, ``"random"`` ones are played by the batch. ``hands`` a match, ``encoder``, ``threads`` and
    ``params``, rule parameters, as in ``mjenv.make_batch``. ``illegal``: ``"default"`` plays the default action
    (C16) in place of an illegal one, ``"raise"`` raises ``IllegalActionError``.

    A table's matches follow from its own seed: they do not depend on the number of tables. Agents begin when
    table 0 is seeded.

    >>> learners = Learners("four_bao", 2, seat=1)
    >>> learners.reset(np.arange(2), seeds=[7, 8]).tolist()
    [0, 0]
    >>> learners.batch.actor.tolist()
    [1, 1]
    """

    def __init__(
        self,
        variant: str = "harbin",
        num_envs: int = 1,
        *,
        rules: str | None = None,
        hands: int = 1,
        seat: int | str = RANDOM,
        opponents: str | Agent | Sequence[str | Agent] = RANDOM,
        encoder: str = "planes/1",
        illegal: str = "default",
        threads: int = 1,
        **params: Any,
    ) -> None:
        check_seat(seat)
        self.rules = load_rules(variant, rules, **params)
        self.batch = Batch(self.rules, num_envs, hands=hands, encoder=encoder, illegal=illegal, threads=threads)
        self.seat = np.full(num_envs, NUM_SEATS)  # none before the first reset
        self._seat_choice = seat
        self._opponents = find_opponents(opponents, self.rules)
        self._agents = distinct(self._opponents)
        #: By the place after the learner, whose agent: an index of ``_agents``, which has none of random ones.
        self._places = np.array([self._agents.index(agent) if agent else -1 for agent in self._opponents])
        self._generators: list[np.random.Generator | None] = [None] * num_envs
        self._at_random = np.zeros((num_envs, NUM_SEATS), np.bool_)  # seats that the batch plays
        self._actions = np.zeros(num_envs, np.int64)
        self._owed = np.zeros((num_envs, len(SOURCES)), np.int64)  # points not yet given out as a reward

    # Playing ----------------------------------------------------------------------------------------
    def reset(
        self, rows: NDArray[np.int64], seeds: Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> NDArray[np.int64]:
        """Start a match at each of ``rows`` and play on to the learner's first decision.

        ``seeds``: one a row; None goes on with the row's matches, or draws a seed for the first. ``options`` as in
        ``Batch.reset``. Returns int64 [k], how many matches ended without asking the learner: each is followed by
        another, without the options, and its points are part of the first reward. Seeds and options that are refused
        change nothing.
        """
        if options:  # before a seat is drawn: with another one the learner would see a second hand of its table
            prepare_matches(self.rules, len(rows), self.batch.hands, options)
        self._seed(rows, [None] * len(rows) if seeds is None else seeds)
        self._owed[rows] = 0
        unasked = np.zeros(len(self.seat), np.int64)
        due, given = rows, options or {}
        while len(due):
            self._begin(due, given)
            due, given = due[self.batch.done[due]], {}
            unasked[due] += 1
        return unasked[rows]

    def settle(self, actions: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return the actions asked for and those to be played, both int64 [n]; those of ended matches count nothing.

        Raises ``MjenvError`` unless there is one a table, ``IllegalActionError`` as ``illegal`` says.
        """
        if self.seat[0] == NUM_SEATS:
            raise MjenvError("no match has begun: call reset before step")
        asked = read_actions(actions, len(self.seat))
        return asked, self.batch.settle_illegal(asked)

    def step(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Play legal actions, int64 [n], at ``rows`` and go on to the learners' next decisions.

        Returns int64 [k, 5], the points that each received meanwhile, by their source (``SOURCES``).
        """
        self.batch.play(rows, actions)
        self._advance(rows)
        points = self._owed[rows]
        self._owed[rows] = 0
        return points

    # Seeing -----------------------------------------------------------------------------------------
    def observe(self, rows: NDArray[np.int64]) -> dict[str, np.ndarray]:
        """Return what the learners of some tables see, copies with a first axis [k]; an ended match has no action."""
        batch = self.batch
        observation = batch.observation[rows]
        over = np.flatnonzero(batch.done[rows])
        if over.size:
            ended = rows[over]
            observation[over] = batch.encode(batch.encoder.name, ended, seats=self.seat[ended])
        return {"observation": observation, "action_mask": batch.action_mask[rows]}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return bool [n, 113], the legal actions of each learner."""
        return self.batch.action_mask.astype(np.bool_)

    # Inner parts ------------------------------------------------------------------------------------
    def _seed(self, rows: NDArray[np.int64], seeds: Sequence[int | None]) -> None:
        made = {
            row: seeding.np_random(seed)[0]
            for row, seed in zip(rows.tolist(), seeds, strict=True)
            if seed is not None or self._generators[row] is None
        }
        for row, generator in made.items():
            self._generators[row] = generator
        if 0 in made:
            begin_agents(self._agents, made[0], self.rules, len(self.seat))

    def _begin(self, rows: NDArray[np.int64], options: dict[str, Any]) -> None:
        """Begin a match at each of ``rows`` and play on to the learner's first decision, or to its end."""
        drawn, match_seeds = draw_matches([self._generators[row] for row in rows.tolist()])
        choice = self._seat_choice
        seats = drawn if isinstance(choice, str) else np.full(len(rows), choice)
        self.seat[rows] = seats
        places = (np.arange(NUM_SEATS) - seats[:, None]) % NUM_SEATS
        self._at_random[rows] = np.concatenate(([False], self._places < 0))[places]
        self.batch.play_at_random(self._at_random)
        self.batch.reset(rows=rows, options={"match_seed": match_seeds} | options)
        self._advance(rows)

    def _advance(self, rows: NDArray[np.int64]) -> None:
        """Let the others play at tables that have just moved until their learners are asked, or the match is over."""
        batch = self.batch
        while True:
            self._collect(rows)
            rows = rows[(batch.actor[rows] != self.seat[rows]) & ~batch.done[rows]]
            if not len(rows):
                return
            owner = self._places[(batch.actor[rows] - self.seat[rows]) % NUM_SEATS - 1]
            ask_agents(self._agents, owner, batch, rows, self._actions)
            batch.play(rows, self._actions)

    def _collect(self, rows: NDArray[np.int64]) -> None:
        """Add what the learners were paid; tell the opponents of hands that ended."""
        batch = self.batch
        ended = rows[batch.hand_done[rows]]
        if len(ended):
            self._owed[ended] += split_points(batch.states[ended])[np.arange(len(ended)), self.seat[ended]]
            for agent in self._agents:
                agent.end_hand(ended.copy(), read_hands(batch, ended))


def list_seeds(seed: int | Sequence[int | None] | None, count: int) -> list[int | None]:
    """Return a seed a table: those given, or one number and those that count on from it; None for none.

    >>> list_seeds(7, 3), list_seeds(None, 2)
    ([7, 8, 9], [None, None])
    """
    if seed is None:
        return [None] * count
    if isinstance(seed, (int, np.integer)):
        return [int(seed) + row for row in range(count)]
    if not hasattr(seed, "__len__"):
        raise MjenvError(f"seed={quote(seed)}: expected one whole number, or {count}")
    if len(seed) != count:
        raise MjenvError(f"seed: {len(seed)} given, expected one whole number, or {count}")
    return list(seed)


def check_seat(seat: object) -> None:
    """Raise ``MjenvError`` unless ``seat`` is one, or ``"random"``."""
    if isinstance(seat, bool) or seat not in SEAT_CHOICES:
        message = f"seat={seat!r}: expected one of {', '.join(map(str, SEAT_CHOICES))}"
        raise MjenvError(message)


def find_opponents(opponents: str | Agent | Sequence[str | Agent], rules: Rules) -> list[Agent | None]:
    """Return the agents of the three other seats, the next seat's first; None for one that the batch plays."""
    named = list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents] * 3
    if len(named) != NUM_SEATS - 1:
        message = f"opponents={opponents!r:.80}: {len(named)} given, expected one for all or three"
        raise MjenvError(message)
    loaded = {name: load_agent(name, rules) for name in named if isinstance(name, str) and name != RANDOM}
    return [
        loaded.get(agent) if isinstance(agent, str) else check_agent(agent, type(agent).__name__) for agent in named
    ]


def distinct(agents: Sequence[Agent | None]) -> list[Agent]:
    """Return each agent once, in order."""
    return list({id(agent): agent for agent in agents if agent}.values())


def begin_agents(agents: Sequence[Agent], generator: np.random.Generator, rules: Rules, tables: int) -> None:
    """Let agents begin, with seeds from a stream beside the generator's own."""
    if agents:
        seeds = generator.spawn(1)[0].integers(2**63, size=len(agents)).tolist()
        for agent, seed in zip(agents, seeds, strict=True):
            agent.begin(rules, tables, seed)


def draw_matches(
    generators: Sequence[np.random.Generator | None],
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Return a seat, int64 [k], and a match seed, uint64 [k, 2], from each generator.

    >>> seats, seeds = draw_matches([np.random.default_rng(1)] * 5)
    >>> seats.tolist(), seeds.shape
    ([2, 3, 3, 0, 1], (5, 2))
    """
    drawn = b"".join(generator.bytes(8 * WORDS) for generator in generators if generator)
    words = np.frombuffer(drawn, "<u8").reshape(-1, WORDS).astype(np.uint64)
    return (words[:, 0] >> SEAT_SHIFT).astype(np.int64), words[:, 1:]


def read_actions(actions: ArrayLike, count: int) -> NDArray[np.int64]:
    """Return actions as int64 [n], NOTHING, which is never legal, for what is no whole number.

    Raises ``MjenvError`` unless there are ``count``.

    >>> read_actions([3, 2.5], 2).tolist()
    [3, -1]
    """
    given = np.asarray(actions)
    if given.shape != (count,):
        message = f"actions of shape {list(given.shape)}: expected [{count}], one a table"
        raise MjenvError(message)
    if given.dtype.kind == "i":
        return given.astype(np.int64)
    return np.array([action_number(action) for action in actions], np.int64)  # type: ignore[union-attr]
