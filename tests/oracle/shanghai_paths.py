"""The paths through the rules of Shanghai."""

from __future__ import annotations

from .path_counter import KONGS, PathCounter
from .rulebook import CHOW_STEPS
from .shanghai import dice_fan
from .table import Event
from .tiles import DRAGONS, FLOWERS, kind_of, name_of, suit_of


class ShanghaiPaths(PathCounter):
    """Flowers, bans S7-S9, 荒番."""

    def __init__(self) -> None:
        super().__init__()
        self.own_discard: list[str | None] = [None] * 4  # since the seat's last draw or claim
        self.passed: list[set[str]] = [set() for _ in range(4)]
        self.chain = ""  # what the last run of replacements began with: "kong", or "head" for a flower

    def see_start_hand(self, event: Event) -> None:
        """荒番 hands (S14)."""
        super().see_start_hand(event)
        self.own_discard = [None] * 4
        self.passed = [set() for _ in range(4)]
        counter, dice = event["carry"]["counter"], dice_fan(*event["dice"])
        self.mark(f"dice:{dice}")
        self.mark("carried:by_counter", counter and not dice)
        self.mark("carried:by_dice", dice and not counter)
        self.mark("carried:by_both", dice and counter)
        self.mark("carried:no", not dice and not counter)
        self.mark("flower:dealt_last_to_dealer", kind_of(event["hands"][event["dealer"]][-1]) in DRAGONS + FLOWERS)

    # --- flowers ---

    def see_flower(self, event: Event) -> None:
        """A flower is set out (S1, S2)."""
        self.hands[event["actor"]].remove(event["tile"])
        self.mark("flower:in_play" if self.left is not None else "flower:opening")
        self.mark("flower:tile" if kind_of(event["tile"]) in FLOWERS else "flower:dragon")
        tail = self.left is not None and self.drawn.get("from") == "tail"
        self.mark("flower:after_a_replacement", tail)

    # --- bans ---

    def see_draw(self, event: Event) -> None:
        """A draw lifts the seat's bans."""
        if event["from"] == "head":
            self.chain = "head"
        elif self.previous["type"] != "flower":
            self.chain = "kong"
        super().see_draw(event)
        self.lift(event["actor"])

    def lift(self, seat: int) -> None:
        """The bans S8 and S9 end."""
        self.own_discard[seat] = None
        self.passed[seat].clear()

    def see_unclaimed(self) -> None:
        """Bans of seats that were not asked, or asked without the pung (S8, S9)."""
        for seat in range(4):
            if seat != self.pending["actor"] and not self.ready[seat]:
                self.count_bans(seat, self.pending["tile"], self.answers.get(seat, {}).get("legal", []))

    def count_bans(self, seat: int, tile: str, legal: list[str]) -> None:
        """Claims that the seat's tiles allow and the list lacks."""
        own = self.own_discard[seat] == tile
        fourth = len(self.melds[seat]) == 3
        if self.hands[seat].count(tile) >= 2:
            if "pung" not in legal:
                self.mark("ban:own_tile_pung" if own and not fourth else "ban:passed_pung")
                self.mark("ban:passed_pung_of_fourth_meld", fourth and tile in self.passed[seat])
            else:
                self.mark("exempt:own_tile_pung", own and fourth)
        if seat == (self.pending["actor"] + 1) % 4:
            chows = [name for name in self.chow_forms(seat, tile) if name not in legal]
            self.mark("ban:own_tile_chow" if own and not fourth else "ban:chow_without_discard", chows)
            self.mark("exempt:own_tile_chow", own and fourth and any(name in legal for name in CHOW_STEPS))

    def chow_forms(self, seat: int, tile: str) -> list[str]:
        """The chows that the seat's tiles allow."""
        kind = kind_of(tile)
        forms = []
        for name, step in CHOW_STEPS.items():
            run = range(kind - step, kind - step + 3)
            fits = kind < 27 and run[0] >= 0 and run[0] // 9 == run[-1] // 9 == kind // 9
            if fits and all(name_of(other) in self.hands[seat] for other in run if other != kind):
                forms.append(name)
        return forms

    def see_ask(self, event: Event) -> None:
        """Passed pungs (S9), and a seat that takes up another claim."""
        super().see_ask(event)
        if self.pending is not None and "pung" in event["legal"] and event["action"] != "pung":
            self.passed[event["actor"]].add(self.pending["tile"])

    def see_turn(self, event: Event) -> None:
        """The discard after a chow (S7)."""
        super().see_turn(event)
        claim, actor = self.claimed, event["actor"]
        if claim is None or claim["type"] != "chow":
            return
        offered = {action.split(" ")[1] for action in event["legal"]}
        barred = set(self.hands[actor]) - offered
        self.mark("ban:swap_same_tile", claim["tile"] in barred)
        self.mark("ban:swap_other_end", barred - {claim["tile"]})
        fourth = len(self.melds[actor]) == 4
        self.mark("exempt:swap", fourth and claim["tile"] in self.hands[actor])

    def see_discard(self, event: Event) -> None:
        """The own-tile ban begins (S8)."""
        super().see_discard(event)
        self.own_discard[event["actor"]] = event["tile"]

    def see_claim(self, event: Event) -> None:
        """A claim lifts the seat's bans."""
        super().see_claim(event)
        own = self.own_discard[event["actor"]] == event["tile"]
        self.mark("exempt:own_tile_taken", own and event["type"] != "kong")
        self.lift(event["actor"])

    see_chow = see_pung = see_kong = see_claim

    # --- the end ---

    def see_hu(self, event: Event) -> None:
        """What gave the winner its flowers (S10, S11)."""
        super().see_hu(event)
        actor = event["actor"]
        number = len(self.melds[actor])
        for type_, tile in self.melds[actor]:
            sort = "suit" if suit_of(kind_of(tile)) else "wind"
            self.mark(f"flowers:{sort}_{type_}", type_ in KONGS or (type_ == "pung" and sort == "wind"))
        for group in event["groups"][number:]:
            triplet = len(group) == 4 and group[-1] == "z"
            by_win = triplet and event["tile"] == group[0] + "z" and event["target"] is not None
            self.mark("flowers:wind_triplet", triplet and not by_win)
            self.mark("flowers:wind_triplet_by_discard", by_win)
        self.mark(f"single_hang_on:{event['mode']}", "single_hang" in event["elements"])
        after = "kong" if self.chain == "kong" else "flower"
        self.mark(f"kong_draw_after:{after}", "kong_draw" in event["elements"])

    def see_end_hand(self, event: Event) -> None:
        """The 荒番 counter and the dealer after several winners (S14, S15)."""
        super().see_end_hand(event)
        after = event["next"]["counter"]
        before = self.start["carry"]["counter"] + dice_fan(*self.start["dice"])
        if event["result"] == "draw":
            self.mark("counter:draw_adds_1")
        else:
            self.mark("counter:win_takes_1" if before else "counter:stays_at_0", after == max(0, before - 1))
        if len(self.wins) > 1:
            giver = event["next"]["dealer"] == self.wins[0]["target"]
            self.mark(f"several_winners:{'giver' if giver else 'nearest'}_deals")
