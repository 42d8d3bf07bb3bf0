"""B4: no ready is needed to win; `online` offers it; it adds nothing and locks the hand but for kongs."""

import pytest

from mjenv.errors import RulesError
from mjenv.variants.registry import load_rules
from tests.builder import deal, hand, position
from tests.rules.hebei.wins import CONCEALED, PLAIN, RULES, fan

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
WAITING = "555m 67m 11p 234p 678s"  # 5m 8m 1p; after a kong of 5m: 8m


@RULES
def test_no_ready_is_needed(rules):
    assert "hu" in position(hand(*PLAIN, drew="8p"), rules=rules).legal
    table = position(hand("...", drew="8p"), None, hand(*PLAIN), rules=rules)
    table.play("0 discard 8p")
    assert (table.actor, table.legal) == (2, ["hu", "pass"])


@RULES
def test_the_dealer_may_win_with_the_tiles_dealt(rules):
    """C5: a self-draw of the fourteenth."""
    table = deal("123m 456m 789m 222p 5s 5s", rules=rules)
    assert "hu" in table.legal
    table.play("0 hu")
    assert (table.last("hu")["mode"], table.last("hu")["target"]) == ("self_draw", None)
    assert table.points == [24, -8, -8, -8]


@RULES
@pytest.mark.parametrize(
    ("tiles", "melds", "drew", "ting"),
    [
        ("123m 456p 789s 22z 34m", (), "9p", "9p"),
        ("123m 456p 789s 22z 34m", (), "2m", "1m 2m 3m 4m 4p 5p 6p 7s 8s 9s 2z"),  # won
        ("123m 456p 789s 22z 19m", (), "5p", ""),
        ("1199m 2288p 33s 55z 7z", (), "6z", "6z 7z"),
        ("19m 19p 19s 1234567z", (), "2m", "2m"),
        ("4444m 123p 555p 678p", (), "9s", "4m"),  # four of a wait
        ("34m 22z", ("pung 111m", "kong 5555p", "concealed 9999s"), "9p", "9p"),
    ],
)
def test_ting_is_offered_where_a_wait_remains(tiles, melds, drew, ting, rules):
    table = position(hand(tiles, *melds, drew=drew), rules=rules)
    assert table.may("ting") == (ting if rules == "online" else "")


def test_ting_in_the_turn_after_a_claim_and_after_the_deal():
    table = position(hand("...", drew="5m"), hand("55m 234p 678s 99s 11z 3z"), rules="online")
    table.play("0 discard 5m", "1 pung")
    assert table.may("ting") == "3z"
    assert "3z" in deal("123m 456p 789s 22z 34m 3z", rules="online").may("ting").split()


def test_seven_pairs_that_do_not_win_yet_may_be_ready_without_any_of_them():
    table = position(hand("1122m 3344p 5566s 7z", drew="7z"), rules="online")
    assert "hu" in table.legal
    assert table.may("ting") == "1m 2m 3p 4p 5s 6s 7z"


def test_the_first_discard_says_ready():
    table = position(hand(*PLAIN, drew="9s"), rules="online")
    events = table.play("0 ting 9s")
    assert (events[1]["type"], events[1]["ready"]) == ("discard", True)
    assert table.waits(0) == "8p"
    assert table.observe(1)["ready"].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize("ready", [0, 1])
def test_it_adds_nothing(ready):
    table = position(hand(*CONCEALED, drew="8p", ready=ready), rules="online")
    table.play("0 hu")
    assert fan(table) == {"concealed": 2}
    assert table.points == [18, -6, -6, -6]


def test_it_locks_the_hand():
    """C15: a drawn tile that neither wins nor makes a kong is discarded; a pung is not offered."""
    table = position(hand("...", drew="2s"), hand(*PLAIN, ready=1), wall="9s", rules="online")
    events = table.play("0 discard 2s")
    assert [(event["type"], event.get("actor")) for event in events[1:4]] == [
        ("discard", 0),
        ("draw", 1),
        ("discard", 1),
    ]
    assert (events[3]["auto"], events[3]["drawn"]) == (True, True)
    assert position(hand(*PLAIN, drew="8p", ready=1), rules="online").legal == ["discard 8p", "hu"]


def test_a_win_may_be_passed_on_and_taken_later():
    table = position(hand("...", drew="8p"), hand(*PLAIN, ready=1), wall="8p", rules="online")
    table.play("0 discard 8p", "1 pass")
    assert (table.actor, table.legal) == (1, ["discard 8p", "hu"])
    table.play("1 discard 8p")
    assert table.waits(1) == "8p"


