"""A table that a test plays: moves by name, what is legal by name, the events, and checks after every move."""

from __future__ import annotations

from collections import Counter

import numpy as np

from mjenv.engine.codes import (
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_KINDS,
    NUM_SEATS,
    PHASE_ROB,
    RIVER_CLAIMED,
)
from mjenv.engine.log import new_logs
from mjenv.engine.melds import TRAIT_OPEN
from mjenv.engine.menu import action_id, action_name, default_action, is_legal
from mjenv.engine.state import new_states
from mjenv.engine.tiles import KIND_WEIGHT, format_tiles, parse_tile, tile_name
from mjenv.engine.wall import count_left
from mjenv.observe.encoders import find_encoder
from mjenv.record.events import EventDecoder
from mjenv.table.rows import legal_names
from mjenv.table.turn import advance, play

#: Kinds that a hand may hold (H1, B1, S1), four copies each.
PLAYED = {"harbin": [*range(27), 33], "hebei": [*range(34)], "shanghai": [*range(31)]}
PICTURES = [*range(34, 42)]
DRAGONS = [31, 32, 33]
FLOWERS = PICTURES + DRAGONS  # of Shanghai, in the order of the state's columns
NUM_BAO = {"four_bao": 4, "single_bao": 1}  # tiles at the end of the wall (H2, H3)
ROW = np.zeros(1, np.int64)


def full_set(variant="harbin"):
    """Return how many copies of each kind the game has (H1, B1, S1)."""
    copies = Counter(dict.fromkeys(PLAYED[variant], 4))
    if variant == "shanghai":
        copies.update(dict.fromkeys(DRAGONS, 4) | dict.fromkeys(PICTURES, 1))
    return copies


