"""The turn machine of every variant: deal, draw, act, claim, rob, settle."""

from __future__ import annotations

from collections.abc import Callable

from .rulebook import RuleBook, after_claim, is_concealed, priority
from .seat import Seat, Turn, groups_of
from .settle import Pairs, Score, add_pair, apply_cap, net, payment_vector, turn_order
from .tiles import kind_of, name_of, names_of

Choose = Callable[[int, list[str]], str]
Event = dict[str, object]
Claim = tuple[int, str]  # seat, action


class Table:
    """One hand of one rule set, played on a given wall."""

    def __init__(
        self,
        book: RuleBook,
        *,
        wall: list[str],
        dealer: int,
        dice: tuple[int, int],
        carry: dict,
        hand: int,
        choose: Choose,
    ) -> None:
        self.book = book
        self.wall = [kind_of(name) for name in wall]
        if sorted(self.wall) != book.full_set():
            raise ValueError(f"the wall is not the tile set of {book.rules}")
        self.dealer = dealer
        self.dice = dice
        self.carry = carry
        self.number = hand
        self.choose = choose
        self.seats = [Seat(index) for index in range(4)]
        self.head = 0
        self.tail = len(self.wall) - book.set_aside()
        self.kongs_made = 0
        self.last_dealt = -1
        self.discards: list[int] = []  # those that nobody claimed
        self.baos: list[tuple[int, int]] = []  # owner and kind of every 宝 revealed so far
        self.events: list[Event] = []

    def play(self) -> list[Event]:
        """Play the hand to its end and return its events."""
        self._deal()
        turn = self.book.open_hand(self)
        while turn is not None:
            turn = self._take_turn(turn)
        return self.events

    def emit(self, type_: str, **keys: object) -> None:
        """Append an event."""
        self.events.append({"type": type_, **keys})

    # --- deal and draw (C4, C5) ---

    def _deal(self) -> None:
        order = [(self.dealer + step) % 4 for step in range(4)]
        dealt: list[list[int]] = [[], [], [], []]
        for number, seats in ((4, order), (4, order), (4, order), (1, order), (1, order[:1])):
            for seat in seats:
                dealt[seat] += self.wall[self.head : self.head + number]
                self.head += number
        for seat, kinds in zip(self.seats, dealt, strict=True):
            seat.hand = sorted(kinds)
        self.last_dealt = dealt[self.dealer][-1]
        self.emit(
            "start_hand",
            hand=self.number,
            dealer=self.dealer,
            dice=list(self.dice),
            carry={key: self.carry[key] for key in ("draws", "counter", "totals")},
            wall=names_of(self.wall),
            hands=[names_of(kinds) for kinds in dealt],
        )

    def take_from_wall(self, seat: Seat, source: str) -> int | None:
        """One draw event; None (and the hand is drawn) where no tile can be drawn."""
        if self.book.left(self) <= 0:  # C20
            self.finish(winners=[], giver=None, scores=[])
            return None
        if source == "head":
            kind = self.wall[self.head]
            self.head += 1
        else:
            self.tail -= 1
            kind = self.wall[self.tail]
        seat.take(kind)
        seat.end_bans()
        left = self.book.left(self)
        self.emit("draw", actor=seat.index, tile=name_of(kind), **{"from": source}, left=left)
        return kind

    def replace_flower(self, seat: Seat, kind: int) -> int | None:
        """Set a flower out and draw its replacement (S1)."""
        seat.hand.remove(kind)
        seat.flowers.append(kind)
        self.emit("flower", actor=seat.index, tile=name_of(kind))
        return self.take_from_wall(seat, "tail")

    def draw(self, index: int, after: str) -> Turn | None:
        """A seat's draw from the head, or its replacement after a kong, flowers replaced."""
        seat = self.seats[index]
        endgame = after == "head" and self.book.is_endgame_draw(self)
        kind = self.take_from_wall(seat, "head" if after == "head" else "tail")
        while kind is not None and kind in self.book.flower_kinds:
            kind = self.replace_flower(seat, kind)
            after = "flower" if after == "head" else after
        return None if kind is None else Turn(index, kind, after, endgame)

    # --- decisions (C9) ---

    def decide(self, index: int, legal: list[str]) -> tuple[str, bool]:
        """The chosen action, and whether it was carried out without asking."""
        if len(legal) == 1:
            return legal[0], True
        action = self.choose(index, list(legal))
        if action not in legal:
            raise ValueError(f"seat {index} chose {action!r}, legal: {legal}")
        self.emit("ask", actor=index, legal=list(legal), action=action)
        return action, False

    def _take_turn(self, turn: Turn) -> Turn | None:
        action, auto = self.decide(turn.seat, self.book.turn_actions(self, turn))
        if action == "hu":
            self._win([turn.seat], None, turn.drawn, "self_draw", turn)
            return None
        word, name = action.split(" ")
        if word == "self_kong":
            return self._self_kong(turn, kind_of(name))
        return self._discard(turn, kind_of(name), word == "ting", auto)

    def _discard(self, turn: Turn, kind: int, ready: bool, auto: bool) -> Turn | None:
        seat = self.seats[turn.seat]
        seat.hand.remove(kind)
        self.discards.append(kind)
        keys = {"auto": True} if auto else {}
        self.emit("discard", actor=seat.index, tile=name_of(kind), drawn=kind == turn.drawn, ready=ready, **keys)
        if ready:  # H4: ready from this discard on
            seat.ready = True
            seat.waits = self.book.waits(tuple(seat.hand), groups_of(seat.melds))
        self.book.after_discard(self, seat, kind, ready)
        claims = [] if turn.endgame else self._ask_discard(seat.index, kind)  # H23
        if not claims:
            return self.draw((seat.index + 1) % 4, "head")
        return self._grant(claims, seat.index, kind, turn)

    # --- claims (C13) ---

    def _ask_discard(self, giver: int, kind: int) -> list[Claim]:
        def ask(index: int, best: int) -> str:
            seat = self.seats[index]
            claims = self.book.claim_actions(self, seat, giver, kind)
            if not self._could_change(claims, best):
                return "pass"
            legal = self._answers(claims)
            action, _ = self.decide(index, legal)
            self.book.after_answer(seat, kind, legal, action)
            return action

        return self._collect(giver, ask)

    def _ask_robbing(self, giver: int, kind: int) -> list[Claim]:
        def ask(index: int, best: int) -> str:
            claims = self.book.rob_actions(self, self.seats[index], giver, kind)
            if not self._could_change(claims, best):
                return "pass"
            return self.decide(index, self._answers(claims))[0]

        return self._collect(giver, ask)

    def _answers(self, claims: list[str]) -> list[str]:
        """With `force_win` a seat that can win may not pass (S4)."""
        return claims if claims == ["hu"] and self.book.params.get("force_win") else [*claims, "pass"]

    def _could_change(self, claims: list[str], best: int) -> bool:
        """Whether one of the claims could change who gets the tile."""
        further_win = self.book.multi_win and "hu" in claims
        return further_win or any(priority(claim) > best for claim in claims)

    def _collect(self, giver: int, ask: Callable[[int, int], str]) -> list[Claim]:
        """Ask in turn order; the claims that prevail: several only where several seats win."""
        answers: list[Claim] = []
        best = 0
        for index in turn_order(giver):
            action = ask(index, best)
            answers.append((index, action))
            best = max(best, priority(action))
        prevailing = [claim for claim in answers if priority(claim[1]) == best > 0]
        return prevailing if best == priority("hu") and self.book.multi_win else prevailing[:1]

    def _grant(self, claims: list[Claim], giver: int, kind: int, turn: Turn) -> Turn | None:
        index, action = claims[0]
        if action == "hu":
            self._win([winner for winner, _ in claims], giver, kind, "discard", turn)
            return None
        seat = self.seats[index]
        barred = self.book.barred_after(seat, action, kind)
        rest, meld = after_claim(seat, action, kind, giver)
        consumed = list(seat.hand)
        for other in rest:
            consumed.remove(other)
        seat.hand = list(rest)
        seat.melds.append(meld)
        seat.end_bans()
        self.discards.pop()
        ready = action.startswith("ting_")
        type_ = action.removeprefix("ting_").split("_")[0]
        self.emit(
            type_,
            actor=index,
            target=giver,
            tile=name_of(kind),
            consumed=names_of(sorted(consumed)),
            ready=ready,
        )
        if type_ == "kong":
            return self._after_kong(index)
        self.book.after_meld(self)
        return Turn(index, None, "ready_claim" if ready else "claim", barred=barred)

    # --- kongs (C7, C8, C12) ---

    def _self_kong(self, turn: Turn, kind: int) -> Turn | None:
        seat = self.seats[turn.seat]
        rest, melds = seat.after_self_kong(kind)
        concealed = is_concealed(melds, kind)
        if not concealed:
            self.emit("added_kong", actor=seat.index, tile=name_of(kind))
            seat.hand = list(rest)  # the tile has left the hand, robbed or not
            winners = [index for index, _ in self._ask_robbing(seat.index, kind)]
            if winners:
                self._win(winners, seat.index, kind, "robbed_kong", turn)
                return None
        else:
            self.emit("concealed_kong", actor=seat.index, tile=name_of(kind))
        seat.hand, seat.melds = list(rest), list(melds)
        return self._after_kong(seat.index, exposed=not concealed)

    def _after_kong(self, index: int, *, exposed: bool = True) -> Turn | None:
        self.kongs_made += 1
        seat = self.seats[index]
        if exposed:
            self.book.after_meld(self)
        if seat.ready:
            seat.waits = self.book.waits(tuple(seat.hand), groups_of(seat.melds))
        return self.draw(index, "kong")

    # --- settlement (C20) ---

    def _win(self, winners: list[int], giver: int | None, kind: int, mode: str, turn: Turn) -> None:
        scores = []
        for winner in winners:
            seat = self.seats[winner]
            if giver is not None:
                seat.take(kind)
            scores.append(self.book.score(self, winner, giver, kind, mode, turn))
            flowers = {} if scores[-1].flowers is None else {"flowers": scores[-1].flowers}
            self.emit(
                "hu",
                actor=winner,
                target=giver,
                tile=name_of(kind),
                mode=mode,
                elements=scores[-1].elements,
                **flowers,
                hand=names_of(seat.hand),
                groups=scores[-1].groups,
                payments=payment_vector(winner, scores[-1].pays),
            )
        self.finish(winners=winners, giver=giver, scores=scores)

    def finish(self, *, winners: list[int], giver: int | None, scores: list[Score]) -> None:
        """Write `end_hand`; no winners is a draw."""
        kongs = self.book.kong_payments(self) if winners else {}
        pairs: Pairs = dict(kongs)
        for winner, score in zip(winners, scores, strict=True):
            for payer, amount in score.pays.items():
                add_pair(pairs, payer, winner, amount)
        points = net(apply_cap(pairs, self.book.params["cap"]))
        fee = self.book.params["table_fee"]
        dealer, draws, counter = self.book.next_hand(self, winners, giver)
        totals = [old + new - fee for old, new in zip(self.carry["totals"], points, strict=True)]
        baos = self.book.all_baos(self)
        self.emit(
            "end_hand",
            result="win" if winners else "draw",
            points=points,
            kongs=net(kongs),
            tasks=self.book.tasks(self, scores),
            **({} if baos is None else {"bao": names_of(baos)}),
            **({"fee": [fee] * 4} if fee else {}),
            next={"dealer": dealer, "draws": draws, "counter": counter, "totals": totals},
        )
