"""The paths through the rules of Harbin."""

from __future__ import annotations

from .path_counter import PathCounter
from .table import Event


class HarbinPaths(PathCounter):
    """宝, kadang, bans of the fourth meld, tasks; 换宝, endgame and 包庄 of `single_bao`."""

    def __init__(self) -> None:
        super().__init__()
        self.is_single = False
        self.baos: list[tuple[int, str]] = []  # owner and tile of each 宝 revealed; the one in force in `single_bao`
        self.cause = ""  # what a 换宝 follows
        self.endgame = False

    def see_start_match(self, event: Event) -> None:
        """Which of the two."""
        super().see_start_match(event)
        self.is_single = str(event["rules"]).endswith("single_bao")

    def see_start_hand(self, event: Event) -> None:
        """Begin a hand."""
        super().see_start_hand(event)
        self.baos = []
        self.cause = ""
        self.endgame = False

    @property
    def is_liable(self) -> bool:
        """Whether the dealer is liable (H25)."""
        return self.is_single and self.start["carry"]["draws"] >= 3

    # --- draws and decisions ---

    def see_draw(self, event: Event) -> None:
        """Endgame draws (H23), 宝 in the hands of seats that are not ready (H13)."""
        super().see_draw(event)
        near = self.is_single and event["left"] < 4
        self.endgame = near and event["from"] == "head"
        self.mark("endgame:draw", self.endgame)
        self.mark("endgame:replacement", near and event["from"] == "tail")
        is_bao = event["tile"] in [tile for _, tile in self.baos]
        self.mark("bao_drawn_before_ready", is_bao and not self.ready[event["actor"]])

    def see_ask(self, event: Event) -> None:
        """Wins offered by an endgame draw."""
        super().see_ask(event)
        if self.endgame and "pass" not in event["legal"]:
            self.mark("endgame:win_passed", event["action"] != "hu")

    def see_unclaimed(self) -> None:
        """Seats with three melds that hold two of a discard (H9)."""
        tile = self.pending["tile"]
        for seat in range(4):
            holds = self.hands[seat].count(tile) >= 2 and seat != self.pending["actor"] and not self.ready[seat]
            asked = self.answers.get(seat, {}).get("legal", [])
            banned = holds and len(self.melds[seat]) == 3 and "pung" not in asked
            self.mark("three_melds:pung_ban", banned and not self.is_single)
            self.mark("three_melds:pung_ban", banned and self.is_single and self.left >= 4)

    def see_kong_ban(self, actor: int, held: set[str], added: set[str]) -> None:
        """H9: no concealed kong with three melds; added ones by parameter."""
        if len(self.melds[actor]) == 3 and not self.endgame:
            self.mark("three_melds:concealed_kong_ban", held)
            self.mark("three_melds:added_kong_ban", added)

    # --- discards and melds ---

    def see_discard(self, event: Event) -> None:
        """Discards of the endgame, which nobody may claim."""
        tile, actor = event["tile"], event["actor"]
        super().see_discard(event)
        self.cause = "ready_discard" if event["ready"] else "discard"
        if self.endgame:
            self.mark("endgame:auto_discard", event.get("auto", False))
            pairs = [self.hands[seat].count(tile) >= 2 for seat in range(4) if seat != actor and not self.ready[seat]]
            self.mark("endgame:claim_ban", any(pairs))
            self.pending = None
        self.endgame = False

    def see_claim(self, event: Event) -> None:
        """Ready claims, and claims on the last discard before the endgame."""
        super().see_claim(event)
        self.cause = event["type"]
        ready = "ready_claim" if event["ready"] else "claim"
        self.mark(f"{ready}:{event['type']}")
        from_previous = (event["target"] + 1) % 4 == event["actor"]
        self.mark("ready_claim:chow_not_from_previous", event["type"] == "chow" and not from_previous)
        self.mark("ready_claim:opening_meld", event["ready"] and not self.melds[event["actor"]][:-1])
        self.mark("endgame:claim_before_it", self.is_single and self.left == 4)

    see_chow = see_pung = see_kong = see_claim

    def see_added_kong(self, event: Event) -> None:
        """Added kongs with three melds (H9), and in the endgame (H23)."""
        super().see_added_kong(event)
        self.cause = "added_kong"
        self.mark("three_melds:added_kong", len(self.melds[event["actor"]]) == 3)
        self.mark("endgame:kong", self.is_single and self.left < 4)

    def see_concealed_kong(self, event: Event) -> None:
        """A concealed kong in the endgame (H23)."""
        super().see_concealed_kong(event)
        self.mark("endgame:kong", self.is_single and self.left is not None and self.left < 4)

    # --- 宝 ---

    def see_bao(self, event: Event) -> None:
        """A 宝 is revealed."""
        self.baos.append((event["actor"], event["tile"]))
        self.mark(f"bao_index:{event['index']}")

    def see_bao_exchange(self, event: Event) -> None:
        """换宝 and what it follows (H12)."""
        again = self.previous["type"] == "bao_exchange"
        self.mark("exchange:again" if again else f"exchange:after_{self.cause}")
        self.mark("exchange:in_the_endgame", self.left is not None and self.left <= 4)
        self.baos = [(self.baos[0][0], event["new"])]

    # --- the end ---

    def see_hu(self, event: Event) -> None:
        """Modes of a win, and who of the losers is open (H16-H18)."""
        super().see_hu(event)
        winner, giver, mode = event["actor"], event["target"], event["mode"]
        key = next(iter(event["elements"]))
        kadang = "+kadang" if "kadang" in event["elements"] else ""
        self.mark(f"mode:{key}{kadang}")
        standing = sum(not self.is_open(seat) for seat in range(4) if seat not in (winner, giver))
        place = mode
        if giver is not None:
            place = f"{mode}_of_{'a_ready' if self.ready[giver] else 'an_unready'}_seat"
        self.mark(f"standing:{place}:{standing}")
        owners = [owner for owner, tile in self.baos if tile == event["tile"]]
        self.mark("self_draw_beats_bao", key == "self_draw" and mode == "self_draw" and owners)
        self.mark("bao_of_two_seats", "bao" in key and len(owners) > 1)
        self.mark("kong_draw_on_bao", "bao" in key and "kong_draw" in event["elements"])
        self.mark("bao_on_no_wait", not event["groups"])
        triplets = [group for group in event["groups"] if len(set(group[:-1])) == 1 and len(group) > 3]
        self.mark("red_pair_for_triplet", event["groups"] and not triplets)
        self.mark("endgame:win", self.endgame)
        if self.is_liable:
            dealer = self.start["dealer"]
            who = "dealer_wins" if winner == dealer else mode + ("_of_dealer" if giver == dealer else "")
            self.mark(f"liability:{who}")

    def see_end_hand(self, event: Event) -> None:
        """Tasks, 包庄 hands that are drawn."""
        super().see_end_hand(event)
        for task in event["tasks"]:
            self.mark(f"task:{task}")
        self.mark("liability:draw", event["result"] == "draw" and self.is_liable)