class Table:
    """One table; ``events`` holds what has happened since it was set up."""

    def __init__(self, rules, hands=1):
        self.rules = rules
        self.states = new_states(1)
        self.states["hands"] = hands
        self.log = new_logs(1)[0]
        self.decoder = EventDecoder(rules)
        self.events = []

    @property
    def state(self):
        """The record itself."""
        return self.states[0]

    # Playing ----------------------------------------------------------------------------------------
    def play(self, *moves):
        """Play moves such as ``"2 pung"`` and return the events that follow; a seat out of turn is an error."""
        events = []
        for move in moves:
            seat, name = move.split(" ", 1)
            if int(seat) != self.actor or name not in self.legal:
                raise ValueError(f"move {move!r}: seat {self.actor} is asked, legal: {', '.join(self.legal)}")
            events += self.apply(action_id(name))
        return events

    def default(self):
        """Play the default action (C16) of the seat that is asked."""
        return self.apply(default_action(self.state))

    def run_to(self, seat):
        """Play default actions until ``seat`` is asked."""
        events = []
        while self.actor != seat:
            if self.actor == NOTHING:
                raise ValueError(f"seat {seat} is not asked any more")
            events += self.default()
        return events

    def apply(self, action):
        """Play an action by its id."""
        decision = {"type": "ask", "actor": self.actor, "legal": self.legal, "action": action_name(action)}
        number = int(self.state["decisions"])
        assert is_legal(self.state, action)
        self.state["reward"][:] = 0
        self.state["hand_over"] = 0
        play(self.state, self.rules.record[0], self.log, action)
        advance(self.state, self.rules.record[0], self.log)
        assert self.state["decisions"] == number + 1
        events = self.take_events()
        assert events[0] == decision
        self.checked()
        return events

    def take_events(self):
        """Decode what the log holds, and empty it."""
        events = self.decoder.decode(self.log["rows"][: self.log["count"]])
        self.log["count"] = 0
        self.events += events
        return events

    # Reading ----------------------------------------------------------------------------------------
    @property
    def actor(self):
        """The seat that is asked, -1 for none."""
        return int(self.state["actor"])

    @property
    def legal(self):
        """The names of the legal actions, in id order."""
        return legal_names(self.states, 0)

    def may(self, verb):
        """Return the legal actions that begin with a verb, or the tiles of ``discard``, ``ting`` and ``self_kong``."""
        return " ".join(name.removeprefix(f"{verb} ") for name in self.legal if name.split()[0] == verb)

    @property
    def drawn(self):
        """The name of the tile just drawn, ``?`` for none."""
        return tile_name(int(self.state["drawn"]))

    @property
    def num_bao(self):
        """How many 宝 the rules set aside."""
        return NUM_BAO.get(self.rules.name, 0)

    @property
    def wall_length(self):
        """How many tiles the game has."""
        return full_set(self.rules.variant).total()

    @property
    def left(self):
        """Tiles that can still be drawn."""
        return int(count_left(self.state))

    @property
    def points(self):
        """Points of the latest hand."""
        return self.state["points"].tolist()

    def hand(self, seat):
        """Return the concealed tiles of a seat as a hand string."""
        return format_tiles(np.repeat(np.arange(NUM_KINDS), self.state["hand"][seat]).tolist())

    def waits(self, seat):
        """Return what a ready seat waits on as a hand string."""
        bits = int(self.state["waits"][seat])
        return format_tiles([kind for kind in range(NUM_KINDS) if bits >> kind & 1])

    def last(self, kind):
        """Return the latest event of a type."""
        return [event for event in self.events if event["type"] == kind][-1]

    def count(self, kind):
        """Return the number of events of a type."""
        return sum(event["type"] == kind for event in self.events)

    # Observing --------------------------------------------------------------------------------------
    def observe(self, seat, encoder="view/1"):
        """Return what a seat sees, asked or not."""
        found = find_encoder(encoder)
        out = found.new_array(1)
        seats = np.array([seat])
        found.kernel(self.states, self.rules.record, ROW, seats, out)
        return out[0]

    # Checks -----------------------------------------------------------------------------------------
    def checked(self):
        """Return the table after checking what must hold at every decision."""
        state = self.state
        if self.actor != NOTHING:
            assert len(self.legal) >= 2  # C9
            assert self.count_tiles() == full_set(self.rules.variant)
        for seat in range(NUM_SEATS):
            held = state["hand"][seat]
            codes = [int((held[s : s + 9] * KIND_WEIGHT[s : s + 9]).sum()) for s in (0, 9, 18, 27)]
            assert state["codes"][seat].tolist() == codes
            assert state["suit_size"][seat].tolist() == [held[s : s + 9].sum() for s in (0, 9, 18, 27)]
            melds = self.meld_tiles(seat)
            assert state["meld_suits"][seat] == sum({1 << kind // 9 for kind in melds})
            assert (state["traits"][seat] & TRAIT_OPEN != 0) == any(
                state["meld_type"][seat, slot] != MELD_CONCEALED_KONG for slot in range(state["meld_count"][seat])
            )
        return self

    def count_tiles(self):
        """Count every tile on the table."""
        state = self.state
        river = slice(state["river_count"])
        kept = state["river_info"][river] & RIVER_CLAIMED == 0
        tiles = [*state["river_kind"][river][kept], *state["wall"][state["head"] : state["tail"] + 1]]
        tiles += [*state["bao"][: self.num_bao]]
        tiles += [parse_tile(event["old"]) for event in self.events if event["type"] == "bao_exchange"]
        tiles += [tile for seat in range(NUM_SEATS) for tile in np.repeat(np.arange(NUM_KINDS), state["hand"][seat])]
        tiles += [tile for seat in range(NUM_SEATS) for tile in self.meld_tiles(seat)]
        tiles += [*np.repeat(FLOWERS, state["flowers"].sum(axis=0))]
        if state["phase"] == PHASE_ROB:
            tiles.append(state["tile"])  # between hand and meld
        return Counter(int(tile) for tile in tiles)

    def meld_tiles(self, seat):
        """Return the kinds of a seat's melds, tile by tile."""
        tiles = []
        for slot in range(self.state["meld_count"][seat]):
            kind, meld = self.state["meld_kind"][seat, slot], self.state["meld_type"][seat, slot]
            size = 3 if meld <= MELD_PUNG else 4
            tiles += [kind + (step if meld == MELD_CHOW else 0) for step in range(size)]
        return tiles
