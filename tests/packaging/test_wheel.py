"""What is shipped: one pure-Python wheel with the packages, their types and the configurations."""

from __future__ import annotations

import configparser
import importlib
import zipfile

import pytest

PACKAGES = ("mjenv", "agents", "training", "configs")


def test_wheel_is_pure_python(wheel):
    assert wheel.name.endswith("-py3-none-any.whl")


def test_wheel_holds_the_packages_and_nothing_else(wheel_files):
    folders = {name.split("/")[0] for name in wheel_files if ".dist-info/" not in name}
    assert folders == set(PACKAGES)


@pytest.mark.parametrize("package", PACKAGES)
def test_wheel_holds_every_tracked_file_of_a_package(package, wheel_files, tracked):
    expected = {path.as_posix() for path in tracked if path.parts[0] == package}
    assert expected == {name for name in wheel_files if name.startswith(f"{package}/")}


def test_wheel_holds_types_and_configurations(wheel_files):
    assert "mjenv/py.typed" in wheel_files
    assert any(name.startswith("configs/") and name.endswith(".yaml") for name in wheel_files)


def test_entry_points_can_be_imported(wheel):
    points = configparser.ConfigParser()
    points.optionxform = str
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/entry_points.txt")]
        points.read_string(archive.read(name).decode())
    assert set(points.sections()) == {"console_scripts", "mjenv.agents", "mjenv.agent_loaders", "mjenv.commands"}
    for section in points.sections():
        for target in points[section].values():
            module, attribute = target.split(":")
            assert hasattr(importlib.import_module(module), attribute), target
