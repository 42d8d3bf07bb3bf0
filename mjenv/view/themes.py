"""Colours of the pictures, light and dark."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Theme:
    """The colours of one theme."""

    name: str
    page: str  # around the table
    felt: str
    felt_glow: str  # the middle of the felt
    rim: str  # the border of the table
    card: str  # behind labels
    card_line: str
    text: str
    faint: str  # text of less weight
    accent: str  # who is in turn, what is asked
    good: str  # ready
    bad: str  # dealer
    gold: str  # bao
    badge_ink: str  # characters on a badge
    tile: str
    tile_line: str
    tile_side: str
    back: str
    back_line: str
    shadow: str
    black: str  # inks
    red: str
    green: str
    blue: str


LIGHT: Final = Theme(
    name="light",
    page="#f2ece0",
    felt="#4c8f78",
    felt_glow="#63a48b",
    rim="#8a5f3c",
    card="#fbf7ee",
    card_line="#d8cdb8",
    text="#2b2a28",
    faint="#7a746a",
    accent="#e8862e",
    good="#2f7fb8",
    bad="#c23b34",
    gold="#b98a1d",
    badge_ink="#ffffff",
    tile="#fffdf5",
    tile_line="#d9d0bb",
    tile_side="#cdbf9f",
    back="#d99a3e",
    back_line="#b97c25",
    shadow="#10241d",
    black="#26303a",
    red="#c0312c",
    green="#1f7a4c",
    blue="#24598f",
)
DARK: Final = Theme(
    name="dark",
    page="#14181d",
    felt="#1d3a35",
    felt_glow="#2a4f47",
    rim="#3b2c22",
    card="#20262d",
    card_line="#39424c",
    text="#ece7dc",
    faint="#9aa3ab",
    accent="#f0a04b",
    good="#5aa9e0",
    bad="#e0605a",
    gold="#e2bb55",
    badge_ink="#14181d",
    tile="#343a44",
    tile_line="#4b535f",
    tile_side="#1c2026",
    back="#7d5a34",
    back_line="#9a7346",
    shadow="#000000",
    black="#ece7dc",
    red="#ff7a6e",
    green="#62cf93",
    blue="#7db8f5",
)
THEMES: Final = {theme.name: theme for theme in (LIGHT, DARK)}
