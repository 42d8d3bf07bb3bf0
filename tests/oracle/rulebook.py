"""What all rule books share: parameters, turn actions, claims. Variants override where their clauses say so."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from .seat import CHOW, CONCEALED_KONG, EXPOSED_KONG, PUNG, Meld, Melds, Seat, Turn, groups_of
from .shapes import Groups, Hand, without
from .tiles import in_action_order, is_suited, name_of

if TYPE_CHECKING:
    from .settle import Pairs, Score
    from .table import Table

COMMON_PARAMS: dict[str, object] = {
    "kong_after_claim": False,  # C8
    "concealed_kong_hidden": False,  # C24: views only, the full stream is the same
    "cap": None,  # C23
    "table_fee": 0,  # C22
}

CHOW_STEPS = {"chow_low": 0, "chow_mid": 1, "chow_high": 2}  # claimed kind minus lowest kind (C11)


def priority(action: str) -> int:
    """The rank of a claim (C14)."""
    if action == "hu":
        return 4
    if action.startswith("ting_"):
        return 3
    return {"kong": 2, "pung": 2, "chow_low": 1, "chow_mid": 1, "chow_high": 1}.get(action, 0)


class RuleBook:
    """One rule set with its parameters. Subclasses are the variants."""

    variant: ClassVar[str] = ""
    presets: ClassVar[dict[str, dict[str, object]]] = {}
    kinds: ClassVar[tuple[int, ...]] = ()  # kinds that may stay in a hand
    flower_kinds: ClassVar[tuple[int, ...]] = ()
    multi_win = False
    chow_allowed = True

    def __init__(self, rules: str, params: dict[str, object] | None = None) -> None:
        self.rules = rules
        self.params = {**COMMON_PARAMS, **self.presets[rules]}
        for name, value in (params or {}).items():
            if name not in self.params:
                raise ValueError(f"rule set {rules} has no parameter {name!r}")
            self.params[name] = value

    # --- wall (C4) ---

    def full_set(self) -> list[int]:
        """All tiles of the wall, unshuffled."""
        singles = [kind for kind in self.flower_kinds if kind >= 34]
        fours = [*self.kinds, *(kind for kind in self.flower_kinds if kind < 34)]
        return sorted(fours * 4 + singles)

    def set_aside(self) -> int:
        """How many tiles at the end of the wall are never drawn."""
        return 0

    def left(self, table: Table) -> int:
        """Tiles that can still be drawn."""
        return table.tail - table.head

    def can_kong(self, table: Table) -> bool:
        """C8: a kong needs a replacement tile."""
        return self.left(table) > 0

    def open_hand(self, table: Table) -> Turn | None:
        """The dealer's first turn (C5)."""
        return Turn(table.dealer, table.last_dealt, "deal")

    def is_endgame_draw(self, table: Table) -> bool:
        """Whether the next head draw is an endgame draw (H23)."""
        return False

    # --- waits and ready (C19) ---

    def waits(self, hand: Hand, groups: Groups) -> frozenset[int]:
        """The waits of a 13-tile state (C19)."""
        raise NotImplementedError

    def ready_waits(self, hand: Hand, melds: Melds) -> frozenset[int]:
        """The waits of a 13-tile state in which ready may be declared; empty where it may not."""
        return self.waits(hand, groups_of(melds))

    def is_kong_kept_ready(self, seat: Seat, hand: Hand, melds: Melds) -> bool:
        """Whether a ready seat may make the kong that leaves these tiles (C15)."""
        waits = self.waits(hand, groups_of(melds))
        mode = self.params["kong_after_ting"]
        return (mode == "same_waits" and waits == seat.waits) or (mode == "still_ready" and bool(waits))

    # --- own turn (C10) ---

    def turn_actions(self, table: Table, turn: Turn) -> list[str]:
        """The legal actions of a turn, in id order."""
        seat = table.seats[turn.seat]
        actions: list[str] = []
        if turn.after == "ready_claim":  # H8
            return [f"ting {name_of(kind)}" for kind in self.ting_kinds(seat, turn)]
        if turn.endgame or seat.ready:  # H23, C15
            actions.append(f"discard {name_of(turn.drawn)}")
        else:
            actions += [f"discard {name_of(kind)}" for kind in sorted(set(seat.hand) - turn.barred)]
            actions += [f"ting {name_of(kind)}" for kind in self.ting_kinds(seat, turn)]
        if not turn.endgame:
            actions += [f"self_kong {name_of(kind)}" for kind in self.self_kong_kinds(table, turn)]
        if turn.drawn is not None and self.can_self_draw(table, turn):  # C8: never `hu` after a claim
            actions.append("hu")
        return self.forced(in_action_order(actions))

    def forced(self, actions: list[str]) -> list[str]:
        """With `force_win` a possible win is the only action (S4, C9)."""
        return ["hu"] if "hu" in actions and self.params.get("force_win") else actions

    def ting_kinds(self, seat: Seat, turn: Turn) -> list[int]:
        """The discards with which the seat may declare ready."""
        melds = tuple(seat.melds)
        kinds = sorted(set(seat.hand) - turn.barred)
        return [kind for kind in kinds if self.ready_waits(without(seat.hand, kind), melds)]

    def self_kong_kinds(self, table: Table, turn: Turn) -> list[int]:
        """The kongs of one's own turn (C7, C8)."""
        seat = table.seats[turn.seat]
        if not self.can_kong(table) or (turn.drawn is None and not self.params["kong_after_claim"]):
            return []
        found = []
        for kind in sorted(set(seat.hand)):
            after = seat.after_self_kong(kind)
            if after is None or not self.is_self_kong_allowed(seat, is_concealed(after[1], kind)):
                continue
            if not seat.ready or self.is_kong_kept_ready(seat, *after):
                found.append(kind)
        return found

    def is_self_kong_allowed(self, seat: Seat, concealed: bool) -> bool:
        """A variant's further conditions on own kongs."""
        return True

    def can_self_draw(self, table: Table, turn: Turn) -> bool:
        """Whether the seat may win with the tile just drawn."""
        seat = table.seats[turn.seat]
        return seat.ready and turn.drawn in seat.waits

    # --- claims (C11, C12) ---

    def claim_actions(self, table: Table, seat: Seat, giver: int, kind: int) -> list[str]:
        """All claims of a seat on a discard, without `pass`."""
        claims = ["hu"] if self.can_claim_win(seat, kind) else []
        if seat.ready:
            claims += self.ready_seat_kong(table, seat, kind)
        else:
            claims += self.meld_claims(table, seat, giver, kind)
        return self.forced(in_action_order(claims))

    def rob_actions(self, table: Table, seat: Seat, giver: int, kind: int) -> list[str]:
        """The claims on an added kong (C12)."""
        return ["hu"] if self.can_claim_win(seat, kind) else []

    def can_claim_win(self, seat: Seat, kind: int) -> bool:
        """Whether the seat may win with another's tile."""
        return seat.ready and kind in seat.waits

    def ready_seat_kong(self, table: Table, seat: Seat, kind: int) -> list[str]:
        """The exposed kong of a ready seat, where a variant has it (B4)."""
        return []

    def meld_claims(self, table: Table, seat: Seat, giver: int, kind: int) -> list[str]:
        """Chow (next seat only), pung and exposed kong."""
        claims = []
        if self.chow_allowed and seat.index == (giver + 1) % 4:
            claims += [name for name, _ in chow_forms(seat, kind)]
        if seat.hand.count(kind) >= 2:
            claims.append("pung")
        if seat.hand.count(kind) == 3 and self.can_kong(table):
            claims.append("kong")
        return claims

    # --- moments at which a variant acts ---

    def after_discard(self, table: Table, seat: Seat, kind: int, ready: bool) -> None:
        """Directly after a discard, before claims are asked."""

    def after_meld(self, table: Table) -> None:
        """Directly after a claimed meld, or an added kong that was not robbed."""

    def after_answer(self, seat: Seat, kind: int, legal: list[str], action: str) -> None:
        """After a seat answered on a discard."""

    def barred_after(self, seat: Seat, action: str, kind: int) -> frozenset[int]:
        """The kinds that may not be discarded right after a claim (S7)."""
        return frozenset()

    # --- settlement ---

    def score(self, table: Table, winner: int, giver: int | None, kind: int, mode: str, turn: Turn) -> Score:
        """What the winner gets. The winning tile is in the winner's hand already."""
        raise NotImplementedError

    def kong_payments(self, table: Table) -> Pairs:
        """Kong payments of a won hand."""
        return {}

    def tasks(self, table: Table, scores: list[Score]) -> dict[str, int]:
        """Side tasks of the winner."""
        return {}

    def all_baos(self, table: Table) -> list[int] | None:
        """The 宝 tiles to report, None where the variant has none."""
        return None

    def next_hand(self, table: Table, winners: list[int], giver: int | None) -> tuple[int, int, int]:
        """Dealer, draws in a row and counter for the next hand."""
        raise NotImplementedError


