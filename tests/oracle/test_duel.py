"""The engine agrees with the oracle, some hundred hands a rule set; `make oracle` compares more."""

from __future__ import annotations

from collections import Counter

import pytest

from .duel import compare_match
from .plan import CONSTRUCTED, OVERRIDES, PRESET, RULE_SETS, Shard, find_positions, other_values, plan_matches
from .shards import compare_shard

HANDS = 120  # of each rule set with its own parameters, and of each with overrides
OTHER_SHARD = 900  # which no run of fewer than 225,000 hands plays


@pytest.mark.parametrize("kind", [PRESET, OVERRIDES])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_engine_and_oracle_agree(rules, kind):
    outcome = compare_shard(Shard(rules, kind, OTHER_SHARD, HANDS), "")
    assert not outcome.differences, outcome.shown[:5]
    assert outcome.hands == HANDS
    assert outcome.paths["end:win"] > 0


@pytest.mark.parametrize("rules", RULE_SETS)
def test_engine_and_oracle_agree_on_constructed_positions_that_take_their_paths(rules):
    positions = find_positions(rules)
    matches = list(plan_matches(Shard(rules, CONSTRUCTED, OTHER_SHARD, 1)))
    assert len(matches) == len(positions) > 0
    for position, match in zip(positions, matches, strict=True):
        differences, paths = compare_match(match)
        assert not differences, (position.name, differences[0])
        missed = set(position.paths.split()) - paths.keys()
        assert not missed, (position.name, missed)


@pytest.mark.parametrize("rules", RULE_SETS)
def test_every_value_of_every_parameter_has_its_turn(rules):
    pairs = other_values(rules)
    turns = Counter(pair for match in plan_matches(Shard(rules, OVERRIDES, 0, 250)) for pair in match.params.items())
    assert set(turns) == set(pairs)
    assert {name for name, _ in pairs} >= {"cap", "table_fee", "kong_after_claim", "concealed_kong_hidden"}


def test_a_shard_is_always_the_same():
    first, second = (list(plan_matches(Shard("qiaoma", OVERRIDES, 3, 40))) for _ in range(2))
    assert [str(match) for match in first] == [str(match) for match in second]
    assert [match.options for match in first] == [match.options for match in second]
    assert sum(match.hands for match in first) == 40
    assert {match.hands for match in plan_matches(Shard("qiaoma", PRESET, 0, 55))} == set(range(1, 11))
