"""C24: positions that differ only in what a seat may not see give it the same bytes and the same legal actions."""

import copy
import random
import zlib
from functools import cache

import pytest

from mjenv.engine.codes import PHASE_ACT, PHASE_CLAIM, RIVER_CLAIMED, RIVER_DRAWN, RIVER_READY
from mjenv.engine.menu import action_id
from mjenv.engine.tiles import format_tiles, parse_tile, tile_name
from tests.builder import hand, position, start
from tests.redealt import menu_of, redeal, tiles_of

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
SLEEPER = hand("55m 123p 555p 777s 68s")
WAITING = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)
KONGS = [hand("1111m 123p 258s", "concealed 7777z", drew="9s"), None, hand("46m 258p 147s 36m", "concealed 6666s")]


def self_drawn():
    return position(hand("24m 567p 99s", "pung 888s", "chow 123p", drew="3m", ready=1), SLEEPER, river="1m 9p 7z")


def asked_first():
    table = position(hand("19m ...", drew="5m"), hand("46m ..."), SLEEPER, river="2m 3p")
    table.play("0 discard 5m")
    return table


def asked_second():
    table = asked_first()
    table.play("1 chow_mid")
    return table


def after_a_ready_claim():
    table = asked_first()
    table.play("1 pass", "2 ting_pung")
    return table


def robbing():
    other = hand("34m 11p 567p", "pung 222s", "chow 123s", ready=2)
    table = position(hand("14m 258p 369s 7z 9p", "pung 555m", drew="5m"), WAITING, None, other)
    table.play("0 self_kong 5m")
    return table


def robbing_asked_second():
    table = robbing()
    table.play("1 pass")
    return table


def kongs_shown():
    return position(*KONGS, concealed_kong_hidden=False)


def kongs_hidden():
    return position(*KONGS, concealed_kong_hidden=True)


def single_bao():
    ready = hand("34m 11p 678p", "pung 222s", "chow 123s", drew="9m", ready=2)
    return position(ready, hand("55m ..."), WAITING, rules="single_bao", left=40)


BUILT = [
    *(self_drawn, asked_first, asked_second, after_a_ready_claim),
    *(robbing, robbing_asked_second, kongs_shown, kongs_hidden, single_bao),
]


@cache
def played():
    """Return tables from two hands played at random, where ready is declared whenever it can be."""
    tables = []
    for seed, rules in enumerate(("four_bao", "single_bao")):
        chance = random.Random(seed)
        table = start(options={"match_seed": [seed, 1]}, rules=rules, concealed_kong_hidden=seed == 0)
        while table.actor >= 0:
            if len(table.events) % 7 == 0:
                tables.append(copy.deepcopy(table))
            ready = [name for name in table.legal if "ting" in name]
            table.apply(action_id(chance.choice(ready or table.legal)))
    return tables


def look(table, seat):
    """Return all that a seat is given, as bytes, and its legal actions."""
    return table.observe(seat).tobytes() + table.observe(seat, "planes/1").tobytes(), menu_of(table, seat)


def differs(table, look=look, tries=2):
    """Whether some seat is given something else where only hidden things differ."""
    chance = random.Random(24)
    pairs = [(seat, redeal(table, seat, chance)) for seat in range(4) for _ in range(tries)]
    return any(look(table, seat) != look(twin, seat) for seat, twin in pairs)


@pytest.mark.parametrize("build", BUILT, ids=lambda build: build.__name__)
def test_hidden_things_do_not_show(build):
    assert not differs(build())


def test_hidden_things_do_not_show_in_played_hands():
    tables = played()
    phases = {int(table.state["phase"]) for table in tables}
    assert len(tables) >= 20
    assert phases >= {PHASE_ACT, PHASE_CLAIM}
    assert any(table.state["ready"].any() for table in tables)
    assert not any(differs(table, tries=1) for table in tables)


LEAKS = {
    "the next draw": lambda state, seat: state["wall"][state["head"]],
    "the wall": lambda state, seat: state["wall"].tobytes(),
    "a hand": lambda state, seat: state["hand"][(seat + 1) % 4].tobytes(),
    "face-down bao": lambda state, seat: state["bao"].tobytes(),
    "a tile drawn by another seat": lambda state, seat: state["drawn"] if state["turn"] != seat else 0,
    "waits of another seat": lambda state, seat: state["waits"][(seat + 1) % 4],
    "claims of another seat": lambda state, seat: state["claims"][(seat + 2) % 4],
    "an answer of another seat": lambda state, seat: state["answers"][(seat + 1) % 4],
    "who is asked": lambda state, seat: state["actor"],
    "what another seat may do": lambda state, seat: state["legal"].tobytes(),
    "the seed": lambda state, seat: state["seed"].tobytes(),
    "the sampling stream": lambda state, seat: state["sample_key"],
}


