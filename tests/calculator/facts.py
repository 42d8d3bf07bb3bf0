"""What the events of a hand say about a win, as the calculator is told it: from the full stream alone."""

from __future__ import annotations

from mjenv.engine.tiles import format_tiles, parse_tile
from mjenv.variants.registry import load_rules

KONGS = ("kong", "added_kong", "concealed_kong")
BETWEEN = ("ask", "bao_exchange", "bao")  # may stand between a kong and its replacement
WAYS = {"self_draw": "self_draw", "discard": "discard_from", "robbed_kong": "robbed_from"}


def tell_wins(events):
    """Yield, for each hand of a full stream that is won, the calls of `score` with their `hu` events, and its end."""
    start, hand, won = events[0], None, []
    rules = load_rules(start["variant"], start["rules"], **start["params"])
    for event in events:
        if event["type"] == "start_hand":
            hand, won = Hand(rules, event), []
        elif event["type"] == "hu":
            won.append((hand.tell(event), event))
        elif event["type"] == "end_hand" and won:
            yield rules, won, event
        elif hand is not None:
            hand.add(event)


class Hand:
    """What has happened in a hand."""

    def __init__(self, rules, start):
        self.rules = rules
        self.dealer, self.dice, self.carry = start["dealer"], start["dice"], start["carry"]
        self.melds = [[] for _ in range(4)]  # word, tiles, feeder
        self.flowers = [[] for _ in range(4)]
        self.ready, self.shown = [], []  # seats, 宝
        self.drawn_for, self.left, self.in_play = "", -1, False
        self.before = start

    def add(self, event):
        """Take an event."""
        getattr(self, event["type"], lambda _: None)(event)
        if event["type"] not in BETWEEN:
            self.before = event

    def chow(self, event):
        tiles = sorted([event["tile"], *event["consumed"]])
        self.melds[event["actor"]].append([event["type"], tiles, event["target"]])

    pung = kong = chow

    def concealed_kong(self, event):
        self.melds[event["actor"]].append(["concealed", [event["tile"]] * 4, None])

    def bao(self, event):
        self.shown.append(event["tile"])

    def bao_exchange(self, event):
        self.shown[:] = [event["new"]]

    def flower(self, event):
        self.flowers[event["actor"]].append(event["tile"])

    def discard(self, event):
        self.in_play = True
        if event["ready"]:
            self.ready.append(event["actor"])

    def draw(self, event):
        """Note what the drawn tile replaces; an added kong whose replacement is drawn was not robbed."""
        before = self.before["type"]
        self.drawn_for = "kong" if before in KONGS else "flower" if before == "flower" and self.in_play else ""
        self.left = event["left"]
        if before == "added_kong":
            for meld in self.melds[event["actor"]]:
                if meld[:2] == ["pung", [self.before["tile"]] * 3]:
                    meld[:2] = "added", [self.before["tile"]] * 4

    def tell(self, event):
        """Return hand, tile and facts of a win."""
        seat, own = event["actor"], event["mode"] == "self_draw"
        facts = {"seat": seat, "dealer": self.dealer, "melds": list(map(meld_text, self.melds[seat]))}
        facts[WAYS[event["mode"]]] = True if own else event["target"]
        facts["others"] = {other: list(map(meld_text, self.melds[other])) for other in range(4) if other != seat}
        if self.rules.name != "classic":
            facts["ready"] = self.ready
        if own:
            facts |= {"kong_draw": self.drawn_for == "kong", "last_tile": self.left == 0}
        if self.rules.variant == "harbin":
            facts["bao"] = self.shown
        if self.rules.name == "single_bao":
            facts["draws"] = self.carry["draws"]
        if self.rules.variant == "shanghai":
            facts |= {"flowers": hand_text(self.flowers[seat]), "counter": self.carry["counter"], "dice": self.dice}
            facts["flower_draw"] = own and self.drawn_for == "flower"
        return hand_text(event["hand"]), event["tile"], facts


def hand_text(names):
    """Return tiles as a hand string."""
    return format_tiles([parse_tile(name) for name in names])


def meld_text(meld):
    """Return a meld as the calculator reads it."""
    word, tiles, giver = meld
    return f"{word} {hand_text(tiles)}" + ("" if giver is None else f" from {giver}")
