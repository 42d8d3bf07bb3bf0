"""``mjenv``: its own commands and those that upper layers add by entry point (group ``mjenv.commands``).

An entry point names a function or a ``typer.Typer``. Nothing is imported before it is needed.
"""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
from importlib.metadata import EntryPoint
from typing import TYPE_CHECKING, Any, Final, cast

import typer
from typer.core import TyperGroup

from mjenv.entry_points import describe_missing, find_entry_points, find_extra, foreign, load_entry_point
from mjenv.errors import MjenvError
from mjenv.variants.params import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

    from typer.core import TyperCommand

GROUP: Final = "mjenv.commands"
BUILT_IN: Final = {
    name: EntryPoint(name, f"mjenv.cli.{module}:{name}", GROUP)
    for name, module in {
        "play": "play",
        "verify": "verify",
        "evaluate": "evaluate",
        "export": "export",
        "score": "calculator",
        "waits": "calculator",
        "shanten": "calculator",
        "rules": "rules",
    }.items()
}
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
#: Signals that end a program, where the platform has them, and the exit code of one that they end less the number.
ENDING: Final = ("SIGTERM", "SIGHUP")
BY_SIGNAL: Final = 128
#: Base of what Typer raises for wrong usage, whichever version of Click it builds on.
UsageError: Final[Any] = typer.BadParameter.__mro__[1]


class Commands(TyperGroup):
    """The subcommands, imported one by one when they are asked for."""

    def list_commands(self, ctx: object) -> list[str]:  # noqa: ARG002
        """Return all names."""
        return list(find_commands())

    def get_command(self, ctx: object, cmd_name: str) -> TyperCommand:  # noqa: ARG002
        """Return one command; raises ``MjenvError`` with the nearest name."""
        commands = find_commands()
        if cmd_name not in commands:
            known = ", ".join(commands)
            raise MjenvError(f"unknown command {cmd_name!r}{nearest(cmd_name, list(commands))}; known: {known}")
        return load_command(commands[cmd_name])


app = typer.Typer(
    cls=Commands,
    name="mjenv",
    add_completion=False,
    invoke_without_command=True,
    help="Regional Chinese mahjong as a reinforcement-learning environment.",
)


@app.callback()
def root(
    context: typer.Context,
    *,
    version: bool = typer.Option(False, "--version", help="Show the version and leave."),  # noqa: FBT003
) -> None:
    """Show the version, or the help where no command is named."""
    if version:
        from mjenv import __version__

        typer.echo(f"mjenv {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def find_commands() -> dict[str, EntryPoint]:
    """Return every command by name, the built-in ones first."""
    return BUILT_IN | {name: point for name, point in find_entry_points(GROUP).items() if name not in BUILT_IN}


def load_command(point: EntryPoint) -> TyperCommand:
    """Return the command of an entry point; where it cannot be had, one that says why when it is run."""
    try:
        found = load_entry_point(point)
        if not isinstance(found, typer.Typer) and not (callable(found) and hasattr(found, "__annotations__")):
            raise foreign(point)
    except MjenvError as error:
        found = stand_in(error)
    if not isinstance(found, typer.Typer):
        found, function = typer.Typer(), found
        found.command(point.name)(function)
    command = cast("TyperCommand", typer.main.get_command(found))
    command.params = [param for param in command.params if param.name not in ("install_completion", "show_completion")]
    return command


def stand_in(error: MjenvError) -> typer.Typer:
    """Return a command that takes any arguments and raises ``error``."""

    def fail() -> None:
        raise error

    command = typer.Typer()
    settings = {"ignore_unknown_options": True, "allow_extra_args": True}
    command.command(help=f"Not available: {error}.", context_settings=settings)(fail)
    return command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``mjenv`` and return its exit code: 0, 2 for bad input, 130 after Ctrl-C, 143 after SIGTERM."""
    try:
        command = typer.main.get_command(app)
        with ending_by_signals():
            code = command.main(
                args=None if arguments is None else list(arguments), prog_name="mjenv", standalone_mode=False
            )
    except MjenvError as error:
        return complain(str(error))
    except UsageError as error:
        return complain(error.format_message())
    except ModuleNotFoundError as error:
        if find_extra((error.name or "").partition(".")[0]) is None:
            raise
        return complain(f"this command {describe_missing(str(error.name).partition('.')[0])}")
    except OSError as error:
        return complain(f"{error.filename or 'file'}: {error.strerror or error}")
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except EndedError as error:
        code = BY_SIGNAL + error.number
    return code if isinstance(code, int) else 0


class EndedError(BaseException):
    """A signal that ends the program has come; like ``KeyboardInterrupt`` it is no error to be caught on the way."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@contextlib.contextmanager
def ending_by_signals() -> Iterator[None]:
    """Leave the block by an exception where a signal ends the program, so that it takes its unfinished files away.

    A signal that is ignored stays so (``nohup``). Only the main thread is told of signals.
    """
    before = {}
    if threading.current_thread() is threading.main_thread():
        for number in (getattr(signal, name) for name in ENDING if hasattr(signal, name)):
            if signal.getsignal(number) == signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end(number: int, _: FrameType | None) -> None:
    """Raise that a signal has come."""
    raise EndedError(number)


def complain(message: str) -> int:
    """Write one sentence to stderr and return the exit code for bad input."""
    sys.stderr.write(f"mjenv: {message}\n")
    return BAD_INPUT
