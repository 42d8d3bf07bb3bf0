"""The calculator's answers as tables for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from mjenv.calculator.scoring import Score
    from mjenv.calculator.shanten import Accepted, Shanten
    from mjenv.calculator.waits import WaitingHand, Waits

MODES = {"self_draw": "drawn by itself", "discard": "discarded by seat {}", "robbed_kong": "robbed from seat {}"}


def show_score(score: Score) -> Iterator[Table]:
    """Yield what a win is made of, and who pays whom."""
    facts = new_table(f"{score.rules}: seat {score.seat} wins with {score.tile}", "", "")
    facts.add_row("winning tile", f"{score.tile}, {MODES[score.mode].format(score.giver)}")
    facts.add_row("hand", " ".join((score.hand, *score.melds)))
    facts.add_row("waits before", " ".join(score.waits))
    facts.add_row("read as", " ".join(score.groups) or "no groups of its own (thirteen orphans, or a 宝)")
    facts.add_row("dealer", f"seat {score.dealer}")
    for name, value in score.params.items():
        facts.add_row(name, str(value).lower())
    yield facts
    notes = [explain(score)]
    if score.elements or score.tasks:
        elements = new_table("Scoring elements", "element", "", "value", "clause")
        for element in (*score.elements, *score.tasks):
            elements.add_row(element.chinese, element.english, str(element.value), element.clause)
        elements.caption = notes.pop()
        yield elements
    pays = new_table("Who pays whom", "", *(f"to seat {seat}" for seat in range(4)), "net")
    for payer, row in enumerate(score.transfers):
        pays.add_row(f"seat {payer}", *(str(amount or "") for amount in row), f"{score.points[payer]:+d}")
    if any(score.kongs):
        notes.append("of this for kongs: " + ", ".join(f"{points:+d}" for points in score.kongs))
    pays.caption = "; ".join(filter(None, notes))
    yield pays


def explain(score: Score) -> str:
    """Return how the values come to what is paid, where one line says it."""
    variant = score.rules.partition("/")[0]
    total = sum(element.value for element in score.elements)
    if variant == "hebei":
        return f"each payer pays its base payment and {total} fan (B7)"
    if variant == "shanghai" and score.params.get("fan_mode", "double") == "double":
        fan = total - sum(element.value for element in score.elements if element.key == "no_flower")
        robbed = " x 3 for the robbed kong" if score.mode == "robbed_kong" else ""
        return f"{score.flowers} flowers x 2^{fan} fan{robbed} (S12)"
    return ""


def show_waits(answer: Waits) -> Iterator[Table]:
    """Yield what 13 tiles wait on, or 14 after each discard."""
    held = " ".join((answer.hand, *answer.melds))
    if answer.waiting is not None:
        table = new_table(f"{answer.rules}: {held} waits on", "tile", "left", "self-draw", "on a discard")
        for wait in answer.waiting.waits:
            table.add_row(wait.tile, str(wait.left), points(wait.self_draw), points(wait.discard))
        table.caption = describe_ready(answer.waiting)
        yield table
        return
    table = new_table(f"{answer.rules}: {held}", "discard", "waits on (left)", "left", "ready")
    for discard, waiting in answer.discards.items():
        kinds = " ".join(f"{wait.tile} ({wait.left})" for wait in waiting.waits)
        table.add_row(discard, kinds, str(waiting.left), describe_ready(waiting))
    if not answer.discards:
        table.caption = "no discard leaves a wait"
    yield table


def points(value: int | None) -> str:
    """Return points that were asked for."""
    return "" if value is None else f"{value:+d}"


def describe_ready(waiting: WaitingHand) -> str:
    """Return whether a hand may be declared ready."""
    return "may be ready" if waiting.may_be_ready else waiting.not_ready_because or ""


def show_shanten(answer: Shanten) -> Iterator[Table]:
    """Yield the distance, and what lowers it."""
    distance = "can no longer be finished" if answer.shanten is None else f"shanten {answer.shanten}"
    title = f"{answer.rules}: {' '.join((answer.hand, *answer.melds))}: {distance}"
    table = new_table(title, "discard", "brings it nearer (left)", "left")
    if answer.accepts:
        table.add_row("", list_accepted(answer.accepts), str(answer.left))
    for option in answer.discards:
        table.add_row(option.discard, list_accepted(option.accepts), str(option.left))
    plain = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in answer.shapes.items())
    table.caption = f"distance to {answer.target}; by shape alone: {plain or 'out of reach'}"
    yield table


def list_accepted(accepts: Iterable[Accepted]) -> str:
    """Return the tiles with what is left of them; those that must be claimed are marked."""
    return " ".join(
        f"{accepted.tile} ({accepted.left}{', claim' if accepted.by == 'claim' else ''})" for accepted in accepts
    )


def new_table(title: str, *columns: str) -> Table:
    """Return an empty table."""
    table = Table(title=Text(title), title_justify="left", caption_justify="left", box=box.SIMPLE_HEAD)
    table.min_width = cell_len(title)  # else the title is broken where the columns end
    for column in columns:
        table.add_column(column)
    table.show_header = any(columns)
    return table
