"""Settling many wins from Python: what is known of the rules, the answer, and why a win is refused."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from mjenv.calculator.holding import READY_CHOW, HandError, settle_rules
from mjenv.calculator.situation import READY_NEEDED
from mjenv.engine.codes import NOTHING, NUM_SEATS, SOURCE_HEAD, WIN_SELF_DRAW
from mjenv.engine.log import new_logs
from mjenv.engine.tiles import tile_name
from mjenv.hands import win_checks
from mjenv.hands.calls import enter
from mjenv.hands.checks import describe_rules
from mjenv.hands.settling import settle_many
from mjenv.hands.wins import WIN
from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable

    from mjenv.variants.params import Rules

KNOWN: Final = ("harbin", "hebei", "shanghai")


class Settlement(NamedTuple):
    """What each of n wins pays; payments sum to zero (C20)."""

    points: np.ndarray  # int32[n, 4], net of each seat, kong payments and cap (C23) included
    payments: np.ndarray  # int32[n, 4], net of the win alone, before the cap
    kongs: np.ndarray  # int32[n, 4], net of kong payments, before the cap (B10)
    elements: np.ndarray  # int32[n, m], value of each of ``Hands.elements``, -1 where it does not count


def find_options(rules: Rules) -> int:
    """Return what the kernels must know of the rules to check a win."""
    book = BOOKS[rules.variant]
    facts = {
        win_checks.NEEDS_READY: rules.variant in READY_NEEDED,
        win_checks.HAS_READY: rules.preset.has_ready,
        win_checks.HAS_BAO: book.has_bao,
        win_checks.ONE_BAO: rules.name == "single_bao",
        win_checks.OPEN_UNTOLD: rules.variant == "harbin",
        win_checks.HAS_FLOWERS: book.has_flowers,
        win_checks.FEEDS_ANY: rules.variant in READY_CHOW,
        win_checks.KONG_KEEPS_READY: rules.values.get("kong_after_ting") != "never",
        win_checks.WAITS_WIN: rules.variant in KNOWN,
    }
    return sum(option for option, is_so in facts.items() if is_so)


def new_wins(rules: Rules, count: int) -> np.ndarray:
    """Return ``count`` wins to fill in: self-draws of seat 0, dealt by seat 0, beside open seats that are not ready."""
    wins = np.zeros(count, WIN)
    wins["win_type"] = WIN_SELF_DRAW
    wins["source"] = SOURCE_HEAD
    for name in ("giver", "ready", "bao"):
        wins[name] = NOTHING
    if rules.variant in READY_NEEDED:
        wins["ready"][:, 0] = 0
    wins["dice"] = 2, 3  # a throw that adds nothing (S14)
    return wins


class Scratch(threading.local):
    """What each thread needs: logs, one to read and one that is not kept, and why a win is refused.

    To make the logs takes longer than a settlement.
    """

    def __init__(self) -> None:
        self.logs = new_logs(2)
        self.logs[1]["enabled"] = 0
        self.wrong = np.zeros(1, np.int64)


class Settler:
    """Settles wins by one rule set."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.facts = describe_rules(rules, find_options(rules))
        self.num_elements = len(BOOKS[rules.variant].elements)
        asks_before = "sequence_at_ting" in rules.values
        self.lenient = settle_rules(rules, {"sequence_at_ting": False}).record if asks_before else rules.record
        self.scratch = Scratch()
        self.kernel: Callable[..., int] = enter(
            settle_many,
            np.zeros(0, WIN),
            rules.record,
            self.lenient,
            self.facts,
            self.scratch.logs,
            *self.new_outputs(0),
            self.scratch.wrong,
        )

    def new_outputs(self, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Return arrays for points and elements."""
        return np.empty((count, 3, NUM_SEATS), np.int32), np.empty((count, self.num_elements), np.int32)

    def settle(self, wins: np.ndarray) -> Settlement:
        """Return what each win pays; raise ``HandError`` for the first that cannot be."""
        if not isinstance(wins, np.ndarray) or (wins.dtype is not WIN and wins.dtype != WIN) or wins.ndim != 1:
            raise HandError("wins: expected an array of records as Hands.new_wins(n) makes them")
        points, elements = self.new_outputs(len(wins))
        whole = wins if wins.flags.carray else np.require(wins, WIN, ["C", "W", "A"])
        logs, wrong = self.scratch.logs, self.scratch.wrong
        row = self.kernel(whole, self.rules.record, self.lenient, self.facts, logs, points, elements, wrong)
        if row != NOTHING:
            raise HandError(f"wins[{row}]: {explain(whole[row], int(wrong[0]), self.rules)}")
        return Settlement(points[:, 2], points[:, 0], points[:, 1], elements)


#: Which fields of a win each refusal is about, and what would be right.
REFUSALS: Final = {
    win_checks.WRONG_SEAT: (("seat", "dealer"), "seats are 0 to 3"),
    win_checks.WRONG_TYPE: (
        ("win_type", "giver", "seat"),
        "expected 1 a discard or 3 a robbed kong with another seat as giver, or 2 a self-draw with giver -1",
    ),
    win_checks.WRONG_SOURCE: (
        ("source", "last_tile", "win_type", "flowers"),
        "source is 2, or of a self-draw 3 (a kong's) or, with flowers, 4; last_tile 0 or 1, 0 where a kong is robbed",
    ),
    win_checks.WRONG_MELD: (
        ("melds",),
        "a row is type (1 chow to 5 concealed kong), lowest kind and feeder; none after 0",
    ),
    win_checks.WRONG_FEEDER: (("melds",), "a meld is fed by another seat, a chow by the seat before (C14)"),
    win_checks.WRONG_TILES: (
        ("hand", "tile"),
        "expected 13 concealed tiles less three a meld, and a winning tile, of the kinds that are played",
    ),
    win_checks.WRONG_COPIES: (("hand", "tile", "melds", "bao"), "more than four copies of a kind"),
    win_checks.WRONG_READY: (
        ("ready",),
        "expected different seats, then -1; the winner among them where only a ready seat may win",
    ),
    win_checks.WRONG_STANDING: (
        ("standing",),
        "1 is for a loser in Harbin that has no open meld and so is not ready (H5, H16)",
    ),
    win_checks.WRONG_BAO: (
        ("bao", "ready"),
        "one kind for each ready seat at most, -1 where it is not known (H11)",
    ),
    win_checks.WRONG_COUNTS: (
        ("flowers", "draws", "counter", "dice"),
        "flowers are 0 to 20 and in Shanghai only, dice 1 to 6, counts not negative",
    ),
    win_checks.WRONG_ROBBED: (
        ("tile", "giver"),
        "the giver of a robbed kong has, or has room for, a pung of the tile, all other copies of which it holds (C12)",
    ),
    win_checks.WRONG_REPLACEMENT: (("source", "melds"), "the winner has made no kong whose replacement it could draw"),
    win_checks.NOT_READY: (("hand", "melds"), "these 13 tiles may not be ready"),
    win_checks.NO_WAITS: (("hand", "melds"), "these 13 tiles wait on nothing"),
    win_checks.NO_WIN: (("tile", "win_type"), "the tile does not win"),
}


def explain(one: Any, wrong: int, rules: Rules) -> str:  # noqa: ANN401
    """Return why a win is refused."""
    names, right = REFUSALS[wrong]
    return f"{', '.join(f'{name}={show(one, name)}' for name in names)}: {right} in {rules.preset.id}"


def show(one: Any, name: str) -> str:  # noqa: ANN401
    """Return a field of a win as a message shows it."""
    if name == "hand":
        return " ".join(f"{copies}x{tile_name(kind)}" for kind, copies in enumerate(one["hand"].tolist()) if copies)
    if name == "tile" and 0 <= one["tile"] < len(one["hand"]):
        return tile_name(int(one["tile"]))
    if name == "melds":
        return str([[row for row in seat if row[0]] for seat in one["melds"].tolist()]).replace(" ", "")
    return str(one[name].tolist()).replace(" ", "")
