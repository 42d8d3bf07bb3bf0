"""Changes that can happen to a log, one at a time."""

from __future__ import annotations

import copy
import json
import random
from dataclasses import dataclass

from mjenv.engine.menu import ACTION_NAMES
from mjenv.engine.tiles import NAMES


@dataclass(frozen=True)
class Damage:
    """A changed log. `line` is where it changed, `what` the changed field or what was done to the line."""

    what: str
    line: int
    lines: tuple[bytes, ...]

    @property
    def data(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)


def encode(event: dict) -> bytes:
    return json.dumps(event, separators=(",", ":"), ensure_ascii=False).encode()


def damage_value(events: tuple[dict, ...], rng: random.Random) -> Damage:
    """Change one value, of each type of event and of each of its fields alike often."""
    kind = rng.choice(sorted({event["type"] for event in events}))
    index = rng.choice([index for index, event in enumerate(events) if event["type"] == kind])
    changed = copy.deepcopy(events[index])
    key = rng.choice([key for key in changed if key != "type"])
    while same(changed, events[index]):
        changed[key] = other_value(events[index][key], rng)
    lines = [encode(event) for event in events]
    lines[index] = encode(changed)
    return Damage(f"{kind}.{key}", index + 1, tuple(lines))


def same(one: dict, other: dict) -> bool:
    """Whether two events say the same, their groups in any order."""
    return sorted_text(one) == sorted_text(other)


def sorted_text(event: dict) -> str:
    groups = event.get("groups")
    if isinstance(groups, list):
        event = event | {"groups": sorted(map(str, groups))}
    return json.dumps(event, sort_keys=True)


def other_value(value: object, rng: random.Random) -> object:
    """Something else in the place of a value, often of the same type."""
    if rng.random() < 0.05:
        return rng.choice([None, "", [], {}, -1, 1.5, True, "7z", 10**30, [[[]]], "\u7ea2\x1b[31m"])
    if isinstance(value, list):
        return other_list(value, rng)
    if isinstance(value, dict):
        return other_dict(value, rng)
    if isinstance(value, str):
        return other_text(value, rng)
    if isinstance(value, bool):
        return not value
    number = value if isinstance(value, int) else 0  # null: nobody gave the tile
    return rng.choice([number + 1, number - 1, -number, rng.randrange(4), number + 10**12])


def other_list(value: list, rng: random.Random) -> list:
    if not value:
        return [rng.choice(NAMES)]
    index = rng.randrange(len(value))
    way = rng.randrange(5)
    if way == 0:
        return value[:index] + value[index + 1 :]
    if way == 1:
        return value[: index + 1] + value[index:]
    if way == 2:
        order = value[:]
        rng.shuffle(order)
        return order
    return [*value[:index], other_value(value[index], rng), *value[index + 1 :]]


def other_dict(value: dict, rng: random.Random) -> dict:
    if not value or rng.random() < 0.1:
        return value | {rng.choice(["more", "hu", "cap", "a.b[0]"]): rng.randrange(9)}
    key = rng.choice(sorted(value))
    if rng.random() < 0.2:
        return {name: item for name, item in value.items() if name != key}
    return value | {key: other_value(value[key], rng)}


def other_text(value: str, rng: random.Random) -> str:
    for texts in (NAMES, ACTION_NAMES, ("head", "tail"), ("self_draw", "discard", "robbed_kong"), ("win", "draw")):
        if value in texts:
            return rng.choice(texts)
    if len(value) == 32:  # a seed
        index = rng.randrange(32)
        return value[:index] + rng.choice("0123456789abcdef") + value[index + 1 :]
    return value + rng.choice(["x", "?", ""])


def damage_lines(events: tuple[dict, ...], rng: random.Random) -> Damage:
    """Leave out, double or swap lines, take a key away, put something else there, or break the log off."""
    lines = [encode(event) for event in events]
    index = rng.randrange(1, len(lines))
    what = rng.choice(["left out", "doubled", "swapped", "key", "junk", "cut", "more"])
    line = index + 1
    if what == "left out":
        del lines[index]
    elif what == "doubled":
        lines.insert(index, lines[index])
        line += 1
    elif what == "swapped":
        index = min(index, len(lines) - 2)
        line = index + 1
        lines[index : index + 2] = lines[index + 1], lines[index]
    elif what == "key":
        event = dict(events[index])
        del event[rng.choice([key for key in event if key not in {"auto", "fee", "bao"}])]
        lines[index] = encode(event)
    elif what == "junk":
        lines[index] = rng.choice([b"", b"{}", b"[" * 99, b"null", b"\xff", b'{"type":"jump"}', lines[0], b"1" * 9999])
    elif what == "cut":
        del lines[index:]
    else:
        lines.append(rng.choice(lines))
        line = len(lines)
    return Damage(what, line, tuple(lines))


def damage_bytes(events: tuple[dict, ...], rng: random.Random) -> bytes:
    """Change some bytes of the file."""
    data = bytearray(b"".join(encode(event) + b"\n" for event in events))
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        place = rng.randrange(len(data))
        way = rng.randrange(4)
        if way == 0:
            data[place] = rng.randrange(256)
        elif way == 1:
            data[place] ^= 1 << rng.randrange(8)
        elif way == 2:
            del data[place : place + rng.choice([1, 2, 50, 5000])]
        else:
            data[place:place] = rng.choice([b"0", b"9" * 30, b"\n", b"\x00", b'"', b"}", data[:200]])
    return bytes(data)
