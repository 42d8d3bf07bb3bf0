"""Hand functions for programs: finished or not, waits, distance and settlement of one hand or of many, on arrays.

What ``mjenv.score``, ``mjenv.waits`` and ``mjenv.shanten`` answer for people, by the same rules, at the speed of the
kernels. Imported on first use: ``import mjenv.hands``.

- A hand is int8[34], the concealed copies of each kind (C1); many hands are int8[n, 34].
- Melds are int8[4, 2], or int8[n, 4, 2]: a row is the type of a meld (1 chow, 2 pung, 3 exposed, 4 added, 5 concealed
  kong) and its lowest kind; rows (0, 0) follow where there are fewer than four.
- Waits are a set of kinds, as the bits of a whole number; ``has_kinds`` makes bool[…, 34] of it.

Other integer types and layouts are converted, which takes longer. What cannot be is refused with ``HandError``.
"""

from __future__ import annotations

from mjenv.calculator.holding import HandError
from mjenv.engine.shanten import NEVER
from mjenv.hands.functions import Hands, has_kinds, shape_shanten
from mjenv.hands.settlement import Settlement
from mjenv.hands.wins import WIN

__all__ = ["NEVER", "WIN", "HandError", "Hands", "Settlement", "has_kinds", "shape_shanten"]
