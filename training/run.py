"""A run from start, or from its latest checkpoint, to its end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from agents.neural import AGENT_FILE
from mjenv.files import write_whole
from training.checkpoint import check_run, latest_checkpoint, make_run, write_checkpoint
from training.curve import CURVE_FILE, draw_curve
from training.metrics import MetricsLog
from training.ppo import Trainer
from training.progress import TrainingProgress

if TYPE_CHECKING:
    from rich.console import Console

    from training.config import Config

UNTRAINED_FILE: Final = "untrained.safetensors"


def run_training(
    config: Config, folder: Path, console: Console, *, resume: bool = False, force: bool = False
) -> Trainer:
    """Train as ``config`` says and leave everything in ``folder``; return the trainer at its end.

    Raises ``RunError`` where the folder holds a run already, unless it is to be resumed or deleted (``force``).
    """
    check_run(folder, config, resume=resume, force=force)
    console.print(
        f"training {config.game.rules} for {config.updates} updates on {config.threads} threads into {folder}"
    )
    trainer = Trainer(config)
    if not resume:
        make_run(folder, config)
    checkpoint = latest_checkpoint(folder)
    if checkpoint:
        trainer.restore(checkpoint)
        console.print(f"resuming after update {trainer.update}")
    else:
        write_whole(folder / UNTRAINED_FILE, trainer.agent_bytes())
    log = MetricsLog(folder, trainer.update)
    with TrainingProgress(console, config.updates, trainer.update) as progress:
        while trainer.update < config.updates:
            record = trainer.run_update()
            log.add(record)
            progress.show(record)
            if trainer.update % config.checkpoint_every == 0 or trainer.update == config.updates:
                write_checkpoint(folder, trainer.update, trainer.checkpoint_files())
    log.close()
    write_whole(folder / AGENT_FILE, trainer.agent_bytes())
    draw_curve(log.records, folder / CURVE_FILE, f"{trainer.rules.preset.id}, {folder.name}")
    return trainer
