"""Tile kinds (C1) and the action strings with their ids (EVENTS.md)."""

from __future__ import annotations

from typing import Final

SUITS: Final = "mps"

KIND_NAMES: Final[tuple[str, ...]] = (
    *(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)),
    *(f"{rank}z" for rank in range(1, 8)),
    *(f"{rank}f" for rank in range(1, 9)),
)
KIND_BY_NAME: Final[dict[str, int]] = {name: kind for kind, name in enumerate(KIND_NAMES)}

SUIT_KINDS: Final = tuple(range(27))
WINDS: Final = tuple(range(27, 31))
DRAGONS: Final = tuple(range(31, 34))
HONOURS: Final = WINDS + DRAGONS
FLOWERS: Final = tuple(range(34, 42))
TERMINALS: Final = frozenset(kind for kind in SUIT_KINDS if kind % 9 in (0, 8))
RED: Final = KIND_BY_NAME["7z"]

ACTIONS: Final[tuple[str, ...]] = (
    *(f"discard {name}" for name in KIND_NAMES[:34]),
    *(f"ting {name}" for name in KIND_NAMES[:34]),
    *(f"self_kong {name}" for name in KIND_NAMES[:34]),
    "chow_low",
    "chow_mid",
    "chow_high",
    "pung",
    "kong",
    "ting_chow_low",
    "ting_chow_mid",
    "ting_chow_high",
    "ting_pung",
    "hu",
    "pass",
)
ACTION_ID: Final[dict[str, int]] = {action: number for number, action in enumerate(ACTIONS)}


def kind_of(name: str) -> int:
    """The kind number of a tile's notation."""
    return KIND_BY_NAME[name]


def name_of(kind: int) -> str:
    """The notation of a kind number."""
    return KIND_NAMES[kind]


def names_of(kinds: list[int] | tuple[int, ...]) -> list[str]:
    """The notations of several kinds, in the order given."""
    return [KIND_NAMES[kind] for kind in kinds]


def is_suited(kind: int) -> bool:
    """Whether a kind belongs to m, p or s."""
    return kind < 27


def suit_of(kind: int) -> str | None:
    """The suit letter of a kind, or None for honours and flowers."""
    return SUITS[kind // 9] if is_suited(kind) else None


def rank_of(kind: int) -> int | None:
    """1-9 for suit tiles, None for the rest."""
    return kind % 9 + 1 if is_suited(kind) else None


def in_action_order(actions: list[str]) -> list[str]:
    """Sort action strings by their ids."""
    return sorted(actions, key=ACTION_ID.__getitem__)


def hand(text: str) -> tuple[int, ...]:
    """Parse `"123m 55z"` (C2) into sorted kinds; for positions in tests."""
    kinds: list[int] = []
    digits = ""
    for char in text.replace(" ", ""):
        if char.isdigit():
            digits += char
            continue
        kinds += [kind_of(digit + char) for digit in digits]
        digits = ""
    if digits:
        raise ValueError(f"digits without a suit letter: {digits!r}")
    return tuple(sorted(kinds))
