"""Constructed positions (stub)."""

from __future__ import annotations


def find_positions(rules: str) -> list:
    return []
