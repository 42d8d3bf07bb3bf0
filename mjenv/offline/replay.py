"""Decisions of event logs: many hands at a time are played again as the logs say, and checked on the way."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from mjenv.engine.codes import NOTHING, NUM_SEATS, PHASE_DEAL
from mjenv.engine.menu import ACTION_NAMES
from mjenv.offline.columns import MASK_BYTES, Block, pack_mask
from mjenv.offline.header import Logs
from mjenv.offline.logged import LoggedHand, open_match, read_hands
from mjenv.offline.wave import Wave, choose_tables
from mjenv.table.batch import Batch
from mjenv.table.opening import CARRY, prepare_matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from mjenv.arena.stream import Progress
    from mjenv.variants.params import Rules


@dataclass(frozen=True)
class LogSource:
    """The decisions of logs of the same rules, those of the first; match k is that of log k."""

    paths: tuple[Path, ...]
    rules: Rules

    @classmethod
    def open(cls, paths: Sequence[Path]) -> LogSource:
        """Return the source; raises ``LogError`` where the first log cannot be read."""
        return cls(tuple(paths), open_match(paths[0])[0])

    @property
    def made(self) -> Logs:
        """What the metadata say."""
        return Logs(len(self.paths))

    def blocks(
        self,
        encoder: str,
        seat: int | None = None,
        *,
        threads: int = 1,
        tables: int | None = None,
        progress: Progress | None = None,
    ) -> Iterator[Block]:
        """Yield the decisions of a seat (None: of all) in order.

        Raises ``LogError`` where a log cannot be read, or menus, actions, points or carry-over are not those of
        the rules; ``mjenv verify`` looks at every event.
        """
        size = tables or choose_tables(encoder, 1)
        batch: Batch | None = None
        hands = self._read(progress)
        while due := list(islice(hands, size)):
            if batch is None or batch.num_tables < len(due):
                batch = Batch(self.rules, len(due), threads=threads, encoder=encoder)
            block = _Wave(batch, due).play(Wave(batch, seat))
            if block:
                yield block

    def _read(self, progress: Progress | None) -> Iterator[LoggedHand]:
        for match, path in enumerate(self.paths):
            yield from read_hands(path, match, self.rules)
            if progress:
                progress(match + 1, len(self.paths))


class _Wave:
    """Hands played at the same time, hand k at table k."""

    def __init__(self, batch: Batch, hands: list[LoggedHand]) -> None:
        self._batch = batch
        self._hands = hands
        self._rows = np.arange(len(hands))
        self._lengths = np.array([len(hand.actors) for hand in hands])
        longest = int(self._lengths.max())
        self._actors = np.full((len(hands), longest), NOTHING, np.int64)
        self._actions = np.zeros((len(hands), longest), np.int64)
        self._masks = np.zeros((len(hands), longest, MASK_BYTES), np.uint8)
        for row, hand in enumerate(hands):
            count = len(hand.actors)
            self._actors[row, :count] = hand.actors
            self._actions[row, :count] = hand.actions
            self._masks[row, :count] = np.frombuffer(b"".join(hand.masks), np.uint8).reshape(count, MASK_BYTES)

    def play(self, wave: Wave) -> Block:
        """Play the hands to their end and return their decisions."""
        batch = self._batch
        self._deal()
        actions = np.zeros(batch.num_tables, np.int64)
        for place in range(self._actions.shape[1]):
            rows = self._rows[place < self._lengths]
            self._check_asked(rows, place)
            actions[rows] = self._actions[rows, place]
            wave.play(rows, actions)
            self._check_end(rows, place)
        return self._name(wave.take())

    def _deal(self) -> None:
        """Deal the hands as the logs say; where one ends, the table goes on to deal the next, which is not played."""
        openings = [hand.opening for hand in self._hands]
        options = {name: np.stack([opening[name] for opening in openings]) for name in ("dealer", "dice", "wall")}
        carry = {name: np.array([opening["carry"][name] for opening in openings]) for name in CARRY}
        prepared = prepare_matches(self._batch.rules, len(openings), 1, options | {"carry": carry})
        prepared["hand_index"] = [hand.number for hand in self._hands]
        prepared["hands"] = [hand.planned for hand in self._hands]
        prepared["actor"] = NOTHING
        prepared["phase"] = PHASE_DEAL
        self._batch.states[self._rows] = prepared
        self._batch.play(self._rows, np.zeros(self._batch.num_tables, np.int64))
        for row in self._rows[self._lengths == 0]:
            self._hands[row].fail("nobody is asked")

    def _check_asked(self, rows: np.ndarray, place: int) -> None:
        """Compare who is asked, and for what, with the logs."""
        batch = self._batch
        mask = batch.action_mask[rows]
        actor, action = self._actors[rows, place], self._actions[rows, place]
        wrong = (batch.actor[rows] != actor) | (pack_mask(mask) != self._masks[rows, place]).any(axis=1)
        legal = mask[np.arange(len(rows)), action] != 0
        if not wrong.any() and legal.all():
            return
        k = int((wrong | ~legal).argmax())
        hand = self._hands[rows[k]]
        if wrong[k]:
            hand.fail(f"decision {place}: seat {actor[k]} is asked, or has a choice, that the rules do not give")
        hand.fail(f"decision {place}: {ACTION_NAMES[action[k]]!r} is not legal")

    def _check_end(self, rows: np.ndarray, place: int) -> None:
        """Compare which hands end here, and how, with the logs."""
        batch = self._batch
        ends = self._lengths[rows] == place + 1
        wrong = batch.hand_done[rows] != ends
        if wrong.any():
            self._hands[rows[int(wrong.argmax())]].fail(f"it does not end where the rules end it (decision {place})")
        for row in rows[ends]:
            hand, state = self._hands[row], batch.states[row]
            if state["points"].tolist() != hand.points:
                hand.fail(f"end_hand.points are {hand.points}, by the rules {state['points'].tolist()}")
            carry = {name: state[name].tolist() for name in ("dealer", *CARRY)}
            if carry != hand.carry:
                hand.fail(f"end_hand.next is {hand.carry}, by the rules {carry}")

    def _name(self, block: Block) -> Block:
        """Give the decisions the numbers of their matches, and the points of the match after their hand."""
        if block:
            table = block["match"].astype(np.int64)
            later = np.array([hand.later for hand in self._hands], np.int32).reshape(-1, NUM_SEATS)
            block["match_points"] += later[table, block["seat"]]
            block["match"] = np.array([hand.match for hand in self._hands], np.int32)[table]
        return block
