"""A training run is one YAML file: every key is declared here with its range, and nothing else is accepted.

``load_config`` reads a file (or the name of a shipped one), applies ``key=value`` changes and checks everything;
an unknown key is answered with the nearest known one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
import yaml
from msgspec import Meta, Struct, field

from mjenv.errors import MjenvError
from mjenv.variants.params import nearest

#: The shipped configs, beside this package in a source tree and in an installed wheel alike.
SHIPPED: Final = Path(__file__).resolve().parent.parent / "configs"

OF_SB3: Final = "sb3_"  # configs of `python -m training.sb3_…`

Fraction = Annotated[float, Meta(ge=0, le=1)]
Positive = Annotated[float, Meta(gt=0, le=1e6)]
NotNegative = Annotated[float, Meta(ge=0, le=1e6)]


class ConfigError(MjenvError, ValueError):
    """A training configuration with an unknown key, a value out of range, or no file to read."""


class Section(Struct, forbid_unknown_fields=True, frozen=True):
    """Base of all sections."""


S = TypeVar("S", bound=Section)


class Game(Section):
    """The game that is learned."""

    rules: str = "four_bao"
    params: dict[str, bool | int | str | None] = {}  # rule parameters, as `mjenv --set`
    hands: Annotated[int, Meta(ge=1, le=64)] = 1  # hands a match


class Rollout(Section):
    """What is collected between two updates."""

    tables: Annotated[int, Meta(ge=1, le=65536)] = 256
    steps: Annotated[int, Meta(ge=1, le=4096)] = 128  # steps of every table between two updates
    gamma: Fraction = 1.0  # discount from one decision of a seat to its next
    lam: Fraction = field(name="lambda", default=0.95)  # of generalised advantage estimation
    points_scale: Positive = 8.0  # points that make a reward of 1


class Opponents(Section):
    """Shares of the tables by who sits against the learner; `self`: the learner has all four seats."""

    itself: Fraction = field(name="self", default=1.0)
    past: Fraction = 0.0  # frozen copies of the learner
    greedy: Fraction = 0.0
    random: Fraction = 0.0


class Network(Section):
    """Sizes of the network (agents/network.py)."""

    suit: Annotated[int, Meta(ge=8, le=4096)] = 96  # features of a suit
    table: Annotated[int, Meta(ge=8, le=4096)] = 192  # features of the whole table


class Ppo(Section):
    """Proximal policy optimisation."""

    learning_rate: Positive = 1e-3
    final_learning_rate: NotNegative = 1e-4  # reached linearly at the last update
    epochs: Annotated[int, Meta(ge=1, le=64)] = 2
    minibatch: Annotated[int, Meta(ge=1)] = 4096  # decisions
    clip: Positive = 0.2
    entropy: NotNegative = 0.01
    final_entropy: NotNegative = 0.0
    value: NotNegative = 0.5
    max_grad_norm: Positive = 0.5


class Config(Section):
    """One training run."""

    seed: Annotated[int, Meta(ge=0, le=2**63 - 1)] = 1
    threads: Annotated[int, Meta(ge=1, le=256)] = 2  # part of the result: other counts round differently
    updates: Annotated[int, Meta(ge=1)] = 100
    checkpoint_every: Annotated[int, Meta(ge=1)] = 25  # updates
    past_every: Annotated[int, Meta(ge=1)] = 25  # updates between two frozen copies
    past_kept: Annotated[int, Meta(ge=1, le=64)] = 4
    game: Game = Game()
    rollout: Rollout = Rollout()
    opponents: Opponents = Opponents()
    network: Network = Network()
    ppo: Ppo = Ppo()


def load_config(source: str | Path, changes: tuple[str, ...] | list[str] = ()) -> Config:
    """Read the config at ``source`` and apply ``changes``, each ``key=value`` with dots between section and key.

    Raises ``ConfigError`` with one sentence for a missing file, bad YAML, an unknown key or a value out of range.
    """
    path, tree = read_tree(source, changes)
    return parse_config(tree, str(path))


def read_tree(source: str | Path, changes: tuple[str, ...] | list[str] = ()) -> tuple[Path, Any]:
    """Return the file that ``source`` names and its YAML with the changes applied, not yet checked."""
    path = find_config(source)
    try:
        tree = yaml.safe_load(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = " ".join(str(error).split())
        raise ConfigError(f"config {path}: cannot be read as YAML: {reason}") from error
    tree = {} if tree is None else tree
    for change in changes:
        apply_change(tree, change)
    return path, tree


def find_config(source: str | Path) -> Path:
    """Return the file that ``source`` names: a path, or the name of a shipped config with or without ``.yaml``."""
    path = Path(source)
    name = Path(*path.parts[1:]) if path.parts[:1] == ("configs",) else path
    for candidate in (path, SHIPPED / name, SHIPPED / f"{name}.yaml"):
        if candidate.is_file():
            return candidate
    known = sorted(file.stem for file in SHIPPED.glob("*.yaml") if not file.stem.startswith(OF_SB3))
    hint = nearest(path.stem, known)
    raise ConfigError(f"config {source}: no such file, nor a shipped config{hint}; shipped: {', '.join(known)}")


def apply_change(tree: Any, change: str) -> None:  # noqa: ANN401 - whatever the YAML file held
    """Set one ``section.key=value`` in the tree of a config; the value is read as YAML."""
    name, equals, text = change.partition("=")
    if not equals or not name:
        raise ConfigError(f"--set {change}: expected key=value, for example ppo.epochs=3")
    *sections, key = name.split(".")
    for section in sections:
        tree = tree.setdefault(section, {}) if isinstance(tree, dict) else None
    if not isinstance(tree, dict):
        raise ConfigError(f"--set {change}: {name} is not a key of a section")
    try:
        tree[key] = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ConfigError(f"--set {change}: the value is not YAML") from error


def parse_config(tree: Any, where: str = "config") -> Config:  # noqa: ANN401 - whatever the YAML file held
    """Return the checked config of a tree of plain values; raise ``ConfigError`` naming ``where``.

    >>> parse_config({"ppo": {"epochs": 3}}).ppo.epochs
    3
    >>> parse_config({"ppo": {"epoch": 3}})
    Traceback (most recent call last):
    training.config.ConfigError: config: unknown key ppo.epoch (did you mean ppo.epochs?)
    """
    config = convert(tree, Config, where)
    if not any(msgspec.to_builtins(config.opponents).values()):
        raise ConfigError(f"{where}: opponents: at least one share must be above 0")
    return config


def convert(tree: Any, kind: type[S], where: str) -> S:  # noqa: ANN401 - whatever the YAML file held
    """Return a tree of plain values as a ``kind``; raise ``ConfigError`` naming ``where``."""
    check_keys(tree, kind, where, "")
    try:
        return msgspec.convert(tree, kind, strict=False)  # YAML reads 1e-3 as text
    except msgspec.ValidationError as error:
        reason, _, key = str(error).partition(" - at `$")
        raise ConfigError(f"{where}: {key.strip('.`') or 'the file'}: {reason}") from error


def check_keys(tree: Any, section: type[Struct], where: str, prefix: str) -> None:  # noqa: ANN401
    """Raise ``ConfigError`` for the first key that ``section`` does not know, with the nearest one it does."""
    if not isinstance(tree, dict):
        raise ConfigError(f"{where}: {prefix.rstrip('.') or 'the file'}: expected keys with values, got {tree!r}")
    fields = {known.encode_name: known.type for known in msgspec.structs.fields(section)}
    for key, value in tree.items():
        if key not in fields:
            names = [prefix + name for name in fields]
            hint = nearest(f"{prefix}{key}", names) or f"; known: {', '.join(names)}"
            raise ConfigError(f"{where}: unknown key {prefix}{key}{hint}")
        if isinstance(fields[key], type) and issubclass(fields[key], Section):
            check_keys(value, fields[key], where, f"{prefix}{key}.")
