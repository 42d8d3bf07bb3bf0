"""Hebei: the title that a seat's total of points earns (B13)."""

from __future__ import annotations

from typing import Final

from mjenv.variants.params import Title

LOWEST: Final = Title(0, "白板", "White Dragon")  # for every total below the first step
TITLES: Final = (
    Title(100, "一万", "One of Characters"),
    Title(200, "二万", "Two of Characters"),
    Title(500, "三万", "Three of Characters"),
    Title(1_000, "四万", "Four of Characters"),
    Title(2_000, "五万", "Five of Characters"),
    Title(5_000, "六万", "Six of Characters"),
    Title(10_000, "七万", "Seven of Characters"),
    Title(20_000, "八万", "Eight of Characters"),
    Title(50_000, "九万", "Nine of Characters"),
    Title(80_000, "东风", "East Wind"),
    Title(100_000, "西风", "West Wind"),
    Title(200_000, "南风", "South Wind"),
    Title(500_000, "北风", "North Wind"),
    Title(800_000, "中", "Red Dragon"),
    Title(1_200_000, "发", "Green Dragon"),
    Title(2_000_000, "雀神", "God of Sparrows"),
)


def find_title(points: int) -> Title:
    """Return the title of a seat with ``points`` in all, which may be negative (B13).

    >>> find_title(1_999).chinese, find_title(2_000).english, find_title(-7).chinese
    ('四万', 'Five of Characters', '白板')
    """
    return next((title for title in reversed(TITLES) if points >= title.points), LOWEST)
