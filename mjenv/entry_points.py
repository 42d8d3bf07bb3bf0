"""Commands and agents of the upper layers, found by entry point, never imported by name."""

from __future__ import annotations

import importlib.util
import re
from importlib.metadata import EntryPoint, PackageNotFoundError, entry_points, requires

from mjenv.errors import ProtocolError


def find_entry_points(group: str) -> dict[str, EntryPoint]:
    """Return the installed entry points of a group by name, in alphabetical order.

    >>> find_entry_points("mjenv.nobody")
    {}
    """
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda point: point.name)}


def load_entry_point(point: EntryPoint) -> object:
    """Import what an entry point names; the caller checks that it is of the right kind.

    Raises ``ProtocolError`` that says what to install where an extra is missing, and which package is in
    the way where another one bears the name of ours.
    """
    package = point.value.partition(":")[0].partition(".")[0]
    try:
        return point.load()
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing and missing != package:
            raise ProtocolError(f"{point.name} {describe_missing(missing)}") from error
        raise foreign(point) from error
    except (AttributeError, ImportError) as error:
        raise foreign(point) from error


def foreign(point: EntryPoint) -> ProtocolError:
    """Return the error for an entry point that leads to something that is not ours.

    >>> str(foreign(EntryPoint("fast", "no_such_package:Fast", "mjenv.agents")))
    "fast: there is no 'no_such_package:Fast'; install mjenv anew"
    """
    package = point.value.partition(":")[0].partition(".")[0]
    spec = importlib.util.find_spec(package)
    if spec is None:
        message = f"{point.name}: there is no {point.value!r}; install mjenv anew"
    else:
        place = spec.origin or next(iter(spec.submodule_search_locations or ["?"]))
        message = (
            f"{point.name}: package {package!r} ({place}) has no fitting {point.value!r}; "
            f"if another installed package bears that name, use an environment without it"
        )
    return ProtocolError(message)


def describe_missing(module: str) -> str:
    """Return what a missing module asks for: the extra of mjenv that brings it, where there is one."""
    extra = find_extra(module)
    wanted = f"mjenv[{extra}]" if extra else module.replace("_", "-")
    return f"needs {module}, which is not installed; run: pip install '{wanted}'"


def find_extra(module: str) -> str | None:
    """Return the extra of mjenv that brings a module, None where none does."""
    try:
        needs = requires("mjenv") or []
    except PackageNotFoundError:
        return None
    for need in needs:
        name = re.split(r"[^\w.-]", need)[0].replace("-", "_")
        extra = re.search(r"extra == ['\"]([\w-]+)['\"]", need)
        if extra and name.lower() == module.lower():
            return extra[1]
    return None
