"""The trainer's own state, apart from the weights of the agent, and the folder of a run.

A checkpoint is a folder ``checkpoints/update-000050`` with ``agent.safetensors`` (the agent as anybody loads
it) and ``trainer.pt`` (what else the next update depends on). It is written under a temporary name and
renamed, so that a run killed at any moment finds whole checkpoints only.
"""

from __future__ import annotations

import io
import json
import os
import pickle
import shutil
import warnings
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import torch

from mjenv.errors import MjenvError, ProtocolError
from mjenv.files import write_whole
from training.config import Config, ConfigError, parse_config

FORMAT: Final = "mjenv-trainer/1"
TRAINER_FILE: Final = "trainer.pt"
CONFIG_FILE: Final = "config.json"
KEPT: Final = 2  # checkpoints on disk


class RunError(MjenvError, ValueError):
    """A run folder that would be overwritten, or that cannot be resumed."""


def check_run(folder: Path, config: Config, *, resume: bool, force: bool) -> None:
    """Raise ``RunError`` unless a run may be started or resumed in ``folder``; nothing is changed.

    A folder that holds a run may be resumed under the same configuration, or overwritten with ``force``; one that
    holds anything else is never touched.
    """
    exists = (folder / CONFIG_FILE).is_file()
    if not folder.name:
        raise RunError(f"run {folder}: expected the name of a folder of its own, such as runs/first")
    if resume:
        if not exists:
            raise RunError(f"run {folder}: there is no run to resume; leave out --resume to start one")
        check_same(folder, read_run_config(folder), config)
    elif exists and not force:
        raise RunError(f"run {folder}: already exists; --resume goes on with it, --force deletes it")
    elif not exists and folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise RunError(f"run {folder}: already exists and is no run; choose another --out")


def make_run(folder: Path, config: Config) -> None:
    """Make the folder of a run that ``check_run`` allows, at once; a run that is there is deleted."""
    if folder.exists():
        remove_whole(folder)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    temporary.mkdir(parents=True)
    write_whole(temporary / CONFIG_FILE, msgspec.json.format(msgspec.json.encode(config), indent=1) + b"\n")
    temporary.rename(folder)


def remove_whole(folder: Path) -> None:
    """Delete a folder, renamed first: a kill must not leave half of it under its name."""
    shutil.rmtree(folder.rename(folder.with_name(f".{folder.name}.{os.getpid()}.old")))


def read_run_config(folder: Path) -> Config:
    """Return the configuration that a run was started with."""
    path = folder / CONFIG_FILE
    try:
        tree = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.DecodeError) as error:
        raise ConfigError(f"config {path}: cannot be read as JSON: {error}") from error
    return parse_config(tree, str(path))


def check_same(folder: Path, there: Config, here: Config) -> None:
    """Refuse to resume a run under a configuration that would lead elsewhere."""
    old, new = (msgspec.to_builtins(config) for config in (there, here))
    changed = [
        f"{section}{'.' + key if key else ''}"
        for section in old
        for key in (old[section] if isinstance(old[section], dict) else [""])
        if (old[section].get(key) != new[section].get(key) if key else old[section] != new[section])
    ]
    if changed:
        raise RunError(
            f"run {folder}: was started with other values of {', '.join(changed)}; it resumes with its own only"
        )


def checkpoint_folder(folder: Path, update: int) -> Path:
    """Return the folder of the checkpoint after ``update`` updates."""
    return folder / "checkpoints" / f"update-{update:06d}"


def latest_checkpoint(folder: Path) -> Path | None:
    """Return the newest whole checkpoint of a run, None if it was killed before the first."""
    found = sorted((folder / "checkpoints").glob("update-??????"))
    return found[-1] if found else None


def write_checkpoint(folder: Path, update: int, files: dict[str, bytes]) -> None:
    """Write a checkpoint folder at once and drop all but the newest ones."""
    target = checkpoint_folder(folder, update)
    temporary = target.with_name(target.name + ".tmp")
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir(parents=True)
    for name, data in files.items():
        write_whole(temporary / name, data)
    if target.exists():
        remove_whole(target)
    temporary.rename(target)
    for old in sorted(target.parent.glob("update-??????"))[:-KEPT]:
        remove_whole(old)


def pack_state(state: dict[str, Any]) -> bytes:
    """Return the bytes of a trainer's state: tensors, numbers, text, lists and dictionaries of them."""
    buffer = io.BytesIO()
    torch.save({"format": FORMAT, **state}, buffer)
    return buffer.getvalue()


def unpack_state(path: Path) -> dict[str, Any]:
    """Read a trainer's state; raises ``ProtocolError`` for a file that is none. Nothing in it is executed."""
    try:
        with warnings.catch_warnings():  # about foreign pickles
            warnings.simplefilter("ignore")
            state = torch.load(io.BytesIO(path.read_bytes()), map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, KeyError, pickle.UnpicklingError) as error:
        raise ProtocolError(
            f"trainer state {path}: cannot be read; delete its folder to resume from the one before"
        ) from error
    if not isinstance(state, dict) or state.get("format") != FORMAT:
        raise ProtocolError(f"trainer state {path}: not of the format {FORMAT}")
    return state


def generator_text(generator: np.random.Generator) -> str:
    """Return a NumPy generator's state as text."""
    return json.dumps(generator.bit_generator.state)


def restore_generator(generator: np.random.Generator, text: str) -> None:
    """Set a NumPy generator to the state of ``generator_text``."""
    generator.bit_generator.state = json.loads(text)
