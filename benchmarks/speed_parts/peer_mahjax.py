"""MahJax: one round is some steps of a batch, with policy and new games inside one compiled loop."""

from __future__ import annotations

import time
from functools import cache
from typing import TYPE_CHECKING, Any

import jax
import mahjax
from jax import numpy as jnp

from .crew import RUNS
from .worker import Played, serve

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = "red_mahjong"
TABLES = 64  # where it is fastest on a processor; each size compiles for one to two minutes
ROUND = 0.2  # s


def weigh(arrays: object) -> jax.Array:
    """Return a number that hangs on every element, so that no part of an observation is left out as unused."""
    leaves = [leaf.astype(jnp.float32).ravel() for leaf in jax.tree_util.tree_leaves(arrays)]
    return sum(jnp.dot(leaf, 1.0 + jnp.arange(leaf.size, dtype=jnp.float32) % 5) for leaf in leaves)


@cache
def compile_game(seed: int) -> tuple[Callable[..., Any], Any]:
    """Return the compiled loop, which observes or does not as it is told, and the tables to start from."""
    env = mahjax.make(GAME, round_mode="single", observe_type="dict")
    deal, step, observe = jax.vmap(env.init), jax.vmap(env.step), jax.vmap(env.observe)

    def renew(tables: mahjax.State, done: jax.Array, key: jax.Array) -> mahjax.State:
        """Put new games in the place of those that are done."""
        fresh = deal(jax.random.split(key, TABLES))
        return jax.tree_util.tree_map(
            lambda new, old: jnp.where(done.reshape(-1, *[1] * (new.ndim - 1)), new, old), fresh, tables
        )

    def decide(_: int, carry: tuple) -> tuple:
        tables, key, hands, single, weight, wanted = carry
        key, draws, steps, news = jax.random.split(key, 4)
        legal = tables.legal_action_mask
        weight += jax.lax.cond(wanted, lambda: weigh(observe(tables)), lambda: jnp.float32(0))
        priority = jnp.where(legal, jax.random.uniform(draws, legal.shape), -1.0)
        single += (legal.sum(-1) == 1).sum()
        tables = step(tables, priority.argmax(-1).astype(jnp.int8), jax.random.split(steps, TABLES))
        done = tables.terminated | tables.truncated
        hands += done.sum()
        # Its own wrapper deals anew on each step, which makes it a quarter slower.
        tables = jax.lax.cond(done.any(), lambda: renew(tables, done, news), lambda: tables)
        return tables, key, hands, single, weight, wanted

    def run(tables: mahjax.State, key: jax.Array, steps: jax.Array, wanted: jax.Array) -> tuple:
        zero = jnp.int32(0)
        return jax.lax.fori_loop(0, steps, decide, (tables, key, zero, zero, jnp.float32(0), wanted))

    keys = jax.random.split(jax.random.PRNGKey(seed), TABLES)
    return jax.jit(run), jax.block_until_ready(jax.jit(deal)(keys))


def find(case: dict) -> Callable[[], Played]:
    """Return a round of about ``ROUND`` seconds; with ``observe`` the acting seats' observations are built."""
    jax.config.update("jax_compilation_cache_dir", str(RUNS / "jax"))
    run, tables = compile_game(case["seed"])
    held = {"tables": tables, "key": jax.random.PRNGKey(case["seed"] + 1), "steps": 1}

    def play() -> Played:
        steps = held["steps"]
        result = run(held["tables"], held["key"], jnp.int32(steps), jnp.bool_(case["observe"]))
        held["tables"], held["key"], hands, single = jax.block_until_ready(result)[:4]
        return Played(steps * TABLES, int(hands), int(single))

    play()
    start = time.perf_counter()
    play()
    held["steps"] = max(1, int(ROUND / (time.perf_counter() - start)))
    return play


if __name__ == "__main__":
    serve(find)
