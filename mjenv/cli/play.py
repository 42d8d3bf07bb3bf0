"""``mjenv play``: one match between agents, written as an event log."""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from mjenv.errors import ProtocolError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mjenv.arena.protocol import Agent
    from mjenv.record.schema import Event
    from mjenv.variants.params import Rules, Title

LABEL: Final = "play"  # of the agents' seeds
FOUR_RANDOM: Final = "random,random,random,random"


def play(
    rules: Annotated[str, typer.Option(help="Rule set; `mjenv rules` lists them.")] = "four_bao",
    hands: Annotated[int, typer.Option(min=1, max=1_000_000, help="Number of hands in the match.")] = 1,
    seed: Annotated[
        int | None, typer.Option(min=0, help="The same seed gives the same match; by default one is drawn.")
    ] = None,
    agents: Annotated[
        str, typer.Option(help="Four names, checkpoints or path.py:Class with commas between, seat 0 first.")
    ] = FOUR_RANDOM,
    log: Annotated[Path | None, typer.Option(help="File for the event log (.jsonl).", show_default="none")] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A rule parameter; may be repeated.")
    ] = None,
    device: Annotated[str, typer.Option(help="Where neural agents compute.")] = "cpu",
    force: Annotated[bool, typer.Option("--force", help="Overwrite the log.")] = False,
) -> None:
    """Play one match between four agents, write its log, and print who won."""
    from mjenv.arena.match import play_match
    from mjenv.cli.progress import show_progress
    from mjenv.cli.rules import parse_settings
    from mjenv.record.log import open_log
    from mjenv.table.batch import Batch, match_seed
    from mjenv.variants.registry import BOOKS, load_rules

    chosen = load_rules(rules, **parse_settings(settings or []))
    seed = secrets.randbits(63) if seed is None else seed
    players = begin_agents(agents, chosen, seed, device)
    tally = Tally([agent.name for agent in players])
    with open_log(log, force=force) if log else contextlib.nullcontext() as writer, show_progress("playing") as show:
        batch = Batch(chosen, 1, hands=hands, record=True)
        for event in play_match(batch, players, match_seed(seed)):
            tally.add(event)
            if writer:
                writer.write(event)
            if event["type"] == "end_hand":
                show(tally.hands, hands)
    title = f"{chosen.preset.id}, {hands} {'hand' if hands == 1 else 'hands'}, seed {seed}"
    tally.print_table(title, BOOKS[chosen.variant].find_title)
    if log:
        typer.echo(f"log: {log}")


def begin_agents(specs: str, rules: Rules, seed: int, device: str) -> list[Agent]:
    """Return four agents, ready to play one table.

    Raises ``ProtocolError`` unless ``specs`` are four agents with commas between.
    """
    from mjenv.arena.agents import load_agent
    from mjenv.arena.seeds import agent_seed
    from mjenv.engine.codes import NUM_SEATS

    names = [spec.strip() for spec in specs.split(",")]
    if len(names) != NUM_SEATS:
        raise ProtocolError(f"--agents {specs!r}: {len(names)} named, expected {NUM_SEATS} with commas between")
    agents = [load_agent(name, rules, device) for name in names]
    for seat, agent in enumerate(agents):
        agent.begin(rules, 1, agent_seed(LABEL, seed, seat))
    return agents


class Tally:
    """What each seat has won and lost so far."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.hands = 0
        self.points = [0] * len(names)
        self.wins = [0] * len(names)
        self.self_draws = [0] * len(names)
        self.deal_ins = [0] * len(names)
        self._givers: set[int] = set()

    def add(self, event: Event) -> None:
        """Count an event of the full stream.

        >>> tally = Tally(["a", "b", "c", "d"])
        >>> tally.add({"type": "hu", "actor": 2, "target": 0})
        >>> tally.wins, tally.self_draws
        ([0, 0, 1, 0], [0, 0, 0, 0])
        """
        if event["type"] == "hu":
            self.wins[event["actor"]] += 1
            if event["target"] is None:
                self.self_draws[event["actor"]] += 1
            else:
                self._givers.add(event["target"])  # once, however many seats win on the tile
        elif event["type"] == "end_hand":
            self.hands += 1
            self.points = event["next"]["totals"]
            for giver in self._givers:
                self.deal_ins[giver] += 1
            self._givers = set()

    def print_table(self, title: str, find_title: Callable[[int], Title] | None) -> None:
        """Print one row a seat to stdout; with the title of its total, where the variant has titles (B13)."""
        from rich import box
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text

        table = Table("seat", "agent", title=title, box=box.SIMPLE_HEAD)
        for column in ("points", "wins", "self-draws", "deal-ins"):
            table.add_column(column, justify="right")
        if find_title:
            table.add_column("title")
        for seat, name in enumerate(self.names):
            counts = (self.wins[seat], self.self_draws[seat], self.deal_ins[seat])
            titles = [" ".join(find_title(self.points[seat])[1:])] if find_title else []
            table.add_row(str(seat), Text(name), f"{self.points[seat]:+d}", *map(str, counts), *titles)
        Console().print(table)
