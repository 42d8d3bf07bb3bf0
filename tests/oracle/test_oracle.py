"""Common clauses, and many random hands of every rule set, on the oracle alone."""

from __future__ import annotations

import copy
import os
import random
from collections import Counter

import pytest

from .books import find_book, random_wall
from .paths import count_paths
from .player import GreedyPlayer
from .replay import OracleMatch, check_log, replay_hand
from .rulebook import RuleBook, priority
from .settle import apply_cap, net
from .table import Event
from .tiles import ACTION_ID, ACTIONS, kind_of

RULE_SETS = ("four_bao", "single_bao", "classic", "online", "qiaoma")
HANDS = int(os.environ.get("ORACLE_HANDS", "200"))  # of each rule set

VARIATIONS = {
    "four_bao": [
        {"terminal_from_winning_tile": True, "edge_is_kadang": True, "kong_after_claim": True, "table_fee": 2},
        {"zhong_pair_for_triplet": False, "sequence_at_ting": True, "kong_after_ting": "still_ready"},
        {"ting_pung": False, "added_kong_with_three_melds": False, "rob_payer": "kong_maker", "cap": 5},
        {"kong_after_ting": "never", "task_bao_run": 3, "task_bao_two_pairs": 5, "task_bao_in_bao": 3},
    ],
    "single_bao": [
        {"bao_exchange_counts": "discards", "bao_fan": 8, "bao_in_bao_fan": 16, "liability_after_draw": "passes"},
        {"kong_after_ting": "still_ready", "kong_after_claim": True, "terminal_from_winning_tile": True},
    ],
    "classic": [
        {"multi_win": True, "thirteen_orphans_pair": "any", "catch_five_sole_wait": True, "kong_after_claim": True},
        {"concealed_with_special": False, "cap": 7},
    ],
    "online": [
        {"kong_after_ting": "same_waits", "multi_win": False, "cap": 12},
        {"kong_after_ting": "never", "cap": None},
    ],
    "qiaoma": [
        {"force_win": True, "fan_mode": "linear", "single_hang_on_discard": True},
        {"multi_win_dealer": "nearest", "kong_after_ting": "still_ready", "kong_after_claim": True, "cap": 20},
        {"kong_after_ting": "never", "table_fee": 1},
    ],
}


