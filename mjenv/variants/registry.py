"""The variants that exist, and their rule sets by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from mjenv.errors import RulesError
from mjenv.variants import (  # the variants that exist, one line each
    harbin,
    hebei,
    shanghai,
)
from mjenv.variants.params import Book, Preset, Rules, nearest

if TYPE_CHECKING:
    from types import ModuleType

#: The rule books imported above, by variant.
MODULES: Final[dict[str, ModuleType]] = {item.BOOK.name: item for item in [*vars().values()] if hasattr(item, "BOOK")}
BOOKS: Final[dict[str, Book]] = {name: module.BOOK for name, module in MODULES.items()}
PRESETS: Final[tuple[Preset, ...]] = tuple(preset for book in BOOKS.values() for preset in book.presets)


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
        known = [*BOOKS, *(preset.name for preset in PRESETS), *list_rules()]
        message = f"unknown variant or rule set {variant!r}{nearest(variant, known)}; known: {', '.join(list_rules())}"
        raise RulesError(message)
    if variant not in BOOKS:
        message = f"unknown variant {variant!r}{nearest(variant, list(BOOKS))}; known: {', '.join(BOOKS)}"
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
    book = BOOKS[preset.variant]
    record = np.zeros(1, book.dtype)
    record["preset"] = preset.code
    record["wall_length"] = book.wall_length
    values = {}
    for name, param in known.items():
        values[name] = param.check(params.get(name, preset.defaults.get(name, param.default)))
        record[name] = param.encode(values[name])
    return Rules(preset, values, record)
