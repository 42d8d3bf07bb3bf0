"""What cannot be is refused, with the reason in one sentence."""

import pytest

import mjenv
from mjenv.calculator.holding import HandError

pytestmark = pytest.mark.nojit
HEBEI = ("hebei/classic", "123m456m78m11z", "9m")
HARBIN = ("four_bao", "24m 567p 99s", "3m")
HARBIN_MELDS = "pung 888s, chow 123p"
SHANGHAI = ("qiaoma", "234m 567p 22s 888s 45p", "3p")
OWN = {"self_draw": True}


def refused(hand, **facts):
    """The message of a refusal."""
    with pytest.raises(HandError) as caught:
        mjenv.score(*hand, **facts)
    message = str(caught.value)
    assert "\n" not in message
    return message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"hand": "123m456m789m11z1p"}, "12 concealed tiles beside 1 melds"),
        ({"hand": "123m456m78m1z"}, "9 concealed tiles"),
        ({"hand": "11111m"}, "5 copies of 1m"),
        ({"hand": "123m456m78m11f"}, "1f is not a tile of this variant"),
        ({"hand": "123m456m78m1x"}, "unexpected 'x'"),
        ({"hand": "123m456m78m12z"}, "waits on nothing"),
        ({"hand": "123m456m789m11z", "tile": "2p"}, "2p is not among its 11 tiles"),
        ({"tile": "2m"}, "2m does not win, it waits on 369m"),
        ({"tile": "22m"}, "2 tiles, expected one"),
        ({"melds": "kong 9999m"}, "5 copies of 9m"),
        ({"melds": "chow 123p"}, "no chow (B1)"),
        ({"melds": "pung 778p"}, "expected 3 tiles of one kind"),
        ({"melds": "pang 777p"}, "expected chow, pung"),
        ({"melds": "pung 777p from 0"}, "seat 0 cannot feed itself"),
        ({"melds": "pung 777p from 7"}, "'7' is no seat"),
        ({"melds": "concealed 7777p from 1"}, "nobody feeds a concealed kong"),
        ({"melds": "pung 111p, pung 222p, pung 333p, pung 444p, pung 555p"}, "at most 4"),
        ({"melds": 7}, "expected strings"),
    ],
)
def test_hands_and_melds(change, reason):
    hand, tile, melds = ({"hand": HEBEI[1], "tile": "9m", "melds": "pung 777p"} | change).values()
    assert reason in refused(("classic", hand, tile), melds=melds, self_draw=True)


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({}, "it is not said how the winning tile came"),
        (OWN | {"discard_from": 1}, "self_draw and discard_from contradict each other"),
        ({"discard_from": 0}, "seat 0 is the winner itself"),
        ({"discard_from": 4}, "4 is no seat"),
        (OWN | {"dealer": "x"}, "'x' is no seat"),
        (OWN | {"kong_draw": True}, "no kong whose replacement"),
        ({"discard_from": 1, "melds": "kong 7777p", "kong_draw": True}, "needs self_draw"),
        ({"robbed_from": 1, "last_tile": True}, "no replacement is left"),
        (OWN | {"ready": [0]}, "no ready declaration (B4)"),
        (OWN | {"bao": "5m"}, "only harbin (H11)"),
        (OWN | {"standing": [1]}, "only harbin (H16)"),
        (OWN | {"draws": 3}, "only single_bao (H25)"),
        (OWN | {"flowers": 2}, "only shanghai (S1)"),
        (OWN | {"others": {0: "pung 222p"}}, "whose melds are given by melds"),
        (OWN | {"others": {1: "pung 777p"}}, "copies of 7p"),
        ({"robbed_from": 1, "others": {1: "added 9999m"}}, "it stays a pung (C12)"),
        ({"robbed_from": 1, "others": {1: "pung 222p, pung 333p, pung 444p, pung 555p"}}, "none of its four melds"),
    ],
)
def test_situations_of_hebei(facts, reason):
    assert reason in refused(HEBEI, **({"melds": "pung 777p"} | facts))


def test_robbed_kong_of_a_tile_that_the_winner_holds():
    reason = refused(("classic", "123m456m7899m", "9m"), melds="pung 777p", robbed_from=1)
    assert "all four 9m, of which the winner holds some itself" in reason


