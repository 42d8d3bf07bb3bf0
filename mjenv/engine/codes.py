"""The numbers that the kernels speak: seats, actions, phases, melds, events.

Action ids are those of the event stream and are the same for every variant.
"""

from __future__ import annotations

from typing import Final

NUM_SEATS: Final = 4
NUM_KINDS: Final = 34  # playable kinds (C1); flowers are kinds 34-41
NUM_TILES_MAX: Final = 144  # the largest wall (Shanghai)
MAX_MELDS: Final = 4
NOTHING: Final = -1  # no tile, no seat, no action

# Actions ------------------------------------------------------------------------------------------
NUM_ACTIONS: Final = 113
MASK_WIDTH: Final = 128  # masks are padded in memory; ids 113-127 are reserved
DISCARD: Final = 0  # + kind
TING: Final = 34  # + kind: discard it and declare ready
SELF_KONG: Final = 68  # + kind: concealed, or added to one's pung
CHOW_LOW: Final = 102  # the claimed tile is the lowest of the run
CHOW_MID: Final = 103
CHOW_HIGH: Final = 104
PUNG: Final = 105
KONG: Final = 106  # exposed, from a discard
TING_CHOW_LOW: Final = 107
TING_CHOW_MID: Final = 108
TING_CHOW_HIGH: Final = 109
TING_PUNG: Final = 110
HU: Final = 111
PASS: Final = 112

# Phases: what is due next -------------------------------------------------------------------------
PHASE_DEAL: Final = 0
PHASE_DRAW: Final = 1  # the next seat draws from the head of the wall
PHASE_REPLACE: Final = 2  # the seat in turn draws a replacement from the tail
PHASE_ACT: Final = 3  # the seat in turn has a tile too many
PHASE_CLAIM: Final = 4  # the other seats answer a discard
PHASE_ROB: Final = 5  # the other seats answer an added kong
PHASE_SETTLE: Final = 6  # the hand is over
PHASE_DONE: Final = 7  # the match is over

# Seats --------------------------------------------------------------------------------------------
STATUS_PLAYING: Final = 0
STATUS_WON: Final = 1
STATUS_OUT: Final = 2

# Melds (C7) ---------------------------------------------------------------------------------------
MELD_NONE: Final = 0
MELD_CHOW: Final = 1
MELD_PUNG: Final = 2
MELD_EXPOSED_KONG: Final = 3
MELD_ADDED_KONG: Final = 4
MELD_CONCEALED_KONG: Final = 5

# Where the tile that a seat holds too many came from
SOURCE_CLAIM: Final = 0  # nothing drawn: the turn follows one's own chow or pung
SOURCE_DEAL: Final = 1
SOURCE_HEAD: Final = 2
SOURCE_KONG: Final = 3  # a kong's replacement
SOURCE_FLOWER: Final = 4  # a flower's replacement
SOURCE_ENDGAME: Final = 5  # from the head, to win with or to discard unclaimed (Harbin single_bao)

# Ways to win --------------------------------------------------------------------------------------
WIN_NONE: Final = 0
WIN_DISCARD: Final = 1
WIN_SELF_DRAW: Final = 2
WIN_ROBBED_KONG: Final = 3

# River flags (with the seat in the two lowest bits) -------------------------------------------------
RIVER_DRAWN: Final = 4  # of the kind just drawn
RIVER_READY: Final = 8  # ready was declared with it
RIVER_CLAIMED: Final = 16  # a meld took it

# Status codes of a kernel ---------------------------------------------------------------------------
OK: Final = 0
ILLEGAL: Final = 1
