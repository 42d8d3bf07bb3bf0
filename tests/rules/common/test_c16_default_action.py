"""C16: hu if legal, else pass, else discard the drawn tile, else the highest discard, else the highest action."""

import pytest

import mjenv
from mjenv.engine.menu import action_name, default_action
from tests.builder import hand, position

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("19m ...", drew="5m")


def default(*seats, moves=(), **options):
    table = position(*seats, **options)
    table.play(*moves)
    return action_name(default_action(table.state)), table


def test_hu_on_the_own_turn():
    name, table = default(hand("23m 555567p 77z", "chow 123s", drew="8p", ready=1), bao="8p")
    assert (name, table.may("discard"), table.may("self_kong")) == ("hu", "8p", "5p")


def test_hu_on_a_discard():
    name, table = default(GIVER, hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1), moves=["0 discard 5m"])
    assert (name, "pass" in table.legal) == ("hu", True)


def test_pass_on_a_discard():
    name, table = default(GIVER, hand("3455567m 123p 999s"), moves=["0 discard 5m"])
    assert (name, len(table.legal)) == ("pass", 10)


@pytest.mark.parametrize("drew", ["2m", "9s", "7z"])
def test_the_drawn_tile(drew):
    name, table = default(hand("234m 567p 8s", "pung 222s", "chow 123p", drew=drew))
    assert (name, table.may("ting") != "") == (f"discard {drew}", True)


def test_the_highest_discard_where_nothing_was_drawn():
    name, table = default(GIVER, hand("55m 123p 456p 11s 24s 7s"), moves=["0 discard 5m", "1 pung"])
    assert (name, table.may("ting")) == ("discard 7s", "7s")


def test_the_highest_action_where_no_discard_is_legal():
    name, table = default(GIVER, hand("3455567m 123p 999s"), moves=["0 discard 5m", "1 ting_pung"])
    assert (name, table.may("discard")) == (f"ting {table.may('ting').split()[-1]}", "")


def test_the_environments_put_it_in_place_of_an_illegal_action():
    batch = mjenv.make_batch("four_bao", num_tables=1, seed=3, illegal="default")
    drawn = int(batch.states["drawn"][0])
    for action in (112, -1, 113, 5000):
        batch.reset(seed=3)
        batch.step([action])
        assert batch.states["river_kind"][0, 0] == drawn
    env = mjenv.make("four_bao", illegal="default")
    env.reset(seed=3)
    env.step(112)
    assert env.states["river_kind"][0, 0] == drawn
