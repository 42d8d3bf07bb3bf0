from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root():
    """Return the root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def tracked(root):
    """Return the files that git keeps or would keep, relative to the root."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    names = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout.split("\0")
    return [Path(name) for name in names if name and (root / name).is_file()]


def build(target, source, folder):
    """Return the wheel or sdist that is built from a source tree."""
    command = [sys.executable, "-m", "hatchling", "build", "--target", target, "--directory", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="session")
def wheel(root, tmp_path_factory):
    """Return a wheel built from the working tree."""
    return build("wheel", root, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def unpacked_sdist(root, tmp_path_factory):
    """Return the tree of an sdist built from the working tree."""
    path = build("sdist", root, tmp_path_factory.mktemp("sdist"))
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    (tree,) = folder.iterdir()
    return tree


@pytest.fixture(scope="session")
def wheel_files(wheel):
    """Return the names of the files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="session")
def metadata(wheel):
    """Return the METADATA of the wheel, a message with headers."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return Parser().parsestr(archive.read(name).decode())
