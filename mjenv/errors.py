"""Every error that mjenv raises for a user's mistake. The message says what, where and what would be right."""

from __future__ import annotations

from typing import Final

SHOWN: Final = 80  # letters of a value that a message repeats


class MjenvError(Exception):
    """Base of all errors of mjenv."""


class IllegalActionError(MjenvError, ValueError):
    """An action that the acting seat may not take."""


class RulesError(MjenvError, ValueError):
    """An unknown variant, rule set or parameter, or a value it does not take."""


class LogError(MjenvError, ValueError):
    """An event log that cannot be read or does not follow the rules."""


class ProtocolError(MjenvError, ValueError):
    """A checkpoint, agent or bot that does not speak the agreed form."""


def quote(value: object) -> str:
    """Return what a user gave as a message shows it: on one line, shortened.

    >>> quote("5m"), len(quote("1" * 1000)), quote([10**5000])
    ("'5m'", 80, 'a number of too many digits')
    """
    try:
        text = " ".join(repr(value).splitlines())
    except ValueError:  # Python writes no number of more than 4,300 digits
        return "a number of too many digits"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
