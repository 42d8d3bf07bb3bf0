"""The variants that exist: one line each here and in the static dispatch below.

Kernels cannot take functions as arguments and still be kept in Numba's cache, so each hook is an if-chain
over the variant's code in the rules record.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.engine.codes import NOTHING, NUM_SEATS
from mjenv.engine.rng import STREAM_DEALER, random_below
from mjenv.engine.tiles import FIRST_HONOUR, ZHONG
from mjenv.errors import RulesError
from mjenv.variants import (
    harbin,
    harbin_payment,
    harbin_ready,
    hebei,
    hebei_hand,
    hebei_payment,
    shanghai,
    shanghai_payment,
)
from mjenv.variants.params import Preset, Rules, nearest

HARBIN: Final = 0
HEBEI: Final = 1
SHANGHAI: Final = 2

VARIANTS: Final = {"harbin": HARBIN, "hebei": HEBEI, "shanghai": SHANGHAI}
PRESETS: Final[tuple[Preset, ...]] = harbin.PRESETS + hebei.PRESETS + shanghai.PRESETS
ELEMENTS: Final = {
    "harbin": harbin_payment.ELEMENTS,
    "hebei": hebei_payment.ELEMENTS,
    "shanghai": shanghai_payment.ELEMENTS,
}
TASKS: Final = {"harbin": harbin_payment.TASKS}

PARAM_NAMES: Final = tuple(dict.fromkeys(param.name for preset in PRESETS for param in preset.params))
#: The kernels' form of a rule set: one integer a parameter, of all variants.
RULES = np.dtype([("variant", np.int32), ("preset", np.int32), *((name, np.int32) for name in PARAM_NAMES)])


# Finding and settling rules -------------------------------------------------------------------------
def list_rules() -> list[str]:
    """Return the full names of all rule sets.

    >>> "harbin/four_bao" in list_rules()
    True
    """
    return [preset.id for preset in PRESETS]


def find_preset(variant: str, rules: str | None = None) -> Preset:
    """Return the rule set of a variant, or the one that ``variant`` itself names.

    Raises ``RulesError`` with the nearest valid name.
    """
    if rules is None:
        for preset in PRESETS:
            if variant in (preset.variant, preset.name, preset.id):
                return preset
        known = [*VARIANTS, *(preset.name for preset in PRESETS), *list_rules()]
        message = f"unknown variant or rule set {variant!r}{nearest(variant, known)}; known: {', '.join(list_rules())}"
        raise RulesError(message)
    if variant not in VARIANTS:
        message = f"unknown variant {variant!r}{nearest(variant, list(VARIANTS))}; known: {', '.join(VARIANTS)}"
        raise RulesError(message)
    names = {preset.name: preset for preset in PRESETS if preset.variant == variant}
    name = str(rules).removeprefix(f"{variant}/")
    if name not in names:
        message = f"{variant} has no rule set {rules!r}{nearest(name, list(names))}; known: {', '.join(names)}"
        raise RulesError(message)
    return names[name]


def load_rules(variant: str, rules: str | None = None, /, **params: Any) -> Rules:
    """Return a rule set with ``params`` in place of its defaults.

    ``variant`` is a variant (``"harbin"``), a rule set (``"four_bao"``) or both (``"harbin/four_bao"``).
    Raises ``RulesError`` for an unknown name or a value that a parameter does not take.

    >>> load_rules("four_bao", ting_pung=False).changed
    {'ting_pung': False}
    """
    preset = find_preset(variant, rules)
    known = {param.name: param for param in preset.params}
    for name in params:
        if name not in known:
            message = f"{preset.id} has no parameter {name!r}{nearest(name, list(known))}; known: {', '.join(known)}"
            raise RulesError(message)
    record = np.zeros(1, RULES)
    record["variant"] = VARIANTS[preset.variant]
    record["preset"] = preset.code
    values = {}
    for name, param in known.items():
        values[name] = param.check(params.get(name, preset.defaults.get(name, param.default)))
        record[name] = param.encode(values[name])
    return Rules(preset, values, record)


def element_key(variant: str, number: int) -> str:
    """Return the key of a scoring element."""
    return ELEMENTS[variant][number]


def task_key(variant: str, number: int) -> str:
    """Return the key of a side task."""
    return TASKS[variant][number]


# Dispatch -------------------------------------------------------------------------------------------
@njit
def build_wall(rules, out_wall):
    """Write the tiles of the game in order of kinds and return their number."""
    if rules["variant"] == HARBIN:
        return harbin.build_wall(out_wall)
    return hebei.build_wall(out_wall) if rules["variant"] == HEBEI else shanghai.build_wall(out_wall)


@njit
def wall_length(rules):
    """Number of tiles in the wall."""
    if rules["variant"] == HARBIN:
        return harbin.WALL_LENGTH
    return hebei.WALL_LENGTH if rules["variant"] == HEBEI else shanghai.WALL_LENGTH


@njit
def count_copies(rules, kind):
    """Copies of a playable kind that the variant has: 4, or 0 for one that it does not play with (H1, S1)."""
    if rules["variant"] == HARBIN:
        return 4 if kind < FIRST_HONOUR or kind == ZHONG else 0
    return 4 if rules["variant"] == HEBEI or kind < shanghai.FIRST_DRAGON else 0


@njit
def flower_place(rules, kind):
    """Column of a flower tile in the state; NOTHING for a tile that is played."""
    return shanghai.flower_place(kind) if rules["variant"] == SHANGHAI else NOTHING


@njit
def choose_dealer(state, rules):
    """The first dealer of a match."""
    if rules["variant"] == HEBEI:
        return np.int64(hebei.choose_dealer(state, rules))
    return random_below(state["seed"], STREAM_DEALER, 0, NUM_SEATS)


@njit
def open_hand(state, rules):
    """Set up what a variant keeps beside the wall, after the deal."""
    if rules["variant"] == HARBIN:
        harbin.open_hand(state, rules)
    elif rules["variant"] == HEBEI:
        hebei.open_hand(state)
    else:
        shanghai.open_hand(state)


@njit
def fill_turn_menu(state, rules, seat):
    """Write what the seat in turn may do."""
    if rules["variant"] == HARBIN:
        harbin.fill_turn_menu(state, rules, seat)
    elif rules["variant"] == HEBEI:
        hebei.fill_turn_menu(state, rules, seat)
    else:
        shanghai.fill_turn_menu(state, rules, seat)


@njit
def find_claims(state, rules, seat):
    """Claims of a seat on the discard in question."""
    if rules["variant"] == HARBIN:
        return np.int64(harbin.find_claims(state, rules, seat))
    if rules["variant"] == HEBEI:
        return np.int64(hebei.find_claims(state, rules, seat))
    return np.int64(shanghai.find_claims(state, rules, seat))


@njit
def find_rob_claims(state, rules, seat):
    """Claims of a seat on an added kong."""
    if rules["variant"] == HARBIN:
        return harbin.find_rob_claims(state, seat)
    return (
        hebei.find_rob_claims(state, rules, seat)
        if rules["variant"] == HEBEI
        else shanghai.find_rob_claims(state, seat)
    )


@njit
def allows_many_winners(rules):
    """Whether several seats may win on one tile (H10, B5, S6)."""
    return rules["variant"] == SHANGHAI or rules["multi_win"] != 0


@njit
def forces_win(rules):
    """Whether a seat that can win must (S4)."""
    return rules["force_win"] != 0


@njit
def declare_ready(state, rules, log, seat):
    """Make a seat ready with the 13 tiles it holds."""
    place = state["ready_count"]
    state["ready_count"] = place + 1
    state["ready"][seat] = place + 1
    state["ready_at"][seat] = state["river_count"]
    state["waits"][seat] = find_waits(state, rules, seat)
    if rules["variant"] == HARBIN:
        harbin.reveal_bao(state, rules, log, seat, place)


@njit
def after_shown(state, rules, log):
    """What a variant does when tiles have come to lie on the table, before claims and replacements."""
    if rules["variant"] == HARBIN:
        harbin.exchange_bao(state, rules, log)


@njit
def after_kong(state, rules):
    """What a variant does when a kong has been made."""
    if rules["variant"] == HEBEI:
        hebei.after_kong(state)


@njit
def is_endgame(state, rules):
    """Whether the next tile from the head may only be won with or discarded."""
    return rules["variant"] == HARBIN and harbin.is_endgame(state, rules)


@njit
def on_draw(state, rules, seat):
    """What a draw lifts."""
    if rules["variant"] == SHANGHAI:
        shanghai.on_draw(state, seat)


@njit
def on_discard(state, rules, seat, kind):
    """What a discard bars."""
    if rules["variant"] == SHANGHAI:
        shanghai.on_discard(state, seat, kind)


@njit
def on_answer(state, rules, seat, action):
    """What an answer to a discard bars."""
    if rules["variant"] == SHANGHAI:
        shanghai.on_answer(state, seat, action)


@njit
def before_claim(state, rules, seat, kind, action):
    """What a claim lifts and bars; the tiles are still in the hand."""
    if rules["variant"] == SHANGHAI:
        shanghai.before_claim(state, seat, kind, action)


@njit
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind."""
    if rules["variant"] == HARBIN:
        return harbin_ready.find_waits(state, rules, seat)
    if rules["variant"] == HEBEI:
        return hebei_hand.find_waits(state, rules, seat)
    return shanghai_payment.find_waits(state, seat)


