"""What is shipped: a pure-Python wheel with the packages, their types and the configurations, and its sources."""

from __future__ import annotations

import configparser
import importlib
import os
import subprocess
import sys
import zipfile

import pytest

from tests.packaging.conftest import build

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


def test_sdist_holds_every_tracked_file_and_makes_the_same_wheel(unpacked_sdist, tracked, wheel, tmp_path):
    files = {path.relative_to(unpacked_sdist) for path in unpacked_sdist.rglob("*") if path.is_file()}
    assert {path for path in tracked if path.parts[0] != "shared"} <= files
    assert build("wheel", unpacked_sdist, tmp_path).read_bytes() == wheel.read_bytes()


ELSEWHERE = """
import gymnasium, mjenv, pettingzoo
print(mjenv.__file__)
for variant in ("harbin", "hebei", "shanghai"):
    env = pettingzoo.make("aec", f"mjenv/{variant}", render_mode="svg")
    env.reset(seed=1)
    print(env.render()[:4], gymnasium.make(f"mjenv/{variant.title()}-v0").reset(seed=1)[0]["observation"].shape)
"""


def test_the_wheel_runs_outside_the_checkout(wheel, tmp_path):
    """Without a home, from a folder of its own, ahead of what is installed."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    settings = {"PYTHONPATH": str(tmp_path / "site"), "NUMBA_DISABLE_JIT": "1", "HOME": str(tmp_path / "home")}

    def run(*command):
        done = subprocess.run(
            [sys.executable, *command],
            check=False,
            cwd=tmp_path,
            env=os.environ | settings,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    lines = run("-c", ELSEWHERE).splitlines()
    assert lines == [str(tmp_path / "site" / "mjenv" / "__init__.py"), *["<svg (28, 34)"] * 3]
    played = run("-m", "mjenv.cli", "play", "--rules", "qiaoma", "--log", "played.jsonl")
    assert "shanghai/qiaoma, 1 hand" in played
    assert "all as the rules say" in run("-m", "mjenv.cli", "verify", "played.jsonl")
