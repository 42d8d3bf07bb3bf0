"""The pictures of the measured speeds, drawn from the result files."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any

from .numbers import short, times

if TYPE_CHECKING:
    from pathlib import Path

INK, PALE, LINE = "#1f2933", "#66717d", "#d9dee3"
OURS, OBSERVED, PLAIN = "#c2410c", "#3b6ea5", "#a9bfd6"
STYLE = {
    "font.family": "DejaVu Sans",
    "font.size": 11,
    "axes.edgecolor": LINE,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": PALE,
    "ytick.color": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
DOTS = 160  # an inch


def rates(numbers: dict[str, Any]) -> list[float]:
    """Return decisions a second of the rounds of a track."""
    return [played["decisions"] / played["cpu"] for played in numbers["rounds"] if played]


def draw_bars(document: dict[str, Any], path: Path) -> None:
    """Draw decisions a second of mjenv and the peers, all with observations and masks, on a logarithmic scale."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    bars = list_bars(document["numbers"])
    rival = next((statistics.median(values) for name, values, _ in bars if name.startswith("RiichiEnv")), None)
    with rc_context(STYLE):
        figure = Figure(figsize=(10, 1.5 + 0.46 * len(bars)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        places = range(len(bars))[::-1]
        medians = [statistics.median(values) for _, values, _ in bars]
        axes.barh(places, medians, height=0.66, color=[color for *_, color in bars])
        for place, (_, values, _), middle in zip(places, bars, medians, strict=True):
            axes.plot([min(values), max(values)], [place, place], color=INK, linewidth=1.1, alpha=0.6)
            label = f"{short(middle)}/s"
            if rival and middle != rival:
                label += f"   {times([middle / rival])} RiichiEnv" if middle > rival else ""
            axes.text(max(*values, middle) * 1.12, place, label, va="center", fontsize=10.5)
        axes.set_yticks(list(places), [name for name, *_ in bars])
        axes.tick_params(axis="y", length=0)
        axes.set_xscale("log")
        axes.set_xlim(min(medians) / 3, max(medians) * 9)
        axes.set_xlabel("decisions a second on one core (logarithmic)")
        axes.grid(axis="x", color=LINE, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_title(
            "Random play with observation and legal-action mask, one core",
            loc="left",
            fontsize=14,
            pad=12,
            weight="bold",
        )
        figure.savefig(path, dpi=DOTS)


def list_bars(numbers: list[dict[str, Any]]) -> list[tuple[str, list[float], str]]:
    """Return name, figures and colour of each bar: ours, then the peers from the fastest down."""
    ours, peers = [], []
    for track in numbers:
        found, case = rates(track), track["case"]
        if not found:
            continue
        if "policy" in case:
            drawn = "" if case["policy"] == "sample" else ", drawn with NumPy"
            ours.append((track["name"] + drawn, found, OURS if case["policy"] == "sample" else "#e79a6b"))
        elif case["observe"]:
            peers.append((track["name"], found, OBSERVED))
    return ours + sorted(peers, key=lambda bar: -statistics.median(bar[1]))


def draw_curve(document: dict[str, Any], path: Path) -> None:
    """Draw the cost of a decision and of a copy against the number of tables."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter, NullLocator

    numbers = document["numbers"]
    sizes = numbers["sizes"]
    with rc_context(STYLE):
        figure = Figure(figsize=(9, 5), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        lines = (("a decision of mjenv", "decisions", OURS), ("a copy of the same bytes", "copies", OBSERVED))
        for label, part, color in lines:
            costs = [[1e9 / rate for rate in rates(track)] for track in numbers[part]]
            middle = [statistics.median(cost) for cost in costs]
            axes.fill_between(sizes, [min(c) for c in costs], [max(c) for c in costs], color=color, alpha=0.15, lw=0)
            axes.plot(sizes, middle, color=color, marker="o", linewidth=2)
            axes.annotate(
                label,
                (sizes[-1], middle[-1]),
                (10, 0),
                textcoords="offset points",
                color=color,
                va="center",
                fontsize=11,
            )
            for size, value in zip(sizes, middle, strict=True):
                axes.annotate(
                    f"{value:.0f}",
                    (size, value),
                    (0, 9),
                    textcoords="offset points",
                    ha="center",
                    fontsize=9.5,
                    color=color,
                )
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlim(sizes[0] / 1.5, sizes[-1] * 9)
        axes.set_xlabel("tables in the batch")
        axes.set_ylabel("nanoseconds a table and step")
        axes.grid(axis="y", which="both", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_title("The cost of a decision as the batch grows", loc="left", fontsize=14, pad=12, weight="bold")
        figure.savefig(path, dpi=DOTS)
