"""Every error that mjenv raises for a user's mistake. The message says what, where and what would be right."""

from __future__ import annotations


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
