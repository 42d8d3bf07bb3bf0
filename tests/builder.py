"""Positions built from strings: a table in the middle of a hand, with every tile of the game somewhere (C2).

    table = position(hand("123m 456p 99s 11m", "pung 777p from 2", drew="9s"), wall="5m", bao="1p 2p 3p 4p")
    table.legal                          # what the seat in turn may do
    table.play("0 ting 9s", "1 pass")    # the events that follow

Seats that a position does not describe claim nothing: in Harbin they hold three melds (H9) and are open, elsewhere
single tiles. A hand that ends with ``...`` is filled up with tiles of the suits it does not name, two of a kind at
most and none of them neighbours. ``rules`` names the rule set, ``"four_bao"`` unless given.
"""

from __future__ import annotations

from collections import Counter

from mjenv.engine.codes import NOTHING, NUM_SEATS, PHASE_ACT, SOURCE_CLAIM, SOURCE_HEAD
from mjenv.engine.log import EV_ADDED_KONG, EV_CHOW, EV_CONCEALED_KONG, EV_KONG, EV_PUNG, new_row, set_values
from mjenv.engine.melds import add_meld
from mjenv.engine.tiles import add_tile, format_tiles, parse_tile, parse_tiles, tile_name
from mjenv.table.hand import clear_hand, open_match
from mjenv.table.opening import prepare_matches
from mjenv.table.turn import advance, declare_ready
from mjenv.variants import hooks, registry
from mjenv.variants.harbin_ready import find_ready_waits
from tests.builder_wall import (
    DOTS,
    MELD_TYPES,
    Hand,
    Pool,
    deal_wall,
    lay_bao,
    lay_river,
    lay_wall,
    parse_meld,
    set_out,
)
from tests.scripted import PLAYED, Table

MELD_ROWS = {"chow": EV_CHOW, "pung": EV_PUNG, "kong": EV_KONG, "added": EV_PUNG, "concealed": EV_CONCEALED_KONG}


def hand(tiles, *melds, drew="", ready=0, flowers=""):
    """Describe a seat: ``hand("123m 4s", "pung 777p from 2", "concealed 5555p", ready=1, flowers="3f 55z")``."""
    return Hand(tiles, melds, drew, int(ready), flowers)


def position(
    *seats,
    turn=0,
    wall="",
    tail="",
    bao="",
    river="",
    left=None,
    dealer=0,
    draws=0,
    counter=0,
    totals=(0, 0, 0, 0),
    hands=1,
    rules="four_bao",
    **params,
):
    """Return a table where ``turn`` is about to act, with the engine run to its first decision.

    ``seats``: what seats 0, 1 … hold; None or missing: a seat that claims nothing. ``wall``: the next draws;
    ``tail``: the next replacements; ``bao``: the 宝 in order; ``river``: discards before, in turn; ``left``: tiles
    that can still be drawn (the others lie in the river); ``counter``: 荒番, with the dice of this hand (S14).
    Raises ``ValueError`` where tiles or sizes are impossible.
    """
    table = Table(registry.load_rules(rules, **params), hands)
    state = table.state
    clear_hand(state)
    state["dealer"], state["draws"], state["totals"], state["dice"] = dealer, draws, totals, (1, 1)
    state["counter"] = counter
    described = [*seats, *[None] * (NUM_SEATS - len(seats))]
    variant = table.rules.variant
    melds = [
        [parse_meld(text, seat, variant) for text in held.melds] if held else [] for seat, held in enumerate(described)
    ]
    parts = {"wall": wall, "tail": tail, "bao": bao, "river": river}
    named = {part: [parse_tile(name) for name in text.split()] for part, text in parts.items()}
    pool = Pool(variant, described, melds, named)
    quiet = [seat for seat, held in enumerate(described) if held is None]
    for seat, held in enumerate(described):
        if held is None:
            described[seat], melds[seat] = pool.take_quiet(seat)
        elif held.tiles.endswith(DOTS):
            described[seat] = pool.fill(seat, held, melds[seat], 14 if seat == turn else 13)
        check_size(seat, described[seat], melds[seat], seat == turn)
    state["kongs"] = sum(meld.is_kong for seat in melds for meld in seat)
    for seat in range(NUM_SEATS):
        place_seat(table, seat, described[seat], melds[seat])
    lay_bao(table, pool, named["bao"])
    lay_river(state, lay_wall(table, pool, named, left, quiet), turn)
    declare_ready_seats(table, described)
    drew = described[turn].drew
    state["turn"], state["phase"], state["actor"] = turn, PHASE_ACT, NOTHING
    state["drawn"] = parse_tile(drew) if drew else NOTHING
    state["source"] = SOURCE_HEAD if drew else SOURCE_CLAIM
    if drew:
        add_tile(state, turn, parse_tile(drew))
    table.take_events()
    table.events.clear()  # how the position came about
    advance(state, table.rules.record[0], table.log)
    table.take_events()
    return table.checked()


