"""A won hand as a record: what a settlement depends on. Fields are those of ``mjenv.score``, as numbers."""

from __future__ import annotations

import numpy as np

from mjenv.engine.codes import MAX_MELDS, NUM_KINDS, NUM_SEATS

WIN = np.dtype(
    [
        ("draws", np.int32),  # drawn hands in a row before this one (single_bao)
        ("counter", np.int32),  # 荒番 before the dice of this hand (Shanghai)
        ("hand", np.int8, NUM_KINDS),  # the winner's concealed tiles without the winning tile
        ("tile", np.int8),  # kind of the winning tile
        ("seat", np.int8),  # of the winner
        ("win_type", np.int8),  # 1 discard, 2 self-draw, 3 robbed kong
        ("giver", np.int8),  # seat that discarded it or whose kong is robbed; NOTHING (-1) on a self-draw
        ("source", np.int8),  # of a drawn tile: 2 the head of the wall, 3 a kong's, 4 a flower's replacement
        ("last_tile", np.int8),  # 1: no tile can be drawn after it
        ("dealer", np.int8),
        ("melds", np.int8, (NUM_SEATS, MAX_MELDS, 3)),  # of every seat: type, lowest kind, seat that fed it
        ("ready", np.int8, NUM_SEATS),  # seats in the order they became ready, then NOTHING
        ("standing", np.int8, NUM_SEATS),  # 1: a loser whose melds are not told has no open meld (H16)
        ("bao", np.int8, NUM_SEATS),  # the revealed 宝 in that order, NOTHING where unknown; single_bao: one
        ("flowers", np.int8),  # number of the winner's flower tiles (Shanghai)
        ("dice", np.int8, 2),
    ],
    align=True,
)
