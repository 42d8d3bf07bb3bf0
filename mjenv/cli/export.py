"""``mjenv export``: the decisions of logs or of self-play as a data file, and the check of one."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from mjenv.errors import MjenvError

if TYPE_CHECKING:
    from mjenv.offline.header import Header
    from mjenv.offline.replay import LogSource
    from mjenv.offline.self_play import AgentSource

    Source = LogSource | AgentSource

DEFAULT_RULES: Final = "four_bao"
DEFAULT_HANDS: Final = 1000
SEATS: Final = ("0", "1", "2", "3", "all")


def export(  # noqa: PLR0917 - Typer reads options from the parameters
    logs: Annotated[
        list[Path] | None, typer.Argument(metavar="LOG", help="Event logs (.jsonl or .jsonl.gz) of one rule set.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="The file to write: .parquet or .npz.", show_default="none")] = None,
    play: Annotated[
        str | None,
        typer.Option(metavar="AGENTS", help="Play instead of reading logs: one agent, or four with commas between."),
    ] = None,
    rules: Annotated[
        str | None, typer.Option(help=f"Rule set that --play plays; {DEFAULT_RULES} if not given.")
    ] = None,
    hands: Annotated[
        int | None, typer.Option(min=1, max=2**31 - 1, help=f"Hands that --play plays; {DEFAULT_HANDS} if not given.")
    ] = None,
    match_hands: Annotated[
        int | None, typer.Option(min=1, max=1000, help="Hands of each match that --play plays; 1 if not given.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**63 - 1, help="The same seed gives the same file; by default one is drawn."),
    ] = None,
    settings: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A rule parameter; may be repeated.")
    ] = None,
    encoder: Annotated[
        str | None, typer.Option(help="planes/1, flat/1 or tokens/1; planes/1 if not given.", show_default=False)
    ] = None,
    seat: Annotated[str | None, typer.Option(metavar="0-3|all", help="Whose decisions; all if not given.")] = None,
    check: Annotated[
        Path | None,
        typer.Option(help="Write nothing: play again what a data file was made of and compare every row."),
    ] = None,
    threads: Annotated[int, typer.Option(min=1, max=1024, help="Threads that step the tables.")] = 1,
    device: Annotated[str, typer.Option(help="Where neural agents compute.")] = "cpu",
    force: Annotated[bool, typer.Option("--force", help="Overwrite the file.")] = False,
) -> None:
    """Write each decision with what the seat saw, what it could do, what it did and the points that followed.

    The decisions are those of event logs, or of agents given by --play. Files are read by mjenv.offline and
    training.decisions. With --check the exit code is 1 where a row is not as played again.
    """
    from mjenv.offline.store import check_target

    made = {"rules": rules, "hands": hands, "match_hands": match_hands, "seed": seed, "set": settings or None}
    if check and out is None:
        shape = {"encoder": encoder, "seat": seat, "force": force or None}
        refuse(made | shape, "--check reads it from the file")
        check_file(check, logs or [], play, threads, device)
    elif out and check is None:
        check_target(out, force=force)
        source = choose_source(logs or [], play, made, device)
        write_file(out, source, encoder or "planes/1", parse_seat(seat), threads, force=force)
    else:
        raise MjenvError("export: expected --out FILE to write or --check FILE to check, one of them")


def choose_source(logs: list[Path], play: str | None, made: dict[str, Any], device: str) -> Source:
    """Return where the decisions come from. Raises ``MjenvError`` unless it is logs or agents, one of them."""
    from mjenv.cli.rules import parse_settings
    from mjenv.offline.header import SelfPlay
    from mjenv.offline.replay import LogSource
    from mjenv.offline.self_play import AgentSource, split_agents
    from mjenv.variants.registry import load_rules

    if bool(logs) == (play is not None):
        raise MjenvError("export: expected LOGs or --play AGENTS, one of them; four agents are written a,b,c,d")
    if play is None:
        refuse(made, "it goes with --play, a LOG says it by itself")
        return LogSource.open(logs)
    rules = load_rules(made["rules"] or DEFAULT_RULES, **parse_settings(made["set"] or []))
    seed = secrets.randbits(63) if made["seed"] is None else made["seed"]
    run = SelfPlay(split_agents(play), seed, made["hands"] or DEFAULT_HANDS, made["match_hands"] or 1)
    return AgentSource(rules, run, device)


def refuse(given: dict[str, Any], why: str) -> None:
    """Raise ``MjenvError`` for the first option that was given."""
    for name, value in given.items():
        if value is not None:
            option = name.replace("_", "-")
            raise MjenvError(f"export: --{option} has no place here, {why}")


def parse_seat(seat: str | None) -> int | None:
    """Return a seat, None for all. Raises ``MjenvError``.

    >>> parse_seat("3"), parse_seat("all")
    (3, None)
    """
    if seat not in (None, *SEATS):
        raise MjenvError(f"--seat {seat!r}: expected one of {', '.join(SEATS)}")
    return None if seat in {None, "all"} else int(seat or 0)


def write_file(out: Path, source: Source, encoder: str, seat: int | None, threads: int, *, force: bool) -> None:
    """Write the decisions of a source and say how many there are."""
    from mjenv.cli.progress import show_progress
    from mjenv.offline.columns import regroup
    from mjenv.offline.header import describe
    from mjenv.offline.store import open_data

    header = describe(source.rules, encoder, seat, source.made)
    rows = 0
    with open_data(out, header, force=force) as sink, show_progress("exporting") as show:
        for block in regroup(source.blocks(encoder, seat, threads=threads, progress=show)):
            sink.write(block)
            rows += len(block["seat"])
    size = out.stat().st_size
    typer.echo(
        f"{out}: {rows:,} decisions, {header.rules}, {encoder}; {size:,} bytes, {size / max(rows, 1):.0f} a decision"
    )


def check_file(path: Path, logs: list[Path], play: str | None, threads: int, device: str) -> None:
    """Play again what a file was made of and say whether it has these decisions; exit code 1 where not."""
    from mjenv.cli.progress import show_progress
    from mjenv.offline.compare import compare
    from mjenv.offline.store import read_blocks, read_header

    header = read_header(path)
    try:
        source = find_source(header, logs, play, device)
    except MjenvError as error:
        raise MjenvError(f"data {path}: {error}") from None
    seat = header.seat if isinstance(header.seat, int) else None
    with show_progress("checking") as show:
        again = source.blocks(header.encoder, seat, threads=threads, progress=show)
        result = compare(header.encoder, read_blocks(path), again)
    if result.difference:
        typer.echo(f"{path}: {result.difference}")
        raise typer.Exit(1)
    typer.echo(f"{path}: {result.rows:,} decisions, {header.rules}, {header.encoder}: all as played again")


def find_source(header: Header, logs: list[Path], play: str | None, device: str) -> Source:
    """Return what gives the decisions of a file anew. Raises ``MjenvError`` where the arguments do not fit it."""
    from msgspec.structs import replace

    from mjenv.offline.header import Logs
    from mjenv.offline.replay import LogSource
    from mjenv.offline.self_play import AgentSource, refuse_paths, split_agents

    made, rules = header.source, header.load_rules()
    if isinstance(made, Logs):
        if len(logs) != made.logs or play is not None:
            raise MjenvError(f"it was made of logs; name them ({made.logs}, in the same order) before --check")
        source = LogSource.open(logs)
        if source.rules.hash != rules.hash:
            raise MjenvError(f"its rules are not those of {logs[0]}")
        return source
    if logs:
        raise MjenvError("it was made by --play, so no LOG is expected")
    agents = made.agents if play is None else split_agents(play)
    if play is None:
        refuse_paths(agents)
    return AgentSource(rules, replace(made, agents=agents), device)
