"""What a rule book decides, in the order of a hand.

A kernel here stands for the function of the same name in the rule book of the variant that is played. It is
chosen when the caller is compiled, from the type of the rules record. Where a rule book has none, the function
here is used; one that only raises must be in every rule book.
"""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any, TypeVar

from mjenv.engine._jit import njit, njit_choice
from mjenv.engine.codes import NOTHING, NUM_SEATS
from mjenv.engine.rng import STREAM_DEALER, random_below
from mjenv.variants.registry import MODULES

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")
HOOKS: list[str] = []


def hook(function: F) -> F:
    """Let the rule book's function of this name answer."""
    name = function.__name__
    HOOKS.append(name)
    default = njit(function)
    place = list(inspect.signature(function).parameters).index("rules")
    return njit_choice(function, place, lambda variant: getattr(MODULES[variant], name, default))


# Tiles and deal -------------------------------------------------------------------------------------
@hook
def build_wall(rules, out_wall):
    """Write the tiles of the game in order of kinds and return their number."""
    raise NotImplementedError


@hook
def count_copies(rules, kind):
    """Copies of a kind 0-33 that the variant plays with."""
    return 4


@hook
def flower_place(rules, kind):
    """Column of a flower tile in the state; NOTHING for a tile that is played."""
    return NOTHING


@hook
def choose_dealer(state, rules):
    """The first dealer of a match."""
    return random_below(state["seed"], STREAM_DEALER, 0, NUM_SEATS)


@hook
def open_hand(state, rules):
    """Set ``tail`` and what lies beside the wall, after the deal."""
    raise NotImplementedError


# A seat's own turn ----------------------------------------------------------------------------------
@hook
def on_draw(state, rules, seat):
    """What a draw lifts."""


@hook
def is_endgame(state, rules):
    """Whether the next tile from the head may only be won with or discarded."""
    return False


@hook
def fill_turn_menu(state, rules, seat):
    """Write what the seat in turn may do."""
    raise NotImplementedError


@hook
def on_discard(state, rules, seat, kind):
    """What a discard bars."""


@hook
def find_waits(state, rules, seat):
    """Kinds that complete the seat's 13 tiles, one bit a kind."""
    raise NotImplementedError


@hook
def is_ready_without(state, rules, seat, kind):
    """Whether a seat with a tile too many may be ready without a tile that it holds."""
    return False


@hook
def on_ready(state, rules, log, seat, place):
    """What becoming ready brings; ``place`` counts the ready seats from 0."""


@hook
def after_shown(state, rules, log):
    """What happens when tiles have come to lie on the table, before claims and replacements."""


@hook
def after_kong(state, rules):
    """What happens when a kong has been made."""


# Claims ---------------------------------------------------------------------------------------------
@hook
def find_claims(state, rules, seat):
    """Claims of a seat on the discard in question, without `pass`."""
    raise NotImplementedError


@hook
def find_rob_claims(state, rules, seat):
    """Claims of a seat on an added kong."""
    raise NotImplementedError


@hook
def has_many_winners(rules):
    """Whether several seats may win on one tile."""
    return False


@hook
def forces_win(rules):
    """Whether a seat that can win on a discard must."""
    return False


@hook
def on_answer(state, rules, seat, action):
    """What an answer to a discard bars."""


@hook
def before_claim(state, rules, seat, kind, action):
    """What a claim lifts and bars; the tiles are still in the hand."""


# Settlement and the next hand -----------------------------------------------------------------------
@hook
def settle(state, rules, log, winner, out_payments):
    """Add the payments to one winner, whose hand holds the winning tile; return a code of the win for the log."""
    raise NotImplementedError


@hook
def pay_kongs(state, rules, out_payments):
    """Add the payments for kongs of a hand that is won."""


@hook
def choose_groups(state, rules, winner, out_groups):
    """Write the groups of a winner's concealed hand and return their number."""
    raise NotImplementedError


@hook
def log_result(state, rules, log, win_code):
    """Write what the variant reports at the end of a hand."""


@hook
def pass_deal(state, rules):
    """Name the next dealer and carry over what the variant counts."""
    raise NotImplementedError
