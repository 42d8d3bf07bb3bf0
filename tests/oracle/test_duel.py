"""The engine agrees with the oracle, a few hundred hands a rule set; `make oracle` compares more."""

from __future__ import annotations

import pytest

from .duel import duel

MATCHES = 15
HANDS = 8


@pytest.mark.parametrize("rules", ["four_bao", "single_bao", "classic", "online", "qiaoma"])
def test_engine_and_oracle_agree(rules):
    differences, paths = duel(rules, MATCHES, HANDS, seed=300, params={})
    assert not differences, differences[:5]
    assert paths["event:end_hand"] == MATCHES * HANDS
    assert paths["end:win"] > 0


@pytest.mark.parametrize(
    ("rules", "params"),
    [
        ("four_bao", {"cap": 7, "table_fee": 2, "kong_after_ting": "still_ready", "rob_payer": "kong_maker"}),
        ("single_bao", {"bao_exchange_counts": "discards", "liability_after_draw": "passes", "cap": 20}),
        ("classic", {"multi_win": True, "thirteen_orphans_pair": "any", "catch_five_sole_wait": True}),
        ("online", {"cap": 20, "kong_after_ting": "same_waits", "concealed_with_special": False}),
        ("qiaoma", {"fan_mode": "linear", "force_win": True, "multi_win_dealer": "nearest", "kong_after_claim": True}),
    ],
)
def test_engine_and_oracle_agree_on_other_parameters(rules, params):
    differences, _ = duel(rules, MATCHES, HANDS, seed=700, params=params)
    assert not differences, differences[:5]
