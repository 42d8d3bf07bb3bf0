"""Facts of the wrong kind are refused in one sentence; NumPy's numbers are as good as Python's."""

import numpy as np
import pytest

import mjenv
from mjenv.cli import main as cli

pytestmark = pytest.mark.nojit
HAND = "123m456m78m11z"
WIN = ("online", HAND, "9m")
SHANGHAI = ("qiaoma", "234m 567p 22s 888s 45p", "3p")
HARBIN = ("four_bao", "24m 567p 99s", "3m")
HUGE = pytest.param(10**5000, id="huge")


def refuse(function, *arguments, **facts):
    """The message of a refusal, which is short."""
    with pytest.raises(mjenv.MjenvError) as caught:
        function(*arguments, **facts)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 600
    return message


@pytest.mark.parametrize("name", ["self_draw", "kong_draw", "last_tile"])
@pytest.mark.parametrize("value", ["no", 0, 1, None])
def test_only_true_and_false_say_whether_something_is_so(name, value):
    facts = {"self_draw": True, name: value}
    assert f"{name}={value!r}: expected True or False" in refuse(mjenv.score, *WIN, melds="pung 777p", **facts)


@pytest.mark.parametrize("name", ["seat", "dealer", "discard_from"])
@pytest.mark.parametrize("value", [HUGE, True, "9" * 5000, 1.0])
def test_what_is_no_seat(name, value):
    ways = {} if name == "discard_from" else {"self_draw": True}
    assert "is no seat" in refuse(mjenv.score, *WIN, melds="pung 777p", **ways, **{name: value})


@pytest.mark.parametrize(
    ("hand", "facts"),
    [
        (WIN, {"melds": "pung 777p from " + "9" * 5000}),
        (WIN, {"melds": "pung 777p", "cap": 10**5000}),
        (WIN, {"melds": "pung 777p", "cap": "\uff11\uff10"}),
        (WIN, {"melds": "pung 777p", "cap": "1_00"}),
        (WIN, {"melds": "pung 777p", "cap": " 7 "}),
        (WIN, {"melds": "pung 777p", "others": {"1": "kong 8888p", 1: "kong 6666p"}}),
        (("online", "1" * 5000 + "m", "9m"), {}),
        (SHANGHAI, {"counter": 10**5000}),
        (SHANGHAI, {"dice": (True, 1)}),
        (SHANGHAI, {"flowers": True}),
        (HARBIN, {"melds": "pung 888s, chow 123p", "bao": None}),
        (HARBIN, {"melds": "pung 888s, chow 123p", "bao": 5}),
        (HARBIN, {"melds": "pung 888s, chow 123p", "bao": True}),
    ],
    ids=range(13),
)
def test_other_values_that_cannot_be(hand, facts):
    refuse(mjenv.score, *hand, self_draw=True, **facts)


def test_numbers_of_numpy_are_taken():
    plain = mjenv.score(*SHANGHAI, self_draw=True, seat=1, dealer=2, counter=1, flowers=3, dice=(1, 4))
    one, two, three = np.arange(1, 4)
    facts = {"seat": one, "dealer": two, "counter": one, "flowers": three, "dice": np.array([1, 4])}
    assert mjenv.score(*SHANGHAI, self_draw=np.bool_(True), **facts) == plain
    assert mjenv.score(*SHANGHAI, self_draw=True, **facts | {"dice": (one, np.int8(4))}) == plain


@pytest.mark.parametrize(
    ("facts", "reason"),
    [
        ({"dealer": 9}, "dealer: 9 is no seat"),
        ({"bao": "5m"}, "no such thing"),
        ({"self_draw": True, "scores": True}, "self_draw: it is of one winning tile"),
        ({"discard_from": 2}, "discard_from: it is of one winning tile"),
        ({"robbed_from": 2}, "robbed_from: it is of one winning tile"),
        ({"scores": "no"}, "scores='no': expected True or False"),
    ],
)
def test_waits_checks_its_facts(facts, reason):
    assert reason in refuse(mjenv.waits, "online", HAND, melds="pung 777p", **facts)


def test_waits_of_a_seat_that_is_given_as_text():
    facts = {"melds": "pung 777p", "scores": True}
    assert mjenv.waits("online", HAND, seat="1", **facts) == mjenv.waits("online", HAND, seat=1, **facts)


@pytest.mark.parametrize("command", [["score", "--win", "9m", "--self-draw"], ["waits"], ["shanten"]])
@pytest.mark.parametrize("name", ["rules", "hand", "tile", "melds", "seen", "scores", "given", "params"])
def test_names_of_arguments_are_no_rule_parameters(command, name, capsys):
    line = [*command, "--rules", "online", "--hand", HAND, "--melds", "pung 777p", "--set", f"{name}=1"]
    assert cli.main(line) == cli.BAD_INPUT
    assert f"has no parameter '{name}'" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--ready", "--flowers", "--dice"])
def test_long_numbers_on_the_command_line(option, capsys):
    line = ["score", "--rules", "qiaoma", "--hand", SHANGHAI[1], "--win", "3p", "--self-draw", option, "9" * 5000]
    assert cli.main(line) == cli.BAD_INPUT
    err = capsys.readouterr().err
    assert (err.count("\n"), len(err) < 600) == (1, True)


@pytest.mark.parametrize("value", [True, HUGE])
@pytest.mark.parametrize("name", ["num_tables", "hands", "threads", "seed"])
def test_counts_of_a_batch(name, value):
    refuse(mjenv.make_batch, "classic", **{"num_tables": 1, name: value})
    if name == "hands":
        refuse(mjenv.make, "classic", hands=value)
