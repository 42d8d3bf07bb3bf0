"""The rules as numbers, float32 [n], so that one network can learn several rule sets.

The vector is the same length for every rule set: one cell a variant and a rule set, one a switch, one a value of a
named choice, and the number itself where a parameter is one. A parameter that a rule set does not take, or that is
none, has a cell that says so. Whole numbers up to 2**24 are exact in float32; amounts of points go to 10**6, so a
network should be given ``log1p`` of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from mjenv.variants.registry import BOOKS, PRESETS

if TYPE_CHECKING:
    from mjenv.variants.params import Param, Rules

ABSENT: Final = "absent"  # the rule set does not take the parameter
NONE: Final = "none"


def _collect_params() -> dict[str, list[Param]]:
    """Return the declarations of each parameter by name; rule sets may declare one of a name each."""
    found: dict[str, list[Param]] = {}
    for preset in PRESETS:
        for param in preset.params:
            declared = found.setdefault(param.name, [])
            if param not in declared:
                declared.append(param)
    return found


PARAMS: Final = _collect_params()


def _is_number(param: Param) -> bool:
    return not isinstance(param.choices[0], str)


def _names_of(name: str) -> list[str]:
    """Return the names of the cells of a parameter."""
    declared = PARAMS[name]
    names = [name] if any(map(_is_number, declared)) else []
    choices = dict.fromkeys(choice for param in declared if not _is_number(param) for choice in param.choices)
    names += [f"{name}={choice}" for choice in choices]
    if any(param.default is None for param in declared):
        names.append(f"{name}={NONE}")
    if any(all(param.name != name for param in preset.params) for preset in PRESETS):
        names.append(f"{name}={ABSENT}")
    return names


#: Name of each number: ``variant=harbin``, ``rules=harbin/four_bao``, ``cap``, ``cap=none``, ``rob_payer=absent`` …
RULE_NAMES: Final = (
    *(f"variant={variant}" for variant in BOOKS),
    *(f"rules={preset.id}" for preset in PRESETS),
    *(cell for name in PARAMS for cell in _names_of(name)),
)
_PLACES: Final = {name: place for place, name in enumerate(RULE_NAMES)}


def rules_vector(rules: Rules) -> np.ndarray:
    """Return the rules as numbers, float32 [len(RULE_NAMES)], in the order of ``RULE_NAMES``.

    >>> from mjenv import load_rules
    >>> vector = rules_vector(load_rules("four_bao", cap=50))
    >>> [(name, float(vector[RULE_NAMES.index(name)])) for name in ("variant=harbin", "cap", "cap=none")]
    [('variant=harbin', 1.0), ('cap', 50.0), ('cap=none', 0.0)]
    """
    vector = np.zeros(len(RULE_NAMES), np.float32)
    vector[_PLACES[f"variant={rules.variant}"]] = 1
    vector[_PLACES[f"rules={rules.preset.id}"]] = 1
    for name in PARAMS:
        if name not in rules.values:
            vector[_PLACES[f"{name}={ABSENT}"]] = 1
            continue
        value = rules.values[name]
        if value is None:
            vector[_PLACES[f"{name}={NONE}"]] = 1
        elif isinstance(value, str):
            vector[_PLACES[f"{name}={value}"]] = 1
        else:
            vector[_PLACES[name]] = value
    return vector
