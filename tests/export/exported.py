"""Data files to test, and what they must say by the PettingZoo environment, one decision after another."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from mjenv import load_rules
from mjenv.arena.match import play_match
from mjenv.arena.seeds import match_seeds
from mjenv.envs.aec import MahjongEnv
from mjenv.offline.columns import join, regroup
from mjenv.offline.header import SelfPlay, describe
from mjenv.offline.self_play import LABEL, AgentSource, Players
from mjenv.offline.store import open_data
from mjenv.record.log import open_log
from mjenv.table.batch import Batch

RULES = ("four_bao", "single_bao", "classic", "online", "qiaoma")
ENCODERS = ("planes/1", "flat/1", "tokens/1")
SUFFIXES = (".parquet", ".npz")
HANDS, MATCH_HANDS, SEED = 4, 2, 7


AGENTS = ("greedy", "random", "greedy", "greedy")


def source(rules="online", agents=AGENTS, hands=HANDS, match_hands=MATCH_HANDS, seed=SEED, **params):
    """Return self-play of a few hands."""
    return AgentSource(load_rules(rules, **params), SelfPlay(list(agents), seed, hands, match_hands))


@lru_cache
def played(rules="online", encoder="planes/1"):
    """Return the columns of ``source`` whole."""
    return join(list(source(rules).blocks(encoder)))


def write(path: Path, made, block, *, encoder="planes/1", seat=None, force=False):
    """Write some decisions of a source."""
    with open_data(path, describe(made.rules, encoder, seat, made.made), force=force) as sink:
        for part in regroup([block]):
            sink.write(part)
    return path


def replay(rules, encoder, actions, *, matches=HANDS // MATCH_HANDS, hands=MATCH_HANDS, seed=SEED):
    """Yield the decisions that the environment gives for a sequence of actions, with the points of each step.

    Each is a dict: match, hand, seat, observation, action_mask, and what the step paid to each seat.
    """
    env = MahjongEnv(load_rules(rules), hands=hands, encoder=encoder)
    given = iter(actions)
    for match, match_seed in enumerate(match_seeds(LABEL, seed, range(matches))):
        env.reset(options={"match_seed": match_seed[None]})
        while env.agents and not env.terminations[env.agent_selection]:
            agent = env.agent_selection
            seen = env.observe(agent)
            step = {"match": match, "hand": int(env.states["hand_index"][0]), "seat": int(agent[-1])}
            step |= {name: np.array(value) for name, value in seen.items()}
            env.step(int(next(given)))
            yield step | {"paid": [env.rewards[name] for name in env.possible_agents]}
    assert next(given, None) is None


def write_log(path, rules="online", match=0, **params):
    """Write the log of a match of ``source``."""
    made = source(rules, **params)
    players = Players(made.rules, made.made.agents, SEED)
    players.begin(1)
    batch = Batch(made.rules, 1, hands=MATCH_HANDS, record=True)
    with open_log(path) as log:
        for event in play_match(
            batch, [players.agents[index] for index in players.seating], match_seeds(LABEL, SEED, [match])[0]
        ):
            log.write(event)
    return path
