"""One test a plane: change what it shows and it changes; change what the seat may not see and nothing does."""

from __future__ import annotations

import numpy as np
import pytest

from mjenv.engine.codes import RIVER_CLAIMED, RIVER_DRAWN, RIVER_READY
from mjenv.engine.tiles import parse_tile, parse_tiles
from mjenv.observe import planes
from mjenv.observe.planes import NUM_PLANES, PLANE_NAMES, SCALARS, SCALES
from tests.builder import hand, position
from tests.observe.tables import COPIES, SEATS, changed, full_table

pytestmark = pytest.mark.nojit
OBSERVER = pytest.mark.parametrize("seat", SEATS)
PLACE = pytest.mark.parametrize("place", SEATS)
CHOW, PUNG = 0, 1  # slots of the melds of `full_table`


def encode(table, seat):
    return table.observe(seat, "planes/1")


def difference(table, seat, change):
    """Return the names of the planes that a change of the record changes for a seat."""
    differs = (encode(table, seat) != encode(changed(table, change), seat)).any(axis=1)
    return {PLANE_NAMES[plane] for plane in np.flatnonzero(differs)}


def scalar(array, name):
    """Return the values of a group of scalars."""
    column = 0
    for group, width, _ in SCALARS:
        if group == name:
            return array[planes.SCALAR_PLANES :].ravel()[column : column + width].tolist()
        column += width
    raise KeyError(name)


def kinds(text):
    return parse_tiles(text)


# Own tiles and the tile in question -----------------------------------------------------------------
@OBSERVER
def test_hand(seat):
    table = full_table()
    array = encode(table, seat)
    assert (array[planes.HAND] == table.state["hand"][seat]).all()

    def swap(state):
        held = np.flatnonzero(state["hand"][seat])
        state["hand"][seat, held[0]] -= 1
        state["hand"][seat, parse_tile("9p")] += 1

    assert difference(table, seat, swap) == {"hand", "unseen"}


def test_tile():
    table = full_table()
    assert np.flatnonzero(encode(table, 0)[planes.TILE]).tolist() == kinds("9s")
    assert encode(table, 0)[planes.TILE].max() == 3
    assert difference(table, 0, lambda state: state.__setitem__("drawn", 3)) == {"tile"}
    assert not encode(table, 1)[planes.TILE].any()  # another seat's drawn tile
    table = position(hand("234m 678p 3599s", "pung 777z", drew="1p"), hand("11p ..."), wall="2s")
    table.play("0 discard 1p")
    assert table.actor == 1
    assert encode(table, 1)[planes.TILE].tolist() == [int(kind == parse_tile("1p")) for kind in range(34)]
    assert not encode(table, 2)[planes.TILE].any()  # not asked
    rob = position(
        hand("345m 67p 4s 9s", "pung 555p from 2", "chow 123s from 3", drew="5p"),
        hand("22m 34p 678s", "chow 123p", "pung 888m", ready=1),
    )
    rob.play("0 self_kong 5p")
    assert rob.actor == 1
    assert np.flatnonzero(encode(rob, 1)[planes.TILE] == 2).tolist() == kinds("5p")


@OBSERVER
def test_unseen(seat):
    table = full_table()
    shown = table.state["visible"] + table.state["hand"][seat]
    assert (encode(table, seat)[planes.UNSEEN] == COPIES - shown).all()
    assert difference(table, seat, lambda state: state["visible"].__setitem__(2, 3)) == {"unseen"}


@OBSERVER
def test_waits(seat):
    table = full_table()
    assert not encode(table, seat)[planes.WAITS].any()

    def wait(state):
        state["waits"][seat] = 0b1001 << 30

    assert difference(table, seat, wait) == {"waits"}
    assert np.flatnonzero(encode(changed(table, wait), seat)[planes.WAITS]).tolist() == [30, 33]


