"""Dependencies: open upwards in the package, exact in constraints.txt on every supported Python."""

from __future__ import annotations

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PYTHONS = ("3.10", "3.11", "3.12", "3.13")
CORE = {"gymnasium", "msgspec", "numba", "numpy", "pettingzoo", "platformdirs", "rich", "typer"}


@pytest.fixture(scope="module")
def requirements(metadata):
    return [Requirement(text) for text in metadata.get_all("Requires-Dist")]


@pytest.fixture(scope="module")
def constraints(root):
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def test_core_dependencies_are_few_and_light(requirements):
    assert {canonicalize_name(requirement.name) for requirement in requirements if not requirement.marker} == CORE


def test_dependencies_have_a_lower_bound_and_no_upper_one(requirements, metadata):
    assert metadata["Requires-Python"] == ">=3.10"
    for requirement in requirements:
        assert [spec.operator for spec in requirement.specifier] == [">="], requirement


@pytest.mark.parametrize("python", PYTHONS)
def test_constraints_pin_each_dependency_once(python, requirements, constraints):
    environment = {"python_version": python, "python_full_version": f"{python}.0"}
    for requirement in requirements:
        pins = [
            pin
            for pin in constraints
            if canonicalize_name(pin.name) == canonicalize_name(requirement.name)
            and (pin.marker is None or pin.marker.evaluate(environment))
        ]
        assert len(pins) == 1, (requirement, pins)
        (pin,) = pins[0].specifier
        assert pin.operator == "=="
        assert requirement.specifier.contains(pin.version), (requirement, pins)


def test_constraints_name_no_local_build(constraints):
    assert [str(pin) for pin in constraints if "+" in str(pin.specifier)] == []
