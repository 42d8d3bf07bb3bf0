"""mjenv: reinforcement-learning environments for regional Chinese mahjong.

>>> import mjenv
>>> env = mjenv.make("harbin")
>>> env.reset(seed=7)
>>> env.agent_selection in env.agents
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from mjenv.envs.registration import register_ids
from mjenv.errors import IllegalActionError, LogError, MjenvError, ProtocolError, RulesError
from mjenv.variants.registry import list_rules, load_rules

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from mjenv.envs.aec import MahjongEnv
    from mjenv.record.verify import Report
    from mjenv.table.batch import Batch

__version__ = "0.1.0"
register_ids()


def make(
    variant: str,
    *,
    rules: str | None = None,
    hands: int = 1,
    render_mode: str | None = None,
    encoder: str = "planes/1",
    illegal: str = "raise",
    **params: Any,
) -> MahjongEnv:
    """Return a PettingZoo AEC environment.

    ``variant`` is a variant (``"harbin"``) or a rule set (``"four_bao"``), ``hands`` the length of a match,
    ``params`` rule parameters. Raises ``RulesError`` with the valid names.
    """
    from mjenv.envs.aec import MahjongEnv

    settled = load_rules(variant, rules, **params)
    return MahjongEnv(settled, hands=hands, render_mode=render_mode, encoder=encoder, illegal=illegal)


def make_batch(
    variant: str,
    *,
    rules: str | None = None,
    num_tables: int,
    hands: int = 1,
    seed: int | None = None,
    threads: int = 1,
    encoder: str = "planes/1",
    illegal: str = "raise",
    record: bool = False,
    **params: Any,
) -> Batch:
    """Return a batch of tables, reset with ``seed``.

    ``record`` keeps the rows of the event stream of each step in ``batch.logs``.

    >>> make_batch("harbin", num_tables=3, seed=1).actor.shape
    (3,)
    """
    from mjenv.table.batch import Batch

    settled = load_rules(variant, rules, **params)
    batch = Batch(settled, num_tables, hands=hands, threads=threads, encoder=encoder, illegal=illegal, record=record)
    batch.reset(seed)
    return batch


def verify(path: str | Path, *, limit: int = 100, progress: Callable[[int, int], None] | None = None) -> Report:
    """Play an event log (full stream, ``.jsonl`` or ``.jsonl.gz``) again and compare all that it says.

    ``report.differences`` is empty where every menu, event, settlement and carry-over is as the rules say; of
    each hand it names the first difference with its line and clause. After ``limit`` differences the rest is
    not read. ``progress`` is called with the numbers of hands begun and planned. Raises ``LogError`` for a log
    that cannot be checked at all.

    >>> report = verify("tests/cli/four_bao_seed_9.jsonl")
    >>> report.hands, report.complete, report.differences
    (2, True, ())
    """
    from mjenv.record.verify import verify_log

    return verify_log(path, limit=limit, progress=progress)


__all__ = [
    "IllegalActionError",
    "LogError",
    "MjenvError",
    "ProtocolError",
    "RulesError",
    "list_rules",
    "load_rules",
    "make",
    "make_batch",
    "verify",
]
