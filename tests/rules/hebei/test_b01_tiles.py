"""B1: 136 tiles; no chow; pung and the three kongs."""

from collections import Counter

import pytest

from mjenv.engine.tiles import tile_name
from mjenv.variants.registry import load_rules
from tests.builder import deal_wall, hand, position, start
from tests.rules.hebei.wins import RULES
from tests.scripted import Table

pytestmark = [pytest.mark.nojit, pytest.mark.boundscheck]
GIVER = hand("...", drew="5m")


@RULES
def test_136_tiles(rules):
    wall = start(1, rules).last("start_hand")["wall"]
    kinds = [
        f"{rank}{suit}" for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7)) for rank in range(1, ranks + 1)
    ]
    assert Counter(wall) == dict.fromkeys(kinds, 4)


@RULES
def test_a_wall_of_other_tiles_is_refused(rules):
    wall = deal_wall(rules=rules)
    assert len(wall) == Table(load_rules(rules)).wall_length == 136
    with pytest.raises(ValueError, match="1f is not a tile"):
        position(hand("1f ...", drew="5m"), rules=rules)


@RULES
@pytest.mark.parametrize("held", ["34m", "46m", "67m"])
def test_no_chow(held, rules):
    table = position(GIVER, hand(f"{held} ..."), rules=rules)
    assert [event["type"] for event in table.play("0 discard 5m")] == ["ask", "discard", "draw"]
    assert (table.actor, table.drawn) == (1, table.last("draw")["tile"])


@RULES
@pytest.mark.parametrize("seat", [1, 2, 3])
@pytest.mark.parametrize(("held", "claims"), [("5m", None), ("55m", ["pung"]), ("555m", ["pung", "kong"])])
def test_pung_and_kong_from_any_seat(held, claims, seat, rules):
    table = position(GIVER, *[None] * (seat - 1), hand(f"{held} ..."), rules=rules)
    table.play("0 discard 5m")
    if claims is None:
        assert (table.actor, table.last("draw")["actor"]) == (1, 1)
        return
    assert (table.actor, table.legal) == (seat, [*claims, "pass"])
    table.play(f"{seat} {claims[-1]}")
    assert (table.last(claims[-1])["actor"], table.last(claims[-1])["target"]) == (seat, 0)
    assert table.meld_tiles(seat) == [4] * (3 if claims[-1] == "pung" else 4)


@RULES
@pytest.mark.parametrize("kind", range(34))
def test_every_kind_can_be_claimed_and_made_a_kong(kind, rules):
    tile = tile_name(kind)
    table = position(hand("...", drew=tile), hand(f"{tile[0] * 3}{tile[1]} ..."), rules=rules)
    table.play(f"0 discard {tile}")
    assert table.legal == ["pung", "kong", "pass"]
    assert position(hand(f"{tile[0] * 3}{tile[1]} ...", drew=tile), rules=rules).may("self_kong") == tile


@RULES
def test_concealed_and_added_kong(rules):
    table = position(hand("5555m ...", "pung 222z", drew="2z"), rules=rules, tail="9s 9s")
    assert table.may("self_kong") == "5m 2z"
    table.play("0 self_kong 5m", "0 self_kong 2z")
    assert [event["type"] for event in table.events if "kong" in event["type"]] == ["concealed_kong", "added_kong"]
    assert table.state["meld_type"][0].tolist() == [4, 5, 0, 0]


@RULES
@pytest.mark.parametrize("kong_after_claim", [False, True])
def test_a_kong_after_a_claim(kong_after_claim, rules):
    """C8."""
    table = position(GIVER, hand("55m 9999p ..."), rules=rules, kong_after_claim=kong_after_claim)
    table.play("0 discard 5m", "1 pung")
    assert table.may("self_kong") == ("9p" if kong_after_claim else "")


@RULES
def test_after_a_claim_nobody_has_won(rules):
    """C8: the choices are discards and, in `online`, `ting`; never the win that was passed on."""
    table = position(GIVER, hand("55m 234p 678s 999s 11z"), rules=rules)
    table.play("0 discard 5m")
    assert table.legal == ["pung", "hu", "pass"]
    table.play("1 pung")
    assert {name.split()[0] for name in table.legal} == ({"discard"} if rules == "classic" else {"discard", "ting"})
