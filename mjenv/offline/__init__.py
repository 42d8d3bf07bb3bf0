"""Offline data sets: the decisions of logs or of self-play as files, and these files as arrays.

>>> read_decisions("no-such-file.npz")
Traceback (most recent call last):
mjenv.errors.MjenvError: data no-such-file.npz: cannot be read (No such file or directory)
"""

from mjenv.offline.decisions import Decisions
from mjenv.offline.header import Header
from mjenv.offline.store import read_blocks, read_decisions, read_header

__all__ = ["Decisions", "Header", "read_blocks", "read_decisions", "read_header"]
