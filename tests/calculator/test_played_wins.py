"""Wins of played hands: the calculator, told what the events say, must answer what the engine did."""

import pytest

from mjenv.variants.registry import BOOKS, find_preset
from tests.calculator.compare import compare
from tests.oracle.plan import CONSTRUCTED, OVERRIDES, PRESET, RULE_SETS, Shard

RULES = pytest.mark.parametrize("rules", RULE_SETS)
HANDS = 40
#: Elements that a rule set does not know, or that no position deals.
ABSENT = {
    "four_bao": {"bao", "bao_in_bao"},
    "single_bao": {"big_bao", "small_bao", "big_bao_in_bao", "small_bao_in_bao"},
    "qiaoma": {"half_flush", "full_flush"},  # dealt with triplets only; play meets them
}


@RULES
@pytest.mark.parametrize("kind", [PRESET, OVERRIDES])
def test_score_agrees_with_played_hands(rules, kind):
    met = compare(Shard(rules, kind, 0, HANDS))
    print(f"{met['wins']} wins of {rules}")
    assert met["wins"] >= HANDS // 4


@RULES
def test_score_agrees_on_every_element(rules):
    met = compare(Shard(rules, CONSTRUCTED, 0, 1))
    print(f"{met['wins']} constructed wins of {rules}")
    elements = {element.key for element in BOOKS[find_preset(rules).variant].elements}
    assert elements - set(met) <= ABSENT.get(rules, set())
    assert min(met["discard"], met["self_draw"], met["robbed_kong"]) > 0