@pytest.mark.parametrize("leak", [*LEAKS])
def test_a_leak_planted_in_the_view_is_noticed(leak):
    def leaky(table, seat):
        view = table.observe(seat)
        view["draws"] = zlib.crc32(repr(LEAKS[leak](table.state, seat)).encode()) % 2**15
        return view.tobytes()

    assert any(differs(build(), leaky, tries=1) for build in BUILT)


def test_a_leak_of_hidden_kongs_is_noticed_only_where_they_are_hidden():
    def leaky(table, seat):
        return table.state["meld_kind"].tobytes()

    assert not differs(kongs_shown(), leaky)
    assert differs(kongs_hidden(), leaky)


@pytest.mark.parametrize("concealed_kong_hidden", [False, True])
def test_concealed_kong_hidden(concealed_kong_hidden):
    """The kind is known to its maker only; that there is a kong is public."""
    table = position(*KONGS, concealed_kong_hidden=concealed_kong_hidden)
    kind = parse_tile("6s")
    for seat, place in ((0, 2), (1, 1), (3, 3), (2, 0)):
        view = table.observe(seat)
        is_shown = seat == 2 or not concealed_kong_hidden
        assert (view["meld_count"][place], view["meld_type"][place, 0]) == (1, 5)
        assert view["meld_kind"][place, 0] == view["meld_tile"][place, 0] == (kind if is_shown else -1)
        assert view["unseen"][kind] == (0 if is_shown else 4)
        assert table.observe(seat, "planes/1")[22 + place, kind] == (4 if is_shown else 0)


def test_what_a_seat_sees():
    table = position(
        hand("19m ...", drew="5m"),
        hand("55m 1789p 124567s 3p"),
        WAITING,
        dealer=3,
        draws=2,
        totals=(1, 2, 3, 4),
        river="7z 1s",
        wall="9s 2m",
    )
    table.play("0 discard 5m", "1 pung", "2 pass", "1 discard 3p")
    view = table.observe(1)
    assert format_tiles(tiles_of(table.state, 1)) == "1789p124567s"
    assert view["hand"].tolist() == table.state["hand"][1].tolist()
    assert (view["left"], view["dealer"], view["turn"], view["draws"]) == (51, 2, 2, 2)
    assert view["totals"].tolist() == [2, 3, 4, 1]
    assert view["dice"].tolist() == [1, 1]
    assert view["ready"].tolist() == [0, 1, 0, 0]
    assert view["hand_size"].tolist() == [10, 7, 5, 13]
    melds = [(view["meld_type"][place, 0], tile_name(view["meld_kind"][place, 0])) for place in (0, 1)]
    assert melds == [(2, "5m"), (2, "8s")]
    assert (view["meld_from"][0, 0], view["meld_from"][1, 0]) == (3, 0)
    assert [view["unseen"][parse_tile(name)] for name in ("5m", "8s", "9p", "7z")] == [1, 0, 3, 3]
    assert (view["asked"], view["phase"], view["drawn"], view["tile"]) == (0, -1, -1, -1)
    latest = slice(view["river_count"] - 5, view["river_count"])
    assert [tile_name(kind) for kind in view["river_kind"][latest]] == ["7z", "1s", "5m", "3p", "9s"]
    assert view["river_info"][latest].tolist() == [1, 2, 3 + RIVER_DRAWN + RIVER_CLAIMED, 0, 1 + RIVER_DRAWN]
    asked = table.observe(3)
    assert (asked["asked"], asked["phase"], tile_name(asked["drawn"])) == (1, PHASE_ACT, "2m")
    assert asked["legal"].tolist() == table.state["legal"].tolist()
    assert view["legal"].tolist() == [0, 0]


def test_a_ready_discard_is_public():
    table = position(hand("234m 567p 2s", "pung 888s", "chow 123p", drew="9m"), bao="1m 2m 3m 4m")
    table.play("0 ting 9m")
    view = table.observe(2)
    assert view["river_info"][0] == 2 + RIVER_DRAWN + RIVER_READY
    assert (view["ready"][2], view["ready_at"][2]) == (1, 1)
    assert view["bao"].tolist() == [-1] * 4
