"""The demo: train, evaluate on walls that the training did not use, and leave a log of some hands to look at."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import agents
from agents.neural import AGENT_FILE, load_checkpoint
from mjenv.arena import duplicate
from mjenv.arena.match import play_match
from mjenv.arena.report import describe_walls, result_document, write_document
from mjenv.arena.seeds import EVALUATE, agent_seed, match_seeds
from mjenv.cli.evaluate import print_result
from mjenv.cli.progress import show_progress
from mjenv.record.log import open_log
from mjenv.table.batch import Batch
from training.curve import CURVE_FILE
from training.metrics import TENSORBOARD_FOLDER
from training.run import UNTRAINED_FILE, run_training

if TYPE_CHECKING:
    from rich.console import Console

    from agents import Agent
    from mjenv.arena.duplicate import Result
    from mjenv.variants.params import Rules
    from training.config import Config

TRAINED: Final = "trained"
SAMPLE: Final = "sample"  # label of the sample log's walls
SAMPLE_FILE: Final = "sample.jsonl"
RESULTS_FILE: Final = "evaluation.json"
SAMPLE_HANDS: Final = 4


def run_demo(
    config: Config, folder: Path, console: Console, *, deals: int, seed: int, resume: bool = False, force: bool = False
) -> list[Result]:
    """Train, evaluate against ``random``, the untrained network and ``greedy``, and print tables and places."""
    trainer = run_training(config, folder, console, resume=resume, force=force)
    walls = match_seeds(EVALUATE, seed, range(deals))
    shared = trainer.walls.count_shared(walls)
    if shared:
        raise AssertionError(f"{shared} walls of the evaluation were used in training")
    console.print(f"walls of the training: {trainer.walls}")
    console.print(
        f"walls of the evaluation: {EVALUATE}/{seed}/0 to {EVALUATE}/{seed}/{deals - 1}, none of them among the former"
    )
    results = [
        evaluate_against(label, opponent, folder, trainer.rules, deals=deals, seed=seed)
        for label, opponent in baselines(folder, trainer.rules).items()
    ]
    write_results(folder, results)
    write_sample(folder, trainer.rules, seed)
    show_places(folder, console)
    return results


def baselines(folder: Path, rules: Rules) -> dict[str, Agent]:
    """Return the agents to be beaten, by label."""
    untrained = load_checkpoint(folder / UNTRAINED_FILE, rules)
    return {"random": agents.load("random", rules), "untrained": untrained, "greedy": agents.load("greedy", rules)}


def evaluate_against(label: str, opponent: Agent, folder: Path, rules: Rules, *, deals: int, seed: int) -> Result:
    """Play the trained agent against another on duplicate deals and print the table."""
    trained = load_checkpoint(folder / AGENT_FILE, rules)
    with show_progress(f"evaluating against {label}") as show:
        result = duplicate.evaluate(rules, {TRAINED: trained, label: opponent}, deals=deals, seed=seed, progress=show)
    print_result(result)
    return result


def write_results(folder: Path, results: list[Result]) -> None:
    """Write one result file of all opponents."""
    parts = [result_document(result, "make demo") for result in results]
    labels = [result.labels[1] for result in results]
    rows = [[label, *row] for label, part in zip(labels, parts, strict=True) for row in part["rows"]]
    hands = sum(result.hands_played for result in results)
    document = {
        "title": f"The agent that the demo trains, on {results[0].deals} duplicate deals against each opponent",
        "command": "make demo",
        "machine": parts[0]["machine"],
        "columns": ["against", *parts[0]["columns"]],
        "rows": rows,
        "notes": f"{hands} hands; a hand and seat, 95% intervals clustered by wall; {describe_walls(results[0])}, "
        "none of them used in training",
        "numbers": {label: part["numbers"] for label, part in zip(labels, parts, strict=True)},
    }
    write_document(folder / RESULTS_FILE, document)


def write_sample(folder: Path, rules: Rules, seed: int) -> None:
    """Write the event log of a short match: the trained agent in seat 0 against three greedy ones."""
    players = [load_checkpoint(folder / AGENT_FILE, rules), *(agents.load("greedy", rules) for _ in range(3))]
    for seat, player in enumerate(players):
        player.begin(rules, 1, agent_seed(SAMPLE, seed, seat))
    batch = Batch(rules, 1, hands=SAMPLE_HANDS, record=True)
    with open_log(folder / SAMPLE_FILE, force=True) as log:
        for event in play_match(batch, players, match_seeds(SAMPLE, seed, [0])[0]):
            log.write(event)


def show_places(folder: Path, console: Console) -> None:
    """Print where everything is."""
    places = {
        "checkpoint": folder / AGENT_FILE,
        "TensorBoard log": folder / TENSORBOARD_FOLDER,
        "learning curve": folder / CURVE_FILE,
        "sample game log": folder / SAMPLE_FILE,
        "results": folder / RESULTS_FILE,
    }
    for name, place in places.items():
        console.print(f"{name}: {place}", markup=False)
