"""The table as text: what it says, and that a seat's picture shows the seat's view only."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.engine.tiles import NAMES
from mjenv.view.ansi import GLYPHS, draw_plain, draw_unicode, render_table
from tests.builder import hand, position
from tests.observe.tables import SEATS, changed, full_table

pytestmark = pytest.mark.nojit

ROBBING = (
    hand("345m 67p 49s", "pung 555p from 2", "chow 123s from 3", drew="5p"),
    hand("22m 34p 678s", "chow 123p", "pung 888m", ready=1),
    hand("1144m 99p 9s", "concealed 6666m", "kong 7777z from 0"),
)
#: What seat 1 sees of them, but for the discards.
PICTURE = """\
harbin/four_bao   hand 1 of 1   20 tiles left   dice 1 1   as seat 1 sees it
bao shown   1s (seat 1)

> seat 0   +0 points   dealer
    hand   7 x ?
    melds  pung 555p (5p from seat 2)   chow 123s (1s from seat 3)

  seat 1   +0 points   READY 1st   waits 25p
    hand   22m 34p 678s
    melds  chow 123p (1p from seat 0)   pung 888m (8m from seat 0)

  seat 2   +0 points
    hand   7 x ?
    melds  concealed kong 6666m   kong 7777z (7z from seat 0)

  seat 3   +0 points
    hand   4 x ?

seat 1 may rob the kong of 5p from seat 0: hu, pass
> in turn   + just drawn   ' discarded as drawn   ! declaring ready   (5m) claimed"""


def show(table, seat=None, **options):
    return render_table(table.states, table.rules, seat, **options)


def robbing_table():
    table = position(*ROBBING, bao="1s 9s 9p 9m", left=20)
    table.play("0 self_kong 5p")
    return table


def test_a_seat_is_shown_its_view_in_words():
    lines = show(robbing_table(), 1).splitlines()
    rivers = [line for line in lines if line.startswith(("    river  ", "           "))]
    quiet_melds = [line for line in lines if line.startswith("    melds")][-1]  # of the seat that is not described
    assert len(rivers) >= 4
    assert [line for line in lines if line not in {*rivers, quiet_melds}] == PICTURE.splitlines()


def test_the_open_picture_shows_everything():
    text = show(robbing_table())
    for part in (
        "bao in order   1s (seat 1)   9s (face down)   9p (face down)   9m (face down)",
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
    asked = "seat 0 is to play: discard 234m 1678p 359s, ting 5s"
    assert any(line.startswith("seat 0 is to play: discard 234m 1678p 359s") for line in show(table, 0).splitlines()), (
        asked
    )
    assert "    hand   234m 678p 3599s + 1p" in show(table, 0)
    assert "seat 2 is not asked; it is the turn of seat 0" in show(table, 2)
    table.play("0 discard 1p")
    assert "seat 1 may claim 1p from seat 0: pung, pass" in show(table, 1)
    assert "river" in show(table, 1)
    assert " 1p'" in show(table, 1)
    table.play("1 pung")
    assert "pung 111p (1p from seat 0)" in show(table, 3)
    assert " (1p')" in show(table, 3)
    assert "> seat 1" in show(table, 3)


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
    table = position(*ROBBING, bao="1s 9s 9p 9m", left=20, concealed_kong_hidden=True)
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
    assert draw_unicode([9, 0, 33, 34]) == "🀇 🀙 🀄 🀦"
    assert draw_unicode([-1]) == "🀫"
    assert draw_plain([9, 0, 33]) == "1m 1p 7z"


def test_long_rivers_are_broken():
    def fill(state):
        state["river_kind"][:80] = np.arange(80) % 9
        state["river_info"][:80] = 2
        state["river_count"] = 80

    text = show(changed(full_table(), fill), 0)
    assert max(len(line) for line in text.splitlines()) < 120
    assert text.count("\n           ") == 4


@pytest.mark.parametrize("options", [{"seat": 4}, {"seat": "0"}, {"tiles": "emoji"}], ids=str)
def test_impossible_pictures_are_refused(options):
    with pytest.raises(mjenv.MjenvError, match=r"^(seat|tiles).*expected"):
        show(full_table(), **options)


def test_environments_draw_or_print(capsys):
    env = mjenv.make("harbin", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text == render_table(env.states, env.rules)
    env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    assert capsys.readouterr().out == ""
    human = mjenv.make("harbin", render_mode="human")
    human.reset(seed=1)
    assert capsys.readouterr().out == text + "\n\n"
    human.step(int(human.observe(human.agent_selection)["action_mask"].argmax()))
    assert capsys.readouterr().out == env.render() + "\n\n"
    assert human.render() is None
    silent = mjenv.make("harbin")
    silent.reset(seed=1)
    assert silent.render() is None
