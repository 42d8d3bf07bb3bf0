"""A batch of tables: an array of states stepped by compiled loops, with what a learner reads beside it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.engine._jit import JIT_DISABLED
from mjenv.engine.codes import MASK_WIDTH, NOTHING, NUM_ACTIONS, NUM_KINDS, NUM_SEATS, PHASE_DONE
from mjenv.engine.log import new_logs
from mjenv.engine.menu import action_name
from mjenv.engine.rng import derive_seed
from mjenv.engine.state import STATE_VERSION, new_states
from mjenv.errors import IllegalActionError, MjenvError, quote
from mjenv.observe.encoders import Encoder, find_encoder
from mjenv.observe.perfect import PERFECT_SHAPE, encode_perfect
from mjenv.observe.planes import NUM_PLANES, PLANES_VERSION
from mjenv.table.checks import check_states
from mjenv.table.opening import prepare_matches
from mjenv.table.rows import (
    RUN,
    choose_uniform,
    find_illegal,
    legal_names,
    open_rows,
    play_rows,
    publish_rows,
    replace_illegal,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from mjenv.variants.params import Rules

ILLEGAL_MODES: Final = ("raise", "default")
SAVE_MAGIC: Final = b"mjenv-batch"
NO_PLANES: Final = np.zeros((0, NUM_PLANES, NUM_KINDS), np.int8)


def match_seed(seed: int, row: int = 0, match: int = 0) -> NDArray[np.uint64]:
    """Return the 128-bit seed, uint64 [2], of a row's match in a batch that was reset with ``seed``.

    It does not depend on the size of the batch. A single table is row 0.

    >>> match_seed(7).tolist() == match_seed(7, 0, 0).tolist() != match_seed(7, 1).tolist()
    True
    """
    words = row_seed(seed, row)
    derive_seed(words.copy(), match, words)
    return words


def check_count(name: str, value: int) -> None:
    """Raise ``MjenvError`` unless a number of things is a whole number from 1 on that fits 32 bits."""
    if isinstance(value, bool) or not (isinstance(value, (int, np.integer)) and 1 <= value < 1 << 31):
        message = f"{name}={quote(value)}: expected a whole number from 1 to {(1 << 31) - 1}"
        raise MjenvError(message)


def row_seed(seed: int, row: int) -> NDArray[np.uint64]:
    """Return the seed, uint64 [2], that the matches of a row follow from."""
    if isinstance(seed, bool) or not (isinstance(seed, (int, np.integer)) and 0 <= seed < 1 << 128):
        message = f"seed {quote(seed)}: expected a whole number from 0 to 2**128 - 1"
        raise MjenvError(message)
    words = np.array([int(seed) & 0xFFFFFFFFFFFFFFFF, int(seed) >> 64], np.uint64)
    derive_seed(words.copy(), row, words)
    return words


class Batch:
    """``num_tables`` tables that play matches of ``hands`` hands each.

    The arrays are rewritten in place by ``reset`` and ``step``:

    ========================  ========================  =====================================================
    ``observation``           int8 [n, 28, 34]          the acting seat's, in ``encoder`` (see docs/observations.md)
    ``action_mask``           int8 [n, 113]             legal actions of the acting seat
    ``actor``                 int8 [n]                  seat that acts, -1 where the match is done
    ``reward``                int32 [n, 4]              points paid in this step
    ``hand_done``, ``done``   bool [n]                  a hand, the match ended in this step
    ========================  ========================  =====================================================

    A done row ignores its action and starts a new match on the next step; before ``reset`` all rows are done.
    ``out``: an array of the caller's that is to be ``observation``, such as a pinned tensor's ``numpy()``. A batch is
    for one thread of the caller's; ``threads`` split its own work.

    >>> import mjenv
    >>> batch = mjenv.make_batch("four_bao", num_tables=2, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.observation.shape, batch.action_mask.shape
    ((2, 28, 34), (2, 113))
    """

    def __init__(
        self,
        rules: Rules,
        num_tables: int,
        *,
        hands: int = 1,
        threads: int = 1,
        encoder: str = "planes/1",
        illegal: str = "raise",
        record: bool = False,
        out: np.ndarray | None = None,
    ) -> None:
        for name, value in (("num_tables", num_tables), ("hands", hands), ("threads", threads)):
            check_count(name, value)
        if illegal not in ILLEGAL_MODES:
            message = f"illegal={illegal!r}: expected one of {', '.join(ILLEGAL_MODES)}"
            raise MjenvError(message)
        self.rules = rules
        self.num_tables = num_tables
        self.hands = hands
        self.threads = threads
        self.illegal = illegal
        self.encoder = find_encoder(encoder)
        self.states = new_states(num_tables)
        self.logs = new_logs(num_tables if record else 0)
        self.observation = self._room(self.encoder, num_tables, out)
        self._mask = np.zeros((num_tables, MASK_WIDTH), np.int8)
        self._actions = np.zeros(num_tables, np.int64)
        self._all_rows = np.arange(num_tables)
        self.actor = np.full(num_tables, NOTHING, np.int8)
        self.reward = np.zeros((num_tables, NUM_SEATS), np.int32)
        self._flags = np.zeros((2, num_tables), np.bool_)
        self._runs = np.zeros(num_tables, RUN)
        self._pool: ThreadPoolExecutor | None = None
        self._clear()

    def _clear(self) -> None:
        """Leave every row done, with a seed for the match that a step would start."""
        self.states["phase"] = PHASE_DONE
        self.states["actor"] = NOTHING
        self.done[:] = True
        self._runs["seed"] = np.frombuffer(secrets.token_bytes(16 * self.num_tables), np.uint64).reshape(-1, 2)

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """Legal actions of the acting seats, int8 [n, 113]."""
        return self._mask[:, :NUM_ACTIONS]

    @property
    def hand_done(self) -> NDArray[np.bool_]:
        """Whether a hand ended in this step, bool [n]."""
        ended: NDArray[np.bool_] = self._flags[0]
        return ended

    @property
    def done(self) -> NDArray[np.bool_]:
        """Whether the match ended in this step, bool [n]."""
        ended: NDArray[np.bool_] = self._flags[1]
        return ended

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_pool": None}  # a copy has threads of its own

    # Playing ----------------------------------------------------------------------------------------
    def reset(
        self, seed: int | None = None, rows: ArrayLike | None = None, options: dict[str, Any] | None = None
    ) -> None:
        """Start new matches in all rows or in ``rows``.

        ``seed`` None draws a new one from the system. ``options`` for the first hand: ``match_seed`` uint64
        [k, 2] (the matches' seeds themselves), ``wall`` (tiles in wall order), ``dealer``, ``dice``, ``carry``
        (``draws``, ``counter``, ``totals``); each one value for all rows or one a row.
        Raises ``MjenvError`` where an option is impossible.
        """
        chosen = self._rows(rows)
        if len(np.unique(chosen)) < len(chosen):
            message = f"rows {rows!r:.80}: expected each row once"
            raise MjenvError(message)
        base = secrets.randbits(128) if seed is None else seed
        given = {} if options is None else options
        if not isinstance(given, Mapping):
            raise MjenvError(f"options={quote(options)}: expected a mapping")
        prepared = prepare_matches(self.rules, len(chosen), self.hands, given)
        own_seeds = given.get("match_seed") is not None
        if own_seeds:
            self._runs["seed"][chosen] = prepared["seed"]
        else:
            for row in chosen:
                self._runs["seed"][row] = row_seed(base, int(row))
        self._runs["matches"][chosen] = 0
        open_rows(self.states, self.rules.record, chosen, prepared, self._runs, own_seeds)
        self.play(chosen, self._actions)

    def step(self, actions: ArrayLike) -> None:
        """Play one decision in each row and go on to the next.

        ``actions``: int [n]. An illegal one raises ``IllegalActionError`` before any table moves, or is
        replaced by the default action (C16) with ``illegal="default"``.
        """
        try:
            given = np.array(actions)  # the batch's own from here on
        except ValueError:  # lists of several lengths
            given = np.zeros(0)
        if given.dtype.kind not in "iu" or given.shape != (self.num_tables,):
            message = (
                f"actions {given.dtype}{list(given.shape)}: expected whole numbers [{self.num_tables}], one a table"
            )
            raise IllegalActionError(message)
        self.play(self._all_rows, self.settle_illegal(given.astype(np.int64, copy=False)))

    def settle_illegal(self, actions: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return ``actions``, int64 [n], if all are legal; else raise, or return a copy with default actions (C16)."""
        row = find_illegal(self.states, self._runs, actions)
        if row == NOTHING:
            return actions
        if self.illegal == "raise":
            raise IllegalActionError(self._explain(int(row), int(actions[row])))
        settled: NDArray[np.int64] = actions.copy()
        self.replace_illegal(settled)
        return settled

    def replace_illegal(self, actions: NDArray[np.int64]) -> None:
        """Put the default action (C16) in place of each illegal one, int64 [n]."""
        replace_illegal(self.states, self._runs, actions)

    def play_at_random(self, seats: ArrayLike) -> None:
        """Let ``step`` itself play some seats, uniformly at random; it goes on until another is asked or a hand ends.

        ``seats``: bool [4], or [n, 4] for each table. A row whose actor is such a seat takes any action.
        """
        chosen = np.asarray(seats)
        if chosen.dtype != np.bool_ or chosen.shape not in {(NUM_SEATS,), (self.num_tables, NUM_SEATS)}:
            message = f"seats {seats!r:.80}: expected bool [4], or [{self.num_tables}, 4], one row a table"
            raise MjenvError(message)
        self._runs["random_seats"] = chosen @ (1 << np.arange(NUM_SEATS))

    def play(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Play legal actions, int64 [n], at the tables ``rows`` alone and rewrite their arrays; nothing is checked.

        Tables that have just been opened go to their first decision.
        """
        fused = self.encoder.name == PLANES_VERSION
        planes = self.observation if fused else NO_PLANES
        shown = (self.actor, self.reward, self._flags, self._mask.view(np.uint64), planes)
        table = (self.states, self.rules.record, self.logs)

        def part(start: int, stop: int) -> None:
            play_rows(*table, rows[start:stop], actions, self._runs, shown)

        self._run(part, len(rows))
        if not fused:
            self._show(rows)

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Return uniformly random legal actions, int64 [n], 0 in done rows; the stream belongs to each match."""
        shape, dtype = self._actions.shape, self._actions.dtype
        actions = np.empty(shape, dtype) if out is None else self._buffer(out, shape, dtype)
        choose_uniform(self.states, actions)
        return actions

    # Seeing -----------------------------------------------------------------------------------------
    def observe(self, seat: ArrayLike, out: np.ndarray | None = None) -> np.ndarray:
        """Return what ``seat`` (one, or one a row) sees in each table, in the batch's encoder."""
        target = self._room(self.encoder, self.num_tables, out)
        self._encode(self.encoder, self._all_rows, self._seats(seat, self.num_tables), target)
        return target

    def encode(
        self,
        encoder: str,
        rows: ArrayLike | None = None,
        *,
        seats: ArrayLike | None = None,
        out: np.ndarray | None = None,
    ) -> np.ndarray:
        """Return what ``seats`` (one, or one a row; None: who acts, zeros where nobody does) see of some rows.

        ``encoder`` need not be the batch's; ``out`` is written where it is given.
        """
        chosen = self._rows(rows)
        acting = self.states["actor"][chosen].astype(np.int64)
        found = find_encoder(encoder)
        target = self._room(found, len(chosen), out)
        self._encode(found, chosen, acting if seats is None else self._seats(seats, len(chosen)), target)
        return target

    def state_view(self, out: np.ndarray | None = None) -> np.ndarray:
        """Return the perfect-information arrays, int8 [n, 39, 34], of all tables: for critics, never for a player."""
        shape = (self.num_tables, *PERFECT_SHAPE)
        target = np.empty(shape, np.int8) if out is None else self._buffer(out, shape, np.dtype(np.int8))

        def part(start: int, stop: int) -> None:
            encode_perfect(self.states, self.rules.record, self._all_rows[start:stop], target[start:stop])

        self._run(part, self.num_tables)
        return target

    # Keeping ----------------------------------------------------------------------------------------
    def save(self) -> bytes:
        """Return the tables as bytes; ``load`` on a batch of the same rules and size goes on from there."""
        states = new_states(self.num_tables)
        states[...] = self.states  # fields only: what lies between them is not copied, and stays zero
        return self._header() + b"".join(part.tobytes() for part in (states, self._runs["seed"], self._runs["matches"]))

    def load(self, data: bytes) -> None:
        """Take over what ``save`` returned.

        Raises ``MjenvError``, and changes nothing, if it is of other rules, size or version, or damaged.
        """
        parts = (self.states, self._runs["seed"], self._runs["matches"])
        start = self._header()
        if not isinstance(data, bytes):
            raise MjenvError(f"saved batch: expected bytes, got {type(data).__name__}")
        if not data.startswith(start) or len(data) != len(start) + sum(part.nbytes for part in parts):
            message = (
                f"saved batch of {len(data)} bytes: expected one of {self.num_tables} tables, {self.hands} hands, "
                f"rules {self.rules.preset.id} ({self.rules.hash}) and state version {STATE_VERSION}"
            )
            raise MjenvError(message)
        loaded = []
        offset = len(start)
        for part in parts:
            values = np.frombuffer(data, part.dtype, part.size, offset).reshape(part.shape)
            loaded.append(values.copy())  # aligned in memory, as kernels need it
            offset += part.nbytes
        check_states(self.rules, self.hands, loaded[0])
        for part, values in zip(parts, loaded, strict=True):
            part[...] = values
        self.logs["count"] = 0
        self._publish()

    # Inner parts --------------------------------------------------------------------------------------
    def _header(self) -> bytes:
        """Return what the bytes of tables of the same rules, size and version start with."""
        numbers = np.array([STATE_VERSION, self.num_tables, self.hands, int(self.rules.hash, 16)], np.uint64)
        return SAVE_MAGIC + numbers.tobytes()

    def _rows(self, rows: ArrayLike | None) -> NDArray[np.int64]:
        if rows is None:
            return np.arange(self.num_tables)
        chosen = np.atleast_1d(np.asarray(rows))
        if chosen.dtype == np.bool_ and chosen.shape == (self.num_tables,):
            return np.flatnonzero(chosen)
        fits = chosen.dtype.kind in "iu" and chosen.ndim == 1
        if not fits or ((chosen < 0) | (chosen >= self.num_tables)).any():
            message = f"rows {rows!r:.80}: expected numbers from 0 to {self.num_tables - 1}, or a mask of all rows"
            raise MjenvError(message)
        return chosen.astype(np.int64)

    @staticmethod
    def _seats(seat: ArrayLike, count: int) -> NDArray[np.int64]:
        given = np.asarray(seat)
        fits = given.dtype.kind in "iu" and given.shape in {(), (count,)}
        if not fits or ((given < 0) | (given >= NUM_SEATS)).any():
            message = f"seat {seat!r:.80}: expected a number from 0 to 3, or {count} of them, one a table"
            raise MjenvError(message)
        return np.full(count, given, np.int64)

    @staticmethod
    def _buffer(out: np.ndarray, shape: tuple[int, ...], dtype: np.dtype[Any]) -> np.ndarray:
        """Return the caller's array, which must be of a shape and type, and open to a kernel."""
        if not isinstance(out, np.ndarray) or (out.shape, out.dtype) != (shape, dtype):
            raise MjenvError(f"out: expected an array of shape {shape} and type {dtype}")
        if not (out.flags.c_contiguous and out.flags.aligned and out.flags.writeable):
            raise MjenvError("out: expected an array that is contiguous, aligned and may be written")
        return out if type(out) is np.ndarray else out.view(np.ndarray)  # kernels are compiled for no other class

    def _room(self, encoder: Encoder, count: int, out: np.ndarray | None) -> np.ndarray:
        """Return the caller's array for some observations, or a new one."""
        return encoder.new_array(count) if out is None else self._buffer(out, (count, *encoder.shape), encoder.dtype)

    def _publish(self) -> None:
        """Rewrite all arrays from the states."""
        shown = (self.actor, self.reward, self._flags, self._mask.view(np.uint64))
        publish_rows(self.states, self._all_rows, *shown)
        self._show(self._all_rows)

    def _show(self, rows: NDArray[np.int64]) -> None:
        """Rewrite the observations of some rows."""
        seats = self.actor[rows].astype(np.int64)
        if len(rows) == self.num_tables:
            self._encode(self.encoder, rows, seats, self.observation)
        else:
            part = self.encoder.new_array(len(rows))
            self._encode(self.encoder, rows, seats, part)
            self.observation[rows] = part

    def _encode(self, encoder: Encoder, rows: NDArray[np.int64], seats: NDArray[np.int64], out: np.ndarray) -> None:
        def part(start: int, stop: int) -> None:
            encoder.kernel(self.states, self.rules.record, rows[start:stop], seats[start:stop], out[start:stop])

        self._run(part, len(rows))
        out[seats == NOTHING] = np.zeros((), out.dtype)

    def _run(self, part: Callable[[int, int], None], count: int) -> None:
        """Call ``part(start, stop)`` over ``count`` rows, split between the threads."""
        if self.threads == 1 or JIT_DISABLED:  # plain Python gains nothing from threads
            part(0, count)
            return
        if count == 0:
            return
        self._pool = self._pool or ThreadPoolExecutor(self.threads)
        edges = np.linspace(0, count, min(self.threads, count) + 1).astype(int)
        list(self._pool.map(part, edges[:-1].tolist(), edges[1:].tolist()))

    def _explain(self, row: int, action: int) -> str:
        legal = ", ".join(legal_names(self.states, row))
        name = action_name(action) if 0 <= action < NUM_ACTIONS else "no action"
        return f"table {row}, seat {self.states['actor'][row]}: action {action} ({name}) is illegal; legal: {legal}"
