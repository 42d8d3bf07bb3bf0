"""A seat that follows its stream knows what ``view/1`` shows it, at every decision of anybody, and nothing else."""

from collections import Counter

import numpy as np
import pytest

from mjenv.arena.match import latest_rows
from mjenv.engine.codes import NUM_SEATS, RIVER_CLAIMED, RIVER_DRAWN, RIVER_READY
from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import NAMES, tile_name
from mjenv.record.events import EventDecoder
from mjenv.record.seat_view import SeatView
from mjenv.table.batch import Batch, match_seed
from mjenv.variants.registry import load_rules


class Follower:
    """What a seat works out from its stream alone."""

    def __init__(self, seat):
        self.seat = seat

    def follow(self, event):
        """Take in one event of the seat's stream."""
        actor, tile = event.get("actor"), event.get("tile")
        match event["type"]:
            case "start_hand":
                self.hand = Counter(event["hands"][self.seat])
                self.sizes = [len(tiles) for tiles in event["hands"]]
                self.melds, self.river, self.bao, self.ready, self.totals = [[], [], [], []], [], [], [], None
                self.dealer, self.dice, self.left = event["dealer"], event["dice"], None
                self.totals = event["carry"]["totals"]
            case "draw":
                self.move(actor, [tile], 1)
                self.left = event["left"]
            case "discard":
                self.move(actor, [tile], -1)
                flags = RIVER_DRAWN * event["drawn"] + RIVER_READY * event["ready"]
                self.river.append([tile, actor, flags])
                self.ready += [actor] * event["ready"]
            case "chow" | "pung" | "kong":
                self.move(actor, event["consumed"], -1)
                self.melds[actor].append(tuple(sorted([*event["consumed"], tile])))
                self.river[-1][2] |= RIVER_CLAIMED
            case "added_kong":
                self.move(actor, [tile], -1)
            case "concealed_kong":
                self.move(actor, [tile] * 4, -1)
                self.melds[actor].append((tile,) * 4)
            case "bao":
                self.bao.append((tile, actor))

    def move(self, actor, tiles, sign):
        """Tiles enter or leave a concealed hand."""
        self.sizes[actor] += sign * len(tiles)
        if actor == self.seat:
            for tile in tiles:
                self.hand[tile] += sign

    def expected(self):
        """The same, in the form of ``seen``."""
        turned = [(self.seat + place) % NUM_SEATS for place in range(NUM_SEATS)]
        return {
            "hand": +self.hand,
            "sizes": [self.sizes[seat] for seat in turned],
            "melds": [[meld[0] for meld in self.melds[seat]] for seat in turned],
            "river": [(tile, (seat - self.seat) % NUM_SEATS, flags) for tile, seat, flags in self.river],
            "bao": [(tile, (seat - self.seat) % NUM_SEATS) for tile, seat in self.bao],
            "ready": [self.ready.index(seat) + 1 if seat in self.ready else 0 for seat in turned],
            "totals": [self.totals[seat] for seat in turned],
            "table": [(self.dealer - self.seat) % NUM_SEATS, *self.dice],
        } | ({} if self.left is None else {"left": self.left})


def seen(view):
    """The parts of a VIEW record that a follower of the stream must know."""
    melds = zip(view["meld_kind"], view["meld_count"], strict=True)
    river = zip(view["river_kind"], view["river_info"], strict=True)
    bao = zip(view["bao"], view["bao_owner"], strict=True)
    return {
        "hand": Counter({NAMES[kind]: int(count) for kind, count in enumerate(view["hand"]) if count}),
        "sizes": view["hand_size"].tolist(),
        "melds": [[tile_name(kind) for kind in kinds[:count]] for kinds, count in melds],
        "river": [(tile_name(kind), int(info) & 3, int(info) & ~3) for kind, info in river if kind >= 0],
        "bao": [(tile_name(kind), int(owner)) for kind, owner in bao if kind >= 0],
        "ready": view["ready"].tolist(),
        "totals": view["totals"].tolist(),
        "table": [int(view["dealer"]), *view["dice"].tolist()],
        "left": int(view["left"]),
    }


def eager(mask):
    """The legal action with the highest id, ``pass`` last."""
    return int((mask[:-1] * np.arange(1, len(mask))).argmax()) if mask[:-1].any() else len(mask) - 1


@pytest.mark.parametrize("hidden", [False, True])
def test_streams_and_views_say_the_same(hidden):
    rules = load_rules("four_bao", concealed_kong_hidden=hidden)
    batch = Batch(rules, 1, hands=25, encoder="view/1", record=True)
    batch.reset(options={"match_seed": match_seed(5)[None]})
    decoder, checked = EventDecoder(rules), Counter()
    streams = [(Follower(seat), SeatView(seat, rules)) for seat in range(NUM_SEATS)]
    while not batch.done[0]:
        events = decoder.decode(latest_rows(batch))
        for seat, (follower, filtered) in enumerate(streams):
            for event in (part for full in events for part in filtered.see(full)):
                follower.follow(event)
            view = seen(batch.observe(seat)[0])
            expected = follower.expected()
            assert view | expected == view
            checked.update(key for key in ("melds", "bao", "ready") if expected[key] and any(expected[key]))
            checked["?"] += "?" in str(expected["melds"])
        batch.step([eager(batch.action_mask[0])])
    assert min(checked[key] for key in ("melds", "bao", "ready")) > 100
    assert (checked["?"] > 0) == hidden


def test_ask_events_are_the_masks():
    rules = load_rules("four_bao")
    batch = Batch(rules, 1, hands=3, record=True)
    batch.reset(5)
    decoder = EventDecoder(rules)
    while not batch.done[0]:
        actor, legal = int(batch.actor[0]), [ACTION_NAMES[action] for action in np.flatnonzero(batch.action_mask[0])]
        action = eager(batch.action_mask[0])
        batch.step([action])
        ask = decoder.decode(latest_rows(batch))[0]
        assert ask == {"type": "ask", "actor": actor, "legal": legal, "action": ACTION_NAMES[action]}
