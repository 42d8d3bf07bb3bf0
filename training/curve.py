"""The learning curve of a run as a picture (PNG)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

CURVE_FILE: Final = "curve.png"
WINDOW_SHARE: Final = 0.1  # of the run, for the moving mean
RATES: Final = {"won": "hands won", "ready": "seats ready", "self_drawn": "hands won by self-draw"}


def smooth(values: np.ndarray, window: int) -> np.ndarray:
    """Return the mean of the latest ``window`` values at each place, of fewer at the start.

    >>> smooth(np.array([1.0, 3.0, 5.0]), 2).tolist()
    [1.0, 2.0, 4.0]
    """
    total = np.cumsum(np.concatenate(([0.0], values)))
    end = np.arange(1, len(values) + 1)
    start = np.maximum(end - window, 0)
    return (total[end] - total[start]) / (end - start)


def draw_curve(records: Sequence[dict[str, float]], path: Path, title: str) -> None:
    """Draw points a hand against opponents met in training, how hands ended, and the entropy, over hands played."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 9), layout="constrained")
    FigureCanvasAgg(figure)
    upper, middle, lower = figure.subplots(3, 1, sharex=True)
    window = max(1, round(len(records) * WINDOW_SHARE))
    hands = np.array([record["hands"] for record in records])
    opponents = sorted({name for record in records for name in record if name.startswith("points_")})
    panels = (
        (upper, {name: name.removeprefix("points_") for name in opponents}, "points a hand against"),
        (middle, RATES, "share"),
        (lower, {"entropy": "entropy of the policy", "explained": "variance explained by the value"}, ""),
    )
    for axes, lines, label in panels:
        for name, text in lines.items():
            known = [(at, record[name]) for at, record in zip(hands, records, strict=True) if name in record]
            x, y = np.array(known).T
            (line,) = axes.plot(x, smooth(y, window), label=text)
            axes.plot(x, y, color=line.get_color(), alpha=0.2, linewidth=0.8)
        axes.set_ylabel(label)
        axes.grid(alpha=0.3)
        if lines:
            axes.legend(loc="best", frameon=False)
    upper.axhline(0, color="black", linewidth=0.8)
    lower.set_xlabel("hands played")
    figure.suptitle(title)
    figure.savefig(path, dpi=120)
