"""The variants that exist: one line each here and in the static dispatch below.

Kernels cannot take functions as arguments and still be kept in Numba's cache, so each hook is an if-chain
over the variant's code in the rules record.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from mjenv.engine._jit import njit
from mjenv.errors import RulesError
from mjenv.variants import harbin, harbin_payment, harbin_ready
from mjenv.variants.params import Preset, Rules, nearest

HARBIN: Final = 0

VARIANTS: Final = {"harbin": HARBIN}
PRESETS: Final[tuple[Preset, ...]] = harbin.PRESETS
ELEMENTS: Final = {"harbin": harbin_payment.ELEMENTS}
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
    name = rules.removeprefix(f"{variant}/")
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
    return harbin.build_wall(out_wall)


@njit
def wall_length(rules):
    """Number of tiles in the wall."""
    return harbin.WALL_LENGTH


@njit
def open_hand(state, rules):
    """Set up what a variant keeps beside the wall, after the deal."""
    harbin.open_hand(state)


@njit
def fill_turn_menu(state, rules, seat):
    """Write what the seat in turn may do."""
    harbin.fill_turn_menu(state, rules, seat)


@njit
def find_claims(state, rules, seat):
    """Claims of a seat on the discard in question."""
    return harbin.find_claims(state, rules, seat)


@njit
def find_rob_claims(state, rules, seat):
    """Claims of a seat on an added kong."""
    return harbin.find_rob_claims(state, seat)


@njit
def allows_many_winners(rules):
    """Whether several seats may win on one tile."""
    return False


@njit
def declare_ready(state, rules, log, seat):
    """Make a seat ready with the 13 tiles it holds."""
    harbin.declare_ready(state, rules, log, seat)


@njit
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind."""
    return harbin_ready.find_waits(state, rules, seat)


@njit
def settle(state, rules, log, winner, out_payments):
    """Pay one winner, whose hand holds the winning tile; return the variant's code of the win."""
    return harbin_payment.settle(state, rules, log, winner, out_payments)


@njit
def choose_groups(state, rules, winner, out_groups):
    """Write the groups of a winner's concealed hand and return their number."""
    return harbin_payment.choose_groups(state, rules, winner, out_groups)


@njit
def log_result(state, rules, log, win_code):
    """Write what a variant reports at the end of a hand."""
    harbin_payment.log_result(state, rules, log, win_code)


@njit
def pass_deal(state, rules):
    """Name the next dealer and count the draws in a row."""
    harbin.pass_deal(state)
