"""Parameters that every variant takes (clauses C…)."""

from __future__ import annotations

from typing import Final

from mjenv.variants.params import INT_MAX, Param

YES_NO: Final = (False, True)

KONG_AFTER_TING: Final = ("same_waits", "still_ready", "never")
SAME_WAITS: Final = 0
NEVER: Final = 2

COMMON_PARAMS: Final = (
    Param("kong_after_claim", False, YES_NO, "C8", "a kong may be made in the turn after one's own chow or pung"),
    Param("table_fee", 0, range(INT_MAX), "C22", "points taken from each seat's total each hand, apart"),
    Param("cap", None, range(1, INT_MAX), "C23", "no seat wins or loses more than this in a hand"),
    Param("concealed_kong_hidden", False, YES_NO, "C24", "the kind of a concealed kong is known to its maker only"),
)