VALUES = pytest.mark.parametrize("kong_after_ting", ["still_ready", "same_waits", "never"])
#: Tiles, melds, kong, whether it is offered by still_ready and by same_waits.
FROM_A_DISCARD = [
    ("555p 23m 77z 999s", ("pung 888s",), "5p", True, True),
    ("5556p 999s 234m", ("pung 888s",), "5p", True, False),  # 4p 6p 7p become 6p
    ("45556p 23m 999s", ("pung 888s",), "5p", False, False),  # the run breaks: not ready any more
    (WAITING, (), "5m", True, False),
    ("1199m 2288p 333s 55z", (), "3s", False, False),  # no seven pairs
]
ON_ONES_TURN = [
    ("555p 23m 77z 999s", ("pung 888s",), "8s", True, True),  # added
    ("23m 555567p 77z", ("pung 888s",), "5p", True, True),  # four that it held before
]


@VALUES
@pytest.mark.parametrize(("tiles", "melds", "kong", "still", "same"), FROM_A_DISCARD + ON_ONES_TURN)
def test_kong_after_ting(tiles, melds, kong, still, same, kong_after_ting):
    allowed = {"still_ready": still, "same_waits": same, "never": False}[kong_after_ting]
    options = {"rules": "online", "kong_after_ting": kong_after_ting}
    drew = "8p" if "5555" in tiles else kong
    table = position(hand(tiles, *melds, drew=drew, ready=1), wall="1s", **options)
    assert (table.may("self_kong") if table.actor == 0 else "") == (kong if allowed else "")


@VALUES
@pytest.mark.parametrize(("tiles", "melds", "kong", "still", "same"), FROM_A_DISCARD)
def test_the_same_for_a_kong_of_a_discard(tiles, melds, kong, still, same, kong_after_ting):
    allowed = {"still_ready": still, "same_waits": same, "never": False}[kong_after_ting]
    options = {"rules": "online", "kong_after_ting": kong_after_ting}
    table = position(hand("...", drew=kong), hand(tiles, *melds, ready=1), **options)
    table.play(f"0 discard {kong}")
    assert (table.actor == 1 and "kong" in table.legal) == allowed
    assert "pung" not in table.legal


def test_a_kong_of_a_discard_stands_beside_the_win():
    for kong_after_ting, legal in (("still_ready", ["kong", "hu", "pass"]), ("same_waits", ["hu", "pass"])):
        ready = hand(WAITING, ready=1)
        table = position(hand("...", drew="5m"), ready, rules="online", kong_after_ting=kong_after_ting)
        table.play("0 discard 5m")
        assert table.legal == legal


def test_the_default_rules_keep_the_seat_ready_with_its_new_waits():
    table = position(hand("...", drew="5m"), hand(WAITING, ready=1), tail="9s", wall="5z", rules="online")
    assert table.waits(1) == "58m1p"
    events = table.play("0 discard 5m", "1 kong")
    assert (table.waits(1), table.state["ready"][1]) == ("8m", 1)
    assert [(event["type"], event["actor"]) for event in events[-4:]] == [
        ("kong", 1),
        ("draw", 1),
        ("discard", 1),
        ("draw", 2),
    ]


def test_classic_knows_no_ready_seat_and_no_parameter_for_one():
    with pytest.raises(RulesError, match="hebei/classic has no parameter 'kong_after_ting'"):
        load_rules("classic", kong_after_ting="never")


@pytest.mark.parametrize("rules", ["classic", "online"])
@pytest.mark.parametrize("kong_after_ting", ["never", "same_waits"])
def test_before_ready_the_parameter_does_not_matter(kong_after_ting, rules):
    table = position(hand("5556p 999s 234m", "pung 888s", drew="5p"), rules="online", kong_after_ting=kong_after_ting)
    assert table.may("self_kong") == "5p"
    table = position(hand("...", drew="5p"), hand("5556p 999s 234m", "pung 888s"), rules=rules)
    table.play("0 discard 5p")
    assert table.legal == ["pung", "kong", "pass"]


@pytest.mark.parametrize(
    ("tiles", "drew", "held"),
    [("5556p 999s 234m", "5p", "234m55556p999s"), ("555p 23m 77z 999s", "8s", "23m555p8999s77z")],
)
def test_asking_whether_a_kong_is_allowed_changes_nothing(tiles, drew, held):
    """The engine tries the kong on the table and takes it back."""
    table = position(hand(tiles, "pung 888s", drew=drew, ready=1), rules="online")
    assert table.may("self_kong") == drew
    assert table.observe(0)["meld_type"][0].tolist() == [2, 0, 0, 0]
    assert table.hand(0) == held


def test_an_added_kong_of_a_ready_seat_can_be_robbed():
    robber = hand("67s 99p 345p 222s 111m")
    table = position(hand("555p 23m 77z 999s", "pung 888s", drew="8s", ready=1), robber, rules="online")
    table.play("0 self_kong 8s")
    assert (table.actor, table.legal) == (1, ["hu", "pass"])
    table.play("1 pass")
    assert table.waits(0) == "14m"
