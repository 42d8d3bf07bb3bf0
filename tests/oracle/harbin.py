"""Harbin mahjong (哈尔滨麻将): `four_bao` and `single_bao`."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from .rulebook import RuleBook, after_claim, chow_forms
from .seat import Melds, Seat, Turn, groups_of, tiles_of
from .settle import Score, turn_order
from .shapes import (
    PAIR,
    RUN,
    Groups,
    Hand,
    count_triplets,
    decompositions,
    sorted_text,
    standard_waits,
    with_tile,
    without,
)
from .tiles import RED, SUIT_KINDS, TERMINALS, is_suited, name_of, rank_of, suit_of

if TYPE_CHECKING:
    from .table import Table

SHARED_PARAMS: dict[str, object] = {
    "terminal_from_winning_tile": False,  # H5
    "zhong_pair_for_triplet": True,  # H6
    "sequence_at_ting": False,  # H6
    "kong_after_ting": "same_waits",  # H7
    "ting_pung": True,  # H8
    "added_kong_with_three_melds": True,  # H9
    "edge_is_kadang": False,  # H15
    "rob_payer": "all",  # H16
}

TASKS = ("bao_run", "bao_two_pairs", "bao_in_bao")  # H26


class Mode(NamedTuple):
    """A way to count a win: what a loser with and without an open meld pays (H16)."""

    key: str
    open: int
    standing: int
    doubled: bool = False  # H17
    is_bao: bool = False

    def amount(self, seat: Seat) -> int:
        """What this loser pays."""
        return (self.open if seat.is_open else self.standing) * (2 if self.doubled else 1)


@lru_cache(maxsize=1 << 16)
def legal_decompositions(hand: Hand, melds: Groups, zhong_pair: bool) -> tuple[Groups, ...]:
    """The decompositions of a finished hand that may win, concealed groups only (H6)."""
    found = []
    for concealed in decompositions(hand):
        groups = melds + concealed
        has_run = any(group.form == RUN for group in groups)
        red_pair = any(group.form == PAIR and group.kind == RED for group in groups)
        if has_run and (count_triplets(groups) > 0 or (zhong_pair and red_pair)):
            found.append(concealed)
    return tuple(found)


def has_terminal(kinds: Hand) -> bool:
    """A 1, a 9 or a 红中 (H5 c)."""
    return any(kind in TERMINALS or kind == RED for kind in kinds)


@lru_cache(maxsize=1 << 16)
def harbin_waits(hand: Hand, melds: Groups, zhong_pair: bool, terminal_late: bool) -> frozenset[int]:
    """The waits of a 13-tile state (C19, H6); `terminal_late` is `terminal_from_winning_tile`."""
    candidates = standard_waits(hand)
    if not candidates:
        return candidates
    own = hand + tuple(kind for group in melds for kind in group.kinds())
    return frozenset(
        kind
        for kind in candidates
        if own.count(kind) < 4
        and kind in Harbin.kinds
        and legal_decompositions(with_tile(hand, kind), melds, zhong_pair)
        and not (terminal_late and not has_terminal((*own, kind)))
    )


class Harbin(RuleBook):
    """Both Harbin rule sets; `single_bao` marks what differs."""

    variant = "harbin"
    kinds: ClassVar[tuple[int, ...]] = (*SUIT_KINDS, RED)  # H1
    presets: ClassVar[dict[str, dict[str, object]]] = {
        "four_bao": {
            **SHARED_PARAMS,
            "task_bao_run": 0,
            "task_bao_two_pairs": 0,
            "task_bao_in_bao": 0,
        },
        "single_bao": {
            **SHARED_PARAMS,
            "bao_exchange_counts": "discards_and_melds",  # H12
            "bao_fan": 4,  # H20
            "bao_in_bao_fan": 16,
            "liability_after_draw": "stays",  # H25
        },
    }

    @property
    def is_single(self) -> bool:
        """Whether one 宝 is in play, that can be exchanged."""
        return self.rules == "single_bao"

    def set_aside(self) -> int:
        """The 宝 tiles at the end of the wall (H2, H3)."""
        return 1 if self.is_single else 4

    # --- ready (H4-H9) ---

    def waits(self, hand: Hand, groups: Groups) -> frozenset[int]:
        """H6 with the parameters of this table."""
        zhong_pair = bool(self.params["zhong_pair_for_triplet"])
        return harbin_waits(hand, groups, zhong_pair, bool(self.params["terminal_from_winning_tile"]))

    def ready_waits(self, hand: Hand, melds: Melds) -> frozenset[int]:
        """The waits where H5 lets the seat declare ready, else nothing."""
        if not any(meld.is_open for meld in melds) or len(melds) > 3:  # (a), (b)
            return frozenset()
        waits = self.waits(hand, groups_of(melds))  # (e)
        if not waits:
            return frozenset()
        own = hand + tiles_of(melds)
        if not self.params["terminal_from_winning_tile"] and not has_terminal(own):  # (c)
            return frozenset()
        if len({suit_of(kind) for kind in own if is_suited(kind)}) < 2:  # (d)
            return frozenset()
        if self.params["sequence_at_ting"] and not self.has_early_run(hand, groups_of(melds), waits):
            return frozenset()
        return waits

    def has_early_run(self, hand: Hand, melds: Groups, waits: frozenset[int]) -> bool:
        """H6 `sequence_at_ting`: some wait leaves a run that is complete without the winning tile."""
        for kind in waits:
            for groups in self.legal(with_tile(hand, kind), melds):
                for number, finished in enumerate(groups):
                    others = melds + groups[:number] + groups[number + 1 :]
                    if kind in finished.kinds() and any(group.form == RUN for group in others):
                        return True
        return False

    def legal(self, hand: Hand, melds: Groups) -> tuple[Groups, ...]:
        """H6 decompositions with the parameters of this table."""
        return legal_decompositions(hand, melds, bool(self.params["zhong_pair_for_triplet"]))

    def is_self_kong_allowed(self, seat: Seat, concealed: bool) -> bool:
        """H9: with three melds no concealed kong."""
        if len(seat.melds) < 3:
            return True
        return not concealed and bool(self.params["added_kong_with_three_melds"])

    def meld_claims(self, table: Table, seat: Seat, giver: int, kind: int) -> list[str]:
        """Ordinary and ready claims (H8, H9)."""
        if len(seat.melds) >= 3:  # H9
            return []
        ordinary = super().meld_claims(table, seat, giver, kind)
        possible = [name for name, _ in chow_forms(seat, kind)]
        if self.params["ting_pung"] and seat.hand.count(kind) >= 2:
            possible.append("pung")
        return ordinary + [f"ting_{name}" for name in possible if self.is_ready_claim(seat, name, kind, giver)]

    def is_ready_claim(self, seat: Seat, name: str, kind: int, giver: int) -> bool:
        """H8: after the meld some discard satisfies H5."""
        rest, meld = after_claim(seat, name, kind, giver)
        melds = (*seat.melds, meld)
        return any(self.ready_waits(without(rest, other), melds) for other in set(rest))

    # --- 宝 (H11-H14) ---

    def visible_baos(self, table: Table) -> list[tuple[int, int]]:
        """Owner and kind of each 宝 that has power now (H11, H12)."""
        return table.baos[-1:] if self.is_single else table.baos

    def can_self_draw(self, table: Table, turn: Turn) -> bool:
        """A ready seat wins on its waits, or on a 宝 that it draws (H13)."""
        seat = table.seats[turn.seat]
        return seat.ready and (turn.drawn in seat.waits or turn.drawn in [kind for _, kind in self.visible_baos(table)])

    def after_discard(self, table: Table, seat: Seat, kind: int, ready: bool) -> None:
        """A ready discard reveals a 宝 (H11, H12); then 换宝."""
        if ready and (not self.is_single or not table.baos):
            index = len(table.baos)
            bao = table.wall[len(table.wall) - self.set_aside() + index]
            table.baos.append((seat.index, bao))
            table.emit("bao", actor=seat.index, tile=name_of(bao), index=index)
        self.exchange(table)

    def after_meld(self, table: Table) -> None:
        """A claimed meld or an added kong may cause 换宝 (H12)."""
        self.exchange(table)

    def exchange(self, table: Table) -> None:
        """换宝, repeated while it holds (H12)."""
        if not self.is_single or not table.baos:
            return
        while self.left(table) > 0 and self.count_seen(table, table.baos[-1][1]) >= 3:
            old = table.baos[-1][1]
            table.tail -= 1
            new = table.wall[table.tail]
            table.baos.append((table.baos[-1][0], new))
            table.emit("bao_exchange", old=name_of(old), new=name_of(new))

    def count_seen(self, table: Table, kind: int) -> int:
        """Tiles of the kind among discards and exposed melds (H12)."""
        seen = table.discards.count(kind)
        if self.params["bao_exchange_counts"] == "discards_and_melds":
            for seat in table.seats:
                seen += tiles_of([meld for meld in seat.melds if meld.is_open]).count(kind)
        return seen

    def all_baos(self, table: Table) -> list[int]:
        """All 宝 of the hand, shown at its end."""
        if not self.is_single:
            return table.wall[108:112]  # H2
        return [kind for _, kind in table.baos] or [table.wall[111]]

    def is_endgame_draw(self, table: Table) -> bool:
        """H23: four or fewer tiles could still be drawn."""
        return self.is_single and self.left(table) <= 4

    # --- scoring (H15-H21) ---

    def is_kadang(self, hand: Hand, melds: Groups) -> bool:
        """卡当: one wait kind only, and it can stand in the middle of a run (H15)."""
        waits = self.waits(hand, melds)
        if len(waits) != 1:
            return False
        (kind,) = waits
        for groups in self.legal(with_tile(hand, kind), melds):
            runs = [group.kind for group in groups if group.form == RUN]
            if kind - 1 in runs:
                return True
            # 12 waiting for 3, 89 waiting for 7
            is_edge = (rank_of(kind) == 3 and kind - 2 in runs) or (rank_of(kind) == 7 and kind in runs)
            if is_edge and self.params["edge_is_kadang"]:
                return True
        return False

    def bao_modes(self, table: Table, winner: int, kind: int, kadang: bool, is_wait: bool) -> list[Mode]:
        """摸宝 and 宝中宝 (H13, H14, H16, H17, H20)."""
        owners = [owner for owner, bao in self.visible_baos(table) if bao == kind]
        if not owners:
            return []
        if self.is_single:
            prefix, plain, full = "", int(self.params["bao_fan"]), int(self.params["bao_in_bao_fan"])
        elif winner in owners:
            prefix, plain, full = "big_", 4, 16
        else:
            prefix, plain, full = "small_", 2, 8
        modes = [Mode(f"{prefix}bao", plain, plain, doubled=kadang, is_bao=True)]
        if kadang and is_wait:
            modes.append(Mode(f"{prefix}bao_in_bao", full, full, is_bao=True))
        return modes

    def score(self, table: Table, winner: int, giver: int | None, kind: int, mode: str, turn: Turn) -> Score:
        """The mode that pays most; of equals a 宝 mode (C18, H21)."""
        seat = table.seats[winner]
        melds = groups_of(seat.melds)
        before = without(seat.hand, kind)
        is_wait = kind in self.waits(before, melds)
        kadang = self.is_kadang(before, melds)
        modes: list[Mode] = []
        if mode == "discard":
            modes.append(Mode("discard_win", 1, 3, doubled=kadang))
        elif is_wait:
            modes.append(Mode("self_draw", 2, 3, doubled=kadang))
        if mode == "self_draw":
            modes += self.bao_modes(table, winner, kind, kadang, is_wait)
        priced = [(self.pays(table, winner, giver, one), one) for one in modes]
        pays, best = max(
            priced, key=lambda pair: (sum(pair[0].values()), pair[1].is_bao, pair[1].key.endswith("in_bao"))
        )
        elements = {best.key: best.open}
        if best.doubled:
            elements["kadang"] = 2
        if mode == "self_draw" and turn.is_replacement:  # H19
            elements["kong_draw"] = 0
        if mode == "robbed_kong":
            elements["robbed_kong"] = 0
        return Score(elements, self.group_texts(seat, melds) if is_wait else [], pays)

    def group_texts(self, seat: Seat, melds: Groups) -> list[str]:
        """The decomposition named: most triplets, then first as text (C18)."""
        ways = self.legal(tuple(seat.hand), melds)
        best = min(ways, key=lambda groups: (-count_triplets(groups), sorted_text(groups)))
        return [group.text() for group in melds] + sorted_text(best)

    def pays(self, table: Table, winner: int, giver: int | None, mode: Mode) -> dict[int, int]:
        """Who pays how much (H16-H18, H25)."""
        losers = {index: mode.amount(table.seats[index]) for index in turn_order(winner)}
        if mode.key == "discard_win":
            factor = 2 if mode.doubled else 1
            if table.seats[giver].ready:
                losers[giver] = 1 * factor
            else:  # 出冲
                others = sum(amount for index, amount in losers.items() if index != giver)
                losers = {giver: 3 * factor + others}
        elif giver is not None and self.params["rob_payer"] == "kong_maker":
            losers = {giver: sum(losers.values())}
        if self.is_liable(table) and winner != table.dealer:
            losers = {table.dealer: sum(losers.values())}
        return losers

    # --- end of the hand (H24-H26) ---

    def is_liable(self, table: Table) -> bool:
        """包庄: the dealer is liable after three draws in a row (H25)."""
        return self.is_single and table.carry["draws"] >= 3

    def next_hand(self, table: Table, winners: list[int], giver: int | None) -> tuple[int, int, int]:
        """The winner deals, a draw keeps the dealer (H24); 包庄 (H25)."""
        counter = table.carry["counter"]
        following = (table.dealer + 1) % 4
        if winners:
            return (following if self.is_liable(table) else winners[0]), 0, counter
        passes = self.is_liable(table) and self.params["liability_after_draw"] == "passes"
        return (following if passes else table.dealer), table.carry["draws"] + 1, counter

    def tasks(self, table: Table, scores: list[Score]) -> dict[str, int]:
        """The best side task of the winner (H26)."""
        if self.is_single or not scores:
            return {}
        modes = set(scores[0].elements)
        revealed = [kind for _, kind in table.baos]
        met = {
            "bao_run": any("bao" in key for key in modes) and has_run(revealed),
            "bao_two_pairs": has_two_pairs(revealed),
            "bao_in_bao": any(key.endswith("bao_in_bao") for key in modes),
        }
        rewards = {key: int(self.params[f"task_{key}"]) for key in TASKS if met[key]}
        if not rewards:
            return {}
        best = max(rewards, key=rewards.__getitem__)  # the first listed on a tie
        return {best: rewards[best]}


def has_run(kinds: list[int]) -> bool:
    """Whether three of the tiles form a run in one suit."""
    return any(
        is_suited(low) and low + 1 == mid and mid + 1 == high and low // 9 == high // 9
        for low, mid, high in combinations(sorted(kinds), 3)
    )


def has_two_pairs(kinds: list[int]) -> bool:
    """Whether all four are there and their ranks form two pairs; 红中 has no rank."""
    ranks = [rank_of(kind) for kind in kinds]
    return len(ranks) == 4 and None not in ranks and all(ranks.count(rank) % 2 == 0 for rank in ranks)
