"""Tables drawn from what a seat may see: how they are distributed, and that they play on."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest

import mjenv
from mjenv.engine.codes import NOTHING, PASS, PHASE_ACT, PHASE_CLAIM, PHASE_ROB
from mjenv.engine.state import new_states
from mjenv.errors import MjenvError
from mjenv.table import checks
from mjenv.table.batch import Batch
from mjenv.table.checks import check_states
from mjenv.table.determinize import DRAWN, FAILED, NOT_ASKED, determinize
from tests.builder import hand, position
from tests.hidden.enumeration import count_unseen, ready_hands
from tests.hidden.positions import HANDS, RULES, drawn, reached, with_states
from tests.rules.hebei.wins import PLAIN
from tests.table.policies import exceeds_chance
from tests.table.random_play import check_step

#: Those checks of ``check_states`` that a built position passes, whose river does not mark the claimed tiles.
CHECKS = (checks._find_wall, checks._find_phase, checks._find_tiles, checks._find_decision, checks._find_derived)
WAITING = hand("46m 99p 345p", "pung 888s", "chow 789s", ready=1)
SLEEPER = hand("55m 123p 555p 777s 68s")


def draw(table, seat, count, seed=0):
    out = new_states(count)
    rng = np.random.default_rng(seed)
    assert determinize(table.states, 0, seat, rng, out, rules=table.rules) == DRAWN
    for find in CHECKS:
        for what, wrong in find(table.rules, 1, out):
            assert not wrong.any(), what
    return out


def assert_fits(observed, expected):
    """Compare counts with expected ones; rare cases are put together."""
    rare = expected < 8
    observed, expected = np.asarray(observed, float), np.asarray(expected, float)
    observed = np.append(observed[~rare], observed[rare].sum())
    expected = np.append(expected[~rare], expected[rare].sum())
    kept = expected > 0
    assert observed[~kept].sum() == 0
    assert len(expected) > 4
    assert not exceeds_chance(observed[kept], expected[kept])


# Distribution ---------------------------------------------------------------------------------------
def test_without_ready_seats_each_unseen_tile_is_as_likely_anywhere():
    table = position(hand("19m ...", drew="5m"), left=30, dealer=0)
    count = 3000
    out = draw(table, 0, count)
    share = np.array(count_unseen(table, 0)) / sum(count_unseen(table, 0))
    places = [
        out["wall"][:, table.state["head"]],
        out["wall"][:, table.state["tail"]],
        out["bao"][:, 0],
        out["bao"][:, 3],
    ]
    for kinds in places:
        assert_fits(np.bincount(kinds, minlength=34), count * share)
    for seat in (1, 2, 3):
        size = int(table.state["hand"][seat].sum())
        assert np.allclose(
            out["hand"][:, seat].mean(axis=0), size * share, atol=5 * (size * share.max() / count) ** 0.5
        )


def nearly_empty(rules="four_bao", **seats):
    """Return a table with few tiles left, where seats 1 and 2 hold few tiles and may be ready."""
    one = hand("46m 99p", "pung 888s", "chow 789s", "chow 123s", ready=seats.get("one", 0))
    two = hand("2355p", "pung 111s", "chow 456m", "pung 777p", ready=seats.get("two", 0))
    return position(hand("19m ...", drew="5m"), one, two, rules=rules, left=2)


def test_ready_hands_come_as_often_as_among_all_deals():
    table = nearly_empty(one=1)
    expected = ready_hands(table, 1, count_unseen(table, 0))
    assert len(expected) > 10
    count = 4000
    found = Counter(tuple(row) for row in draw(table, 0, count)["hand"][:, 1].tolist())
    assert set(found) <= set(expected)
    total = sum(expected.values())
    assert_fits([found[key] for key in expected], np.array([count * ways / total for ways in expected.values()]))


def test_two_ready_hands_come_as_often_as_among_all_deals():
    table = nearly_empty(one=1, two=2)
    unseen = count_unseen(table, 0)
    first, second = (ready_hands(table, seat, unseen) for seat in (1, 2))
    expected = {}
    for (one, ways), two in itertools.product(first.items(), second):
        left = [u - n for u, n in zip(unseen, one, strict=True)]
        rest = np.prod([float(math.comb(u, n)) for u, n in zip(left, two, strict=True)])
        if rest:
            expected[one, two] = ways * rest
    count = 4000
    out = draw(table, 0, count)["hand"]
    found = Counter((tuple(row[1]), tuple(row[2])) for row in out.tolist())
    assert set(found) <= set(expected)
    total = sum(expected.values())
    assert_fits([found[key] for key in expected], np.array([count * ways / total for ways in expected.values()]))


def test_hidden_bao_and_hands_differ_from_the_true_ones():
    table = position(hand("19m ...", drew="5m"), WAITING)
    out = draw(table, 0, 50)
    for field in ("hand", "wall", "bao", "waits"):
        assert len({record.tobytes() for record in out[field]}) > 20, field
    assert len({seed.tobytes() for seed in out["seed"]}) == 50


def test_a_ready_seat_keeps_the_bao_it_sees():
    ready = hand("46m 99p 345p", "pung 888s", "chow 789s", drew="1m", ready=1)
    table = position(ready, bao="1p 2p 3p 4p")
    out = draw(table, 0, 40)
    assert (out["bao"][:, 0] == table.state["bao"][0]).all()
    assert len(set(out["bao"][:, 1])) > 5


# Claims ---------------------------------------------------------------------------------------------
def asked_second():
    table = position(hand("19m ...", drew="5m"), hand("46m ..."), SLEEPER, river="2m 3p")
    table.play("0 discard 5m", "1 chow_mid")
    return table


def test_answers_before_are_drawn_anew():
    out = draw(asked_second(), 2, 300)
    assert (out["actor"] == 2).all()
    answers = Counter(out["answers"][:, 1].tolist())
    assert answers[NOTHING] > 30
    assert answers[PASS] > 30
    assert len(answers) > 2


def test_a_seat_that_is_not_asked_cannot_tell_who_is():
    out = draw(asked_second(), 3, 300)
    assert len(set(out["actor"].tolist())) == 2
    assert not (out["actor"] == 3).any()
    assert (out["phase"] == PHASE_CLAIM).all()


def test_the_own_answer_is_kept():
    table = asked_second()
    out = draw(table, 1, 100)
    assert (out["answers"][:, 1] == table.state["answers"][1]).all()
    assert (out["actor"] != 1).all()


def robbing():
    other = hand("34m 11p 567p", "pung 222s", "chow 123s", ready=2)
    table = position(hand("14m 258p 369s 7z 9p", "pung 555m", drew="5m"), WAITING, None, other)
    table.play("0 self_kong 5m")
    return table


def robbing_unready():
    maker = hand("147m 258s 1234z", "pung 888p from 3", drew="8p")
    table = position(maker, hand("67p 123m 345s 999m 55z"), hand(*PLAIN), rules="classic")
    table.play("0 self_kong 8p")
    return table


@pytest.mark.parametrize("build", [robbing, robbing_unready])
@pytest.mark.parametrize("seat", range(4))
def test_a_kong_to_be_robbed_can_be_robbed_by_somebody(build, seat):
    table = build()
    assert table.state["phase"] == PHASE_ROB
    out = draw(table, seat, 20)
    assert (out["phase"] == PHASE_ROB).all()
    assert len({record.tobytes() for record in out["hand"]}) == 20


def test_a_ready_claim_leaves_several_ready_discards_to_choose_from():
    table = position(hand("19m ...", drew="5m"), hand("46m ..."), hand("55m 123p 555p 777s 68s"), river="2m 3p")
    table.play("0 discard 5m", "1 pass", "2 ting_pung")
    assert table.state["must_ting"]
    out = draw(table, 0, 100)
    assert (out["phase"] == PHASE_ACT).all()
    assert min(sum(int(word).bit_count() for word in record) for record in out["legal"]) >= 2


def test_a_win_that_must_be_taken_was_not_offered_since_ready():
    table = position(hand("46m 123p 555p 678s 99s", drew="1z"), rules="qiaoma", force_win=True)
    table.play("0 ting 1z")
    for _ in range(6):
        table.default()
    since = set(table.state["river_kind"][table.state["ready_at"][0] : table.state["river_count"] - 1].tolist())
    assert table.state["ready"][0]
    assert len(since) > 2
    for record in draw(table, 2, 60):
        assert not any(int(record["waits"][0]) >> kind & 1 for kind in since)


# Playing on -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("rules", RULES)
def test_drawn_tables_play_on_to_the_end_of_the_hand(rules):
    moments = reached(rules, 400, seed=24, concealed_kong_hidden=True)
    batch = Batch(moments.rules, len(moments), hands=HANDS)
    batch.states[:] = drawn(moments)
    batch._publish()
    ended = np.zeros(len(moments), bool)
    for step in range(200):
        batch.step(batch.sample())
        check_step(batch)
        ended |= batch.hand_done
        if step % 20 == 0:
            check_states(batch.rules, HANDS, batch.states)
        if ended.all():
            break
    assert ended.all()


def test_the_same_generator_draws_the_same_tables():
    table = position(hand("19m ...", drew="5m"), WAITING)
    assert draw(table, 0, 5, seed=3).tobytes() == draw(table, 0, 5, seed=3).tobytes()


# Failing --------------------------------------------------------------------------------------------
def test_where_no_deal_fits_nothing_is_told():
    table = position(hand("19m ...", drew="5m"), hand("46m 99p 345p 888s 789s"))
    table.state["ready"][1], table.state["ready_count"], table.state["ready_at"][1] = 1, 1, 0
    out = new_states(2)
    out["hand"] = 1
    status = determinize(table.states, 0, 0, np.random.default_rng(0), out, rules=table.rules)
    assert status == FAILED  # H5a: no open meld
    assert out.tobytes() == new_states(2).tobytes()


def test_a_match_that_is_done_has_nothing_to_draw():
    batch = mjenv.make_batch("classic", num_tables=1, seed=1)
    while not batch.done[0]:
        batch.step(batch.sample())
    out = new_states(1)
    assert determinize(batch.states, 0, 0, np.random.default_rng(0), out, rules=batch.rules) == NOT_ASKED
    assert out.tobytes() == new_states(1).tobytes()


@pytest.mark.parametrize(
    ("table", "seat", "out", "message"),
    [
        (1, 0, new_states(1), "table 1, seat 0"),
        (0, 4, new_states(1), "seat 4"),
        (0, 1.5, new_states(1), "seat 1.5: expected"),
        (0, True, new_states(1), "seat True: expected"),
        pytest.param(10**5000, 0, new_states(1), "table a number of too many digits", id="digits"),
        (0, 0, np.zeros(3), "out float64"),
        (0, 0, [], "^out .*: expected an array"),
        (0, 0, np.broadcast_to(new_states(1), (2,)), "out is read-only"),
    ],
)
def test_arguments_that_do_not_fit_are_refused(table, seat, out, message):
    batch = mjenv.make_batch("classic", num_tables=1, seed=1)
    with pytest.raises(MjenvError, match=message):
        determinize(batch.states, table, seat, np.random.default_rng(0), out, rules=batch.rules)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rng": 7}, "^rng 7: expected a random generator"),
        ({"states": [1]}, "^states .1.: expected an array"),
        ({"rules": "four_bao"}, "^rules 'four_bao': expected a rule set"),
        ({"rules": mjenv.load_rules("four_bao")}, "^rules harbin/four_bao: the table is of another variant"),
        ({"rules": mjenv.load_rules("qiaoma")}, "^rules shanghai/qiaoma: the table is of another variant"),
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(change, message):
    batch = mjenv.make_batch("classic", num_tables=1, seed=1)
    given = {"states": batch.states, "rng": np.random.default_rng(0), "rules": batch.rules} | change
    with pytest.raises(MjenvError, match=message):
        determinize(i=0, seat=0, out=new_states(1), **given)


def test_the_true_tables_are_no_place_for_the_drawn_ones():
    batch = mjenv.make_batch("classic", num_tables=2, seed=1)
    with pytest.raises(MjenvError, match="shares memory"):
        determinize(batch.states, 0, 0, np.random.default_rng(0), batch.states[1:], rules=batch.rules)


@pytest.mark.parametrize("rules", RULES)
def test_a_draw_from_the_truth_is_a_draw_from_any_table_that_looks_like_it(rules):
    """With the same chance both give the same bytes, so nothing of the truth is left anywhere in the record."""
    moments = reached(rules, 120, seed=5)
    twins = with_states(moments, drawn(moments, seed=1))
    for row in range(len(moments)):
        table, twin, seat = moments.table(row), twins.table(row), int(moments.seats[row])
        assert draw(table, seat, 2, seed=row).tobytes() == draw(twin, seat, 2, seed=row).tobytes()