def check_size(seat, held, melds, in_turn):
    """Refuse a seat that holds too many tiles or too few."""
    size = len(parse_tiles(held.tiles + held.drew)) + 3 * len(melds)
    expected = 14 if in_turn else 13
    if size != expected:
        raise ValueError(f"seat {seat}: {held.tiles} {held.drew} with {len(melds)} melds makes {size}, not {expected}")
    if held.drew and not in_turn:
        raise ValueError(f"seat {seat}: drew {held.drew}, but it is not its turn")


def place_seat(table, seat, held, melds):
    """Give a seat its tiles, flowers and melds; the drawn tile follows later."""
    state = table.state
    for kind in parse_tiles(held.tiles):
        add_tile(state, seat, kind)
    for kind in parse_tiles(held.flowers):
        set_out(state, seat, kind)
    for meld in melds:
        first, *others = meld.kinds
        add_meld(state, seat, MELD_TYPES[meld.word], first, first, meld.giver)
        row = new_row(table.log, MELD_ROWS[meld.word], seat, meld.giver, first)
        set_values(table.log, row, 0, others[0], others[1], 0)
        if meld.word == "added":
            new_row(table.log, EV_ADDED_KONG, seat, NOTHING, first)
        if meld.word != "concealed":
            for kind in meld.kinds:
                state["visible"][kind] += 1


def declare_ready_seats(table, described):
    """Make seats ready in their order; each shows its 宝 (H11)."""
    ready = sorted((held.ready, seat) for seat, held in enumerate(described) if held.ready)
    if [place for place, _ in ready] != list(range(1, len(ready) + 1)):
        raise ValueError(f"ready seats come in places {[place for place, _ in ready]}, expected 1, 2 …")
    for _, seat in ready:
        if not may_be_ready(table, seat):
            raise ValueError(f"seat {seat}: {described[seat].tiles} may not be ready in {table.rules.name}")
        declare_ready(table.state, table.rules.record[0], table.log, seat)


def may_be_ready(table, seat):
    """Whether a seat may be ready with the 13 tiles it holds (H5, B4, S4)."""
    find = find_ready_waits if table.rules.variant == "harbin" else hooks.find_waits
    return table.rules.name != "classic" and find(table.state, table.rules.record[0], seat) != 0


def deal(*hands, dealer=0, draws="", tail="", bao="", dice=(1, 1), carry=None, number=1, rules="four_bao", **params):
    """Return a table that was dealt from a constructed wall, at its first decision.

    ``hands``: what seats 0, 1 … are dealt, as hand strings; the rest is filled with tiles that go ill together.
    ``draws``, ``tail`` and ``bao`` as in ``position``; ``carry`` as in ``Batch.reset``; ``number`` of hands.
    """
    wall = deal_wall(*hands, dealer=dealer, draws=draws, tail=tail, bao=bao, rules=rules)
    return start(number, rules, {"wall": wall, "dealer": dealer, "dice": dice, "carry": carry}, **params)


def start(number=1, rules="four_bao", options=None, **params):
    """Return a table at the first decision of a match of ``number`` hands; ``options`` as in ``Batch.reset``."""
    table = Table(registry.load_rules(rules, **params), number)
    table.states[:] = prepare_matches(table.rules, 1, number, options or {})
    open_match(table.state, table.rules.record[0])
    advance(table.state, table.rules.record[0], table.log)
    table.take_events()
    return table.checked()


def waits(tiles, *melds, drew="", rules="four_bao", **params):
    """Return what 13 tiles wait on once ready, as a hand string; empty where they may not be ready (H5, B4, S4).

    The seat draws a tile that it does not need and may discard it with ``ting``; the answer is what its view shows.
    In ``classic``, which has no ``ting``, the seat draws each kind in turn, and may win with those it waits on.
    """
    if rules == "classic":
        drawn = {name: hand(tiles, *melds, drew=name) for name in list_free(tiles, melds, rules)}
        won = [name for name, held in drawn.items() if "hu" in position(held, rules=rules, **params).legal]
        return format_tiles([parse_tile(name) for name in won])
    table = position(hand(tiles, *melds, drew=drew or find_odd_tile(tiles, melds, rules)), rules=rules, **params)
    name = f"ting {table.drawn}"
    if name not in table.legal:
        return ""
    table.play(f"0 {name}")
    return table.waits(0)


def find_odd_tile(tiles, melds, rules):
    """Return a tile that is not held."""
    held = count_held(tiles, melds, rules)
    return tile_name(max(kind for kind in PLAYED[variant_of(rules)] if held[kind] == 0))


def list_free(tiles, melds, rules):
    """Return the kinds that are not held four times."""
    held = count_held(tiles, melds, rules)
    return [tile_name(kind) for kind in PLAYED[variant_of(rules)] if held[kind] < 4]


def count_held(tiles, melds, rules):
    """Count the tiles of a hand and its melds."""
    held = Counter(parse_tiles(tiles))
    held.update(kind for text in melds for kind in parse_meld(text, 0, variant_of(rules)).kinds)
    return held


def variant_of(rules):
    """Return the variant of a rule set."""
    return registry.find_preset(rules).variant
