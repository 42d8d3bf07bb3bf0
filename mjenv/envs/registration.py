"""The Gymnasium ids.

Gymnasium has no entry points for packages with environments (since its release 1.0), so an id exists once
``mjenv`` is imported: ``import mjenv``, or ``gymnasium.make("mjenv:mjenv/Harbin-v0")``, which imports it.
Registering loads Gymnasium's core (under 0.1 s) but no environment: those are named by strings.
"""

from __future__ import annotations

from typing import Final

import gymnasium

from mjenv.variants.registry import BOOKS

#: Id and variant of each environment.
IDS: Final = {f"mjenv/{name.title()}-v0": name for name in BOOKS}


def register_ids() -> None:
    """Register every id with Gymnasium, unless that is done.

    >>> register_ids()
    >>> gymnasium.spec("mjenv/Harbin-v0").kwargs
    {'variant': 'harbin'}
    """
    for name, variant in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="mjenv.envs.seat:SeatEnv",
                vector_entry_point="mjenv.envs.vector:MahjongVectorEnv",
                kwargs={"variant": variant},
            )
