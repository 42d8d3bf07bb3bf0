"""Which paths through the rules a full stream of events takes: what every variant has."""

from __future__ import annotations

from collections import Counter

from .table import Event

KONGS = ("kong", "added_kong", "concealed_kong")


class PathCounter:
    """Follows a full stream with the tiles of every seat. Variants add their own paths."""

    def __init__(self) -> None:
        self.paths: Counter[str] = Counter()
        self.params: dict[str, object] = {}
        self.start: Event = {}
        self.hands: list[list[str]] = []
        self.melds: list[list[tuple[str, str]]] = []  # type and tile, in the order made
        self.ready: list[bool] = []
        self.wins: list[Event] = []
        self.previous: Event = {}
        self.drawn: Event = {}  # the last draw
        self.pending: Event | None = None  # the discard that may still be claimed
        self.answers: dict[int, Event] = {}  # what the seats that were asked about it said
        self.claimed: Event | None = None  # the claim that the turn follows
        self.left: int | None = None  # None before the first draw of the play

    def see(self, event: Event) -> None:
        """Count one event."""
        type_ = str(event["type"])
        self.paths[f"event:{type_}"] += 1
        handler = getattr(self, f"see_{type_}", None)
        if handler is not None:
            handler(event)
        self.previous = event

    def mark(self, path: str, taken: object = True) -> None:
        """Count a path where it was taken."""
        self.paths[path] += bool(taken)

    # --- hands ---

    def see_start_match(self, event: Event) -> None:
        """The parameters."""
        self.params = dict(event["params"])

    def see_start_hand(self, event: Event) -> None:
        """Begin a hand."""
        self.start = event
        self.hands = [list(tiles) for tiles in event["hands"]]
        self.melds = [[], [], [], []]
        self.ready = [False] * 4
        self.wins = []
        self.pending = self.claimed = self.left = None
        self.drawn = {}
        for name, value in self.params.items():
            self.mark(f"param:{name}={value}")

    def see_draw(self, event: Event) -> None:
        """A draw; nobody has claimed the discard before it."""
        if event["from"] == "head" and self.pending is not None:
            self.see_unclaimed()
        self.pending = self.claimed = None
        self.hands[event["actor"]].append(event["tile"])
        if self.previous["type"] != "flower" or self.left is not None:
            self.left = event["left"]
        self.drawn = event
        self.mark("draw:last_tile", event["left"] == 0)
        self.mark("draw:replacement", event["from"] == "tail" and self.previous["type"] != "flower")

    def see_unclaimed(self) -> None:
        """A discard that nobody took; the answers are known."""

    # --- decisions ---

    def see_ask(self, event: Event) -> None:
        """A decision."""
        actor, legal, action = event["actor"], event["legal"], event["action"]
        if "pass" not in legal:
            place = "turn"
            self.see_turn(event)
        elif self.pending is None:
            place = "robbing"
        else:
            place = "claim"
            self.answers[actor] = event
        self.mark(f"{place}:{action.split(' ')[0]}")
        self.mark(f"win_passed:{place}", "hu" in legal and action != "hu")

    def see_turn(self, event: Event) -> None:
        """A decision on one's own turn."""
        actor, legal = event["actor"], event["legal"]
        kongs = {action.split(" ")[1] for action in legal if action.startswith("self_kong")}
        self.mark("kong_after_claim", self.claimed is not None and event["action"].startswith("self_kong"))
        self.see_kong_choice(actor, kongs)

    def see_kong_choice(self, actor: int, offered: set[str]) -> None:
        """The own kongs that a seat with 14 tiles was offered, and those it was not."""
        held = {tile for tile in self.hands[actor] if self.hands[actor].count(tile) == 4}
        added = {tile for type_, tile in self.melds[actor] if type_ == "pung" and tile in self.hands[actor]}
        missing = (held | added) - offered
        if self.claimed is not None:
            self.mark("kong_ban:after_claim", missing)
        elif self.left == 0:
            self.mark("kong_ban:no_replacement", missing)
        elif self.ready[actor]:
            self.mark("ready_kong:offered", offered)
            self.mark("ready_kong:refused", missing)
        else:
            self.see_kong_ban(actor, held - offered, added - offered)

    def see_kong_ban(self, actor: int, held: set[str], added: set[str]) -> None:
        """Kongs that were not offered for a reason of the variant's own."""

    # --- discards and melds ---

    def see_discard(self, event: Event) -> None:
        """A discard."""
        actor, tile, auto = event["actor"], event["tile"], event.get("auto", False)
        if auto and self.previous["type"] == "draw":
            self.see_kong_choice(actor, set())
        self.hands[actor].remove(tile)
        self.mark("discard:ready", event["ready"])
        self.mark("discard:auto", auto)
        self.mark("discard:auto_ready", auto and event["ready"])
        self.mark("discard:drawn" if event["drawn"] else "discard:from_hand")
        self.ready[actor] = self.ready[actor] or event["ready"]
        self.pending = event
        self.answers = {}
        self.claimed = None

    def see_claim(self, event: Event) -> None:
        """A claimed meld of any sort."""
        actor, word = event["actor"], event["type"]
        for tile in event["consumed"]:
            self.hands[actor].remove(tile)
        self.melds[actor].append((word, event["tile"]))
        self.count_outbid({actor})
        self.mark(f"feeder:{(event['target'] - actor) % 4}", word in ("pung", "kong"))
        self.mark(f"ready_kong:{word}", self.ready[actor])
        self.mark("claim_with_empty_wall", self.left == 0)
        self.pending = None
        self.claimed = event if word != "kong" else None

    see_chow = see_pung = see_kong = see_claim

    def count_outbid(self, takers: set[int]) -> None:
        """Claims that another seat's claim was better than (C14)."""
        for seat, ask in self.answers.items():
            self.mark(f"outbid:{ask['action']}", seat not in takers and ask["action"] != "pass")

    def see_added_kong(self, event: Event) -> None:
        """An added kong, which may be robbed."""
        actor, tile = event["actor"], event["tile"]
        self.hands[actor].remove(tile)
        self.melds[actor][self.melds[actor].index(("pung", tile))] = ("added_kong", tile)
        self.mark("ready_kong:added_kong", self.ready[actor])
        self.pending = self.claimed = None

    def see_concealed_kong(self, event: Event) -> None:
        """A concealed kong."""
        actor, tile = event["actor"], event["tile"]
        for _ in range(4):
            self.hands[actor].remove(tile)
        self.melds[actor].append(("concealed_kong", tile))
        self.mark("ready_kong:concealed_kong", self.ready[actor])
        self.pending = self.claimed = None

    def is_open(self, seat: int) -> bool:
        """Whether the seat has an open meld."""
        return any(type_ != "concealed_kong" for type_, _ in self.melds[seat])

    # --- the end ---

    def see_hu(self, event: Event) -> None:
        """A win."""
        self.wins.append(event)
        actor, mode = event["actor"], event["mode"]
        self.mark(f"win:{mode}")
        for key in event["elements"]:
            self.mark(f"element:{key}")
        self.mark(f"winner:{len(self.melds[actor])}_melds")
        for type_ in {type_ for type_, _ in self.melds[actor]}:
            self.mark(f"winner:{type_}")
        self.mark("win_with_empty_wall", self.left == 0)
        self.mark("win_on_the_deal", self.left is None and mode == "self_draw")
        forced = self.previous["type"] not in ("ask", "hu")
        self.mark(f"win_without_asking:{mode}", forced)

    def see_end_hand(self, event: Event) -> None:
        """Settlement and carry-over."""
        self.mark(f"end:{event['result']}")
        if event["result"] == "draw":
            self.mark(f"draw_after:{'discard' if self.previous['type'] == 'ask' else self.previous['type']}")
        elif self.wins[0]["mode"] != "self_draw":
            self.count_outbid({win["actor"] for win in self.wins})
            word = "robbing_winners" if self.wins[0]["mode"] == "robbed_kong" else "winners"
            self.mark(f"{word}:{len(self.wins)}")
        stays = event["next"]["dealer"] == self.start["dealer"]
        self.mark(f"dealer_{'stays' if stays else 'moves'}:{event['result']}")
        self.mark("fee", "fee" in event)
        self.count_cap(event)

    def count_cap(self, event: Event) -> None:
        """The cap that binds on what a seat wins, and on what it loses (C23)."""
        parts = [event["kongs"], *(win["payments"] for win in self.wins)]
        gross = [sum(points) for points in zip(*parts, strict=True)]
        if gross != event["points"]:
            self.mark("capped:gain", max(gross) > max(event["points"]))
            self.mark("capped:loss", min(gross) < min(event["points"]))
            self.mark("capped:several_winners", len(self.wins) > 1)