def is_concealed(melds: Melds, kind: int) -> bool:
    """Whether the kong of this kind among the melds is a concealed one."""
    return Meld(CONCEALED_KONG, kind) in melds


def chow_forms(seat: Seat, kind: int) -> list[tuple[str, int]]:
    """The chows a seat could make with a tile: action and lowest kind of the run."""
    forms = []
    for name, step in CHOW_STEPS.items():
        lowest = kind - step
        fits = is_suited(kind) and lowest >= 0 and lowest // 9 == kind // 9 and lowest % 9 <= 6
        if fits and all(other in seat.hand for other in range(lowest, lowest + 3) if other != kind):
            forms.append((name, lowest))
    return forms


def after_claim(seat: Seat, action: str, kind: int, giver: int) -> tuple[Hand, Meld]:
    """Concealed tiles left and the meld made by a claim of any sort but `hu`."""
    action = action.removeprefix("ting_")
    if action in CHOW_STEPS:
        lowest = kind - CHOW_STEPS[action]
        rest: Hand = tuple(seat.hand)
        for other in range(lowest, lowest + 3):
            if other != kind:
                rest = without(rest, other)
        return rest, Meld(CHOW, lowest, giver)
    if action == "pung":
        return without(seat.hand, kind, 2), Meld(PUNG, kind, giver)
    return without(seat.hand, kind, 3), Meld(EXPOSED_KONG, kind, giver)
