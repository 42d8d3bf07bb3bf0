"""The table as text: what it says."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.tiles import NAMES
from mjenv.view.ansi import ESCAPE, GLYPHS, cell_width, draw_ascii, draw_unicode, render_table
from mjenv.view.style import RenderStyle
from tests.builder import hand, position
from tests.observe.tables import SEATS, changed, full_table

pytestmark = pytest.mark.nojit

ROBBING = (
    hand("345m 67p 49s", "pung 555p from 2", "chow 123s from 3", drew="5p"),
    hand("22m 34p 678s", "chow 123p", "pung 888m", ready=1),
    hand("1144m 99p 9s", "concealed 6666m", "kong 7777z from 0"),
)
#: What seat 1 sees of them.
PICTURE = """\
harbin/four_bao   hand 1 of 1   20 tiles left   dice 1 1   as seat 1 sees it
bao   1s (seat 1)

                          seat 3   +0 points
                            hand   4 x ?
                            chow 678p (6p from seat 2)
                            chow 345s (3s from seat 2)
                            chow 567s (5s from seat 2)
                            river  1m 3m 5m 7m 9m 1p 3p 4p 7p*

> seat 0   +0 points   dealer                 seat 2   +0 points
    hand   7 x ?                                hand   7 x ?
    pung 555p (5p from seat 2)                  concealed kong 6666m
    chow 123s (1s from seat 3)                  kong 7777z (7z from seat 0)
    river  1m 3m 5m 7m 9m 2p 3p 6p              river  2m 4m 7m 9m 1p 2p 4p 7p

                          seat 1   +0 points
                            READY 1st   waits 25p
                            hand   22m 34p 678s
                            chow 123p (1p from seat 0)
                            pung 888m (8m from seat 0)
                            river  2m 3m 5m 8m 1p 2p 4p 6p

seat 1 may rob the kong of 5p from seat 0: hu, pass
> in turn   + just drawn   ' discarded as drawn   ! declaring ready   (5m) claimed   * latest"""


def show(table, seat=None, tiles="ascii", **style):
    return render_table(table.states, table.rules, seat, style=RenderStyle(tiles=tiles, **style))


def robbing_table(**params):
    table = position(*ROBBING, bao="1s 9s 9p 9m", left=20, **params)
    table.play("0 self_kong 5p")
    return table


def test_a_seat_is_shown_its_view_in_words():
    assert show(robbing_table(), 1) == PICTURE


def test_words_have_their_chinese_terms_beside_unicode_tiles():
    text = show(robbing_table(), 1, tiles="unicode")
    for part in (
        "harbin/four_bao 哈尔滨   hand 1 of 1 第1局   20 tiles left 余牌   dice 骰子 1 1",
        "bao 宝   🀐 (seat 1)",
        "> seat 0   +0 points 分   dealer 庄",
        "READY 听 1st   waits 听口 🀚 🀝",
        "hand 手牌   7 x 🀫",
        "concealed kong 暗杠 🀌 🀌 🀌 🀌",
        "pung 碰 🀎 🀎 🀎 (🀎 from seat 0)",
        "river 牌河  🀇 🀉",
        "seat 1 may rob the kong of 🀝 from seat 0: hu 胡, pass 过",
    ):
        assert part in text, part


@pytest.mark.parametrize("tiles", ["ascii", "unicode"])
def test_the_next_seat_sits_at_the_right(tiles):
    for seat in SEATS:
        lines = show(robbing_table(), seat, tiles=tiles).splitlines()
        middle = next(line for line in lines if line.count("points") == 2)
        assert middle.index(f"seat {(seat + 3) % 4}") < middle.index(f"seat {(seat + 1) % 4}")
        top, bottom = (lines.index(next(line for line in lines if f" seat {number}   " in line)) for number in
                       ((seat + 2) % 4, seat))  # fmt: skip
        assert top < lines.index(middle) < bottom


@pytest.mark.parametrize("tiles", ["ascii", "unicode"])
def test_columns_line_up_beside_letters_that_are_two_cells_wide(tiles):
    lines = show(robbing_table(), 0, tiles=tiles).splitlines()
    title = next(line for line in lines if line.count("points") == 2)
    ready = lines[lines.index(title) + 1]
    assert cell_width(ready[: ready.index("READY")]) == cell_width(title[: title.index("seat 1")]) + 2


def test_the_open_picture_shows_everything():
    text = show(robbing_table())
    for part in (
        "bao   1s (seat 1)   9s (face down)   9p (face down)   9m (face down)",
        "next in wall   ",
        "    hand   345m 67p 49s",
        "    hand   22m 34p 678s",
        "    hand   1144m 99p 9s",
        "waits 25p",
        "seat 1 may rob the kong of 5p from seat 0: hu, pass",
    ):
        assert part in text, part
    assert "?" not in text
    assert "sees it" not in text


