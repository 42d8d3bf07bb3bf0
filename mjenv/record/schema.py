"""The event stream as types: one class an event, its fields the keys of the event in their order.

The declarations are the only place that knows the keys. Writing converts an event to its class, so that keys
come out in order and nothing foreign goes in; reading checks every value. Keys that a class does not have
are ignored.
"""

from __future__ import annotations

import contextlib
import re
from functools import reduce
from operator import or_
from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from mjenv.errors import LogError
from mjenv.variants.params import nearest

VERSION: Final = 1
#: One event as the rest of the code handles it: its JSON object.
Event = dict[str, Any]

Seat = Annotated[int, Meta(ge=0, le=3)]
Count = Annotated[int, Meta(ge=0)]
Die = Annotated[int, Meta(ge=1, le=6)]
Dice = Annotated[list[Die], Meta(min_length=2, max_length=2)]
Points = Annotated[list[int], Meta(min_length=4, max_length=4)]
TILE_PATTERN: Final = "[1-9][mps]|[1-7]z|[1-8]f"
SeenTile = Annotated[str, Meta(pattern=rf"^({TILE_PATTERN})\Z")]
Tile = Annotated[str, Meta(pattern=rf"^({TILE_PATTERN}|\?)\Z")]  # "?" where the viewer may not see it
Hands = Annotated[list[list[Tile]], Meta(min_length=4, max_length=4)]
Names = Annotated[list[str], Meta(min_length=4, max_length=4)]
WallEnd = Annotated[str, Meta(pattern=r"^(head|tail)\Z")]
WinMode = Annotated[str, Meta(pattern=r"^(discard|self_draw|robbed_kong)\Z")]
HandResult = Annotated[str, Meta(pattern=r"^(win|draw)\Z")]
Seed = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class _Event(Struct, omit_defaults=True, tag_field="type"):
    """Base of the events: a key with a default is left out where it has that value."""


class Carry(Struct):
    """What a hand starts with."""

    draws: Count
    counter: int
    totals: Points


class Next(Struct):
    """What the following hand starts with."""

    dealer: Seat
    draws: Count
    counter: int
    totals: Points


class StartMatch(_Event, tag="start_match"):
    """First event of a file."""

    version: Annotated[int, Meta(ge=VERSION, le=VERSION)]
    variant: str
    rules: str
    params: dict[str, bool | int | str | None]
    hands: Annotated[int, Meta(ge=1)]
    names: Names
    seed: Seed | UnsetType = UNSET


class StartHand(_Event, kw_only=True, tag="start_hand"):
    """The deal, before flowers are replaced."""

    hand: Count
    dealer: Seat
    dice: Dice
    carry: Carry
    wall: list[SeenTile] | UnsetType = UNSET
    hands: Hands


class Flower(_Event, tag="flower"):
    """A flower tile is set out."""

    actor: Seat
    tile: SeenTile


class Draw(_Event, tag="draw"):
    """A tile is drawn, replacements included."""

    actor: Seat
    tile: Tile
    source: WallEnd = msgspec.field(name="from")
    left: Count


class Ask(_Event, tag="ask"):
    """A decision (C9)."""

    actor: Seat
    legal: list[str]
    action: str | UnsetType = UNSET
    seconds: int | float | UnsetType = UNSET


class Discard(_Event, tag="discard"):
    """A discard, with ready if it is declared."""

    actor: Seat
    tile: SeenTile
    drawn: bool
    ready: bool
    auto: bool = False


class Chow(_Event, tag="chow"):
    """A claimed run."""

    actor: Seat
    target: Seat
    tile: SeenTile
    consumed: list[SeenTile]
    ready: bool


class Pung(Chow, tag="pung"):
    """A claimed triplet."""


class Kong(Chow, tag="kong"):
    """A kong from a discard."""


class AddedKong(_Event, tag="added_kong"):
    """A kong made of one's pung, before it can be robbed."""

    actor: Seat
    tile: SeenTile


class ConcealedKong(_Event, tag="concealed_kong"):
    """A kong of four own tiles."""

    actor: Seat
    tile: Tile


