"""Many hands, checked after every step: ``python -m tests.table.random_play --hands 20000`` prints what it met."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
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
from tests.table.policies import choose_eagerly

KINDS = np.arange(34)
FULL_SET = np.isin(KINDS, [*range(27), 33]) * 4  # H1
DRAWABLE = 108  # the four tiles behind are 宝 (H2)
FOUR_BAO = "harbin/four_bao"
LONGEST = 1000  # decisions of one hand, more than any can have
WINS = {WIN_NONE: "drawn", WIN_DISCARD: "on a discard", WIN_SELF_DRAW: "self-draw", WIN_ROBBED_KONG: "robbed kong"}


def count_tiles(states):
    """Return int[n, 34], the copies of each kind in hands, melds, rivers and wall of `four_bao` tables in play."""
    count = states["hand"].sum(axis=1, dtype=np.int64)
    in_river = np.arange(states["river_kind"].shape[1]) < states["river_count"][:, None]
    add_tiles(count, states["river_kind"], in_river & (states["river_info"] & RIVER_CLAIMED == 0))
    places = np.arange(states["wall"].shape[1])
    drawable = (places >= states["head"][:, None]) & (places <= states["tail"][:, None])
    add_tiles(count, states["wall"], drawable | ((places >= DRAWABLE) & (places < DRAWABLE + 4)))
    add_tiles(count, states["tile"], states["phase"] == PHASE_ROB)  # the added tile is between hand and meld
    made = np.arange(4) < states["meld_count"][:, :, None]
    chow = made & (states["meld_type"] == MELD_CHOW)
    for step in range(3):
        add_tiles(count, states["meld_kind"] + step, chow)
    for size, kinds in ((3, made & ~chow), (1, made & (states["meld_type"] >= MELD_EXPOSED_KONG))):
        for _ in range(size):
            add_tiles(count, states["meld_kind"], kinds)
    return count


def add_tiles(count, kinds, chosen):
    """Count the chosen kinds of each row."""
    rows = np.nonzero(chosen)[0]
    count += np.bincount(34 * rows + kinds[chosen], minlength=count.size).reshape(count.shape)


def check_step(batch):
    """Assert what must hold after every step of a batch."""
    live = ~batch.done
    if batch.rules.preset.id == FOUR_BAO:
        assert (count_tiles(batch.states[live]) == FULL_SET).all()
    assert (batch.reward.sum(axis=1) == 0).all()
    assert (batch.states["points"].sum(axis=1) == 0).all()
    assert not batch.reward[~batch.hand_done].any()
    assert (batch.reward[batch.hand_done] == batch.states["points"][batch.hand_done]).all()
    assert (batch.action_mask.sum(axis=1)[live] >= 2).all()  # C9, and no dead end
    assert not batch.action_mask[~live].any()
    assert (batch.actor[live] == batch.states["actor"][live]).all()
    assert (batch.actor[~live] == NOTHING).all()


def play(hands, *, rules=FOUR_BAO, eager=False, seed=1, num_tables=64):
    """Play at least ``hands`` hands; return what they were, with the number of decisions."""
    batch = mjenv.make_batch(rules, num_tables=num_tables, hands=2, seed=seed)
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
            assert bool(state["winners"]) == bool(state["points"].any())
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
    """Play random hands, then eager ones."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default=FOUR_BAO)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="result file for the README")
    chosen = parser.parse_args()
    rows = []
    for policy in ("random", "eager"):
        met = play(chosen.hands, rules=chosen.rules, eager=policy == "eager", seed=chosen.seed)
        print(f"{policy}:", describe(met), flush=True)
        counts = [met["hands"], f"{met['decisions'] / met['hands']:.1f}", met["longest"]]
        rows.append([policy, *counts, *(f"{met[name] / met['hands']:.1%}" for name in WINS.values()), 0])
    if chosen.json:
        document = {
            "title": f"Play of {chosen.rules}: tiles conserved, points zero-sum, no dead end, checked at every step",
            "command": "python -m tests.table.random_play " + " ".join(sys.argv[1:]),
            "machine": describe_machine(),
            "columns": ["policy", "hands", "decisions a hand", "most", *WINS.values(), "checks failed"],
            "rows": rows,
        }
        write_document(chosen.json, document)
    return 0


if __name__ == "__main__":
    sys.exit(main())
