"""One mahjong table is one record of type ``STATE``; every rule is a function over it.

Kernels read fields as ``state["hand"][seat, kind]``, which works compiled and as plain Python alike.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from mjenv.engine.codes import MAX_MELDS, NUM_KINDS, NUM_SEATS, NUM_TILES_MAX

STATE_VERSION: Final = 4
RIVER_LENGTH: Final = 112  # more discards than the longest hand can hold
NUM_SUITS: Final = 4  # m, p, s and the honours
NUM_FLOWERS: Final = 11  # 1f-8f, then 5z 6z 7z where dragons are flowers

S = NUM_SEATS
STATE = np.dtype(
    [
        # the decision: the first cache line is all that drawing and checking an action reads
        ("legal", np.uint64, 2),  # legal actions of `actor`, one bit an id
        ("sample_key", np.uint64),  # stream of the compiled uniform policy
        ("swap_ban", np.uint64),  # kinds the seat in turn may not discard after its chow (S7)
        ("phase", np.int8),
        ("turn", np.int8),  # seat whose turn it is (the giver while others answer)
        ("actor", np.int8),  # seat that is asked, NOTHING when nobody is
        ("drawn", np.int8),  # kind just drawn by `turn`, NOTHING after a claim
        ("source", np.int8),  # SOURCE_ of that tile
        ("tile", np.int8),  # tile in question in PHASE_CLAIM and PHASE_ROB
        ("must_ting", np.int8),  # the turn follows a ready claim
        ("asked", np.int8),  # how many of the other seats have been passed by
        ("answers", np.int8, S),  # claims given so far, NOTHING if none
        ("hand_over", np.int8),  # a hand ended in this step
        ("ready_count", np.int8),
        ("kongs", np.int8),  # made in this hand
        ("dealer", np.int8),
        ("claims", np.uint32, S),  # claims offered on the tile in question, bit 0 = CHOW_LOW
        # seats
        ("waits", np.uint64, S),  # kinds that a ready seat waits on, one bit a kind
        ("barred", np.uint64, S),  # kinds a seat may not pung for having passed on them (S9)
        ("own_ban", np.int8, S),  # kind a seat discarded last and may not claim now (S8)
        ("ready", np.int8, S),  # 0, or 1 + the seat's place in the order of becoming ready
        ("status", np.int8, S),
        ("traits", np.uint8, S),  # what the melds bring: see melds.py
        ("meld_suits", np.uint8, S),  # suits among the melds, one bit a suit
        ("meld_count", np.int8, S),
        ("head", np.int16),  # next wall index a normal draw takes
        ("tail", np.int16),  # next wall index a replacement takes
        ("reserve", np.int16),  # wall tiles from head to tail that may not be drawn
        ("river_count", np.int16),
        ("ready_at", np.int16, S),  # river length when ready was declared
        ("reward", np.int32, S),  # paid in this step
        # concealed tiles, in three forms that move together (see tiles.py)
        ("copies", np.uint64, (S, 3)),  # copies of each kind in binary: bit k of word w is bit w of their number
        ("codes", np.int32, (S, NUM_SUITS)),  # a base-5 number a suit
        ("suit_size", np.int8, (S, NUM_SUITS)),  # tiles a suit
        ("hand", np.int8, (S, NUM_KINDS)),  # copies of each kind
        ("visible", np.int8, NUM_KINDS),  # copies in rivers and exposed melds
        # melds, in the order they were made
        ("meld_type", np.int8, (S, MAX_MELDS)),
        ("meld_kind", np.int8, (S, MAX_MELDS)),  # of a chow the lowest
        ("meld_tile", np.int8, (S, MAX_MELDS)),  # the claimed tile
        ("meld_from", np.int8, (S, MAX_MELDS)),  # the seat that fed it (C7)
        # rivers
        ("river_kind", np.int8, RIVER_LENGTH),
        ("river_info", np.uint8, RIVER_LENGTH),  # seat and RIVER_ flags
        # flowers and 宝
        ("flowers", np.int8, (S, NUM_FLOWERS)),
        ("bao", np.int8, S),  # four_bao: the four; single_bao: index 0 the one in force
        ("bao_owner", np.int8, S),  # seat that revealed it, NOTHING while face down
        ("wall", np.int8, NUM_TILES_MAX),  # wall order (C4)
        # the hand and the match
        ("seed", np.uint64, 2),  # of the match; no seat ever sees it
        ("totals", np.int32, S),  # match totals, fees taken
        ("points", np.int32, S),  # result of the latest hand, after the cap
        ("win_points", np.int32, S),  # of them, before the cap: from wins
        ("kong_points", np.int32, S),  # and from kongs
        ("draws", np.int32),  # drawn hands in a row before this one
        ("counter", np.int32),  # 荒番 (Shanghai)
        ("hand_index", np.int32),  # from 0
        ("hands", np.int32),  # planned
        ("decisions", np.int32),  # decisions in this match so far
        ("dice", np.int8, 2),
        ("winners", np.uint8),  # of the latest hand, one bit a seat
        ("giver", np.int8),  # seat the winning tile came from, NOTHING on a self-draw
        ("win_type", np.int8),  # WIN_
        ("last_ready", np.uint8),  # seats that were ready when the latest hand ended, one bit a seat
        ("given", np.uint8),  # what reset fixed for the first hand: GIVEN_
    ],
    align=True,
)

GIVEN_WALL: Final = 1
GIVEN_DEALER: Final = 2
GIVEN_DICE: Final = 4


def new_states(count: int) -> np.ndarray:
    """Return ``count`` zeroed tables.

    >>> new_states(3).shape, STATE.itemsize <= 1228
    ((3,), True)
    """
    return np.zeros(count, STATE)
