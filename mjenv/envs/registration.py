"""The ids of Gymnasium and of PettingZoo.

Neither has entry points for packages with environments (Gymnasium since its release 1.0), so an id exists once
``mjenv`` is imported: ``import mjenv``, or ``gymnasium.make("mjenv:mjenv/Harbin-v0")``, which imports it.
Registering loads the cores of both (about 0.1 s) but no environment: those are named by strings.
"""

from __future__ import annotations

from typing import Final

import gymnasium
import pettingzoo

from mjenv.variants.registry import BOOKS

#: Id and variant of each environment of Gymnasium.
IDS: Final = {f"mjenv/{name.title()}-v0": name for name in BOOKS}
#: Those of PettingZoo, which names its own in lower case, all AEC.
PETTINGZOO_IDS: Final = {f"mjenv/{name}-v0": name for name in BOOKS}


def register_ids() -> None:
    """Register every id, unless that is done.

    >>> register_ids()
    >>> gymnasium.spec("mjenv/Harbin-v0").kwargs
    {'variant': 'harbin'}
    >>> pettingzoo.spec("aec", "mjenv/harbin-v0").entry_point
    'mjenv.harbin_v0:env'
    """
    for name, variant in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="mjenv.envs.seat:SeatEnv",
                vector_entry_point="mjenv.envs.vector:MahjongVectorEnv",
                kwargs={"variant": variant},
            )
    for name, variant in PETTINGZOO_IDS.items():
        if name not in pettingzoo.aec_registry:
            pettingzoo.register("aec", name, entry_point=f"mjenv.{variant}_v0:env")
