"""Batch settlement against the events of played hands and against the calculator's refusals."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import mjenv
from mjenv.calculator.holding import parse_hand, parse_melds
from mjenv.calculator.situation import parse_flowers
from mjenv.engine.tiles import parse_tile
from mjenv.hands import HandError, Hands
from mjenv.variants.registry import BOOKS, find_preset
from tests.calculator.facts import tell_wins
from tests.oracle.duel import play_match
from tests.oracle.plan import CONSTRUCTED, OVERRIDES, PRESET, RULE_SETS, Shard, plan_matches

RULES = pytest.mark.parametrize("rules", RULE_SETS)
HANDS = 40
PLAIN_FACTS = ("dealer", "last_tile", "draws", "counter", "dice")


def fill(win, rules, tiles, tile, facts):
    """Write what the calculator would be told into a win."""
    seat = facts["seat"]
    melds = {other: parse_melds(texts, other, rules) for other, texts in facts["others"].items()}
    melds[seat] = parse_melds(facts["melds"], seat, rules)
    win["seat"], win["tile"] = seat, parse_tile(tile)
    win["hand"] = np.bincount(parse_hand(tiles, rules), minlength=34)
    win["hand"][win["tile"]] -= 1
    for other, made in melds.items():
        for slot, meld in enumerate(made):
            win["melds"][other, slot] = meld.row
        win["standing"][other] = rules.variant == "harbin" and other != seat and not any(m.is_open for m in made)
    for way, win_type in (("discard_from", 1), ("robbed_from", 3)):
        if way in facts:
            win["win_type"], win["giver"] = win_type, facts[way]
    if "robbed_from" in facts:
        win["standing"][facts["robbed_from"]] = 0
    win["source"] = 3 if facts.get("kong_draw") else 4 if facts.get("flower_draw") else 2
    for name, values in (("ready", facts.get("ready")), ("bao", [parse_tile(b) for b in facts.get("bao", ())])):
        if values is not None:
            win[name] = [*values, *[-1] * (4 - len(values))]
    win["flowers"] = sum(parse_flowers(facts.get("flowers", "")))
    for name in PLAIN_FACTS:
        if name in facts:
            win[name] = facts[name]


def settle_played(shard):
    """Settle the wins of a shard, all of a rule set at once; compare, and return the elements met."""
    played = {}
    for match in plan_matches(shard):
        for rules, won, end in tell_wins(play_match(match)):
            _, found = played.setdefault(rules.hash, (rules, []))
            found += [(told, event, end, len(won) == 1) for told, event in won]
    met = set()
    for rules, found in played.values():
        hands = Hands(rules)
        wins = hands.new_wins(len(found))
        for win, (told, *_) in zip(wins, found, strict=True):
            fill(win, rules, *told)
        paid = hands.settle(wins)
        for row, (_, event, end, alone) in enumerate(found):
            values = {hands.elements[i].key: paid.elements[row, i] for i in np.flatnonzero(paid.elements[row] >= 0)}
            assert values == event["elements"]
            assert paid.payments[row].tolist() == event["payments"]
            assert paid.kongs[row].tolist() == end["kongs"]
            assert not alone or paid.points[row].tolist() == end["points"]
            met |= set(values)
    return met, sum(len(found) for _, found in played.values())


@RULES
@pytest.mark.parametrize("kind", [PRESET, OVERRIDES])
def test_played_hands(rules, kind):
    _, wins = settle_played(Shard(rules, kind, 0, HANDS))
    print(f"{wins} wins of {rules}")
    assert wins >= HANDS // 4


@RULES
def test_every_element(rules):
    met, wins = settle_played(Shard(rules, CONSTRUCTED, 0, 1))
    print(f"{wins} constructed wins of {rules}")
    assert len(met) > len(BOOKS[find_preset(rules).variant].elements) // 2


# One situation ------------------------------------------------------------------------------------------
OWN = {"others": {}, "seat": 1, "self_draw": True}
SITUATIONS = {
    "four_bao": ("24m567p99s3m", "3m", {"melds": "pung 888s, chow 123p", "ready": [1], "bao": ["5z"][:0], **OWN}),
    "classic": ("123m456m789m11z", "9m", {"melds": "pung 777p from 2", **OWN}),
    "qiaoma": ("234m567p22s888s456p", "6p", {"melds": "", "ready": [1], "flowers": "3f", **OWN}),
}


def one_win(name):
    rules = mjenv.load_rules(name)
    hands = Hands(rules)
    wins = hands.new_wins(1)
    fill(wins[0], rules, *SITUATIONS[name])
    return hands, wins


@pytest.mark.nojit
@pytest.mark.boundscheck
@pytest.mark.parametrize("name", SITUATIONS)
def test_one_win_is_paid_as_the_calculator_says(name):
    hands, wins = one_win(name)
    tiles, tile, facts = SITUATIONS[name]
    assert hands.settle(wins).points[0].tolist() == list(mjenv.score(name, tiles, tile, **facts).points)
    assert hands.settle(wins[:0]).points.shape == (0, 4)


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("name", "field", "value", "reason"),
    [
        ("classic", "seat", 4, "seats are 0 to 3"),
        ("classic", "dealer", -1, "seats are 0 to 3"),
        ("classic", "win_type", 0, "expected 1 a discard"),
        ("classic", "giver", 2, "a self-draw with giver -1"),
        ("classic", "source", 4, "source is 2"),
        ("classic", "source", 3, "no kong whose replacement"),
        ("classic", "last_tile", 2, "last_tile 0 or 1"),
        ("classic", "tile", 34, "expected 13 concealed tiles"),
        ("classic", "tile", 20, "the tile does not win"),
        ("classic", "hand", 0, "expected 13 concealed tiles"),
        ("classic", "ready", (1, -1, -1, -1), "expected different seats"),
        ("classic", "flowers", 1, "in Shanghai only"),
        ("classic", "dice", (0, 1), "dice 1 to 6"),
        ("classic", "draws", -1, "counts not negative"),
        ("classic", "standing", (1, 0, 0, 0), "in Harbin"),
        ("classic", "bao", (3, -1, -1, -1), "one kind for each ready seat"),
        ("four_bao", "ready", (-1, -1, -1, -1), "only a ready seat may win"),
        ("four_bao", "ready", (1, 1, -1, -1), "expected different seats"),
        ("four_bao", "bao", (3, 4, -1, -1), "one kind for each ready seat"),
        ("four_bao", "standing", (0, 1, 0, 0), "a loser in Harbin"),
        ("qiaoma", "flowers", 21, "flowers are 0 to 20"),
    ],
)
def test_what_cannot_be_is_refused(name, field, value, reason):
    hands, wins = one_win(name)
    wins[field] = value
    with pytest.raises(HandError, match=r"^wins\[0\]: [^\n]*$") as caught:
        hands.settle(wins)
    assert reason in str(caught.value)


@pytest.mark.nojit
@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        ([(1, 3, 0)], "lowest kind and feeder"),
        ([(2, 15, 1)], "fed by another seat"),
        ([(3, 0, 2)], "more than four copies"),
        ([(0, 0, 0), (2, 15, 2)], "none after 0"),
    ],
)
def test_melds_that_cannot_be_are_refused(rows, reason):
    hands, wins = one_win("classic")
    wins["melds"][0, 1] = [*rows, *[(0, 0, 0)] * (4 - len(rows))]
    with pytest.raises(HandError, match=reason):
        hands.settle(wins)


@pytest.mark.nojit
def test_a_hand_that_may_not_be_ready_is_refused():
    hands, wins = one_win("four_bao")
    wins["melds"][0, 1, :2, 0] = 5, 5  # concealed kongs do not open it
    wins["melds"][0, 1, :2, 1] = 25, 9
    with pytest.raises(HandError, match="may not be ready"):
        hands.settle(wins)


@pytest.mark.nojit
def test_the_first_bad_win_is_named():
    hands, wins = one_win("classic")
    wins = wins.repeat(3)
    wins["tile"][2] = 20
    with pytest.raises(HandError, match=r"^wins\[2\]: "):
        hands.settle(wins)
    with pytest.raises(HandError, match="as Hands"):
        hands.settle(np.zeros((2, 34), np.int8))


def test_threads_do_not_disturb_one_another():
    hands, wins = one_win("classic")
    wins = wins.repeat(300)
    wins["win_type"][::2], wins["giver"][::2] = 1, 0
    alone = hands.settle(wins)
    with ThreadPoolExecutor(4) as pool:
        for paid in pool.map(lambda _: hands.settle(wins), range(12)):
            assert all((ours == theirs).all() for ours, theirs in zip(paid, alone, strict=True))