def play_match(rules: str, params: dict[str, object], hands: int, seed: int) -> list[Event]:
    """A random match, its first hand from a random carry-over."""
    rng = random.Random(seed)
    book = find_book(rules, params)
    deals = ((random_wall(book, rng), (rng.randint(1, 6), rng.randint(1, 6))) for _ in range(hands))
    carry = {"draws": rng.randint(0, 4), "counter": rng.randint(0, 2) * (rules == "qiaoma"), "totals": [3, 0, -3, 0]}
    player = GreedyPlayer(rng, claim_rate=rng.choice([0.3, 0.7, 0.9]), win_rate=rng.choice([0.3, 0.9]))
    match = OracleMatch(
        rules=rules, params=params, hands=hands, deals=deals, choose=player, dealer=rng.randrange(4), carry=carry
    )
    return match.play()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_random_hands(rules):
    paths: Counter[str] = Counter()
    for seed in range(HANDS // 20):
        events = play_match(rules, {}, 20, seed)
        check_match(find_book(rules), events)
        paths += count_paths(events)
    print(f"\n{rules}: {paths['event:end_hand']} hands", dict(sorted(paths.items())))
    for path in ("end:win", "end:draw", "win:discard", "win:self_draw", "event:added_kong", "event:concealed_kong"):
        assert paths[path] > 0, path


@pytest.mark.parametrize(
    ("rules", "params"), [(rules, params) for rules, many in VARIATIONS.items() for params in many]
)
def test_random_hands_with_parameters(rules, params):
    events = play_match(rules, params, 15, 99)
    check_match(find_book(rules, params), events)
    assert check_log(copy.deepcopy(events)) == []


def check_match(book: RuleBook, events: list[Event]) -> None:
    """Invariants of every hand."""
    state: dict[str, object] = {}
    for event in events:
        if event["type"] == "start_hand":
            state = {"hands": [Counter(tiles) for tiles in event["hands"]], "out": Counter(), "start": event}
        elif event["type"] == "ask":
            check_ask(event)
        elif event["type"] == "hu":
            assert sum(event["payments"]) == 0
            assert event["payments"][event["actor"]] > 0
        elif event["type"] == "end_hand":
            check_end(book, event, state)
        else:
            move_tiles(event, state)


def check_ask(event: Event) -> None:
    """At least two legal actions, in id order."""
    ids = [ACTION_ID[action] for action in event["legal"]]
    assert len(ids) >= 2
    assert ids == sorted(set(ids))
    assert event["action"] in event["legal"]


def move_tiles(event: Event, state: dict) -> None:
    """Follow the tiles; none is used that is not there."""
    type_ = event["type"]
    if type_ == "draw":
        state["hands"][event["actor"]][event["tile"]] += 1
    leaving = {
        "discard": [event.get("tile")],
        "flower": [event.get("tile")],
        "added_kong": [event.get("tile")],
        "concealed_kong": [event.get("tile")] * 4,
    }.get(type_, event.get("consumed", []))
    for tile in leaving:
        own = state["hands"][event["actor"]]
        assert own[tile] > 0
        own[tile] -= 1
        state["out"][tile] += 1
    if type_ == "discard":
        size = sum(state["hands"][event["actor"]].values())
        assert size % 3 == 1


def check_end(book: RuleBook, event: Event, state: dict) -> None:
    """Zero sum, cap, totals, and the tiles of the whole table."""
    start = state["start"]
    assert sum(event["points"]) == sum(event["kongs"]) == 0
    cap = book.params["cap"]
    if cap:
        assert all(abs(points) <= cap for points in event["points"])
    fee = event.get("fee", [0] * 4)
    expected = [old + new - paid for old, new, paid in zip(start["carry"]["totals"], event["points"], fee, strict=True)]
    assert event["next"]["totals"] == expected
    taken = Counter(state["out"])
    for tiles in state["hands"]:
        taken += tiles
    everything = Counter(start["wall"])
    assert all(everything[tile] >= number for tile, number in taken.items())
    assert sorted(map(kind_of, start["wall"])) == book.full_set()


def test_check_log_finds_differences():
    events = play_match("four_bao", {}, 3, 1)
    assert check_log(copy.deepcopy(events)) == []
    for type_, key, value in (
        ("discard", "drawn", None),
        ("end_hand", "points", [1, 0, 0, -1]),
        ("end_match", "totals", [0, 0, 0, 1]),
        ("ask", "legal", ["discard 1m", "hu"]),
    ):
        broken = copy.deepcopy(events)
        victim = next(event for event in broken if event["type"] == type_)
        victim[key] = value
        assert check_log(broken), type_
    broken = copy.deepcopy(events)
    second = [event for event in broken if event["type"] == "start_hand"][1]
    second["dealer"] = (second["dealer"] + 1) % 4
    assert any("dealer" in text for text in check_log(broken))
    del broken[40]
    assert check_log(broken)


def test_replay_hand_is_one_hand():
    rng = random.Random(3)
    events = replay_hand(
        rules="harbin/single_bao",
        params={"bao_fan": 5},
        wall=random_wall(find_book("single_bao"), rng),
        dealer=2,
        dice=(1, 6),
        carry={"draws": 0, "counter": 0, "totals": [0, 0, 0, 0]},
        hand=7,
        choose=GreedyPlayer(rng),
    )
    assert (events[0]["type"], events[0]["hand"], events[-1]["type"]) == ("start_hand", 7, "end_hand")


def test_unknown_names_are_errors():
    with pytest.raises(ValueError, match="no parameter"):
        find_book("four_bao", {"bao_fan": 4})
    with pytest.raises(ValueError, match="unknown rule set"):
        find_book("beijing")


def test_action_ids():
    assert len(ACTIONS) == 113
    assert [ACTION_ID[name] for name in ("discard 7z", "ting 1m", "self_kong 1m", "chow_low", "pung")] == [
        33,
        34,
        68,
        102,
        105,
    ]
    assert [ACTION_ID[name] for name in ("ting_chow_low", "ting_pung", "hu", "pass")] == [107, 110, 111, 112]


def test_c14_priority():
    order = ["hu", "ting_pung", "pung", "chow_mid", "pass"]
    assert [priority(name) for name in order] == [4, 3, 2, 1, 0]
    assert priority("ting_chow_low") == priority("ting_pung")
    assert priority("kong") == priority("pung")


@pytest.mark.parametrize(
    ("pairs", "cap", "expected"),
    [
        ({(0, 1): 1500}, 1000, [-1000, 1000, 0, 0]),
        ({(1, 0): 600, (2, 0): 600, (3, 0): 600}, 1000, [1000, -333, -333, -334]),
        ({(0, 1): 700, (0, 2): 700}, 1000, [-1000, 700, 300, 0]),
        ({(2, 1): 700, (2, 3): 700}, 1000, [0, 300, -1000, 700]),  # seat 3 is served first
        ({(0, 1): 9, (1, 2): 9}, 5, [-5, 0, 5, 0]),
        ({(0, 1): 4, (1, 0): 4}, 3, [0, 0, 0, 0]),
        ({(0, 1): 9}, None, [-9, 9, 0, 0]),
    ],
)
def test_c23_cap(pairs, cap, expected):
    assert net(apply_cap(pairs, cap)) == expected
