"""B7: what two parameters change about 门清 and 捉五."""

import pytest

from tests.rules.hebei.wins import CONCEALED, RULES, fan, groups, on_discard, self_draw

pytestmark = pytest.mark.nojit
TWO_READINGS = "223344m 667788p 9s"  # seven pairs, or four runs and a pair


@RULES
@pytest.mark.parametrize("concealed_with_special", [None, True, False])
@pytest.mark.parametrize(
    ("tiles", "tile", "special"),
    [
        ("1199m 2288p 33s 55z 7z", "7z", {"seven_pairs": 2}),
        ("1111m 2288p 33s 55z 7z", "7z", {"luxury_1": 8}),
        ("1133557799m 11z 2z", "2z", {"half_flush_seven_pairs": 4}),
        ("19m 19p 19s 1234567z", "5z", {"thirteen_orphans": 10}),
    ],
)
def test_concealed_with_special(tiles, tile, special, concealed_with_special, rules):
    options = {} if concealed_with_special is None else {"concealed_with_special": concealed_with_special}
    expected = special if concealed_with_special is False else special | {"concealed": 2}
    assert fan(self_draw(tiles, drew=tile, rules=rules, **options)) == expected
    assert fan(on_discard(tiles, tile=tile, rules=rules, **options)) == expected
    assert fan(on_discard(*CONCEALED, tile="8p", rules=rules, **options)) == {"concealed": 2}


@RULES
def test_a_hand_that_is_seven_pairs_and_four_runs(rules):
    """C18: without 门清 for pairs both pay 2, and the pairs come first as text."""
    table = self_draw(TWO_READINGS, drew="9s", rules=rules)
    assert (fan(table), groups(table)[0]) == ({"concealed": 2, "seven_pairs": 2}, "22m")
    table = self_draw(TWO_READINGS, drew="9s", rules=rules, concealed_with_special=False)
    assert (fan(table), groups(table)[0]) == ({"seven_pairs": 2}, "22m")


@RULES
@pytest.mark.parametrize("catch_five_sole_wait", [None, False, True])
@pytest.mark.parametrize(
    ("tiles", "meld", "is_sole"),
    [
        ("46m 123p 678s 99s", "pung 444z", True),
        ("44566m 123p 88s", "pung 444z", True),
        ("4556m 123p 678s", "pung 444z", True),
        ("45667m 123p 88s", "pung 444z", False),  # 8m
        ("45667m 123p 88s", "kong 8888m", True),  # no 8m is left (C19)
        ("44455666m 11p", "pung 444z", False),  # 1p
    ],
)
def test_catch_five_sole_wait(tiles, meld, is_sole, catch_five_sole_wait, rules):
    options = {} if catch_five_sole_wait is None else {"catch_five_sole_wait": catch_five_sole_wait}
    catches = is_sole or not catch_five_sole_wait
    for table in (
        self_draw(tiles, meld, drew="5m", rules=rules, **options),
        on_discard(tiles, meld, tile="5m", rules=rules, **options),
    ):
        assert ("catch_five" in fan(table)) == catches
