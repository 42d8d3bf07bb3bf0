"""The greedy agent: a test for each thing it is meant to do, on views built from strings, and its strength."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

import mjenv
from agents.greedy import GreedyAgent
from agents.random_agent import RandomAgent
from mjenv.arena.seeds import match_seeds
from mjenv.arena.stream import play_games
from mjenv.engine.codes import SOURCE_ENDGAME
from mjenv.engine.menu import action_name
from mjenv.errors import ProtocolError
from tests import builder
from tests.agents.positions import answer as ask_table
from tests.agents.positions import play_and_compare
from tests.agents.views import offer, see

RULES = mjenv.load_rules("four_bao")


def ask(views, mask, rules=RULES):
    agent = GreedyAgent()
    agent.begin(rules, 1, 0)
    kept = views.copy(), mask.copy()
    actions = agent.act(views, mask, np.zeros(len(views), np.int8), np.arange(len(views)))
    assert np.array_equal(views, kept[0])
    assert np.array_equal(mask, kept[1])
    return [action_name(int(action)) for action in actions]


def answer(views, *names, rules=RULES):
    (action,) = ask(views, offer(*names), rules)
    return action


def discard(hand, melds=(), **seen):
    """Return what is discarded from a hand that may discard anything."""
    return answer(see(hand, melds, **seen), f"discard {hand}{seen.get('drew', '')}").removeprefix("discard ")


# Winning and becoming ready -----------------------------------------------------------------------------


@pytest.mark.nojit
def test_wins_whenever_it_can():
    assert answer(see("456m78m222p77s", ["chow 123m"], drew="9m"), "hu", "discard 9m", "self_kong 2p") == "hu"
    assert answer(see("456m78m222p77s", ["chow 123m"], tile="9m"), "hu", "pass") == "hu"


def test_declares_ready_when_it_can():
    hand = "456m78m222p77s"
    assert answer(see(hand, ["chow 123m"], drew="1p"), f"discard {hand}1p", "ting 1p") == "ting 1p"


def test_waits_for_more_live_tiles():
    hand = "5678m567p3458s"  # without 8s it waits for 5m and 8m, without 5m for 8s
    menu = [f"discard {hand}", "ting 5m8s"]
    assert answer(see(hand, ["pung 111p"]), *menu) == "ting 8s"
    seen = [(1, "5m"), (2, "5m"), (1, "8m"), (2, "8m"), (3, "8m")]
    assert answer(see(hand, ["pung 111p"], river=seen), *menu) == "ting 5m"


def test_a_lone_middle_wait_is_worth_double():
    hand = "456m789m55p467s"  # without 7s it waits for 5s alone, 卡当; without 4s for 5s and 8s
    menu = [f"discard {hand}", "ting 4s7s"]
    assert answer(see(hand, ["pung 111p"]), *menu) == "ting 7s"
    assert answer(see(hand, ["pung 111p"], river=[(1, "5s")] * 4), *menu) == "ting 4s"


def test_an_edge_counts_as_a_middle_where_the_rules_say_so():
    hand = "456m789m55p899s"  # without 8s it waits for 5p and 9s, without 9s for 7s alone
    menu = [f"discard {hand}", "ting 8s9s"]
    assert answer(see(hand, ["pung 111p"]), *menu) == "ting 8s"
    rules = mjenv.load_rules("four_bao", edge_is_kadang=True)
    assert answer(see(hand, ["pung 111p"]), *menu, rules=rules) == "ting 9s"


def test_claims_to_be_ready_rather_than_an_ordinary_meld():
    views = see("456m789m22p45s77s9s", tile="2p")
    assert answer(views, "pung", "ting_pung", "pass") == "ting_pung"


def test_of_two_ready_claims_takes_the_one_with_more_live_waits():
    hand = "456m789m2234p55s9s"  # 222p waits for 2p and 5p, 234p for 2p and 5s
    menu = ["ting_chow_low", "ting_pung", "pass"]
    assert answer(see(hand, tile="2p"), *menu) == "ting_pung"
    assert answer(see(hand, tile="2p", river=[(1, "5p")] * 4), *menu) == "ting_chow_low"


# What a Harbin hand needs -------------------------------------------------------------------------------


def test_opens_with_a_claim_that_brings_it_nearer():
    assert answer(see("13568m24479p25s7z", tile="4p"), "pung", "pass") == "pung"
    assert answer(see("456m78m22p77s13p9s9p", tile="2p"), "chow_mid", "pass") == "chow_mid"


def test_passes_on_a_claim_that_does_not_help():
    assert answer(see("345m567m22p88s", ["pung 111p"], tile="4m"), "chow_mid", "pass") == "pass"


def test_keeps_its_only_terminal():
    hand = "345m678m34p66s9s"
    assert discard(hand, ["pung 222s"]) != "9s"
    assert discard(hand, ["pung 111s"]) == "9s"


def test_keeps_what_can_become_its_triplet():
    hand = "345m678m55p677s"  # by shape, 7s could go: then 5s and 8s would finish it
    assert discard(hand, ["chow 123m"]) == "6s"
    assert discard(hand, ["pung 111m"]) == "7s"


def test_keeps_a_run():
    hand = "333m5556p8899s"  # by shape, 6p could go: then 8s and 9s would finish it
    assert discard(hand, ["pung 111s"]) not in {"5p", "6p"}
    assert discard(hand, ["chow 123s"]) == "6p"


def test_keeps_a_second_suit():
    assert discard("1133456789m2p", ["pung 222m"]) != "2p"
    assert discard("1133456789m2p", ["pung 222s"]) == "2p"


# Kongs ----------------------------------------------------------------------------------------------------


def test_kongs_where_that_costs_nothing():
    hand = "678m2222p4588s"
    assert answer(see(hand, ["chow 123m"]), f"discard {hand}", "self_kong 2p") == "self_kong 2p"
    hand = "678m2699p4588s"
    assert answer(see(hand, ["pung 222p"]), f"discard {hand}", "self_kong 2p") == "self_kong 2p"


def test_keeps_four_tiles_that_it_needs_apart():
    hand = "678m22223p588s"
    assert answer(see(hand, ["chow 123m"]), f"discard {hand}", "self_kong 2p") == "discard 5s"


def test_a_ready_seat_makes_the_kongs_that_its_menu_has():
    views = see("456m78m77s", ["chow 123m", "pung 222p"], drew="2p")
    views["ready"][0, 0] = 1
    assert answer(views, "discard 2p", "self_kong 2p") == "self_kong 2p"


def test_claims_a_kong_for_the_tile_it_brings():
    assert answer(see("36678m444p45889s", tile="4p"), "pung", "kong", "pass") == "kong"


# single_bao: the endgame (H23) --------------------------------------------------------------------------------


def test_wins_in_the_endgame_of_single_bao():
    ready = builder.hand("456m78m222p77s", "chow 123m from 3", ready=1)
    table = builder.position(builder.hand("...", drew="1p"), ready, rules="single_bao", left=4, wall="9m")
    table.play("0 discard 1p")
    assert table.state["source"] == SOURCE_ENDGAME
    assert ask_table(table) == "hu"


def test_plays_single_bao_to_the_end_of_the_wall():
    play_and_compare("single_bao")


# Others that are ready --------------------------------------------------------------------------------------

FAR = "14558m258p1479s77z"


def test_far_from_ready_it_discards_what_a_ready_seat_let_pass():
    assert discard(FAR) != "5p"
    assert discard(FAR, river=[(2, "9m", "ready"), (3, "5p")]) == "5p"


def test_what_was_discarded_before_the_ready_is_not_taken_for_safe():
    assert discard(FAR, river=[(3, "5p"), (2, "9m", "ready")]) != "5p"


def test_near_ready_it_goes_on():
    river = [(2, "9m", "ready"), (3, "5s"), (3, "3p"), (3, "4p")]
    assert discard("345m678m34p55s9s", ["pung 111s"], river=river) == "9s"


# Batches, other rules, strength -------------------------------------------------------------------------------


def test_a_choice_does_not_depend_on_the_batch():
    batch = mjenv.make_batch("four_bao", num_tables=16, encoder="view/1", seed=5)
    batch.reset(seed=5)
    for _ in range(40):
        together = ask(batch.observation, batch.action_mask)
        for row in range(0, 16, 5):
            assert ask(batch.observation[row : row + 1], batch.action_mask[row : row + 1]) == [together[row]]
        assert ask(batch.observation[::-1].copy(), batch.action_mask[::-1].copy()) == together[::-1]
        batch.step(batch.sample())
        batch.step(batch.sample())


def test_a_variant_without_a_policy_is_refused():
    with pytest.raises(ProtocolError, match="does not play riichi; it plays harbin, hebei, shanghai"):
        GreedyAgent().begin(SimpleNamespace(variant="riichi"), 1, 0)
    with pytest.raises(ProtocolError, match="before it was told the rules"):
        GreedyAgent().act(see("12345m", ["pung 111p", "pung 222p", "pung 333p"]), offer("discard 1m"), None, None)


@pytest.mark.boundscheck
@pytest.mark.parametrize("params", [{}, {"zhong_pair_for_triplet": False, "edge_is_kadang": True, "ting_pung": False}])
def test_it_is_far_better_than_random_and_its_own_games_end_in_wins(params):
    rules = mjenv.load_rules("four_bao", **params)
    batch = mjenv.make_batch("four_bao", num_tables=50, encoder="view/1", **params)
    greedy = GreedyAgent()
    random_agent = RandomAgent()
    for agent in (greedy, random_agent):
        agent.begin(rules, 50, 1)
    seeds = match_seeds("test", 1, range(100))
    alone, _ = play_games(batch, [greedy, random_agent], seeds, np.tile([0, 1, 1, 1], (100, 1)), 1)
    points = alone["points"][:, 0, 0]
    assert points.mean() - 3 * points.std() / 10 > 2
    among, _ = play_games(batch, [greedy], seeds, np.zeros((100, 4), int), 1)
    assert (among["winners"] != 0).mean() > 0.9
