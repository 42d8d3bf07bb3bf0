"""Many hands, checked after every step: ``python -m tests.table.random_play --hands 20000`` prints what it met."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import numpy as np

import mjenv
from mjenv.arena.report import describe_machine, write_document
from mjenv.engine.codes import (
    MELD_CHOW,
    MELD_EXPOSED_KONG,
    NOTHING,
    PHASE_ROB,
    RIVER_CLAIMED,
    WIN_DISCARD,
    WIN_NONE,
    WIN_ROBBED_KONG,
    WIN_SELF_DRAW,
)
from mjenv.variants import hooks
from mjenv.variants.registry import PRESETS
from tests.table.policies import choose_eagerly

NUM_TILES = 42  # kinds with the flowers
EXCHANGES_MAX = 20  # 换宝 of one hand, more than any can have
LONGEST = 1000  # decisions of one hand, more than any can have
WINS = {WIN_NONE: "drawn", WIN_DISCARD: "on a discard", WIN_SELF_DRAW: "self-draw", WIN_ROBBED_KONG: "robbed kong"}


def find_missing(states, rules):
    """Return int[n, 42]: tiles that left the wall and lie nowhere on the table. Those are what was set aside."""
    full = np.zeros(states["wall"].shape[1], np.int8)
    length = int(hooks.build_wall(rules.record[0], full))
    places = np.arange(states["wall"].shape[1])
    drawable = (places >= states["head"][:, None]) & (places <= states["tail"][:, None])
    missing = np.zeros((len(states), NUM_TILES), np.int64)
    add_tiles(missing, states["wall"], (places < length) & ~drawable)
    return missing - count_table(states, rules)


def count_table(states, rules):
    """Return int[n, 42], the copies of each kind in hands, melds, rivers and among flowers set out."""
    count = np.zeros((len(states), NUM_TILES), np.int64)
    count[:, :34] = states["hand"].sum(axis=1, dtype=np.int64)
    in_river = np.arange(states["river_kind"].shape[1]) < states["river_count"][:, None]
    add_tiles(count, states["river_kind"], in_river & (states["river_info"] & RIVER_CLAIMED == 0))
    add_tiles(count, states["tile"], states["phase"] == PHASE_ROB)  # the added tile is between hand and meld
    made = np.arange(4) < states["meld_count"][:, :, None]
    chow = made & (states["meld_type"] == MELD_CHOW)
    for step in range(3):
        add_tiles(count, states["meld_kind"] + step, chow)
    for size, kinds in ((3, made & ~chow), (1, made & (states["meld_type"] >= MELD_EXPOSED_KONG))):
        for _ in range(size):
            add_tiles(count, states["meld_kind"], kinds)
    for kind in range(NUM_TILES):
        column = int(hooks.flower_place(rules.record[0], kind))
        if column != NOTHING:
            count[:, kind] += states["flowers"][:, :, column].sum(axis=1, dtype=np.int64)
    return count


def add_tiles(count, kinds, chosen):
    """Count the chosen kinds of each row."""
    rows = np.nonzero(chosen)[0]
    count += np.bincount(NUM_TILES * rows + kinds[chosen], minlength=count.size).reshape(count.shape)


def check_tiles(states, rules):
    """Assert that every tile of the game is somewhere, once; 宝 are set aside, and exchanged ones stay away (H12)."""
    missing = find_missing(states, rules)
    shown = np.zeros_like(missing)
    add_tiles(shown, states["bao"], states["bao"] != NOTHING)
    if rules.name == "single_bao":
        assert (missing >= shown).all()
        assert (missing.sum(axis=1) <= 1 + EXCHANGES_MAX).all()
    else:
        assert (missing == shown).all()


def check_step(batch):
    """Assert what must hold after every step of a batch."""
    live = ~batch.done
    check_tiles(batch.states[live], batch.rules)
    assert (batch.reward.sum(axis=1) == 0).all()
    assert (batch.states["points"].sum(axis=1) == 0).all()
    assert not batch.reward[~batch.hand_done].any()
    assert (batch.reward[batch.hand_done] == batch.states["points"][batch.hand_done]).all()
    assert (batch.action_mask.sum(axis=1)[live] >= 2).all()  # C9, and no dead end
    assert not batch.action_mask[~live].any()
    assert (batch.actor[live] == batch.states["actor"][live]).all()
    assert (batch.actor[~live] == NOTHING).all()


def play(hands, *, rules="four_bao", eager=False, seed=1, num_tables=64, **params):
    """Play at least ``hands`` hands; return what they were, with the number of decisions."""
    batch = mjenv.make_batch(rules, num_tables=num_tables, hands=2, seed=seed, **params)
    rng = np.random.default_rng(seed)
    met = Counter()
    since = np.zeros(num_tables, int)  # decisions since the hand began
    while met["hands"] < hands:
        met["decisions"] += int((~batch.done).sum())
        since += ~batch.done
        batch.step(choose_eagerly(batch, rng) if eager else batch.sample())
        check_step(batch)
        assert since.max() < LONGEST, "a hand does not end"
        for row in np.flatnonzero(batch.hand_done):
            state = batch.states[row]
            win = int(state["win_type"]) if state["winners"] else WIN_NONE
            assert bool(state["winners"]) == bool(state["win_points"].any())  # kongs can make up for it to the point
            assert state["winners"] or not state["points"].any()
            met.update(hands=1, ready=int(state["last_ready"]).bit_count(), **{WINS[win]: 1})
        met["longest"] = max(met["longest"], int(since[batch.hand_done].max(initial=0)))
        since[batch.hand_done] = 0
    return met


def describe(met):
    """Return a line with the counts of ``play``."""
    parts = [f"{met[name]} {name}" for name in ("ready", *WINS.values())]
    mean = met["decisions"] / met["hands"]
    return f"{met['hands']} hands, {mean:.1f} decisions a hand, at most {met['longest']}; {', '.join(parts)}"


def main():
    """Play random hands of each rule set, then eager ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", nargs="+", default=[preset.name for preset in PRESETS])
    parser.add_argument("--hands", type=int, default=20_000, help="hands of each rule set and policy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="result file for the README")
    chosen = parser.parse_args()
    rows = []
    for rules, policy in product(chosen.rules, ("random", "eager")):
        met = play(chosen.hands, rules=rules, eager=policy == "eager", seed=chosen.seed, num_tables=512)
        print(f"{rules}, {policy}:", describe(met), flush=True)
        counts = [met["hands"], f"{met['decisions'] / met['hands']:.1f}", met["longest"]]
        rows.append([rules, policy, *counts, *(f"{met[name] / met['hands']:.1%}" for name in WINS.values()), 0])
    if chosen.json:
        checked = os.environ.get("NUMBA_BOUNDSCHECK") == "1"
        command = ["NUMBA_BOUNDSCHECK=1"] * checked + ["python -m tests.table.random_play"]
        checks = ", and every index" * checked
        document = {
            "title": f"Play at random: tiles conserved, points zero-sum, no dead end: checked at every step{checks}",
            "command": " ".join([*command, *sys.argv[1:]]),
            "machine": describe_machine(),
            "columns": ["rules", "policy", "hands", "decisions a hand", "most", *WINS.values(), "checks failed"],
            "rows": rows,
        }
        write_document(chosen.json, document)
    return 0


if __name__ == "__main__":
    sys.exit(main())
