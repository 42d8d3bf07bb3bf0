"""The sequence tells what it says of the view; discards and claims stand in the order in which they happened."""

from __future__ import annotations

import numpy as np
import pytest

import mjenv
from mjenv.arena.match import latest_rows
from mjenv.engine.codes import NOTHING
from mjenv.engine.tiles import parse_tile
from mjenv.observe import tokens
from mjenv.observe.tokens import TOKEN_FEATURES, TOKENS_LENGTH, padding_mask
from mjenv.observe.view import VIEW
from mjenv.record.events import EventDecoder
from mjenv.variants.registry import PRESETS
from tests.builder import hand, position
from tests.observe.tables import moments, observe
from tests.observe.view_of_tokens import LEFT_OUT, read, view_of
from tests.table.policies import choose_eagerly

RULES = pytest.mark.parametrize("rules", [preset.name for preset in PRESETS])
SMALL = pytest.mark.parametrize("steps", [pytest.param(20, marks=[pytest.mark.nojit, pytest.mark.boundscheck]), 160])
CLAIMS = {"chow": (1, 2, 3), "pung": (4,), "kong": (5,)}


@SMALL
@pytest.mark.parametrize("hidden", [False, True])
@RULES
def test_the_view_can_be_read_back(rules, hidden, steps):
    batch, states = moments(steps, 2 if steps < 50 else 16, rules, concealed_kong_hidden=hidden)
    views, sequences = observe(batch, states, "view/1"), observe(batch, states, "tokens/1")
    for view, sequence in zip(views.ravel(), sequences.reshape(-1, *sequences.shape[2:]), strict=True):
        found, unseen = view_of(sequence)
        for name in VIEW.names:
            if name not in LEFT_OUT and name != "meld_from":
                assert (found[name] == view[name]).all(), name
        fed = (view["meld_type"] > 0) & (view["meld_type"] < 5)
        assert (found["meld_from"][fed] == view["meld_from"][fed]).all()
        assert all(view["unseen"][kind] == copies for kind, copies in unseen.items())


@RULES
def test_every_value_is_in_the_vocabulary_and_the_rows_suffice(rules):
    batch, states = moments(rules=rules)
    sequences = observe(batch, states, "tokens/1")
    for column, (name, size) in enumerate(TOKEN_FEATURES):
        assert size == 0 or 0 <= sequences[..., column].min() <= sequences[..., column].max() < size, name
    assert (padding_mask(sequences) == (sequences[..., 0] == 0)).all()
    longest = (~padding_mask(sequences)).sum(axis=-1).max()
    print(f"{rules}: {longest} tokens at most")
    assert 100 < longest < TOKENS_LENGTH


def public_order(events):
    """Return the discards and claims of a hand: kind of event, actor, tile."""
    return [(event["type"], event["actor"], event["tile"]) for event in events if event["type"] in ("discard", *CLAIMS)]


def order_shown(sequence, seat):
    """Return the same from the tokens that a seat is given."""
    names = {code: name for name, codes in CLAIMS.items() for code in codes}
    shown = []
    for token in read(sequence):
        if token["type"] in (tokens.DISCARD, tokens.CLAIM):
            name = "discard" if token["type"] == tokens.DISCARD else names[token["code"]]
            shown.append((name, (token["seat"] - 1 + seat) % 4, token["tile"] - 1))
    return shown


@pytest.mark.parametrize("hidden", [False, True])
@RULES
def test_discards_and_claims_stand_in_the_order_of_the_event_stream(rules, hidden):
    compared = 0
    rng = np.random.default_rng(5)
    for seed in range(6):
        batch = mjenv.make_batch(rules, num_tables=1, seed=seed, record=True, concealed_kong_hidden=hidden)
        decoder = EventDecoder(batch.rules)
        events = list(decoder.decode(latest_rows(batch)))
        while not batch.done[0]:
            expected = [(name, actor, parse_tile(tile)) for name, actor, tile in public_order(events)]
            for seat in range(4):
                assert order_shown(batch.encode("tokens/1", seats=seat)[0], seat) == expected
            compared += len(expected)
            batch.step(choose_eagerly(batch, rng))
            events += decoder.decode(latest_rows(batch))
    print(f"{rules}: {compared} events compared")
    assert compared > 1000


def read_type(table, seat, kind):
    return [token for token in read(table.observe(seat, "tokens/1")) if token["type"] == kind]


@pytest.mark.nojit
def test_own_tiles_the_drawn_tile_and_the_tile_asked_about():
    table = position(hand("234m 678p 3599s", "pung 777z", drew="1p"), hand("11p ..."), wall="2s")
    held = read_type(table, 0, tokens.HAND)
    assert [token["tile"] - 1 for token in held if token["code"]] == [parse_tile("1p")]
    assert len(held) == 11
    assert not any(token["code"] for token in read_type(table, 1, tokens.HAND))
    table.play("0 discard 1p")
    asked = read_type(table, 1, tokens.ASKED)
    assert [(token["seat"], token["tile"] - 1, token["code"]) for token in asked] == [(4, parse_tile("1p"), 4)]
    assert read_type(table, 2, tokens.ASKED) == []
    table.play("1 pung")
    claim = read_type(table, 2, tokens.CLAIM)[-1]
    assert (claim["seat"], claim["other"], claim["code"]) == (
        4,
        3,
        4,
    )  # from seat 2, seat 1 is the last, 0 the one before


@pytest.mark.nojit
def test_a_hidden_concealed_kong_has_no_tile():
    for hidden in (False, True):
        table = position(
            hand("345m 67p 49s", "concealed 5555p", "chow 123m", drew="7z"),
            concealed_kong_hidden=hidden,
        )
        shown = [token["tile"] for token in read_type(table, 1, tokens.MELD) if token["code"] == 5]
        assert shown == [0 if hidden else 1 + parse_tile("5p")]
        assert read_type(table, 0, tokens.MELD)[0]["tile"] == 1 + parse_tile("5p")


@pytest.mark.nojit
def test_a_full_sequence_is_not_written_beyond_its_end():
    views = np.zeros(1, VIEW)
    views["hand"] = 100
    views["phase"] = NOTHING
    out = np.zeros((2, TOKENS_LENGTH, len(TOKEN_FEATURES)), np.int16)
    tokens.tokenise_views(views, out[:1])
    assert (out[0, :, 0] > 0).all()
    assert not out[1].any()
