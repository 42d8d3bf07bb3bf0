"""``mjenv rules``: which rule sets there are, and what can be set."""

from __future__ import annotations

from typing import Annotated

import typer

from mjenv.errors import RulesError
from mjenv.variants.registry import list_rules, load_rules


def rules(
    name: Annotated[
        str, typer.Argument(metavar="[RULES]", help="A rule set, such as four_bao.", show_default=False)
    ] = "",
) -> None:
    """List the rule sets, or the parameters of one."""
    if not name:
        for full_name in list_rules():
            typer.echo(full_name)
        return
    chosen = load_rules(name)
    typer.echo(f"{chosen.preset.id}: parameters with their defaults, for --set NAME=VALUE\n")
    for param in chosen.preset.params:
        typer.echo(f"{param.name}={format_value(chosen.values[param.name])}")
        typer.echo(f"    {param.doc} ({param.clause}); {param.describe_choices()}")


def format_value(value: bool | int | str | None) -> str:
    """Return a parameter's value as it is written after ``--set name=``.

    >>> format_value(True), format_value(None), format_value(7)
    ('true', 'none', '7')
    """
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def parse_settings(settings: list[str]) -> dict[str, str]:
    """Return the parameters given as ``name=value``.

    Raises ``RulesError`` for one without ``=`` or given twice.

    >>> parse_settings(["cap=100", "ting_pung=false"])
    {'cap': '100', 'ting_pung': 'false'}
    """
    values: dict[str, str] = {}
    for setting in settings:
        name, sign, value = setting.partition("=")
        if not sign or not name:
            raise RulesError(f"--set {setting!r}: expected name=value, such as cap=100")
        if name in values:
            raise RulesError(f"--set {name}: given twice")
        values[name] = value
    return values
