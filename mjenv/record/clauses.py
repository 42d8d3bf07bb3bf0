"""Which clauses of the rules decide what a log says, by event, field and part of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mjenv.variants.registry import BOOKS

if TYPE_CHECKING:
    from mjenv.variants.params import Rules

#: What a log may say freely: no rule decides it.
FREE: Final = ("start_match.version", "start_match.names", "ask.seconds")
#: Clauses by event, field or part of a field. What is not named has the clauses of what it is part of.
COMMON: Final = {
    "start_match": "C21",
    "start_match.seed": "C4",
    "start_hand": "C21",
    "start_hand.dice": "C6",
    "start_hand.wall": "C4",
    "start_hand.hands": "C5",
    "flower": "C20",
    "draw": "C4",
    "draw.actor": "C3",
    "ask": "C9",
    "ask.actor": "C9, C13",
    "ask.legal": "C10, C11, C12",
    "ask.legal.discard": "C10, C15",
    "ask.legal.self_kong": "C7, C8",
    "ask.legal.kong": "C8, C11",
    "ask.legal.pung": "C11, C14",
    "ask.legal.chow": "C11, C14",
    "ask.legal.pass": "C11, C12",
    "ask.action": "C10, C11, C12",
    "discard": "C9",
    "discard.actor": "C10",
    "discard.tile": "C10",
    "discard.drawn": "C24",
    "discard.ready": "C10",
    "chow": "C14",
    "chow.target": "C7",
    "chow.tile": "C7",
    "chow.consumed": "C7, C11",
    "chow.ready": "C11",
    "pung": "C14",
    "pung.target": "C7",
    "pung.tile": "C7",
    "pung.consumed": "C7",
    "pung.ready": "C11",
    "kong": "C14",
    "kong.target": "C7",
    "kong.tile": "C7",
    "kong.consumed": "C7",
    "kong.ready": "C11",
    "added_kong": "C7, C12",
    "added_kong.actor": "C7",
    "added_kong.tile": "C7",
    "concealed_kong": "C7",
    "bao": "C24",
    "bao_exchange": "C24",
    "hu": "C14",
    "hu.target": "C20",
    "hu.tile": "C20",
    "hu.mode": "C20",
    "hu.elements": "C18, C20",
    "hu.flowers": "C20",
    "hu.hand": "C20",
    "hu.groups": "C18",
    "hu.payments": "C20",
    "end_hand": "C20",
    "end_hand.points": "C20, C23",
    "end_hand.fee": "C22",
    "end_hand.next": "C21",
    "end_hand.next.totals": "C21, C22",
    "end_match": "C21",
    "end_match.totals": "C21, C22",
}
HARBIN: Final = {
    "start_hand.dealer": "C21, H24",
    "start_hand.wall": "C4, H1",
    "draw.left": "C4, H2",
    "ask.legal.hu": "H4, H6, H10, H13",
    "ask.legal.ting": "H5, H6",
    "ask.legal.self_kong": "C8, H7, H9",
    "ask.legal.kong": "C8, H7, H9",
    "ask.legal.pung": "C11, H9",
    "ask.legal.chow": "C14, H9",
    "ask.legal.ting_chow": "H8, H9",
    "ask.legal.ting_pung": "H8, H9",
    "discard.ready": "H4",
    "chow.ready": "H8",
    "pung.ready": "H8",
    "bao": "H11",
    "bao.tile": "H2, H11",
    "hu": "H10",
    "hu.elements": "H16, H21",
    "hu.elements.kadang": "H15, H17",
    "hu.payments": "H16, H17, H18",
    "end_hand": "C20, H22",
    "end_hand.kongs": "H19",
    "end_hand.bao": "H2, H11",
    "end_hand.next.dealer": "H24",
}
SINGLE_BAO: Final = {
    "start_hand.dealer": "C21, H24, H25",
    "draw.left": "C4, H3, H12",
    "ask.legal.discard": "C10, C15, H23",
    "bao": "H12",
    "bao.tile": "H3, H12",
    "bao_exchange": "H12",
    "hu.elements": "H16, H20, H21",
    "hu.payments": "H17, H18, H20, H25",
    "end_hand": "C20, H23",
    "end_hand.bao": "H3, H12",
    "end_hand.next.dealer": "H24, H25",
    "end_hand.next.draws": "H25",
}
HEBEI: Final = {
    "start_hand.dealer": "B11",
    "start_hand.wall": "C4, B1",
    "draw.left": "B2",
    "ask.legal.hu": "B3, B5",
    "ask.legal.ting": "B4",
    "ask.legal.self_kong": "C8, B2, B4",
    "ask.legal.kong": "C8, B2, B4",
    "ask.legal.pung": "C11, B5",
    "ask.legal.chow": "B1",
    "discard.ready": "B4",
    "hu": "B5",
    "hu.elements": "B7, B8, B9",
    "hu.groups": "B9, C18",
    "hu.payments": "B6, B7",
    "end_hand.points": "B7, B12, C23",
    "end_hand.kongs": "B10",
    "end_hand.next.dealer": "B11",
}
SHANGHAI: Final = {
    "start_hand.dealer": "C21, S15",
    "start_hand.carry.counter": "S14",
    "start_hand.wall": "C4, S1",
    "flower": "S1, S2",
    "flower.actor": "S2",
    "draw.left": "S2",
    "ask.legal.hu": "S4, S5, S6",
    "ask.legal.ting": "S4",
    "ask.legal.discard": "C10, C15, S7",
    "ask.legal.self_kong": "C8, S2, S4",
    "ask.legal.kong": "C8, S2, S8",
    "ask.legal.pung": "S8, S9",
    "ask.legal.chow": "S3, S7, S8",
    "discard.ready": "S4",
    "hu": "S6",
    "hu.elements": "S12",
    "hu.flowers": "S10, S11",
    "hu.payments": "S12, S13",
    "end_hand": "C20, S2",
    "end_hand.next.dealer": "S15",
    "end_hand.next.counter": "S14",
}
BY_VARIANT: Final = {"harbin": HARBIN, "hebei": HEBEI, "shanghai": SHANGHAI}  # others have the common clauses
BY_RULES: Final = {"single_bao": SINGLE_BAO}


def find_clauses(rules: Rules, what: str) -> str:
    """Return the clauses that decide an event, a field or part of one; the longest name that is known counts.

    >>> from mjenv import load_rules
    >>> find_clauses(load_rules("four_bao"), "hu.elements.kadang"), find_clauses(load_rules("classic"), "draw.left")
    ('H15, H17', 'B2')
    """
    tables = (BY_RULES.get(rules.name, {}), BY_VARIANT.get(rules.variant, {}), declared_clauses(rules), COMMON)
    parts = what.partition("[")[0].split(".")
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        for table in tables:
            if name in table:
                return table[name]
    raise KeyError(what)


def declared_clauses(rules: Rules) -> dict[str, str]:
    """Return the clauses that the rule book gives with its parameters, scoring elements and tasks."""
    book = BOOKS[rules.variant]
    return (
        {f"start_match.params.{param.name}": param.clause for param in rules.preset.params}
        | {f"hu.elements.{element.key}": element.clause for element in book.elements}
        | {f"end_hand.tasks.{task.key}": task.clause for task in book.tasks}
    )
