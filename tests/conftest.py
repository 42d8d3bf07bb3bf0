"""``pytest --variant NAME`` runs the conformance suite alone, for one variant."""

from __future__ import annotations

from pathlib import Path

import pytest

from mjenv.variants.registry import BOOKS, PRESETS

LARGE = 50  # points
CONFORMANCE = Path(__file__).parent / "conformance"


def pytest_addoption(parser):
    parser.addoption(
        "--variant", metavar="NAME", help=f"run the conformance suite alone, for one of {', '.join(BOOKS)}"
    )


def pytest_configure(config):
    name = config.getoption("--variant")
    if name is not None and name not in BOOKS:
        raise pytest.UsageError(f"--variant {name}: there is no such variant, expected one of {', '.join(BOOKS)}")


def pytest_ignore_collect(collection_path, config):
    if config.getoption("--variant") is None:
        return None
    inside = CONFORMANCE in (collection_path, *collection_path.parents) or collection_path in CONFORMANCE.parents
    return None if inside else True


def pytest_generate_tests(metafunc):
    """Give a test each ``variant``, rule set (``preset``) or changed parameter (``override``) that it asks for."""
    chosen = metafunc.config.getoption("--variant")
    presets = [preset for preset in PRESETS if chosen in (None, preset.variant)]
    if "variant" in metafunc.fixturenames and CONFORMANCE in metafunc.definition.path.parents:
        metafunc.parametrize("variant", [name for name in BOOKS if chosen in (None, name)])
    if "preset" in metafunc.fixturenames:
        metafunc.parametrize("preset", presets, ids=[preset.name for preset in presets])
    if "override" in metafunc.fixturenames:
        overrides = [(preset, name, value) for preset in presets for name, value in list_overrides(preset)]
        metafunc.parametrize("override", overrides, ids=[f"{p.name}-{name}={value}" for p, name, value in overrides])


def list_overrides(preset):
    """Return every parameter of a rule set with each value but its default; of numbers the lowest and some others."""
    for param in preset.params:
        default = preset.defaults.get(param.name, param.default)
        values = param.choices
        if isinstance(values, range):
            some = {values[0], 3, min(values[-1], LARGE)}
            values = sorted(some.intersection(values))
        yield from ((param.name, value) for value in values if value != default)