@pytest.mark.parametrize(
    ("hand", "facts", "reason"),
    [
        (HARBIN, {"melds": HARBIN_MELDS, "ready": []}, "only a ready seat may win (H4)"),
        (("four_bao", "24m 567p 99s 888s 123p", "3m"), {}, "may not be ready, as it has no open meld (H5)"),
        (("four_bao", "24m 567m 99m", "3m"), {"melds": "pung 888m, chow 123m"}, "it has tiles of one suit only (H5)"),
        (("four_bao", "24m 567p 55s", "3m"), {"melds": "pung 888s, chow 234p"}, "it has no 1, 9 or 7z (H5)"),
        (("four_bao", "3m", "3m"), {"melds": "pung 888s, chow 123p, chow 567p, pung 444s"}, "it has four melds (H5)"),
        (("four_bao", "22m 55p", "5p"), {"melds": "pung 888s, pung 111p, pung 333s"}, "waits on nothing"),
        (
            (*HARBIN[:2], "4p"),
            {"melds": HARBIN_MELDS, "bao": "5s"},
            "4p does not win, it waits on 3m, and the 宝 in force is 5s",
        ),
        (HARBIN, {"melds": HARBIN_MELDS, "bao": "5s 6s"}, "2 are named, but ready: 1, one each (H11)"),
        (
            ("single_bao", *HARBIN[1:]),
            {"melds": HARBIN_MELDS, "bao": "5s 6s", "ready": [0, 1]},
            "one is in force (H12)",
        ),
        (
            HARBIN,
            {"melds": HARBIN_MELDS, "standing": [1], "ready": [0, 1]},
            "seat 1 is ready, which needs an open meld",
        ),
        (HARBIN, {"melds": HARBIN_MELDS, "standing": [0]}, "seat 0 is the winner"),
        (
            HARBIN,
            {"melds": HARBIN_MELDS, "others": {1: "concealed 1111m"}, "ready": [0, 1]},
            "no open meld, which ready",
        ),
        (HARBIN, {"melds": HARBIN_MELDS, "others": {1: "pung 111m"}, "standing": [1]}, "seat 1 has an open meld"),
        (HARBIN, {"melds": "kong 8888s, chow 123p", "kong_draw": True}, "no kong of a discard (H7)"),
        (
            HARBIN,
            {"melds": "added 8888s, chow 123p", "kong_draw": True, "kong_after_ting": "never"},
            "makes no kong (H7)",
        ),
        (("four_bao", "24m 567p 99z", "3m"), {"melds": HARBIN_MELDS}, "there is no tile 9z"),
        (("four_bao", "24m 567p 11z", "3m"), {"melds": HARBIN_MELDS}, "1z is not a tile of this variant"),
        (SHANGHAI, {"ready": [1]}, "only a ready seat may win (S4)"),
        (SHANGHAI, {"flowers": 21}, "from 0 to 20"),
        (SHANGHAI, {"flowers": "11f"}, "2 copies of 1f"),
        (SHANGHAI, {"flower_draw": True}, "no flower that it replaces"),
        (SHANGHAI, {"flower_draw": True, "kong_draw": True, "flowers": 1}, "contradict each other"),
        (SHANGHAI, {"counter": -1}, "a whole number from 0"),
        (SHANGHAI, {"dice": [1, 7]}, "two numbers from 1 to 6"),
        (("qiaoma", "234m 567p 22s 45p", "3p"), {"melds": "chow 123s from 1"}, "may chow from seat 3 only"),
        (("qiaoma", "234m 567p 55z 888s 45p", "3p"), {}, "5z is not a tile of this variant"),
    ],
)
def test_situations_where_ready_is_needed(hand, facts, reason):
    assert reason in refused(hand, self_draw=True, **facts)


def test_bao_wins_only_when_drawn():
    reason = refused((*HARBIN[:2], "4p"), melds=HARBIN_MELDS, bao="4p", discard_from=1)
    assert "which counts only when drawn (H13)" in reason


def test_fifth_copy_counts_the_bao_that_lies_in_the_wall():
    reason = refused((*HARBIN[:2], "8s"), melds=HARBIN_MELDS, bao="8s", self_draw=True)
    assert "5 copies of 8s" in reason


def test_unknown_rule_sets_parameters_and_facts():
    with pytest.raises(mjenv.RulesError, match="did you mean"):
        mjenv.score("qiaomaa", *SHANGHAI[1:], self_draw=True)
    with pytest.raises(mjenv.RulesError, match=r"no parameter 'dealr' \(did you mean dealer\?\)"):
        mjenv.score(*SHANGHAI, self_draw=True, dealr=1)
    with pytest.raises(mjenv.RulesError, match="fan_mode='x': expected double or linear"):
        mjenv.score(*SHANGHAI, self_draw=True, fan_mode="x")


def test_a_refused_win_does_not_depend_on_what_was_asked_before():
    facts = {"melds": HARBIN_MELDS, "self_draw": True}
    before = mjenv.score(*HARBIN, **facts)
    refused((*HARBIN[:2], "4p"), **facts)
    assert mjenv.score(*HARBIN, **facts) == before