@OBSERVER
@PLACE
def test_bao(seat, place):
    def ready(state):
        state["ready"][seat] = 1
        state["bao_owner"][0] = seat

    def reveal(state):
        state["bao_owner"][1] = (seat + place) % 4

    table = changed(full_table(), ready)
    assert np.flatnonzero(encode(table, seat)[planes.BAO]).tolist() == [table.state["bao"][0]]
    assert difference(table, seat, reveal) == {"bao"}
    assert encode(changed(table, reveal), seat)[planes.BAO, table.state["bao"][1]] == (2 if place == 0 else 1)
    if place:
        assert difference(table, (seat + place) % 4, reveal) == set()  # not ready: sees none
    assert difference(table, seat, lambda state: state["bao"].__setitem__(2, 20)) == set()  # face down


def test_the_own_bao_counts_where_another_seat_has_the_same():
    def reveal(state):
        state["ready"][0] = 2
        state["bao"][:2] = 5
        state["bao_owner"][:2] = [0, 1]

    assert encode(changed(full_table(), reveal), 0)[planes.BAO, 5] == 2


@OBSERVER
def test_barred(seat):
    def bar(state):
        state["barred"][seat] = 1 << 33 | 1

    table = full_table()
    assert difference(table, seat, bar) == {"barred"}
    assert np.flatnonzero(encode(changed(table, bar), seat)[planes.BARRED]).tolist() == [0, 33]


# Rivers ---------------------------------------------------------------------------------------------
def entries(state, seat):
    """Return the places of a seat's discards in the river."""
    count = int(state["river_count"])
    return [place for place in range(count) if state["river_info"][place] & 3 == seat]


@OBSERVER
@PLACE
def test_discards(seat, place):
    table = full_table()
    other = (seat + place) % 4
    found = encode(table, seat)[planes.DISCARDS + place]
    expected = np.bincount(table.state["river_kind"][entries(table.state, other)], minlength=34)
    assert (found == expected).all()
    assert found.sum() >= 2

    def change(state):
        state["river_kind"][entries(state, other)[-1]] = 12

    assert difference(table, seat, change) == {f"{name}_{place}" for name in ("discards", "latest", "from_hand")}


@OBSERVER
@PLACE
def test_latest(seat, place):
    table = full_table()
    other = (seat + place) % 4

    def swap(state):
        last, before = entries(state, other)[-1], entries(state, other)[-2]
        assert state["river_kind"][last] != state["river_kind"][before]
        state["river_kind"][[last, before]] = state["river_kind"][[before, last]]

    assert difference(table, seat, swap) == {f"latest_{place}"}
    last = entries(table.state, other)[-1]
    age = encode(table, seat)[planes.LATEST + place, table.state["river_kind"][last]]
    assert age == table.state["river_count"] - last


@OBSERVER
@PLACE
def test_from_hand(seat, place):
    def flip(state):
        state["river_info"][entries(state, (seat + place) % 4)[-1]] ^= RIVER_DRAWN

    table = full_table()
    assert difference(table, seat, flip) == {f"from_hand_{place}"}
    assert difference(table, seat, lambda state: state["river_info"].__ior__(RIVER_CLAIMED | RIVER_READY)) == set()


# Melds ----------------------------------------------------------------------------------------------
@OBSERVER
@PLACE
def test_chows(seat, place):
    table = full_table()
    other = (seat + place) % 4
    first = table.state["meld_kind"][other, CHOW]
    assert np.flatnonzero(encode(table, seat)[planes.CHOWS + place]).tolist() == [first, first + 1, first + 2]
    assert difference(table, seat, lambda state: state["meld_kind"][other].__setitem__(CHOW, 24)) == {f"chows_{place}"}

    def double(state):
        state["meld_type"][other, 2], state["meld_kind"][other, 2], state["meld_count"][other] = 1, first, 3

    array = encode(changed(table, double), seat)
    assert array[planes.CHOWS + place].max() == 2
    assert scalar(array, "meld_count")[place] == 3


