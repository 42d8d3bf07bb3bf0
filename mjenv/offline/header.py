"""What a data file says of itself: rules, encoder and where its decisions come from, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from mjenv.engine.codes import NUM_ACTIONS
from mjenv.errors import MjenvError, RulesError, quote
from mjenv.offline.columns import check_exported
from mjenv.variants.registry import load_rules

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

FORMAT: Final = "export/1"
ACTIONS: Final = f"actions/{NUM_ACTIONS}"
METADATA_KEY: Final = "mjenv"
MAX_BYTES: Final = 1 << 16
MAX_SEED: Final = 2**63 - 1
MAX_HANDS: Final = 2**31 - 1
MAX_MATCH_HANDS: Final = 1000  # a match is kept in memory until it is over
ALL_SEATS: Final = "all"

Count = Annotated[int, Meta(ge=1, le=MAX_HANDS)]


class SelfPlay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="from", tag="play"):
    """Decisions of agents among themselves: what plays them again."""

    agents: Annotated[list[str], Meta(min_length=4, max_length=4)]  # as named for `--play`, seat 0 first
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)]
    hands: Count
    match_hands: Annotated[int, Meta(ge=1, le=MAX_MATCH_HANDS)]


class Logs(Struct, frozen=True, forbid_unknown_fields=True, tag_field="from", tag="logs"):
    """Decisions of event logs."""

    logs: Count  # how many; match k is log k


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata of a data file."""

    format: str
    encoder: str
    actions: str
    rules: str  # full name of the rule set
    params: dict[str, bool | int | str | None]  # rule parameters that differ from it
    rules_hash: str
    seat: Annotated[int, Meta(ge=0, le=3)] | Literal["all"]  # whose decisions the file has
    source: SelfPlay | Logs
    version: str  # of the mjenv that wrote it

    def load_rules(self) -> Rules:
        """Return the rules; raises ``MjenvError`` where this version of mjenv has others under the same name."""
        try:
            rules = load_rules(self.rules, **self.params)
        except RulesError as error:
            raise MjenvError(f"its rules {quote(self.rules)} are not known: {error}") from None
        if rules.hash != self.rules_hash:
            raise MjenvError(
                f"its rules {self.rules} are not those of this mjenv ({quote(self.rules_hash)}, here {rules.hash})"
            )
        return rules


def describe(rules: Rules, encoder: str, seat: int | None, source: SelfPlay | Logs) -> Header:
    """Return the metadata of a new file; ``seat`` None stands for all."""
    from mjenv import __version__

    return Header(
        format=FORMAT,
        encoder=check_exported(encoder).name,
        actions=ACTIONS,
        rules=rules.preset.id,
        params=rules.changed,
        rules_hash=rules.hash,
        seat="all" if seat is None else seat,
        source=source,
        version=__version__,
    )


def encode_header(header: Header) -> bytes:
    """Return the metadata as ASCII JSON."""
    import json

    return json.dumps(msgspec.to_builtins(header), separators=(",", ":")).encode("ascii")


def decode_header(data: bytes) -> Header:
    """Return the metadata that ``encode_header`` wrote; raises ``MjenvError`` for anything else.

    >>> decode_header(b'{"format":"export/2"}')
    Traceback (most recent call last):
    mjenv.errors.MjenvError: its format is 'export/2', this mjenv reads export/1
    """
    if len(data) > MAX_BYTES:
        raise MjenvError(f"its metadata has {len(data)} bytes, expected {MAX_BYTES} at most")
    try:
        version = msgspec.json.decode(data, type=_Format).format
        if version != FORMAT:
            raise MjenvError(f"its format is {quote(version)}, this mjenv reads {FORMAT}")
        header = msgspec.json.decode(data, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise MjenvError(f"its metadata are not those of a data file: {quote(str(error))}") from None
    check_exported(header.encoder)
    if header.actions != ACTIONS:
        raise MjenvError(f"its actions are {quote(header.actions)}, expected {ACTIONS}")
    return header


class _Format(Struct):
    format: str
