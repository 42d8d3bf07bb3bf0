"""Figures as a reader wants them: three digits, a unit, the spread beside the median."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

UNITS = ((1e9, " G"), (1e6, " M"), (1e3, " k"), (1, ""))


def three_digits(value: float) -> str:
    """Return a number with three significant digits.

    >>> three_digits(1234.5), three_digits(56.78), three_digits(0.5)
    ('1234', '56.8', '0.50')
    """
    return f"{value:.{0 if value >= 99.95 else 1 if value >= 9.995 else 2}f}"


def short(value: float) -> str:
    """Return a number with a unit.

    >>> short(1234567), short(38187), short(432.1)
    ('1.23 M', '38.2 k', '432')
    """
    scale, unit = find_unit(value)
    return three_digits(value / scale) + unit


def spread(values: Sequence[float]) -> str:
    """Return the median with the least and the greatest.

    >>> spread([1.1e6, 1.3e6, 1.2e6])
    '1.20 M (1.10–1.30)'
    """
    middle = statistics.median(values)
    scale, unit = find_unit(middle)
    ends = f"{three_digits(min(values) / scale)}–{three_digits(max(values) / scale)}"
    return f"{three_digits(middle / scale)}{unit} ({ends})"


def times(values: Sequence[float]) -> str:
    """Return a ratio.

    >>> times([30.2, 31.4, 29.9]), times([2.0]), times([0.123])
    ('30×', '2.0×', '0.12×')
    """
    middle = statistics.median(values)
    return f"{middle:.0f}×" if middle >= 9.95 else f"{middle:.1f}×" if middle >= 0.995 else f"{middle:.2g}×"


def find_unit(value: float) -> tuple[float, str]:
    """Return the scale and the sign of the unit that suits a number."""
    return next(((scale, unit) for scale, unit in UNITS if value >= 0.9995 * scale), UNITS[-1])