@OBSERVER
@PLACE
def test_sets(seat, place):
    table = full_table()
    other = (seat + place) % 4
    kind = table.state["meld_kind"][other, PUNG]
    for meld_type, code in ((2, 1), (3, 2), (4, 3), (5, 4)):

        def promote(state, meld_type=meld_type):
            state["meld_type"][other, PUNG] = meld_type

        array = encode(changed(table, promote), seat)[planes.SETS + place]
        assert array.tolist() == [code * (other_kind == kind) for other_kind in range(34)]
    assert difference(table, seat, lambda state: state["meld_type"][other].__setitem__(PUNG, 4)) == {f"sets_{place}"}


def test_a_hidden_concealed_kong_is_in_no_plane_of_others():
    for hidden in (False, True):
        table = position(
            hand("345m 67p 49s", "concealed 5555p", "chow 123m", drew="7z"),
            concealed_kong_hidden=hidden,
        )
        kong = parse_tile("5p")
        assert encode(table, 0)[planes.SETS, kong] == 4
        assert encode(table, 0)[planes.UNSEEN, kong] == 0
        assert encode(table, 1)[planes.SETS + 3].any() != hidden
        assert (encode(table, 1)[planes.UNSEEN, kong] == 0) != hidden


# Scalars --------------------------------------------------------------------------------------------
SEAT_SCALARS = {
    "ready": ("ready", lambda state, seat: state["ready"].__setitem__(seat, 3), 3),
    "hand_size": ("hand_size", lambda state, seat: state["suit_size"][seat].__setitem__(3, 9), None),
    "status": ("status", lambda state, seat: state["status"].__setitem__(seat, 2), 2),
}


@OBSERVER
@PLACE
@pytest.mark.parametrize("name", SEAT_SCALARS)
def test_scalars_of_a_seat(seat, place, name):
    group, change, value = SEAT_SCALARS[name]
    table = full_table()
    other = (seat + place) % 4
    before = encode(table, seat)
    after = encode(changed(table, lambda state: change(state, other)), seat)
    places = np.flatnonzero(np.array(scalar(before, group)) != scalar(after, group)).tolist()
    assert places == [place]
    assert (before != after).sum() == (2 if name == "ready" else 1)  # ready: its age shows too
    assert value is None or scalar(after, group)[place] == value


@OBSERVER
@PLACE
def test_flowers(seat, place):
    table = position(hand("123m ...", drew="9s"), rules="qiaoma")

    def set_out(state):
        state["flowers"][(seat + place) % 4, [1, 4, 9]] = 1, 1, 3

    before = scalar(encode(table, seat), "flowers")
    after = scalar(encode(changed(table, set_out), seat), "flowers")
    assert [after[other] - before[other] for other in SEATS] == [5 if other == place else 0 for other in SEATS]
    assert difference(table, seat, set_out) == {"scalars_1"}


@OBSERVER
def test_scalars_name_seats_from_the_observer_on(seat):
    table = changed(full_table(1), lambda state: state.__setitem__("dealer", 2))
    array = encode(table, seat)
    assert scalar(array, "turn") == [int((seat + place) % 4 == 1) for place in SEATS]
    assert scalar(array, "dealer") == [int((seat + place) % 4 == 2) for place in SEATS]
    assert scalar(array, "hand_size") == [8 if (seat + place) % 4 == 1 else 7 for place in SEATS]
    assert scalar(array, "asked") == [int(seat == 1)]
    assert scalar(array, "phase") == [3 * int(seat == 1)]


def test_scalars_of_the_table():
    def change(state):
        state["dice"] = 5, 2
        state["draws"], state["counter"] = 3, 200
        state["hands"], state["hand_index"] = 40, 12
        state["must_ting"] = 1
        state["ready"][2], state["ready_at"][2] = 1, 6

    array = encode(changed(full_table(), change), 0)
    river = int(full_table().state["river_count"])
    expected = {
        "left": [40],
        "river": [river],
        "dice": [5, 2],
        "draws": [3],
        "counter": [127],
        "hands_left": [28],
        "must_ting": [1],
        "source": [2],
        "ready_age": [0, 0, river - 6, 0],
    }
    assert {name: scalar(array, name) for name in expected} == expected


