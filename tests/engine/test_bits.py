"""64-bit words as sets: against Python's own integers."""

from __future__ import annotations

import numpy as np
import pytest

from mjenv.engine.bits import count_bits, has_bit, lowest_bit, nth_bit
from mjenv.engine.codes import NOTHING, NUM_ACTIONS
from mjenv.engine.menu import allow, clear_menu, nth_legal
from mjenv.engine.state import new_states

WORDS = [
    1,
    1 << 63,
    (1 << 64) - 1,
    0x8000000000000001,
    0x0101010101010101,
    *np.random.default_rng(3).integers(1, 1 << 64, 60, np.uint64, endpoint=False).tolist(),
]


@pytest.mark.nojit
@pytest.mark.parametrize("word", WORDS)
def test_bits_are_counted_and_found(word):
    places = [place for place in range(64) if word >> place & 1]
    assert count_bits(np.uint64(word)) == len(places)
    assert lowest_bit(np.uint64(word)) == places[0]
    assert [nth_bit(np.uint64(word), n) for n in range(len(places))] == places
    assert [place for place in range(64) if has_bit(np.uint64(word), place)] == places


@pytest.mark.nojit
@pytest.mark.parametrize("legal", [[], [0], [112], [63, 64], [*range(NUM_ACTIONS)], [3, 40, 63, 70, 111]])
def test_nth_legal_goes_through_the_menu_in_order(legal):
    state = new_states(1)[0]
    clear_menu(state)
    for action in legal:
        allow(state, action)
    assert [nth_legal(state, n) for n in range(-1, len(legal) + 1)] == [NOTHING, *legal, NOTHING]
