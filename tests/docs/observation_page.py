"""The tables on the page of observations, made from the code: names, sizes, scales, and the comments beside constants.

A block ``<!-- table:NAME -->`` … ``<!-- /table -->`` holds one of them. ``python -m tests.docs`` writes the blocks.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from mjenv.observe import packing, perfect, planes, view
from mjenv.observe.encoders import ENCODERS
from mjenv.observe.flat import FLAT_FIELDS, FLAT_STARTS
from mjenv.observe.rules_vector import RULE_NAMES
from mjenv.observe.tokens import NUM_OF_TABLE, NUMBER_NAMES, TOKEN_FEATURES, TOKEN_TYPES
from tests.docs.tables import fill_blocks, shape_of, span, table

PAGE = Path(__file__).resolve().parents[2] / "docs" / "observations.md"
CONSTANT = re.compile(r"^([A-Z_]+): Final = (\d+)  # (.+)$", re.MULTILINE)
VIEW_FIELD = re.compile(r'^        \("(\w+)", np\.\w+(?:, .+?)?\),(?:  # (.+))?$', re.MULTILINE)

SCALAR_DOCS = {
    "left": "tiles that can still be drawn",
    "asked": "1 when this seat is asked for a decision",
    "phase": "of the decision this seat is asked for: 3 own turn, 4 a discard, 5 an added kong; 0 not asked",
    "must_ting": "the own turn follows a ready claim",
    "source": "tile too many of the seat in turn: 0 claimed, 1 dealt, 2 drawn, 3 of a kong, 4 of a flower, 5 endgame",
    "ready": "1 + place in the order of becoming ready, 0 if not ready",
    "ready_age": "discards since ready was declared",
    "hand_size": "concealed tiles",
    "meld_count": "melds",
    "status": "0 playing, 1 won, 2 out",
    "dealer": "1 for the dealer",
    "turn": "1 for the seat in turn; in a claim or robbing decision the giver",
    "river": "discards so far",
    "dice": "dice of the hand",
    "draws": "drawn hands in a row before this one, 127 at most",
    "counter": "荒番, 127 at most",
    "flowers": "flowers set out",
    "hands_left": "planned hands that are not over, 127 at most",
}
PERFECT_DOCS = {
    "all_hand": "concealed copies of seat 0 … 3",
    "all_waits": "waits of seat 0 … 3 once ready",
    "wall": "copies in the part of the wall that can be drawn",
    "next_draw": "the next tile of the wall",
    "all_bao": "1 + place of a 宝 in the order of being revealed, face down or not",
}


def encoder_table():
    """Return a row an encoder."""
    rows = [
        (
            f"`{encoder.name}`",
            "record" if encoder.dtype.fields else encoder.dtype,
            shape_of(encoder.shape),
            encoder.dtype.itemsize * int(np.prod(encoder.shape, dtype=int)),
        )
        for encoder in ENCODERS
    ]
    own = (f"`{perfect.PERFECT_VERSION}`", "int8", shape_of(perfect.PERFECT_SHAPE), int(np.prod(perfect.PERFECT_SHAPE)))
    packed = ("`pack` of `planes/1`", "uint8", packing.PACKED_BYTES, packing.PACKED_BYTES)
    return table(("name", "type", "shape", "bytes"), *rows, packed, own)


def planes_table():
    """Return a row a plane, those of the four seats together, with the comments of the code."""
    source = Path(planes.__file__).read_text(encoding="utf-8")
    docs = {int(value): doc.removeprefix("+ relative seat: ") for _, value, doc in CONSTANT.findall(source)}
    starts = [place for place in sorted(docs) if place < planes.SCALAR_PLANES]
    rows = []
    for first, following in zip(starts, [*starts[1:], planes.SCALAR_PLANES], strict=True):
        names = [f"`{name}`" for name in planes.PLANE_NAMES[first:following]]
        shown = names[0] if len(names) == 1 else f"{names[0]} … {names[-1]}"
        rows.append(
            (
                span(first, following - first),
                shown,
                docs[first],
                planes.PLANE_SCALES[first],
                packing.PLANE_BITS[first],
                packing.PLANE_SHIFTS[first],
            )
        )
    return table(("plane", "name", "value", "scale", "bits packed", "lowest bit"), *rows)


def scalars_table():
    """Return a row a scalar of the two last planes."""
    rows, cell = [], 0
    for name, width, scale in planes.SCALARS:
        places = [f"[{planes.SCALAR_PLANES + at // 34}, {at % 34}]" for at in (cell, cell + width - 1)]
        rows.append(("–".join(dict.fromkeys(places)), f"`{name}`", width, scale, SCALAR_DOCS[name]))
        cell += width
    return table(("cells", "name", "width", "scale", "value"), *rows)


def flat_table():
    """Return a row a field of the vector."""
    rows = [
        (span(FLAT_STARTS[field.name], field.size), f"`{field.name}`", shape_of(field.shape), field.scale, field.doc)
        for field in FLAT_FIELDS
    ]
    return table(("cells", "name", "shape", "scale", "value"), *rows)


def tokens_table():
    """Return a row a type of token."""
    rows = [(number, *columns) for number, columns in enumerate(TOKEN_TYPES)]
    return table(("`type`", "name", "`tile`", "`code`", "`other`", "`number`"), *rows)


def features_table():
    """Return a row a column of a token."""
    docs = {
        "type": "what the token is",
        "seat": "0 none, 1 the observer, 2 the next seat …",
        "tile": "0 none, 1 + kind, 35 + flower: 1f–8f, then 5z 6z 7z where they are flowers",
        "code": "depends on the type",
        "other": "0 none, 1 + relative seat",
        "number": "depends on the type",
    }
    rows = [(place, f"`{name}`", size or "a number", docs[name]) for place, (name, size) in enumerate(TOKEN_FEATURES)]
    return table(("column", "name", "values", "meaning"), *rows)


def numbers_table():
    """Return a row a number that tokens of type 1 tell."""
    rows = [
        (code, f"`{name}`", "a seat" if code > NUM_OF_TABLE - 2 else "the table")
        for code, name in enumerate(NUMBER_NAMES, start=1)
    ]
    return table(("`code`", "name", "of"), *rows)


def perfect_table():
    """Return a row a plane that no seat sees."""
    rows = [(f"0–{perfect.HANDS - 1}", "", "`planes/1` of seat 0")]
    own = perfect.PERFECT_NAMES[perfect.HANDS :]
    for name, doc in PERFECT_DOCS.items():
        places = [place for place, other in enumerate(own, start=perfect.HANDS) if other.rstrip("_0123") == name]
        rows.append((span(places[0], len(places)), f"`{name}`" + (" + `_0` … `_3`" if len(places) > 1 else ""), doc))
    return table(("plane", "name", "value"), *rows)


def rules_table():
    """Return a row a parameter, with the places and names of its numbers."""
    groups = {}
    for place, name in enumerate(RULE_NAMES):
        groups.setdefault(name.partition("=")[0], []).append((place, name))
    rows = [(span(cells[0][0], len(cells)), ", ".join(f"`{name}`" for _, name in cells)) for cells in groups.values()]
    return table(("cells", "names"), *rows)


def view_table():
    """Return a row a field of the record, with the comments of the code."""
    docs = dict(VIEW_FIELD.findall(Path(view.__file__).read_text(encoding="utf-8")))
    rows = [
        (f"`{name}`", view.VIEW[name].base, shape_of(view.VIEW[name].shape), docs[name] or name.replace("_", " "))
        for name in view.VIEW.names
    ]
    return table(("name", "type", "shape", "value"), *rows)


TABLES = {
    "encoders": encoder_table,
    "planes": planes_table,
    "scalars": scalars_table,
    "flat": flat_table,
    "tokens": tokens_table,
    "features": features_table,
    "numbers": numbers_table,
    "perfect": perfect_table,
    "rules": rules_table,
    "view": view_table,
}


def fill(text):
    """Return the page with its blocks filled anew."""
    return fill_blocks(text, TABLES)