# What the seat may not see ---------------------------------------------------------------------------
def swap_tiles(state, seat):
    held, lacked = np.flatnonzero(state["hand"][seat])[0], np.flatnonzero(state["hand"][seat] == 0)[0]
    state["hand"][seat, [held, lacked]] = state["hand"][seat, [lacked, held]]


HIDDEN = {
    "tiles": swap_tiles,
    "codes": lambda state, seat: state["codes"].__setitem__(seat, 7),
    "copies": lambda state, seat: state["copies"].__setitem__(seat, 7),
    "waits": lambda state, seat: state["waits"].__setitem__(seat, 12345),
    "barred": lambda state, seat: state["barred"].__setitem__(seat, 12345),
    "claims": lambda state, seat: state["claims"].__setitem__(seat, 1023),
    "answers": lambda state, seat: state["answers"].__setitem__(seat, 112),
    "traits": lambda state, seat: state["traits"].__setitem__(seat, state["traits"][seat] ^ 5),
    "meld_suits": lambda state, seat: state["meld_suits"].__setitem__(seat, state["meld_suits"][seat] ^ 5),
    "drawn": lambda state, seat: state.__setitem__("drawn", 20),
    "must_ting": lambda state, seat: state.__setitem__("must_ting", 1),
    "legal": lambda state, seat: state["legal"].__setitem__(0, 12345),
    "tile": lambda state, seat: state.__setitem__("tile", 20),
    "wall": lambda state, seat: state["wall"].__setitem__(slice(53, 108), state["wall"][53:108][::-1].copy()),
    "bao": lambda state, seat: state["bao"].__setitem__(slice(None), 20),
    "seed": lambda state, seat: state["seed"].__setitem__(slice(None), 12345),
    "sample_key": lambda state, seat: state.__setitem__("sample_key", 12345),
    "winners": lambda state, seat: state.__setitem__("winners", 15),
    "decisions": lambda state, seat: state.__setitem__("decisions", 12345),
}


@OBSERVER
@pytest.mark.parametrize("field", HIDDEN)
def test_what_is_hidden_changes_nothing(seat, field):
    """Seat ``seat`` looks on while the next seat is to play."""
    other = (seat + 1) % 4
    table = full_table(other)
    twin = changed(table, lambda state: HIDDEN[field](state, other))
    assert (twin.states != table.states).all()
    assert encode(twin, seat).tobytes() == encode(table, seat).tobytes()
    before, after = table.observe(seat), twin.observe(seat)
    assert before.tobytes() == after.tobytes()
    if field in {"tiles", "waits", "barred", "drawn", "must_ting", "legal"}:  # which the other seat itself does see
        assert table.observe(other).tobytes() != twin.observe(other).tobytes()


@OBSERVER
def test_the_shown_fields_of_others_do_change_something(seat):
    other = (seat + 1) % 4
    for change in (
        lambda state: state["ready"].__setitem__(other, 1),
        lambda state: state["meld_kind"][other].__setitem__(0, 24),
        lambda state: state["river_kind"].__setitem__(0, 30),
        lambda state: state.__setitem__("head", state["head"] + 1),
        lambda state: state.__setitem__("dealer", (state["dealer"] + 1) % 4),
    ):
        assert difference(full_table(other), seat, change)


# All planes together --------------------------------------------------------------------------------
def test_names_and_scales_fit():
    assert len(PLANE_NAMES) == len(set(PLANE_NAMES)) == NUM_PLANES == 28
    assert SCALES.shape == (28, 34)
    assert SCALES.dtype == np.float32
    assert sum(width for _, width, _ in SCALARS) <= 68