def test_turns_and_claims_are_asked_in_words():
    table = position(hand("234m 678p 3599s", "pung 777z", drew="1p"), hand("11p ..."), wall="2s")
    assert "seat 0 is to play: discard 234m 1678p 359s" in show(table, 0)
    assert "    hand   234m 678p 3599s + 1p" in show(table, 0)
    assert "seat 2 is not asked; it is the turn of seat 0" in show(table, 2)
    table.play("0 discard 1p")
    assert "seat 1 may claim 1p from seat 0: pung, pass" in show(table, 1)
    assert " 1p'*" in show(table, 1)
    table.play("1 pung")
    assert "pung 111p (1p from seat 0)" in show(table, 3)
    assert " (1p')" in show(table, 3)
    assert "> seat 1" in show(table, 3)


def test_flowers_and_counts_carried_over_are_told():
    seats = (hand("345m 67p 44s 222z", "pung 555p", drew="5p", flowers="12f 556z"), hand("1m ...", flowers="3f"))
    table = position(*seats, rules="qiaoma", left=30, counter=2, draws=1)
    assert "1 drawn before   counter 2" in show(table, 1)
    assert "flowers 556z 12f" in show(table, 1)
    assert "flowers 花 🀆 🀆 🀅 🀦 🀧" in show(table, 1, tiles="unicode")
    assert "1 drawn before 荒庄   counter 荒番 2" in show(table, 1, tiles="unicode")


def test_the_end_is_told():
    batch = mjenv.make_batch("four_bao", num_tables=1, seed=1)
    while not batch.done[0]:
        batch.step(batch.sample())
    assert "the match is over" in render_table(batch.states, batch.rules, seat=2)
    assert "hand 1 of 1" in render_table(batch.states, batch.rules)
    assert "the latest hand was a draw: +0 +0 +0 +0" in render_table(batch.states, batch.rules)
    table = robbing_table()
    table.play("1 hu")
    assert "the latest hand was won by seat 1 on a robbed kong: " in show(table)


def test_colours_are_added_and_change_nothing_else():
    table = robbing_table()
    for tiles in ("ascii", "unicode"):
        painted = show(table, 1, tiles=tiles, colour=True)
        assert "\x1b[33m> seat 0" in painted
        assert "\x1b[" not in show(table, 1, tiles=tiles)
        assert ESCAPE.sub("", painted) == show(table, 1, tiles=tiles)


def test_names_are_shown_and_cannot_steer_the_terminal():
    text = show(robbing_table(), 1, tiles="unicode", names=("Ann", "\x1b[2Jx", "张三", "D" * 99))
    assert "> seat 0 Ann   +0" in text
    assert "seat 2 张三   +0" in text
    assert "seat 3 DDDDDDDDDDDDDDDDDDD…   +0" in text
    assert "\x1b" not in text
    assert show(robbing_table(), 1, names=("张三", "b", "c", "d")).isascii()


HIDDEN = {
    "wall": lambda state, seat: state["wall"].__setitem__(slice(53, 112), state["wall"][53:112][::-1].copy()),
    "bao": lambda state, seat: state["bao"].__setitem__(slice(None), 20),
    "waits": lambda state, seat: state["waits"].__setitem__(seat, 12345),
    "hand": lambda state, seat: state["hand"].__setitem__(seat, state["hand"][seat][::-1].copy()),
    "drawn": lambda state, seat: state.__setitem__("drawn", 3),
    "legal": lambda state, seat: state["legal"].__setitem__(0, 12345),
}


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("field", HIDDEN)
def test_what_a_seat_may_not_see_is_not_drawn(seat, field):
    other = (seat + 1) % 4
    table = full_table(other)
    twin = changed(table, lambda state: HIDDEN[field](state, other))
    assert show(twin, seat) == show(table, seat)
    assert show(twin) != show(table)


def test_a_hidden_concealed_kong_has_its_back_up():
    table = robbing_table(concealed_kong_hidden=True)
    assert "concealed kong ????" in show(table, 1)
    assert "concealed kong 6666m" in show(table, 2)
    assert "concealed kong 6666m" in show(table)


def test_plain_pictures_are_ascii_and_unicode_ones_have_tiles():
    for seat in (None, *SEATS):
        assert show(robbing_table(), seat).isascii()
        text = show(robbing_table(), seat, tiles="unicode")
        assert draw_unicode([13, 13, 13]) in text
        assert len(text.splitlines()) == len(show(robbing_table(), seat).splitlines())


def test_every_tile_has_a_picture_of_its_own():
    assert len(GLYPHS) == len(set(GLYPHS)) == len(NAMES) == 42
    assert draw_unicode([9, 0, 33, 34]) == "🀇 🀙 🀄\ufe0e 🀦"
    assert draw_unicode([-1]) == "🀫"
    assert draw_ascii([9, 0, 33]) == "1m 1p 7z"


def test_long_rivers_are_broken():
    def fill(state):
        state["river_kind"][:80] = np.arange(80) % 9
        state["river_info"][:80] = 2
        state["river_count"] = 80

    text = show(changed(full_table(), fill), 0)
    assert max(len(line) for line in text.splitlines()) < 120
    assert text.count("\n" + " " * 35) == 7


@pytest.mark.parametrize("seat", [4, -1, "0"], ids=str)
def test_impossible_seats_are_refused(seat):
    with pytest.raises(mjenv.MjenvError, match=r"^perspective=.*expected None or a seat from 0 to 3$"):
        show(full_table(), seat)
