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
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    import numpy as np

    from mjenv.calculator.scoring import Score
    from mjenv.calculator.shanten import Shanten
    from mjenv.calculator.waits import Waits
    from mjenv.envs.aec import MahjongEnv
    from mjenv.record.verify import Report
    from mjenv.table.batch import Batch
    from mjenv.variants.params import Rules

__version__ = "0.1.0"
register_ids()


def make(
    variant: str,
    *,
    rules: str | None = None,
    hands: int = 1,
    render_mode: str | None = None,
    render_style: Mapping[str, Any] | None = None,
    encoder: str = "planes/1",
    illegal: str = "raise",
    **params: Any,
) -> MahjongEnv:
    """Return a PettingZoo AEC environment.

    ``variant`` is a variant (``"harbin"``) or a rule set (``"four_bao"``), ``hands`` the length of a match,
    ``params`` rule parameters. ``render_mode``: ``"ansi"``, ``"human"``, ``"rgb_array"`` or ``"svg"``, with
    ``render_style`` such as ``{"theme": "dark"}`` (see ``docs/rendering.md``). Raises ``RulesError`` with the
    valid names.

    >>> env = make("qiaoma", hands=2, force_win=True)
    >>> env.reset(seed=7)
    >>> env.observe(env.agent_selection)["observation"].shape
    (28, 34)
    """
    from mjenv.envs.aec import MahjongEnv

    settled = load_rules(variant, rules, **params)
    return MahjongEnv(
        settled,
        hands=hands,
        render_mode=render_mode,
        render_style=render_style,
        encoder=encoder,
        illegal=illegal,
    )


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
    out: np.ndarray | None = None,
    **params: Any,
) -> Batch:
    """Return a batch of tables, reset with ``seed``.

    ``record`` keeps the rows of the event stream of each step in ``batch.logs``. ``out`` is an array that the
    observations are written into; ``batch.observation`` is then this array.

    >>> make_batch("harbin", num_tables=3, seed=1).actor.shape
    (3,)
    """
    from mjenv.table.batch import Batch

    settled = load_rules(variant, rules, **params)
    batch = Batch(
        settled,
        num_tables,
        hands=hands,
        threads=threads,
        encoder=encoder,
        illegal=illegal,
        record=record,
        out=out,
    )
    batch.reset(seed)
    return batch


def determinize(
    states: np.ndarray, i: int, seat: int, rng: np.random.Generator, out: np.ndarray, *, rules: Rules
) -> int:
    """Draw tables that look to ``seat`` like table ``i`` of ``states``, each record of ``out`` one draw (C24).

    Deals are uniform given what the seat may know: ready opponents hold legal ready hands, pending claims are
    rebuilt, the wall and the seed are new. Returns 0, or 1 where a draw failed (its record is blank, never the
    true table), or 2 where no seat is asked. Raises ``MjenvError`` for arguments that do not fit. See
    ``docs/hidden-information.md`` and ``mjenv.table.determinize`` for the distribution.

    >>> import numpy as np
    >>> batch = make_batch("qiaoma", num_tables=1, seed=1)
    >>> out = batch.states.repeat(3)
    >>> determinize(batch.states, 0, 1, np.random.default_rng(7), out, rules=batch.rules)
    0
    >>> len(np.unique(out["wall"], axis=0))
    3
    """
    from mjenv.table.determinize import determinize as draw

    return draw(states, i, seat, rng, out, rules=rules)


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


def score(rules: str | Rules, hand: str, tile: str, *, melds: str | Sequence[str] = (), **given: Any) -> Score:
    """Return what a win with ``tile`` pays, and why, by the engine's own settlement.

    ``hand``: concealed tiles, with the winning tile or without; ``melds``: such as ``"pung 777p from 2, kong
    5555s"``. Further keywords: the facts of ``mjenv.calculator.situation.Situation``, of which one of
    ``self_draw=True``, ``discard_from=SEAT`` and ``robbed_from=SEAT`` must be said, and rule parameters.
    Raises ``MjenvError`` with the reason for what is unknown or cannot be.

    >>> won = score("hebei/classic", "123m456m789m11z", "9m", melds="pung 777p", discard_from=2)
    >>> won.points, [element.key for element in won.elements]
    ((10, 0, -10, 0), ['straight'])
    """
    from mjenv.calculator.scoring import score

    return score(rules, hand, tile, melds=melds, **given)


def waits(
    rules: str | Rules,
    hand: str,
    *,
    melds: str | Sequence[str] = (),
    seen: str = "",
    scores: bool = False,
    **given: Any,
) -> Waits:
    """Return the kinds that complete 13 tiles (C19), or, of 14, those after each discard that leaves a wait.

    ``seen``: tiles that lie elsewhere and are not left; ``scores``: also what each win would bring. Further
    keywords as in ``score``. Raises ``MjenvError`` with the reason for what is unknown or cannot be.

    >>> found = waits("hebei/classic", "123m456m78m11z", melds="pung 777p")
    >>> [(wait.tile, wait.left) for wait in found.waiting.waits]
    [('3m', 3), ('6m', 3), ('9m', 4)]
    """
    from mjenv.calculator.waits import waits

    return waits(rules, hand, melds=melds, seen=seen, scores=scores, **given)


def shanten(
    rules: str | Rules, hand: str, *, melds: str | Sequence[str] = (), seen: str = "", **params: Any
) -> Shanten:
    """Return the distance of 13 or 14 tiles to a hand that the rule set lets win, and the tiles that lower it.

    Raises ``MjenvError`` with the reason for what is unknown or cannot be.

    >>> shanten("hebei/classic", "1133m5577p99s22z3z").shanten
    0
    """
    from mjenv.calculator.shanten import shanten

    return shanten(rules, hand, melds=melds, seen=seen, **params)


__all__ = [
    "IllegalActionError",
    "LogError",
    "MjenvError",
    "ProtocolError",
    "RulesError",
    "determinize",
    "list_rules",
    "load_rules",
    "make",
    "make_batch",
    "score",
    "shanten",
    "verify",
    "waits",
]
