"""Random hands with melds, as strings for the calculator and as arrays for `mjenv.hands`."""

from collections import Counter

import numpy as np

from mjenv.calculator.holding import SIZES, WORDS, count_played
from mjenv.engine.tiles import FIRST_HONOUR, format_tiles


def draw_hand(rng, rules, size):
    """A hand of `size` tiles less three a meld: kinds, and melds as word and kinds."""
    played = [kind for kind, copies in enumerate(count_played(rules)) if copies]
    few = rng.random() < 0.6  # of few kinds, so that it is near to something
    kinds = rng.sample(played, rng.choice((8, 10, 12))) if few else played
    left = Counter(dict.fromkeys(kinds, 4))
    melds = []
    for _ in range(rng.choice((0, 0, 1, 2, 3, 4))):
        melds += draw_meld(rng, rules, left)
    concealed = size - 3 * len(melds)
    while left.total() < concealed:
        left[rng.choice(sorted(set(played) - set(left)))] = 4
    hand = draw_near(rng, left, concealed) if rng.random() < 0.4 else rng.sample(sorted(left.elements()), concealed)
    return sorted(hand), melds


def draw_meld(rng, rules, left):
    """One meld of what is left, which it is taken from; none where a chosen one cannot be."""
    word = rng.choice([word for word in WORDS if word != "chow" or rules.variant != "hebei"])
    kinds = draw_group(rng, left, run=word == "chow", size=SIZES[word])
    return [(word, kinds)] if kinds else []


def draw_group(rng, left, *, run, size):
    """Equal tiles or a run, taken from what is left; none where the chosen ones are not."""
    first = rng.choice(sorted(left))
    if run and (first >= FIRST_HONOUR or first % 9 > 6):
        return ()
    kinds = (first, first + 1, first + 2) if run else (first,) * size
    if Counter(kinds) - left:
        return ()
    left.subtract(kinds)
    return kinds


def draw_near(rng, left, size):
    """Sets and a pair, some tiles of which are exchanged, and one left out where a tile is missing."""
    left, hand = left.copy(), []
    for _ in range(200):
        pair = len(hand) + 2 >= size - size % 3 % 2
        hand += draw_group(rng, left, run=not pair and rng.random() < 0.6, size=2 if pair else 3)
        if len(hand) >= size:
            break
    hand = hand[:size]
    hand += rng.sample(sorted(left.elements()), size - len(hand))
    left.subtract(hand)
    for _ in range(rng.choice((0, 0, 1, 2))):
        hand.pop(rng.randrange(len(hand)))
        hand.append(rng.choice([kind for kind in sorted(left) if left[kind] > 0] or [hand[0]]))
        left[hand[-1]] -= 1
    return hand


def as_arrays(hand, melds):
    """int8[34] and int8[4, 2]."""
    rows = np.zeros((4, 2), np.int8)
    for slot, (word, kinds) in enumerate(melds):
        rows[slot] = WORDS[word], kinds[0]
    return np.bincount(hand, minlength=34).astype(np.int8), rows


def as_texts(hand, melds):
    """A hand string and melds as the calculator reads them."""
    return format_tiles(hand), [f"{word} {format_tiles(kinds)}" for word, kinds in melds]