class Bao(_Event, tag="bao"):
    """A 宝 is revealed to the ready seats."""

    actor: Seat
    tile: SeenTile
    index: Annotated[int, Meta(ge=0, le=3)]


class BaoExchange(_Event, tag="bao_exchange"):
    """换宝."""

    old: Tile
    new: Tile


class Hu(_Event, kw_only=True, tag="hu"):
    """One winner."""

    actor: Seat
    target: Seat | None
    tile: SeenTile
    mode: WinMode
    elements: dict[str, int]
    flowers: Count | UnsetType = UNSET
    hand: list[SeenTile]
    groups: list[str]
    payments: Points


class EndHand(_Event, kw_only=True, tag="end_hand"):
    """Settlement and carry-over."""

    result: HandResult
    points: Points
    kongs: Points
    tasks: dict[str, int]
    bao: list[SeenTile] | UnsetType = UNSET
    fee: Points | UnsetType = UNSET
    next: Next


class EndMatch(_Event, tag="end_match"):
    """Last event of a file."""

    totals: Points


EVENT_CLASSES: Final = (
    *(StartMatch, StartHand, Flower, Draw, Ask, Discard, Chow, Pung, Kong, AddedKong),
    *(ConcealedKong, Bao, BaoExchange, Hu, EndHand, EndMatch),
)
EVENT_TYPES: Final = tuple(str(one.__struct_config__.tag) for one in EVENT_CLASSES)
_ANY_EVENT: Final[Any] = reduce(or_, EVENT_CLASSES)
_DECODER: Final = msgspec.json.Decoder(_ANY_EVENT)
_ENCODER: Final = msgspec.json.Encoder()


def encode_event(event: Event) -> bytes:
    """Return an event as canonical JSON: keys in order, no spaces, UTF-8.

    Raises ``LogError`` where a key is missing or has a value that it cannot have.

    >>> encode_event({"totals": [1, 2, -3, 0], "type": "end_match"})
    b'{"type":"end_match","totals":[1,2,-3,0]}'
    """
    try:
        return _ENCODER.encode(msgspec.convert(event, _ANY_EVENT))
    except msgspec.ValidationError as error:
        raise LogError(f"event {event.get('type')!r}: {_explain(error, event.get('type'))}") from None


def decode_event(line: bytes) -> Event:
    """Return the event that a line of JSON holds, without the keys that its type does not have.

    Raises ``LogError`` that says what is wrong with the line, and what would be right.

    >>> decode_event(b'{"type":"flower","actor":2,"tile":"3f","note":"ignored"}')
    {'type': 'flower', 'actor': 2, 'tile': '3f'}
    >>> decode_event(b'{"type":"flwer","actor":2,"tile":"3f"}')
    Traceback (most recent call last):
    ...
    mjenv.errors.LogError: unknown event type 'flwer' (did you mean flower?)
    """
    try:
        event: Event = msgspec.to_builtins(_DECODER.decode(line))
    except msgspec.ValidationError as error:
        raise LogError(_explain(error, _type_of(line))) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LogError(
            f'not a line of JSON ({error}); expected one event, such as {{"type":"end_match","totals":[0,0,0,0]}}'
        ) from None
    return event


def _type_of(line: bytes) -> object:
    """Return what a line gives as its type, None where it cannot be read."""
    with contextlib.suppress(msgspec.DecodeError, RecursionError):
        return msgspec.json.decode(line, type=dict[str, Any]).get("type")
    return None


def _explain(error: msgspec.ValidationError, event_type: object) -> str:
    """Return a sentence for a value that an event cannot have."""
    text = str(error)
    if text.endswith("`$.type`") and isinstance(event_type, str):
        return f"unknown event type {event_type!r}{nearest(event_type, EVENT_TYPES)}"
    text = re.sub(r"matching regex '\^\(\[1-9\].*'", "that names a tile, such as '5m' or '7z'", text)
    text = re.sub(r"matching regex '\^\(([a-z_|]+)\).*'", lambda words: words[1].replace("|", " or "), text)
    reason, _, place = (text[0].lower() + text[1:]).partition(" - at `$.")
    return f"`{place}: {reason}" if place else reason
