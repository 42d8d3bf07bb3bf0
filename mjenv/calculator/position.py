"""A hand and its situation as a position of the engine's state; refusals say why a win cannot be."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.calculator.holding import HandError, Meld, check_copies, settle_rules
from mjenv.calculator.situation import UNKNOWN_BAO, Facts
from mjenv.engine.codes import (
    NUM_KINDS,
    NUM_SEATS,
    SOURCE_FLOWER,
    SOURCE_HEAD,
    SOURCE_KONG,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.engine.log import new_logs
from mjenv.engine.melds import TRAIT_OPEN
from mjenv.engine.state import new_states
from mjenv.engine.tiles import format_tiles, tile_name
from mjenv.table import position as kernels
from mjenv.variants.harbin_ready import MELDS_MAX, count_suits, has_terminal
from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjenv.variants.params import Rules

HARBIN: Final = "harbin"
SILENT: Final = new_logs(0)
PUNG_SIZE: Final = 3


class NoWinError(HandError):
    """A hand that can be, but that its rule set does not let win."""


@dataclass
class Position:
    """Hand and melds of one seat on an otherwise empty table, and what the engine says about them."""

    rules: Rules
    seat: int
    hand: list[int]  # 13 tiles less three a meld
    melds: tuple[Meld, ...]
    states: np.ndarray = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.states = new_states(2)
        self.states["dice"] = 2, 3
        kernels.open_position(self.states, self.rules.record)
        self.lay(self.seat, self.hand, self.melds)

    def lay(self, seat: int, hand: Sequence[int], melds: Sequence[Meld]) -> None:
        """Give a seat tiles and melds."""
        rows = np.array([meld.row for meld in melds], np.int64).reshape(-1, 3)
        kernels.lay_seat(self.states, seat, np.array(hand, np.int64), rows)

    def find_waits(self) -> list[int]:
        """Return the kinds that complete the hand (C19)."""
        bits = int(kernels.find_waits(self.states, self.rules.record, self.seat))
        return [kind for kind in range(NUM_KINDS) if bits >> kind & 1]

    def may_be_ready(self) -> bool:
        """Whether the engine would let the seat declare ready with these 13 tiles (H5, B4, S4)."""
        spare = next(kind for kind in range(NUM_KINDS) if not self.holds(kind))
        rules = self.rules
        before_win = rules.variant == HARBIN and rules.values.get("sequence_at_ting")
        if before_win and any(meld.is_kong for meld in self.melds):
            # a kong made after ready may have used up the run that was there before (H6, H7)
            rules = settle_rules(rules, {"sequence_at_ting": False})
        return bool(kernels.may_be_ready(self.states.copy(), rules.record, self.seat, spare))

    def holds(self, kind: int) -> bool:
        """Whether a kind is in hand or melds."""
        return kind in self.hand or any(kind in meld.kinds for meld in self.melds)

    def why_not_ready(self) -> str:
        """Return what keeps 13 tiles from being ready, where they may not be."""
        if not self.find_waits():
            return "it waits on nothing"
        if self.rules.variant != HARBIN:
            return f"{self.rules.preset.id} does not let it"
        state = self.states[0]
        reasons = []
        if not any(meld.is_open for meld in self.melds):
            reasons.append("it has no open meld")
        if len(self.melds) > MELDS_MAX:
            reasons.append("it has four melds")
        if not self.rules.values["terminal_from_winning_tile"] and not has_terminal(state, self.seat):
            reasons.append("it has no 1, 9 or 7z")
        if count_suits(state, self.seat) < 2:
            reasons.append("it has tiles of one suit only")
        return " and ".join(reasons) or "no wait has a run before the winning tile"


def surround(position: Position, facts: Facts, kind: int) -> None:
    """Put the rest of the situation round a hand that is about to win with ``kind``. Raises ``HandError``."""
    states, state = position.states, position.states[0]
    others = seats_besides(position, facts, kind)
    check_tiles(position, facts, others, kind)
    state["dealer"], state["draws"], state["counter"], state["dice"] = (
        facts.dealer,
        facts.draws,
        facts.counter,
        facts.dice,
    )
    kernels.open_position(states, position.rules.record)
    position.lay(position.seat, position.hand, position.melds)
    for seat, melds in others.items():
        position.lay(seat, (), melds)
    if BOOKS[position.rules.variant].has_bao:
        state["bao"] = facts.bao
    if position.rules.variant == HARBIN:
        for seat in range(NUM_SEATS):
            if seat != position.seat and seat not in others and seat not in facts.standing:
                state["traits"][seat] |= TRAIT_OPEN  # melds that nobody named (H16)
    if any(facts.flowers):
        state["flowers"][position.seat] = facts.flowers
    state["source"] = SOURCE_KONG if facts.kong_draw else SOURCE_FLOWER if facts.flower_draw else SOURCE_HEAD
    ready = np.array(facts.ready, np.int64)
    kernels.make_ready(states, position.rules.record, SILENT, ready, facts.last_tile)


def seats_besides(position: Position, facts: Facts, kind: int) -> dict[int, tuple[Meld, ...]]:
    """Return the melds of the other seats, with the pung to which the giver of a robbed kong adds."""
    others = dict(facts.others)
    if facts.win_type != WIN_ROBBED_KONG:
        return others
    melds = others.get(facts.giver, ())
    for meld in melds:
        if kind in meld.kinds and meld.is_kong:
            raise HandError(f"others: {meld} of seat {facts.giver} is robbed, so it stays a pung (C12)")
    if not any(meld.word == "pung" and kind in meld.kinds for meld in melds):
        if len(melds) > 3:
            raise HandError(f"robbed_from={facts.giver}: none of its four melds is a pung of {tile_name(kind)}")
        others[facts.giver] = (*melds, Meld("pung", (kind,) * PUNG_SIZE, (facts.giver - 1) % NUM_SEATS))
    if position.holds(kind):
        raise HandError(
            f"robbed_from={facts.giver}: its kong has all four {tile_name(kind)}, of which the winner holds some itself"
        )
    return others


def check_tiles(position: Position, facts: Facts, others: dict[int, tuple[Meld, ...]], kind: int) -> None:
    """Refuse more tiles of a kind than there are, and a replacement without a kong."""
    melds = [*position.melds, *(meld for seat in others.values() for meld in seat)]
    bao = [tile for tile in facts.bao if tile != UNKNOWN_BAO]
    check_copies([*position.hand, kind, *bao, *(tile for meld in melds for tile in meld.kinds)], position.rules)
    if facts.kong_draw:
        check_kong_draw(position)


def check_kong_draw(position: Position) -> None:
    """Refuse a replacement without a kong, or of one that a ready seat may not make (H7, S4)."""
    kongs = [meld for meld in position.melds if meld.is_kong]
    if not kongs:
        raise HandError("kong_draw: the winner has no kong whose replacement it could draw")
    rules, clause = position.rules, {"harbin": "H7", "shanghai": "S4"}.get(position.rules.variant)
    if clause and rules.values["kong_after_ting"] == "never":
        raise HandError(
            f"kong_draw: only a ready seat wins, and with kong_after_ting=never it makes no kong ({clause})"
        )
    if clause and all(meld.word == "kong" for meld in kongs):
        raise HandError(f"kong_draw: only a ready seat wins, and it makes no kong of a discard ({clause})")


def check_win(position: Position, facts: Facts, kind: int) -> list[int]:
    """Return the waits of a hand that may win with ``kind``; raise ``HandError`` with the reason where it may not.

    ``NoWinError`` where the hand can be, but the rule set does not let it win.
    """
    waits = position.find_waits()
    held = f"hand {format_tiles(position.hand)}" + "".join(f", {meld.word} {meld.tiles}" for meld in position.melds)
    if not waits:
        raise HandError(f"{held}: waits on nothing in {position.rules.preset.id}, so no tile completes it")
    if (
        position.seat in facts.ready
        and not Position(position.rules, position.seat, position.hand, position.melds).may_be_ready()
    ):
        raise HandError(f"{held}: may not be ready, as {position.why_not_ready()}{clause_of_ready(position.rules)}")
    may_win = kernels.may_win(
        position.states.copy(), position.rules.record, position.seat, facts.giver, kind, facts.win_type
    )
    if not may_win:
        reason = f"{tile_name(kind)} does not win, it waits on {format_tiles(waits)}{no_bao(facts)}"
        if kind in waits and position.rules.preset.has_ready and position.seat not in facts.ready:
            reason += f", and seat {position.seat} is not ready"
        raise NoWinError(f"{held}: {reason}")
    return waits


def clause_of_ready(rules: Rules) -> str:
    """Return the clause of a ready hand, in brackets."""
    return " (H5)" if rules.variant == HARBIN else ""


def no_bao(facts: Facts) -> str:
    """Return that no 宝 helps, where some are named."""
    known = [kind for kind in facts.bao if kind != UNKNOWN_BAO]
    if not known:
        return ""
    drawn = facts.win_type == WIN_SELF_DRAW
    return f", and the 宝 in force is {format_tiles(known)}" + ("" if drawn else ", which counts only when drawn (H13)")
