"""``mjenv train`` and ``mjenv demo``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DEMO_CONFIG = "harbin_demo"
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="KEY=VALUE", help="Change a key of the config, such as ppo.epochs=3; may be repeated."
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Delete the run that is there.")]


def train(
    config: Annotated[str, typer.Option(help="A YAML file, or the name of a shipped config.")],
    *,
    out: Annotated[
        Path | None, typer.Option(help="Folder of the run.", show_default="runs/ and the config's name")
    ] = None,
    settings: Settings = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the run's latest checkpoint.")] = False,
    force: Force = False,
) -> None:
    """Train an agent by self-play, as a config file says; a killed run can be resumed to the same result."""
    from rich.console import Console

    from training.config import load_config

    plan = load_config(config, settings or [])  # before PyTorch, which takes seconds to import
    from agents.neural import AGENT_FILE
    from training.run import run_training

    folder = out or Path("runs") / Path(config).stem
    console = Console(highlight=False, soft_wrap=True)
    run_training(plan, folder, console, resume=resume, force=force)
    console.print(f"agent: {folder / AGENT_FILE}")


def demo(
    *,
    out: Annotated[Path, typer.Option(help="Folder of the run.")] = Path("runs/demo"),
    deals: Annotated[
        int, typer.Option(min=2, max=1_000_000, help="Walls a pairing; each is played eight times.")
    ] = 500,
    seed: Annotated[int, typer.Option(min=0, help="Of the evaluation's walls.")] = 0,
    settings: Settings = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the run's latest checkpoint.")] = False,
    force: Force = False,
) -> None:
    """Train a small Harbin agent for some minutes, evaluate it on walls it has never seen, show where all is."""
    from rich.console import Console

    from training.config import load_config
    from training.demo import run_demo

    config = load_config(DEMO_CONFIG, settings or [])
    run_demo(config, out, Console(highlight=False, soft_wrap=True), deals=deals, seed=seed, resume=resume, force=force)
