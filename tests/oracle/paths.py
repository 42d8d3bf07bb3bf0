"""Which paths through the rules a stream of events exercises."""

from __future__ import annotations

from collections import Counter

from .table import Event
from .tiles import FLOWERS, KIND_BY_NAME


def count_paths(events: list[Event], rules: str | None = None) -> Counter[str]:
    """Count the rule paths in the full stream of hands or matches.

    `rules` names the rule set where the events hold no `start_match`.
    """
    counter = PathCounter(rules or "")
    for event in events:
        counter.see(event)
    return +counter.paths


class PathCounter:
    """Follows a full stream, keeping the hands of the seats."""

    def __init__(self, rules: str) -> None:
        self.rules = rules
        self.paths: Counter[str] = Counter()
        self.start: Event = {}
        self.hands: list[list[str]] = []
        self.ready: list[bool] = []
        self.last_discard: list[str | None] = []
        self.wins: list[Event] = []
        self.previous: Event = {}
        self.pending: Event | None = None  # the discard that may still be claimed
        self.asked: set[int] = set()  # the seats asked about it
        self.after_chow: int | None = None
        self.endgame = False
        self.left: int | None = None

    def see(self, event: Event) -> None:
        """Count one event."""
        type_ = str(event["type"])
        self.paths[f"event:{type_}"] += 1
        handler = getattr(self, f"see_{type_}", None)
        if handler is not None:
            handler(event)
        self.previous = event

    # --- hands ---

    def see_start_match(self, event: Event) -> None:
        """The rule set."""
        self.rules = str(event["rules"]).rsplit("/", 1)[-1]

    def see_start_hand(self, event: Event) -> None:
        """Begin a hand."""
        self.start = event
        self.hands = [list(tiles) for tiles in event["hands"]]
        self.ready = [False] * 4
        self.last_discard = [None] * 4
        self.wins = []
        self.pending = None
        self.after_chow = None
        self.endgame = False
        self.left = None
        self.paths["liable_dealer"] += self.rules == "single_bao" and event["carry"]["draws"] >= 3

    def see_flower(self, event: Event) -> None:
        """A flower is set out."""
        self.hands[event["actor"]].remove(event["tile"])
        self.paths["flower_in_play" if self.left is not None else "flower_opening"] += 1
        kind = KIND_BY_NAME[event["tile"]]
        self.paths["flower_tile" if kind in FLOWERS else "dragon_as_flower"] += 1

    def see_draw(self, event: Event) -> None:
        """A draw; an unclaimed discard before it shows the pung bans."""
        if event["from"] == "head" and self.pending is not None:
            self.count_pung_bans()
        self.pending = None
        self.after_chow = None
        actor = event["actor"]
        self.hands[actor].append(event["tile"])
        before = self.previous["type"]
        if before != "flower" or self.left is not None:
            self.left = event["left"]
        self.endgame = self.rules == "single_bao" and event["from"] == "head" and event["left"] < 4
        self.paths["endgame_draw"] += self.endgame
        self.paths["last_tile_drawn"] += event["left"] == 0
        self.paths["kong_replacement"] += event["from"] == "tail" and before != "flower"

    def count_pung_bans(self) -> None:
        """Seats that hold two of a discard and were not offered the pung, though nobody claimed it (S8, S9)."""
        giver, tile = self.pending["actor"], self.pending["tile"]
        for seat in range(4):
            if seat != giver and seat not in self.asked and not self.ready[seat]:
                self.count_pung_ban(seat, tile)

    def count_pung_ban(self, seat: int, tile: str) -> None:
        """One seat that may not pung: by S8 if it discarded the kind itself, else by S9."""
        if self.rules == "qiaoma" and self.hands[seat].count(tile) >= 2:
            self.paths["own_tile_ban" if self.last_discard[seat] == tile else "passed_pung_ban"] += 1

    # --- decisions ---

    def see_ask(self, event: Event) -> None:
        """A decision."""
        actor, legal, action = event["actor"], event["legal"], event["action"]
        if "pass" in legal:
            word = "claim" if self.pending is not None else "robbing"
            self.paths[f"{word}:{action}"] += 1
            if self.pending is not None:
                self.asked.add(actor)
                if "pung" not in legal and not self.ready[actor]:
                    self.count_pung_ban(actor, self.pending["tile"])
        else:
            self.paths["turn:" + action.split(" ")[0]] += 1
            if self.after_chow == actor and self.rules == "qiaoma":
                offered = {choice.split(" ")[1] for choice in legal}
                self.paths["swap_ban"] += len(set(self.hands[actor]) - offered) > 0
        if "hu" in legal and action != "hu":
            self.paths["win_passed"] += 1
            self.paths["endgame_win_passed"] += self.endgame and "pass" not in legal
        if self.ready[actor] and any(choice.startswith(("self_kong", "kong")) for choice in legal):
            self.paths["ready_kong_offered"] += 1

    # --- discards and melds ---

    def see_discard(self, event: Event) -> None:
        """A discard."""
        actor, tile = event["actor"], event["tile"]
        self.hands[actor].remove(tile)
        self.last_discard[actor] = tile
        self.paths["ready"] += event["ready"]
        self.paths["ready_auto"] += event["ready"] and event.get("auto", False)
        self.paths["auto_discard"] += event.get("auto", False)
        self.paths["drawn_discard"] += event["drawn"]
        self.ready[actor] = self.ready[actor] or event["ready"]
        self.pending = None if self.endgame else event
        self.asked = set()
        self.after_chow = None
        self.endgame = False

    def see_claim(self, event: Event) -> None:
        """A claimed meld of any sort."""
        for tile in event["consumed"]:
            self.hands[event["actor"]].remove(tile)
        word = event["type"]
        self.paths[f"ready_{word}"] += event["ready"]
        self.paths[f"{word}_by_ready_seat"] += self.ready[event["actor"]]
        from_previous = (event["target"] + 1) % 4 == event["actor"]
        self.paths["chow_not_from_previous"] += word == "chow" and not from_previous
        self.paths["claim_with_empty_wall"] += self.left == 0
        self.pending = None
        self.after_chow = event["actor"] if word == "chow" else None

    see_chow = see_pung = see_kong = see_claim

    def see_added_kong(self, event: Event) -> None:
        """An added kong, which may be robbed."""
        self.hands[event["actor"]].remove(event["tile"])
        self.paths["added_kong_by_ready_seat"] += self.ready[event["actor"]]
        self.pending = None
        self.endgame = False

    def see_concealed_kong(self, event: Event) -> None:
        """A concealed kong."""
        for _ in range(4):
            self.hands[event["actor"]].remove(event["tile"])
        self.paths["concealed_kong_by_ready_seat"] += self.ready[event["actor"]]
        self.pending = None
        self.endgame = False

    def see_bao_exchange(self, event: Event) -> None:
        """换宝, perhaps twice running."""
        self.paths["exchange_again"] += self.previous["type"] == "bao_exchange"
        self.paths[f"exchange_after:{self.previous['type']}"] += 1
        self.paths["exchange_in_endgame"] += self.left is not None and self.left < 4

    # --- the end ---

    def see_hu(self, event: Event) -> None:
        """A win."""
        self.wins.append(event)
        self.paths[f"win:{event['mode']}"] += 1
        for key in event["elements"]:
            self.paths[f"element:{key}"] += 1
        self.paths["win_without_groups"] += not event["groups"]
        self.paths["endgame_win"] += self.endgame
        self.paths["win_with_empty_wall"] += self.left == 0
        self.paths["win_on_the_deal"] += self.left is None and event["mode"] == "self_draw"
        self.paths["win_by_force"] += self.rules == "qiaoma" and self.previous["type"] not in ("ask", "hu")
        melds = 5 - (len(event["hand"]) + 1) // 3
        self.paths[f"win_with_melds:{melds}"] += 1

    def see_end_hand(self, event: Event) -> None:
        """Settlement and carry-over."""
        self.paths[f"end:{event['result']}"] += 1
        carry, after = self.start["carry"], event["next"]
        if event["result"] == "draw":
            self.paths["draw_for_want_of_a_replacement"] += self.previous["type"] in (
                "flower",
                "kong",
                "added_kong",
                "concealed_kong",
            )
        if len(self.wins) > 1:
            self.paths[f"winners:{len(self.wins)}"] += 1
        parts = [event["kongs"], *(win["payments"] for win in self.wins)]
        gross = [sum(points) for points in zip(*parts, strict=True)]
        self.paths["capped"] += gross != event["points"]
        self.paths["kong_payments"] += any(event["kongs"])
        self.paths["fee"] += "fee" in event
        self.paths["dealer_stays"] += after["dealer"] == self.start["dealer"]
        self.paths["dealer_moves"] += after["dealer"] != self.start["dealer"]
        for task in event["tasks"]:
            self.paths[f"task:{task}"] += 1
        if self.rules == "single_bao" and carry["draws"] >= 3:
            self.paths[f"liability:{event['result']}"] += 1
        self.paths["carried_hand_counter_used"] += self.rules == "qiaoma" and carry["counter"] > 0
