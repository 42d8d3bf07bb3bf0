"""The side that asks: starts a process for each environment and takes figures from them in turn."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import threading
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

BENCHMARKS = Path(__file__).resolve().parent.parent
RUNS = BENCHMARKS.parent / "runs" / "speed"
PATIENCE = 900  # s until an answer is given up: MahJax compiles for minutes
FOREIGN = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")  # would lead one environment into another


class WorkerError(Exception):
    """A process that does not give figures; the message is one line that says why."""


class Worker:
    """A process that plays what it is asked for and waits in between."""

    def __init__(self, python: str | Path, module: str) -> None:
        RUNS.mkdir(parents=True, exist_ok=True)
        self.log = RUNS / f"{module}.log"
        environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
        environment |= {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        if module.startswith("ours"):
            environment["PYTHONPATH"] = str(BENCHMARKS.parent)  # this tree, whatever else is installed
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [str(python), "-m", f"speed_parts.{module}"],
                cwd=BENCHMARKS,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )

    def ask(self, case: dict[str, Any], seconds: float, cores: Sequence[int]) -> dict[str, float]:
        """Return the counts and times of one figure; raise ``WorkerError`` where there is none."""
        request = {"case": case, "seconds": seconds, "cores": list(cores)}
        alarm = threading.Timer(PATIENCE, self.process.kill)
        alarm.start()
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            alarm.cancel()
        if not line:
            raise WorkerError(self._last_words())
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(first_line(answer["error"]))
        return answer

    def close(self) -> None:
        """Let the process end."""
        with suppress(BrokenPipeError):  # it has ended already, with a request unread
            self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def _last_words(self) -> str:
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        return first_line(lines[-1] if lines else f"ended without an answer in {PATIENCE} s")


def first_line(text: str) -> str:
    """Return the first line of a message, cut where it is long.

    >>> first_line("no such thing: " + "x" * 200 + chr(10) + "and more")[:20]
    'no such thing: xxxxx'
    """
    return text.strip().splitlines()[0][:120]


@dataclass
class Track:
    """One line of a table: who plays what, and the figures of each round."""

    name: str
    worker: Worker | None
    case: dict[str, Any]
    cores: Sequence[int]
    rounds: list[dict[str, float] | None] = field(default_factory=list)  # None: that one failed
    error: str = ""  # the latest
    longer: float = 1  # a round takes that many times the seconds of the others

    @property
    def played(self) -> list[dict[str, float]]:
        """The rounds that gave figures."""
        return [played for played in self.rounds if played]

    def rates(self, what: str = "decisions", time: str = "cpu") -> list[float]:
        """Return how many a second, one figure a round."""
        return [played[what] / played[time] for played in self.played]

    def share(self, what: str, of: str) -> float:
        """Return a quotient of two counts over all rounds."""
        return sum(played[what] for played in self.played) / max(1, sum(played[of] for played in self.played))

    def median(self, what: str = "decisions", time: str = "cpu") -> float:
        """Return the median over the rounds."""
        return statistics.median(self.rates(what, time))

    def numbers(self) -> dict[str, Any]:
        """Return the track for a result file."""
        return {"name": self.name, "case": self.case, "rounds": self.rounds} | (
            {"error": self.error} if self.error else {}
        )


def measure_in_turn(
    tracks: Sequence[Track], repeats: int, seconds: float, progress: Callable[[int, int], None]
) -> None:
    """Take one figure of each track after the other, and that ``repeats`` times, so that all meet the same weather."""
    for repeat in range(repeats):
        for number, track in enumerate(tracks):
            progress(repeat * len(tracks) + number, repeats * len(tracks))
            if track.worker is None:
                continue
            try:
                track.rounds.append(track.worker.ask(track.case, seconds * track.longer, track.cores))
            except WorkerError as error:
                track.rounds.append(None)
                track.error = str(error)


def measure_ours(
    cases: Sequence[tuple[str, dict[str, Any]]], repeats: int, seconds: float, progress: Callable[[int, int], None]
) -> list[Track]:
    """Return the tracks of named cases of mjenv in one process, pinned to as many cores as a case has threads."""
    cores = all_cores()
    with closing(Worker(sys.executable, "ours")) as worker:
        tracks = [Track(name, worker, case, cores[-case.get("threads", 1) :]) for name, case in cases]
        measure_in_turn(tracks, repeats, seconds, progress)
    return tracks


def check_played(tracks: Sequence[Track]) -> None:
    """Raise ``WorkerError`` if one of our own tracks gave no figure: that is a fault, not a result."""
    for track in tracks:
        if not track.played:
            raise WorkerError(f"{track.name}: {track.error}")


def all_cores() -> list[int]:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def ratios(rounds: Sequence[dict[str, float] | None], others: Sequence[dict[str, float] | None]) -> list[float]:
    """Return how many times faster one track was than another, one figure a round that both played."""
    return [
        (one["decisions"] / one["cpu"]) / (other["decisions"] / other["cpu"])
        for one, other in zip(rounds, others, strict=False)
        if one and other
    ]