@njit
def settle(state, rules, log, winner, out_payments):
    """Pay one winner, whose hand holds the winning tile; return the variant's code of the win (Shanghai: flowers)."""
    if rules["variant"] == HARBIN:
        return np.int64(harbin_payment.settle(state, rules, log, winner, out_payments))
    if rules["variant"] == HEBEI:
        return np.int64(hebei_payment.settle(state, rules, log, winner, out_payments))
    return np.int64(shanghai_payment.settle(state, rules, log, winner, out_payments))


@njit
def pay_kongs(state, rules, out_payments):
    """Pay for kongs, where a hand that is won does."""
    if rules["variant"] == HEBEI:
        hebei_payment.pay_kongs(state, out_payments)


@njit
def choose_groups(state, rules, winner, out_groups):
    """Write the groups of a winner's concealed hand and return their number."""
    if rules["variant"] == HARBIN:
        return np.int64(harbin_payment.choose_groups(state, rules, winner, out_groups))
    if rules["variant"] == HEBEI:
        return np.int64(hebei_payment.choose_groups(state, rules, winner, out_groups))
    return np.int64(shanghai_payment.choose_groups(state, winner, out_groups))


@njit
def log_result(state, rules, log, win_code):
    """Write what a variant reports at the end of a hand."""
    if rules["variant"] == HARBIN:
        harbin_payment.log_result(state, rules, log, win_code)


@njit
def pass_deal(state, rules):
    """Name the next dealer and carry over what a variant counts."""
    if rules["variant"] == HARBIN:
        harbin.pass_deal(state, rules)
    elif rules["variant"] == HEBEI:
        hebei.pass_deal(state)
    else:
        shanghai.pass_deal(state, rules)
