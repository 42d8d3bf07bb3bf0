"""The pictures of the measured speeds, drawn from the result files."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .crew import ratios
from .numbers import short, times

if TYPE_CHECKING:
    from pathlib import Path

INK, PALE, LINE = "#1f2933", "#66717d", "#d9dee3"
#: The first and the second bar of a pair, and what they stand for.
OURS = (
    ("#c2410c", "mjenv, observation and mask; compiled actions"),
    ("#f0a878", "mjenv, observation and mask; actions drawn with NumPy"),
)
PEERS = (("#2f5d8c", "others, with observation"), ("#a9c1da", "others, without"))
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
THICK = 0.38  # of a bar
ROOM = 10  # how many times the longest bar the scale goes to the right, for the labels


@dataclass(frozen=True)
class Bar:
    """One track as it is drawn."""

    name: str
    rounds: list[dict[str, float] | None]
    color: str
    second: bool

    @property
    def middle(self) -> float:
        """Return the median of decisions a second."""
        return statistics.median(rates(self.rounds))


def rates(rounds: list[dict[str, float] | None]) -> list[float]:
    """Return decisions a second of the rounds that gave figures."""
    return [played["decisions"] / played["cpu"] for played in rounds if played]


def list_bars(numbers: list[dict[str, Any]]) -> list[Bar]:
    """Return the bars: mjenv's, then the peers' from the fastest down; a track without figures has none."""
    ours, peers = [], []
    for track in numbers:
        case = track["case"]
        if any(track["rounds"]) and "policy" in case:
            second = case["policy"] != "sample"
            ours.append(Bar(track["name"], track["rounds"], OURS[second][0], second))
        elif any(track["rounds"]):
            second = not case["observe"]
            peers.append(Bar(track["name"], track["rounds"], PEERS[second][0], second))
    best = {bar.name: max(other.middle for other in peers if other.name == bar.name) for bar in peers}
    return ours + sorted(peers, key=lambda bar: (-best[bar.name], bar.second))


def draw_bars(document: dict[str, Any], path: Path) -> None:
    """Draw decisions a second of mjenv and the peers, on a logarithmic scale."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Patch

    bars = list_bars(document["numbers"])
    rival = next((bar for bar in bars if bar.name.startswith("RiichiEnv") and not bar.second), None)
    names = list(dict.fromkeys(bar.name for bar in bars))
    with rc_context(STYLE):
        figure = Figure(figsize=(10.5, 1.9 + 0.62 * len(names)), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        for bar in bars:
            place = len(names) - names.index(bar.name) + (0.5 - bar.second) * (THICK + 0.04)
            axes.barh(place, bar.middle, height=THICK, color=bar.color)
            ends = min(rates(bar.rounds)), max(rates(bar.rounds))
            axes.plot(ends, [place, place], color=INK, linewidth=1, alpha=0.7)
            axes.text(ends[1] * 1.12, place, label(bar, rival), va="center", fontsize=9.5)
        axes.set_yticks(range(len(names), 0, -1), names)
        axes.tick_params(axis="y", length=0)
        axes.set_xscale("log")
        axes.set_xlim(min(bar.middle for bar in bars) / 3, max(bar.middle for bar in bars) * ROOM)
        axes.set_ylim(0.4, len(names) + 0.6)
        axes.xaxis.set_major_formatter(lambda value, _: short(value).replace(".00", "").replace(".0", ""))
        axes.grid(axis="x", color=LINE, linewidth=0.8)
        axes.set_axisbelow(True)
        axes.set_xlabel("decisions a second, logarithmic; × is against RiichiEnv with observation")
        handles = [Patch(color=color, label=text) for color, text in OURS + PEERS]
        axes.legend(handles=handles, loc="lower right", facecolor="white", edgecolor="none", framealpha=1, fontsize=10)
        figure.suptitle("Uniformly random play on one core", x=0.012, ha="left", fontsize=15, weight="bold")
        figure.savefig(path, dpi=DOTS)


def label(bar: Bar, rival: Bar | None) -> str:
    """Return what stands beside a bar: the rate, and how many times RiichiEnv's with observation and mask."""
    text = f"{short(bar.middle)}/s"
    if rival is None or not bar.name.startswith("mjenv"):
        return text
    return f"{text}   {times(ratios(bar.rounds, rival.rounds))} RiichiEnv"


def draw_curve(document: dict[str, Any], path: Path) -> None:
    """Draw the cost of a decision and of a copy against the number of tables."""
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, NullLocator

    numbers = document["numbers"]
    sizes = numbers["sizes"]
    with rc_context(STYLE):
        figure = Figure(figsize=(9, 5), layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        lines = (
            ("a decision of mjenv", "decisions", OURS[0][0]),
            ("a copy of its bytes", "copies", PEERS[0][0]),
        )
        for label, part, color in lines:
            costs = [[1e9 / rate for rate in rates(track["rounds"])] for track in numbers[part]]
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
                    f"{value:,.0f}",
                    (size, value),
                    (0, 9),
                    textcoords="offset points",
                    ha="center",
                    fontsize=9.5,
                    color=color,
                )
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.margins(y=0.13)
        axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
        axes.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
        axes.xaxis.set_minor_locator(NullLocator())
        axes.set_xlim(sizes[0] / 1.5, sizes[-1] * 9)
        axes.set_xlabel("tables in the batch")
        axes.set_ylabel("nanoseconds a table and step")
        axes.grid(axis="y", color=LINE, linewidth=0.6)
        axes.set_axisbelow(True)
        axes.set_title("The cost of a decision as the batch grows", loc="left", fontsize=14, pad=12, weight="bold")
        figure.savefig(path, dpi=DOTS)
