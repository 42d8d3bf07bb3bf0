"""Whatever is changed in a log is told, on the line where it is or first shows. The seeds are fixed."""

import gzip
import random
import zlib
from collections import Counter

import pytest

import mjenv
from mjenv.engine._jit import JIT_DISABLED
from mjenv.errors import LogError
from mjenv.record.clauses import FREE
from mjenv.record.log import scan_log
from tests.oracle.replay import check_log
from tests.record.damage import damage_bytes, damage_lines, damage_value
from tests.record.played import RULES, played_stream

pytestmark = pytest.mark.nojit

CASES = 2 if JIT_DISABLED else 60  # a rule set and kind of damage
MAY_NOT_SHOW = ("start_match.params",)  # shows only where a hand comes to the parameter
SHOWS_LATER = ("start_match.hands", "start_match.seed", "start_match.rules", "start_match.params", "ask.action")


def without_free(item):
    """An event without what a log may say freely; what is wrong with a line as it is."""
    free = {name.rpartition(".")[2] for name in FREE}
    return {key: value for key, value in item.items() if key not in free} if isinstance(item, dict) else item


def says_the_same(path, events):
    return [without_free(item) for _, item in scan_log(path)] == list(map(without_free, events))


def cases(rules, kind):
    """Whole matches, each with a random number generator."""
    for seed in range(CASES):
        yield played_stream(rules, seed % 5), random.Random(f"{kind} {rules} {seed}")


def check(path):
    """The report of a log, None where it is refused, which takes one short sentence."""
    try:
        return mjenv.verify(path)
    except LogError as error:
        return refuse(str(error))


def refuse(message):
    assert "\n" not in message
    assert len(message) < 1200


def needs_no_word(path, what, events):
    """Whether nothing needs to be told of a change: readers skip it, it is free, or it makes another match."""
    if what == "ask.action":
        return check_log([item for _, item in scan_log(path)]) == []
    return what in {*FREE, *MAY_NOT_SHOW} or says_the_same(path, events)


@pytest.mark.parametrize("rules", RULES)
def test_a_changed_value_is_told_on_its_line_and_nothing_else_is(rules, tmp_path):
    path = tmp_path / "a.jsonl"
    told = Counter()
    for events, rng in cases(rules, "value"):
        damage = damage_value(events, rng)
        path.write_bytes(damage.data)
        report = check(path)
        told[damage.what] += 1
        if not report:
            assert damage.line == 1, damage
            continue
        differences = report.differences
        if not differences:
            assert needs_no_word(path, damage.what, events), damage
            continue
        first = differences[0]
        assert first.line >= damage.line if damage.what in SHOWS_LATER else first.line == damage.line, damage
        assert len(differences) == 1 or damage.what == "start_match.params", (damage, differences)
        assert not first.what.startswith(FREE)
    print(rules, told)
    assert len(told) > CASES // 4


@pytest.mark.parametrize("rules", RULES)
def test_a_line_too_many_too_few_or_unreadable_is_told_where_it_is(rules, tmp_path):
    path = tmp_path / "a.jsonl"
    for events, rng in cases(rules, "lines"):
        damage = damage_lines(events, rng)
        path.write_bytes(damage.data)
        differences = mjenv.verify(path).differences
        assert differences[0].line == damage.line, damage
        assert len(differences) <= 1 + (damage.what == "swapped"), (damage, differences)


@pytest.mark.parametrize("rules", RULES)
def test_bytes_that_change_are_told_or_the_file_is_refused_in_a_sentence(rules, tmp_path):
    path = tmp_path / "a.jsonl"
    for events, rng in cases(rules, "bytes"):
        data = bytearray(damage_bytes(events, rng))
        if rng.random() < 0.2:
            data = bytearray(gzip.compress(bytes(data), mtime=0))
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(data)
        report = check(path)
        if not report:
            continue
        for difference in report.differences:
            assert str(difference).isascii()
            assert str(difference).isprintable()
            assert len(str(difference)) < 1000
        assert report.differences or says_the_same(path, events)


def test_noise_is_refused_in_a_sentence(tmp_path):
    path = tmp_path / "a.jsonl"
    starts = (b"", b"\x1f\x8b", b'{"type":"start_match",', b"\xef\xbb\xbf{}\n", b"[]\n", b"\n", zlib.compress(b"a"))
    for seed in range(300):
        rng = random.Random(seed)
        path.write_bytes(rng.choice(starts) + rng.randbytes(rng.randrange(200)))
        with pytest.raises(LogError, match=r"^log [^\n]+$"):
            mjenv.verify(path)
