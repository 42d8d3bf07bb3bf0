"""Confidence intervals clustered by wall: all hands played with one wall are one observation.

Let y_1 … y_n be the means over all rotations of the n walls. As every wall is played equally often, the
cluster-robust variance of the overall mean (Liang & Zeger, Biometrika 73, 1986, with the usual factor
n / (n - 1)) is s² / n with s² the sample variance of the y_i, and the interval is ``mean ± t · s / √n``
with t the quantile of Student's t with n - 1 degrees of freedom (Cameron & Miller, "A practitioner's guide
to cluster-robust inference", J. Human Resources 50, 2015, section VI).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

LEVEL: Final = 0.95
GRID: Final = 200_001  # points of the quadrature below; good for six digits
MOST_FREEDOM: Final = 10_000  # beyond it t differs from its limit by less than 0.02 %


@dataclass(frozen=True)
class Interval:
    """An estimate with the bounds of its confidence interval."""

    mean: float
    low: float
    high: float

    def covers(self, value: float) -> bool:
        """Return whether ``value`` lies between the bounds, bounds included.

        >>> Interval(1.0, 0.5, 1.5).covers(0)
        False
        """
        return self.low <= value <= self.high


@cache
def t_quantile(freedom: int, level: float = LEVEL) -> float:
    """Return t with P(-t < T < t) = ``level`` for Student's t with ``freedom`` >= 1 degrees of freedom.

    With T = √f · tan(angle) the density over the angle is cos(angle)^(f - 1), which is summed here.

    >>> [round(t_quantile(f), 3) for f in (1, 9, 99, 10**6)]
    [12.706, 2.262, 1.984, 1.96]
    """
    freedom = min(freedom, MOST_FREEDOM)
    angle = np.linspace(0, np.pi / 2, GRID)
    density = np.cos(angle) ** (freedom - 1)
    inside = np.concatenate(([0.0], np.cumsum(density[1:] + density[:-1])))
    return math.sqrt(freedom) * math.tan(float(np.interp(level * inside[-1], inside, angle)))


def mean_interval(walls: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the interval of a mean from one value a wall, at least two.

    A deterministic bot against its own copy scores exactly zero on every wall, once the seats are rotated:
    there the interval is the point zero, which is the truth. It says nothing of how well the formula is
    calibrated; for that the two must play differently (random play with two seeds).

    >>> interval = mean_interval([1.0, 3.0])
    >>> interval.mean, round(interval.low, 3), round(interval.high, 3)
    (2.0, -10.706, 14.706)
    """
    values = np.asarray(walls, np.float64)
    mean = float(values.mean())
    half = t_quantile(len(values) - 1, level) * _standard_error(values)
    return Interval(mean, mean - half, mean + half)


def rate_interval(walls: ArrayLike, level: float = LEVEL) -> Interval:
    """Return the interval of a rate from one mean in [0, 1] a wall, at least two.

    Wilson's interval for the number of independent hands that would give the standard error seen, with t
    for the normal quantile (Korn & Graubard, Survey Methodology 24, 1998; Dean & Pagano, J. Survey
    Statistics and Methodology 3, 2015). It stays within [0, 1]. At a rate of 0 or 1, where no
    spread can show, each wall counts as one hand.

    >>> interval = rate_interval([0.0] * 100)
    >>> interval.low, round(interval.high, 3)
    (0.0, 0.038)
    """
    values = np.asarray(walls, np.float64)
    rate, error = float(values.mean()), _standard_error(values)
    size = len(values) if rate in (0, 1) else rate * (1 - rate) / error**2 if error > 0 else math.inf
    weight = t_quantile(len(values) - 1, level) ** 2 / size
    centre = (rate + weight / 2) / (1 + weight)
    half = math.sqrt(weight * rate * (1 - rate) + weight**2 / 4) / (1 + weight)
    return Interval(rate, max(0.0, min(rate, centre - half)), min(1.0, max(rate, centre + half)))


def _standard_error(values: np.ndarray) -> float:
    return float(values.std(ddof=1)) / math.sqrt(len(values))
