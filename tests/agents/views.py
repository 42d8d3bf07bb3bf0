"""Views built from strings: what one seat sees, and the actions it is offered."""

from __future__ import annotations

import numpy as np

from mjenv.engine.codes import (
    MELD_CHOW,
    MELD_CONCEALED_KONG,
    MELD_EXPOSED_KONG,
    MELD_PUNG,
    NOTHING,
    NUM_ACTIONS,
    PHASE_ACT,
    PHASE_CLAIM,
    RIVER_READY,
    SOURCE_CLAIM,
    SOURCE_HEAD,
)
from mjenv.engine.menu import action_id
from mjenv.engine.tiles import parse_tile, parse_tiles, tile_name
from mjenv.observe.view import VIEW

HARBIN_KINDS = [*range(27), 33]
MELD_TYPES = {"chow": MELD_CHOW, "pung": MELD_PUNG, "kong": MELD_EXPOSED_KONG, "concealed": MELD_CONCEALED_KONG}


def see(hand, melds=(), *, drew="", tile="", giver=3, river=(), left=40):
    """Return VIEW[1] of seat 0.

    ``melds``: strings as "chow 123m"; ``drew``: a tile on top of ``hand``; ``tile``: another seat's discard that it
    is asked about; ``river``: (seat, tile) or (seat, tile, "ready") in order. Refuses what cannot be: five of a
    kind, a hand of a wrong size.
    """
    views = np.zeros(1, VIEW)
    view = views[0]
    held = parse_tiles(hand + drew, HARBIN_KINDS)
    view["hand"] = np.bincount(held, minlength=34)
    view["meld_type"], view["meld_kind"], view["ready_at"] = 0, NOTHING, NOTHING
    assert len(held) == 14 - bool(tile) - 3 * len(melds), f"{len(held)} tiles beside {len(melds)} melds"
    shown = list(held)
    for slot, text in enumerate(melds):
        word, tiles = text.split()
        view["meld_type"][0, slot] = MELD_TYPES[word]
        view["meld_kind"][0, slot] = parse_tiles(tiles)[0]
        shown += parse_tiles(tiles)
    view["meld_count"][0] = len(melds)
    for place, (seat, name, *ready) in enumerate(river):
        shown.append(parse_tile(name))
        view["river_kind"][place] = parse_tile(name)
        view["river_info"][place] = seat | (RIVER_READY if ready else 0)
        if ready:
            view["ready"][seat] = 1 + np.count_nonzero(view["ready"])
            view["ready_at"][seat] = place + 1
    view["river_count"] = len(river)
    if tile:
        shown.append(parse_tile(tile))
    counts = np.bincount(shown, minlength=34)
    assert counts.max() <= 4, "five of a kind"
    view["unseen"][HARBIN_KINDS] = 4 - counts[HARBIN_KINDS]
    view["phase"] = PHASE_CLAIM if tile else PHASE_ACT
    view["turn"] = giver if tile else 0
    view["tile"] = parse_tile(tile) if tile else NOTHING
    view["drawn"] = parse_tile(drew) if drew else NOTHING
    view["source"] = SOURCE_HEAD if drew else SOURCE_CLAIM
    view["left"] = left
    view["asked"] = 1
    return views


def offer(*names):
    """Return int8[1, 113], the mask of the named actions; "discard 123m" stands for one of each."""
    mask = np.zeros((1, NUM_ACTIONS), np.int8)
    for name in names:
        verb, _, tiles = name.partition(" ")
        for word in [f"{verb} {part}" for part in split_tiles(tiles)] if tiles else [verb]:
            mask[0, action_id(word)] = 1
    return mask


def split_tiles(text):
    """Return the tiles of a hand string as strings, one of each kind."""
    return [tile_name(kind) for kind in sorted(set(parse_tiles(text)))]
