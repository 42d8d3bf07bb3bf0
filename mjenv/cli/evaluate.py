"""``mjenv evaluate``: two agents on duplicate deals, with confidence intervals."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mjenv.errors import MjenvError, ProtocolError
from mjenv.files import follow

if TYPE_CHECKING:
    from mjenv.arena.duplicate import Result
    from mjenv.arena.protocol import Agent
    from mjenv.variants.params import Rules

WIDE: Final = 120  # columns of a terminal that shows an estimate and its bounds side by side


def evaluate(
    agents: Annotated[
        str,
        typer.Option(help="Two with a comma between: names, checkpoints or path.py:Class; LABEL=AGENT gives a label."),
    ],
    *,
    rules: Annotated[str, typer.Option(help="Rule set; `mjenv rules` lists them.")] = "four_bao",
    deals: Annotated[int, typer.Option(min=2, max=10_000_000, help="Walls; each is played eight times.")] = 1000,
    hands: Annotated[int, typer.Option(min=1, max=10_000, help="Hands of each match, with carry-over.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same walls.")] = 0,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A rule parameter; may be repeated.")
    ] = None,
    json: Annotated[Path | None, typer.Option(help="File for the results.", show_default="none")] = None,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Threads that step the tables.")] = 1,
    device: Annotated[str, typer.Option(help="Where neural agents compute.")] = "cpu",
    force: Annotated[bool, typer.Option("--force", help="Overwrite the results.")] = False,
) -> None:
    """Play two agents on duplicate deals, one against three and three against one, and print who is better."""
    from mjenv.arena import duplicate
    from mjenv.arena.report import result_document, write_document
    from mjenv.cli.progress import show_progress
    from mjenv.cli.rules import parse_settings
    from mjenv.variants.registry import load_rules

    chosen = load_rules(rules, **parse_settings(settings or []))
    players = load_pair(agents, chosen, device)
    if json:
        check_target(json, force=force)
    with show_progress("evaluating") as show:
        size = {"deals": deals, "seed": seed, "hands": hands}
        result = duplicate.evaluate(chosen, players, **size, threads=threads, progress=show)
    print_result(result)
    if json:
        write_document(json, result_document(result, format_command(result, agents)))
        typer.echo(f"results: {json}")


def load_pair(specs: str, rules: Rules, device: str) -> dict[str, Agent]:
    """Return two agents by label. Raises ``ProtocolError`` unless ``specs`` name two with different labels."""
    from mjenv.arena.agents import load_agent

    names = [spec.strip() for spec in specs.split(",")]
    if len(names) != 2:
        raise ProtocolError(f"--agents {specs!r}: {len(names)} named, expected 2 with a comma between")
    pair: dict[str, Agent] = {}
    for name in names:
        label, spec = split_label(name)
        agent = load_agent(spec, rules, device)
        pair[label or agent.name] = agent
    if len(pair) != len(names):
        raise ProtocolError(f"--agents {specs!r}: both are called {next(iter(pair))}, label them: a={spec},b={spec}")
    return pair


def split_label(name: str) -> tuple[str, str]:
    """Return the label, empty if none is given, and the agent.

    >>> split_label("old=runs/a=1.safetensors"), split_label("runs/a=1.safetensors")
    (('old', 'runs/a=1.safetensors'), ('', 'runs/a=1.safetensors'))
    """
    match = re.fullmatch(r"([\w-]+)=(.+)", name)
    return (match[1], match[2]) if match else ("", name)


def check_target(path: Path, *, force: bool) -> None:
    """Raise ``MjenvError`` where the results could not be written to ``path`` in the end."""
    if not path.parent.is_dir():
        raise MjenvError(f"--json {path}: there is no folder {path.parent}")
    if path.is_dir():
        raise MjenvError(f"--json {path} is a folder, expected a file")
    if follow(path).exists() and not force:
        raise MjenvError(f"--json {path} exists already, --force overwrites it")


def format_command(result: Result, agents: str) -> str:
    """Return the command that plays the same hands again."""
    words = ["mjenv", "evaluate", "--rules", result.rules.preset.id, "--agents", agents]
    words += ["--deals", str(result.deals), "--seed", str(result.seed)]
    words += ["--hands", str(result.hands)] if result.hands > 1 else []
    for name, value in result.rules.changed.items():
        words += ["--set", f"{name}={str(value).lower()}"]
    return shlex.join(words)


def print_result(result: Result) -> None:
    """Print the table and what it rests on to stdout."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from mjenv.arena.report import COLUMNS, report_footnote, report_rows, report_title

    console = Console()
    table = Table(title=report_title(result), box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(COLUMNS):
        table.add_column(column, justify="left" if number < 2 else "right")
    for row in report_rows(result):
        table.add_row(*(Text(cell if console.width >= WIDE else break_cell(cell)) for cell in row))
    console.print(table)
    console.print(report_footnote(result), markup=False, highlight=False)


def break_cell(cell: str) -> str:
    r"""Return an estimate on two lines: the value over its bounds.

    >>> break_cell("25.0% (20.0–31.0)"), break_cell("+0.500 ± 0.100")
    ('25.0%\n20.0–31.0', '+0.500\n± 0.100')
    """
    return re.sub(r" \((\S+)\)$", r"\n\1", cell.replace(" ± ", "\n± "))
